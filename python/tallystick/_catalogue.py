"""The catalogue of measures."""

from __future__ import annotations

import dataclasses
from functools import lru_cache
from typing import Any

from . import _core


@dataclasses.dataclass(frozen=True)
class Parameter:
    """One parameter of a measure, asked for as name:parameter=value."""

    name: str
    initial: str
    values: str
    sentence: str


@dataclasses.dataclass(frozen=True)
class Measure:
    """What the catalogue knows of a measure."""

    name: str
    title: str
    group: str
    formula: str
    low: float
    high: float
    direction: str
    undefined: str
    source: str
    aliases: tuple[str, ...]
    elsewhere: str
    averages: tuple[str, ...]
    params: tuple[Parameter, ...]
    needs: str
    hierarchical: bool
    training: bool
    needs_k: bool
    takes_k: bool
    of_label: bool
    table: bool


@lru_cache(maxsize=1)
def _all() -> tuple[Measure, ...]:
    def measure(entry: dict[str, Any]) -> Measure:
        return Measure(**{**entry, "aliases": tuple(entry["aliases"]),
                          "averages": tuple(entry["averages"]),
                          "params": tuple(Parameter(**param) for param in entry["params"])})

    return tuple(measure(entry) for entry in _core.catalogue())


def measures(group: str | None = None) -> tuple[Measure, ...]:
    """All measures of the catalogue, or those of a group, in the order of reports.

    >>> [m.name for m in measures("bias")][:1]
    ['pbc']
    """
    if group is None or group == "all":
        return _all()
    groups = sorted({measure.group for measure in _all()})
    if group not in groups:
        raise _core.UnknownMeasureError(
            f"there is no group {group!r}\nhint: it takes {', '.join(groups)}")
    return tuple(measure for measure in _all() if measure.group == group)


def conventions() -> dict[str, dict[str, str]]:
    """The presets of rules, with the tool that has them and where they are written down."""
    return {entry["name"]: {"tool": entry["tool"], "source": entry["source"]}
            for entry in _core.conventions()}
