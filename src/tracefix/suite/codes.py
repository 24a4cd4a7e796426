"""The diagnostic codes of the suite's tasks. Stable: a code keeps its meaning."""

from __future__ import annotations

TITLES: dict[str, str] = {
    "TF801": "A file of a task is missing",
    "TF802": "An id or family that is not in the suite's table",
    "TF803": "A count outside the range of the suite's table",
    "TF804": "The text is not YAML",
    "TF805": "A key of task.yaml that does not exist or is missing",
    "TF806": "A value of task.yaml that has the wrong form",
    "TF807": "Too few or too many parts of a task",
    "TF808": "A name of task.yaml that stands twice",
    "TF810": "A task speaks of something that does not exist",
    "TF811": "The label of a tool is not a step of work",
    "TF812": "What a tool needs and what the checklist says differ",
    "TF813": "A message without a flow in the checklist",
    "TF814": "The outcomes of a tool that may fail are not in the checklist, or the other way round",
    "TF815": "The attempts of task.yaml and the files differ",
    "TF816": "The bounds of the topology and their reasons differ",
    "TF817": "A description gives the solution away",
    "TF820": "A statement of task.yaml that does not hold",
    "TF821": "A reference that does not hold",
    "TF822": "Something in a reference never happens",
    "TF823": "expected.json says something else",
    "TF824": "An attempt ends in another way than task.yaml says",
    "TF825": "The native checker and TLC differ about a task",
}
"""What each code means. TF80x are about files and their form, TF81x about what they say, TF82x about what searches find."""
