"""What compare, describe, reconcile and tune return."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from typing import Any

from . import _core
from ._plot import ComparingPlots
from ._report import save
from ._thresholds import Thresholds


def _writers(table: Reconciliation | Comparing | Description) -> dict[str, Callable[[], str]]:
    """What all of them can be written as, by the ending of a path."""
    return {".json": table.to_json, ".csv": table.to_csv, ".md": table.to_markdown,
            ".tex": table.to_latex, ".txt": table.to_text}


class Reconciliation:
    """One data set under every convention, with the rule behind each difference."""

    def __init__(self, core: _core.Reconciliation) -> None:
        self._core = core

    def to_json(self) -> str:
        return str(self._core.json())

    def to_dict(self) -> dict[str, Any]:
        return dict(json.loads(self.to_json()))

    def to_text(self, digits: int = 4) -> str:
        return str(self._core.text(digits))

    def to_markdown(self, digits: int = 4) -> str:
        return str(self._core.markdown(digits))

    def to_latex(self, digits: int = 4) -> str:
        return str(self._core.latex(digits))

    def to_csv(self) -> str:
        return str(self._core.csv())

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the table; its form by the ending: .json, .csv, .md, .tex, .txt."""
        save(path, _writers(self))

    __str__ = to_text
    _repr_markdown_ = to_markdown

    def __repr__(self) -> str:
        return self.to_text()


class Comparing:
    """Systems on the same examples: paired differences, their intervals and tests."""

    def __init__(self, core: _core.Comparing) -> None:
        self._core = core

    def to_json(self) -> str:
        return str(self._core.json())

    def to_dict(self) -> dict[str, Any]:
        return dict(json.loads(self.to_json()))

    @property
    def plot(self) -> ComparingPlots:
        """Pictures with matplotlib: `.plot.forest()`."""
        return ComparingPlots(self._core)

    @property
    def comparisons(self) -> list[dict[str, Any]]:
        """One entry a figure and pair of systems: difference, low, high, p_value, verdict ..."""
        return list(self.to_dict()["comparisons"])

    def to_text(self, digits: int = 4) -> str:
        return str(self._core.text(digits))

    def to_markdown(self, digits: int = 4) -> str:
        return str(self._core.markdown(digits))

    def to_latex(self, digits: int = 4) -> str:
        return str(self._core.latex(digits))

    def to_csv(self) -> str:
        return str(self._core.csv())

    def to_html(self, digits: int = 4) -> str:
        """The page of `tallystick compare -o html`: one file that loads nothing."""
        return str(self._core.page(digits))

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the comparison; its form by the ending: .html (a page), .json, .csv, .md, .tex, .txt."""
        save(path, {".html": self.to_html, **_writers(self)})

    def _repr_html_(self) -> str:
        return str(self._core.fragment())

    def _repr_markdown_(self) -> str:
        return self.to_markdown()

    def __repr__(self) -> str:
        return self.to_text()


class Description:
    """How the true labels of a data set are spread: imbalance, label sets, pairs, the long tail."""

    def __init__(self, core: _core.Description) -> None:
        self._core = core

    def to_json(self, labels: bool = False) -> str:
        return str(self._core.json(labels))

    def to_dict(self, labels: bool = False) -> dict[str, Any]:
        return dict(json.loads(self.to_json(labels)))

    def to_text(self, digits: int = 4, labels: bool = False) -> str:
        return str(self._core.text(digits, labels))

    def to_markdown(self, digits: int = 4, labels: bool = False) -> str:
        return str(self._core.markdown(digits, labels))

    def to_latex(self, digits: int = 4, labels: bool = False) -> str:
        return str(self._core.latex(digits, labels))

    def to_csv(self) -> str:
        """One row a figure."""
        return str(self._core.csv())

    def labels_csv(self) -> str:
        """One row a label."""
        return str(self._core.labels_csv())

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the description; its form by the ending: .json, .csv, .md, .tex, .txt."""
        save(path, _writers(self))

    def __getitem__(self, name: str) -> float | None:
        """A figure by its name."""
        value = self.to_dict()["measures"][name]["value"]
        return None if value is None else float(value)

    def _repr_markdown_(self) -> str:
        return self.to_markdown()

    def __repr__(self) -> str:
        return self.to_text()


class Tuning:
    """The best thresholds for a measure, of each strategy that was tried."""

    def __init__(self, core: _core.Tuning) -> None:
        self._core = core

    @property
    def thresholds(self) -> Thresholds:
        """Of the best strategy, for evaluate."""
        if self._core.best is None:
            raise _core.NoExamplesError("no strategy has a value to be best by")
        return Thresholds({}, _selection=self._core.selection(self._core.best))

    @property
    def value(self) -> float | None:
        """What the best strategy is worth, on all data."""
        found = self.to_dict()
        best = found.get("best")
        value = None if best is None else found["strategies"][best]["value"]
        return None if value is None else float(value)

    def to_json(self) -> str:
        return str(self._core.json())

    def to_dict(self) -> dict[str, Any]:
        return dict(json.loads(self.to_json()))

    def to_text(self, digits: int = 4) -> str:
        return str(self._core.text(digits))

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes what was tried; by the ending: .json or .txt. `.thresholds` are what evaluate takes."""
        save(path, {".json": self.to_json, ".txt": self.to_text})

    __str__ = to_text

    def __repr__(self) -> str:
        return self.to_text()

