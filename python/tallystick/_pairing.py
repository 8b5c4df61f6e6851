"""Examples of two tables brought together by id, by the rules of the command line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from . import _core

_SHOWN = 5  # ids named in a message


class Pairing:
    """Which row of the predictions belongs to each example of the truth.

    order: None where both have the same ids in the same order, else rows of the truth and rows of
    the predictions, -1 where there is none.
    """

    def __init__(self, truth: Sequence[Any], predicted: Sequence[Any], missing: str = "error",
                 extra: str = "error", sides: tuple[str, str] = ("y_true", "y_pred")) -> None:
        for name, value, words in (("missing", missing, ("error", "empty", "drop")),
                                   ("extra", extra, ("error", "drop"))):
            if value not in words:
                raise _core.WrongUsageError(f"{name} has no value {value!r}\nhint: it takes "
                                            + ", ".join(map(repr, words)))
        self.n_missing = self.n_extra = 0
        self.order: Any = None
        ours, theirs = _places(truth, sides[0]), _places(predicted, sides[1])
        if list(ours) == list(theirs):
            return
        import numpy

        lacking = [id for id in ours if id not in theirs]
        more = [id for id in theirs if id not in ours]
        self.n_missing, self.n_extra = len(lacking), len(more)
        if lacking and missing == "error":
            fact = (f"{_ids(lacking)} of {sides[0]} {_have(lacking)} no prediction in {sides[1]}: "
                    f"{_names(lacking)}")
            if more:
                fact += (f"; {_ids(more)} of {sides[1]} {'is' if len(more) == 1 else 'are'} not in "
                         f"{sides[0]}: {_names(more)}")
            raise _core.MissingPredictionError(
                f"{fact}\nhint: missing='empty' scores them as predicting nothing; missing='drop' "
                "leaves them out")
        if more and extra == "error":
            raise _core.ExtraPredictionError(
                f"{_ids(more)} of {sides[1]} {'is' if len(more) == 1 else 'are'} not in {sides[0]}: "
                f"{_names(more)}\nhint: check that both are of one data set; extra='drop' leaves them "
                "out")
        kept = [id for id in ours if missing == "empty" or id in theirs]
        if not kept:
            raise _core.NoExamplesError(
                f"no example is left: {_ids(lacking)} without prediction were dropped\n"
                "hint: check that both are of one data set")
        self.order = (numpy.array([ours[id] for id in kept], dtype="int64"),
                      numpy.array([theirs.get(id, -1) for id in kept], dtype="int64"))

    def of_truth(self, values: Any) -> Any:
        """What goes with the examples of the truth, in their new order."""
        if values is None or self.order is None:
            return values
        rows = self.order[0]
        return values[rows] if hasattr(values, "dtype") else [values[row] for row in rows.tolist()]


def _places(ids: Sequence[Any], side: str) -> dict[str, int]:
    places: dict[str, int] = {}
    for row, id in enumerate(ids):
        if id is None or id != id:
            raise _core.BadFormatError(
                f"row {row} of {side} has no id\nhint: give each example an id, or leave ids out")
        name = str(id)
        if not name:
            raise _core.BadFormatError(
                f"row {row} of {side} has an empty id\nhint: give each example an id")
        first = places.setdefault(name, row)
        if first != row:
            raise _core.DuplicateIdError(
                f"id {name!r} stands in rows {first} and {row} of {side}\n"
                "hint: give each example once, with all its labels")
    return places


def _ids(ids: Sequence[str]) -> str:
    return f"{len(ids)} id" + ("" if len(ids) == 1 else "s")


def _have(ids: Sequence[str]) -> str:
    return "has" if len(ids) == 1 else "have"


def _names(ids: Sequence[str]) -> str:
    more = f" and {len(ids) - _SHOWN} more" if len(ids) > _SHOWN else ""
    return ", ".join(map(repr, ids[:_SHOWN])) + more
