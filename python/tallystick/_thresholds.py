"""What makes label sets of scores."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from . import _core


class Thresholds:
    """A threshold for each label, or what `tune` found: give it to evaluate as `thresholds`."""

    def __init__(self, by_label: Mapping[Any, float], threshold: float = 0.5, *,
                 _selection: _core.Selection | None = None) -> None:
        self._core = _selection if _selection is not None else _core.make_selection(
            float(threshold), {str(label): float(value) for label, value in by_label.items()})

    @property
    def rule(self) -> str:
        """'threshold', 'top-k' or 'relative'."""
        return str(self._core.rule)

    @property
    def threshold(self) -> float:
        """Of labels without one of their own; of 'relative' the share of the best score."""
        return float(self._core.threshold)

    @property
    def k(self) -> int:
        """Of 'top-k'."""
        return int(self._core.k)

    @property
    def by_label(self) -> dict[str, float]:
        return dict(self._core.by_label())

    def to_text(self) -> str:
        """A file for the command line's --thresholds."""
        return str(self._core.text())

    def __repr__(self) -> str:
        what = {"top-k": f"k={self.k}", "relative": f"share={self.threshold}"}.get(
            self.rule, f"threshold={self.threshold}, {len(self.by_label)} of labels")
        return f"Thresholds({self.rule}: {what})"
