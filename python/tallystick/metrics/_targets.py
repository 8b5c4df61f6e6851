"""The arguments of scikit-learn's functions -> what the compiled part counts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from .. import _core, _inputs

#: "labels": one label an example; "indicator": a matrix of 0 and 1; "lists": label lists.
KINDS = ("labels", "indicator", "lists")


def _nested(value: Sequence[Any]) -> bool:
    first = value[0] if len(value) else None
    if isinstance(first, np.ndarray):
        return first.ndim != 0
    return isinstance(first, (list, tuple, set, frozenset))


def _holds_texts(row: Any) -> bool:
    """Whether a row is a label list for sure, so that no array need be tried."""
    return isinstance(row, (set, frozenset)) or (
        isinstance(row, (list, tuple)) and len(row) > 0 and isinstance(row[0], str))


def as_target(value: Any, name: str) -> tuple[str, Any]:
    """An argument's kind, and the argument in a form for the compiled part."""
    if not isinstance(value, (list, tuple, np.ndarray)) and not _inputs.is_table(value):
        if hasattr(value, "to_pylist"):  # Arrow
            value = value.to_pylist()
        elif hasattr(value, "to_numpy") and not hasattr(value, "indptr"):
            value = value.to_numpy()
    if isinstance(value, np.ndarray) and value.ndim == 2 and value.shape[1] == 1:
        value = value.ravel()
    if isinstance(value, np.ndarray) and value.ndim == 1 and value.dtype.kind == "O":
        value = value.tolist()
    if isinstance(value, (list, tuple)) and len(value):
        if not _nested(value):
            return "labels", list(value)
        try:
            array = None if _holds_texts(value[0]) else np.asarray(value)
        except ValueError:
            array = None
        if array is None or array.dtype.kind not in "biuf" or array.ndim != 2:
            return "lists", value
        value = array
    given = _inputs.normal(value)
    if isinstance(given, (list, tuple)):
        return "labels", list(given)
    if hasattr(given, "indptr"):
        return "indicator", given
    if not isinstance(given, np.ndarray):
        return ("indicator" if getattr(given, "ndim", 1) == 2 else "lists"), given
    if given.ndim == 2 and given.shape[1] == 1:
        given = np.ravel(given)
    if given.ndim == 1:
        return "labels", given
    if given.ndim == 2:
        return "indicator", given
    raise _core.BadFormatError(f"{name} has {given.ndim} dimensions\nhint: labels have one or two")


def size_of(value: Any) -> int:
    return int(value.shape[0]) if hasattr(value, "shape") else len(value)


class Targets:
    """Two arguments of one kind, checked, counted once."""

    def __init__(self, y_true: Any, y_pred: Any, sample_weight: Any = None,
                 names: tuple[str, str] = ("y_true", "y_pred")) -> None:
        self.kind, self.y_true = as_target(y_true, names[0])
        kind, self.y_pred = as_target(y_pred, names[1])
        n_true, n_pred = size_of(self.y_true), size_of(self.y_pred)
        if n_true != n_pred:
            raise _core.RowMismatchError(
                f"{names[0]} has {n_true} examples, but {names[1]} has {n_pred}\n"
                "hint: give both for the same examples, in the same order")
        if n_true == 0:
            raise _core.NoExamplesError("there are no examples\nhint: give at least one")
        if kind != self.kind:
            raise _core.BadFormatError(
                f"{names[0]} is {_words(self.kind)}, but {names[1]} is {_words(kind)}\n"
                "hint: give both in one form")
        self.weight = _inputs.weights(sample_weight)
        self.n = n_true
        self._seen: _core.Result | None = None
        self._integers = False

    @property
    def multilabel(self) -> bool:
        return self.kind != "labels"

    @property
    def n_columns(self) -> int:
        return int(self.y_true.shape[1])

    @property
    def total(self) -> float:
        """The examples' weights together."""
        return float(self.n if self.weight is None else np.sum(self.weight))

    def count(self, measures: str | list[str], labels: Sequence[str] | None = None, integers: bool = False,
              columns: Sequence[int] | None = None, **options: Any) -> _core.Result:
        """Counts the examples. `labels`: the only ones that count, others are left out of sets."""
        setup: dict[str, Any] = {}
        given = {"measures": measures, **options}
        y_true, y_pred = self.y_true, self.y_pred
        if labels is not None and columns is None:
            setup = {"labels": list(labels), "integer_labels": integers}
            given["unknown_labels"] = "drop"
        if columns is not None:
            y_true, y_pred = y_true[:, columns], y_pred[:, columns]
            setup = {"labels": [str(column) for column in columns], "integer_labels": True}
        if self.multilabel:
            given.setdefault("task", "multi")
        feeder = _core.Feeder(given, setup)
        feeder.add(y_true, y_pred, None, self.weight, None)
        self._integers = bool(feeder.integers)
        return feeder.finish()

    @property
    def seen(self) -> _core.Result:
        """The counts of all labels."""
        if self._seen is None:
            self._seen = self.count("subset_accuracy")
        return self._seen

    def present(self) -> list[Any]:
        """Labels in truth or predictions, sorted; of a matrix all columns."""
        names = list(self.seen.labels())
        return sorted(map(int, names)) if self._integers else sorted(names)

    @property
    def integers(self) -> bool:
        self.seen
        return self._integers

    def check_labels(self, labels: Any) -> list[Any]:
        """Labels that a caller names, as plain Python values."""
        wanted = np.asarray(labels).tolist()
        if self.kind == "indicator":
            bad = [label for label in wanted if not isinstance(label, int) or isinstance(label, bool)
                   or not 0 <= label < self.n_columns]
            if bad:
                raise _core.UnknownLabelError(
                    f"label {bad[0]!r} is no column: they are 0 to {self.n_columns - 1}\n"
                    "hint: labels of a matrix are the numbers of its columns")
        return [plain(label) for label in wanted]


def plain(label: Any) -> Any:
    """A label as the counts know it: True is 1, 2.0 is 2."""
    if isinstance(label, (bool, np.bool_)):
        return int(label)
    if isinstance(label, float) and label.is_integer():
        return int(label)
    return label


def text(label: Any) -> str:
    return str(plain(label))


def _words(kind: str) -> str:
    return {"labels": "one label an example", "indicator": "a matrix of 0 and 1",
            "lists": "label lists"}[kind]
