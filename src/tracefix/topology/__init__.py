"""The topology of a protocol: agents, locks, counters and channels; read, checked, and turned into properties and a scaffold."""

from __future__ import annotations

from .models import DEFAULT_BOUND, Agent, Channel, Config, Resource, Topology
from .properties import PROPERTY_NAMES, property_definitions
from .schema import topology_schema
from .skeleton import scaffold

__all__ = [
    "DEFAULT_BOUND",
    "PROPERTY_NAMES",
    "Agent",
    "Channel",
    "Config",
    "Resource",
    "Topology",
    "property_definitions",
    "scaffold",
    "topology_schema",
]
