"""Do the native checker and TLC agree?

Both search breadth-first and may stop at different violations of one level. Then the native checker's list of all violations must have
TLC's, with a trace as long. Counts are compared when both searches ran to the end.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ..checker import CheckResult, Verdict, Violation

NATIVE_ONLY = ("CompletionReachable",)
"""Properties that TLC does not check; the native result stands alone."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """`differences` is empty when the engines agree. `notes` say what could not be compared."""

    differences: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def agree(self) -> bool:
        """Whether nothing differs."""
        return not self.differences


def tlc_can_see(violation: Violation, asserted: frozenset[tuple[int, int]]) -> bool:
    """Whether TLC checks what a native violation breaks. `asserted` are the places of the protocol's assertions: a lock taken
    or freed by the wrong agent is seen by TLC through them alone."""
    if violation.property in NATIVE_ONLY:
        return False
    if violation.property == "MutualExclusion":
        return (violation.line, violation.column) in asserted
    return True


def ran_to_the_end(result: CheckResult, seen: Callable[[Violation], bool] = lambda violation: True) -> bool:
    """Whether the search of a result saw every state: it holds, or all that is violated is found only after the search."""
    if result.verdict == Verdict.HOLDS:
        return True
    return result.verdict == Verdict.VIOLATED and all(violation.property in NATIVE_ONLY for violation in result.violations)


def needs_everything(native: CheckResult, tlc: CheckResult, asserted: frozenset[tuple[int, int]]) -> bool:
    """Whether `compare` has to be given the native list of all violations: the engines stopped at different ones."""
    if native.verdict == Verdict.VIOLATED and tlc.verdict == Verdict.INVALID:
        return True
    if native.verdict != Verdict.VIOLATED or tlc.verdict != Verdict.VIOLATED:
        return False
    found = tlc.violations[0]
    return not any(_same(each, found, tlc) for each in native.violations if tlc_can_see(each, asserted))


def compare(
    native: CheckResult,
    tlc: CheckResult,
    asserted: frozenset[tuple[int, int]] = frozenset(),
    everything: CheckResult | None = None,
    *,
    confirmed: bool = False,
    distributed: bool = False,
) -> Comparison:
    """Compare two results for one protocol.

    `everything` is the native result with all violations, wanted when `needs_everything` says so. `native` and `everything`
    are searches without reduction. `confirmed` says that the native semantics finds TLC's violation at the end of TLC's trace.
    `distributed` says that TLC's workers were processes of their own: then only `distinct` can be compared.
    """
    notes = []
    alone = [each for each in native.violations if not tlc_can_see(each, asserted)]
    notes += [f"{each.property} is found by the native checker alone: TLC does not check it" for each in alone]
    if tlc.verdict == Verdict.INCOMPLETE:
        return Comparison((), (*notes, f"TLC did not finish ({tlc.limit}): nothing is compared"))
    if native.verdict == Verdict.INCOMPLETE:
        return Comparison((), (*notes, f"the native checker did not finish ({native.limit}): nothing is compared"))
    if Verdict.INVALID in (native.verdict, tlc.verdict):
        return _with(notes, *_compare_invalid(native, tlc, everything, confirmed))
    if tlc.verdict == Verdict.HOLDS:
        return _with(notes, *_compare_with_passing(native, tlc, asserted, distributed))
    return _with(notes, *_compare_violations(native, tlc, asserted, everything))


def _with(notes: list[str], differences: list[str], more: list[str]) -> Comparison:
    return Comparison(tuple(differences), (*notes, *more))


def _compare_invalid(native: CheckResult, tlc: CheckResult, everything: CheckResult | None, confirmed: bool) -> tuple[list[str], list[str]]:
    """An expression without a value ends a search like a violation does, so either may come first."""
    if native.verdict == tlc.verdict:
        return [], []
    if everything is not None and everything.verdict == Verdict.INVALID:
        return [], [f"the native checker met {native.violations[0].property} first, TLC an expression without a value"]
    if confirmed:
        return [], [f"the native checker met an expression without a value first, TLC {tlc.violations[0].property}"]
    speaker, other = ("the native checker", tlc) if native.verdict == Verdict.INVALID else ("TLC", native)
    invalid = native if native.verdict == Verdict.INVALID else tlc
    reasons = "; ".join(each.message for each in invalid.diagnostics if each.severity == "error")
    return [f"{speaker} finds the protocol invalid ({reasons}), the other engine says {_verdict(other)}"], []


def _compare_with_passing(
    native: CheckResult, tlc: CheckResult, asserted: frozenset[tuple[int, int]], distributed: bool
) -> tuple[list[str], list[str]]:
    """TLC found nothing: neither may the native checker, in what TLC checks, and the counts must be the same."""
    shared = [each for each in native.violations if tlc_can_see(each, asserted)]
    if shared:
        return [f"the native checker finds {each.property} violated, TLC finds that everything holds" for each in shared], []
    if not ran_to_the_end(native):
        return [], ["counts are not compared: the native search stopped at a violation that TLC does not check"]
    if native.stats is None or tlc.stats is None:
        return ["TLC did not say how many states it found"], []
    pairs = [("distinct", native.stats.distinct, tlc.stats.distinct)]
    notes = []
    if distributed:
        notes.append("generated and depth are not compared: TLC's workers keep states of their own and reach them by other ways")
        return [f"{name}: native {ours}, TLC {theirs}" for name, ours, theirs in pairs if ours != theirs], notes
    pairs.append(("generated", native.stats.generated, tlc.stats.generated))
    if tlc.stats.threads == 1:
        pairs.append(("depth", native.stats.depth, tlc.stats.depth))
    else:
        notes.append(f"depth is not compared: TLC ran with {tlc.stats.threads} workers, so its levels can overlap")
    return [f"{name}: native {ours}, TLC {theirs}" for name, ours, theirs in pairs if ours != theirs], notes


def _compare_violations(
    native: CheckResult, tlc: CheckResult, asserted: frozenset[tuple[int, int]], everything: CheckResult | None
) -> tuple[list[str], list[str]]:
    """TLC found a violation: the native checker must know it, and no much shorter one that TLC checks too."""
    found = tlc.violations[0]
    known = [each for each in (everything or native).violations if tlc_can_see(each, asserted)]
    mine = [each for each in known if each.property == found.property]
    listed = (everything or native).violations
    beyond = [each for each in listed if not tlc_can_see(each, asserted) and each.property not in NATIVE_ONLY]
    if not mine:
        if beyond and all(len(each.trace) <= len(found.trace) for each in beyond):
            # Past a step that the native checker refuses and TLC allows, the two look at different states.
            return [], [f"TLC goes on past the step that violates {beyond[0].property} and then finds {found.property}"]
        says = ", ".join(each.property for each in known) or "no violation that TLC checks"
        return [f"TLC finds {found.property} violated, the native checker finds {says}"], []
    if not any(_same(each, found, tlc) for each in mine):
        return [f"{found.property}: the native trace has {len(mine[0].trace)} states, TLC's has {_length(found)}"], []
    if tlc.stats is not None and tlc.stats.threads == 1 and found.trace:
        # Breadth-first, a deadlock is seen when its state is expanded and a false invariant one level earlier.
        missed = [each for each in known if len(each.trace) < len(found.trace) - 1]
        if missed:
            return [f"TLC passed over {each.property}, which takes {len(each.trace)} states" for each in missed], []
    first = native.violations[0].property if native.violations else None
    notes = []
    if first != found.property:
        notes.append(f"the native checker met {first} first, TLC {found.property}: both orders are breadth-first")
    return [], notes


def _same(mine: Violation, theirs: Violation, tlc: CheckResult) -> bool:
    """Whether two violations are of one property, with traces of one length. TLC's may be longer with several workers, and
    is missing when its time was up before it could be fetched."""
    if mine.property != theirs.property:
        return False
    if not theirs.trace or len(mine.trace) == len(theirs.trace):
        return True
    return not theirs.shortest and len(mine.trace) < len(theirs.trace)


def _length(violation: Violation) -> str:
    return str(len(violation.trace)) if violation.trace else "no"


def _verdict(result: CheckResult) -> str:
    return f"{result.verdict} ({result.violations[0].property})" if result.violations else str(result.verdict)
