"""Evaluation of Dask bags and data frames: workers tally, tallies merge, the client reports.

Each partition becomes one saved tally, which holds counts and no data; tallies merge exactly, in a
tree, so the report has the bits of one process, whatever the partitions and their order.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterator, Sequence
from typing import Any

from . import _core, _parts
from ._parts import Count, Part
from ._report import Report
from ._tally import Tally


def evaluate(data: Any, *, truth: str | None = None, prediction: str | None = None,
             score: str | None = None, weight: str | None = None,
             measures: str | Sequence[str] = "standard", labels: Any = None, taxonomy: Any = None,
             train: Any = None, thresholds: Any = None, split_every: int = 16,
             **options: Any) -> Report:
    """Scores a column of predictions against a column of true labels, on the workers.

    Args:
        data: a Dask bag of dictionaries, or a Dask data frame; each row is an example.
        truth, prediction, score, weight: keys or columns. Of a bag truth and prediction (or score)
            must be named; of a data frame where their names are not known ones.
        split_every: so many tallies are merged at once.
        measures, labels, taxonomy, train, thresholds, options: as of `tallystick.evaluate`. Files
            are read where they are used: on each worker.

    Raises:
        tallystick.Error: names the partition.
    """
    # By its name alone a checker of types takes this module for it.
    dask: Any = importlib.import_module("dask")
    if hasattr(data, "columns"):
        truth, prediction, score, weight = _parts.columns_of(list(data.columns), truth, prediction,
                                                             score, weight)
    elif truth is None or (prediction is None) == (score is None):
        raise _core.WrongUsageError("of a bag the keys of truth and of prediction or score are "
                                    "needed\nhint: name them with truth='...' and prediction='...'")
    arguments = _parts.options_of(measures, labels, taxonomy, train, thresholds,
                                  score is not None, options)
    whole = Tally(**arguments)  # wrong options fail here, before there is work
    count = _counter(truth, prediction, score, weight)
    tally, merge = dask.delayed(_tally), dask.delayed(_parts.merged)
    parts = [tally(arguments, count, part, number)
             for number, part in enumerate(data.to_delayed())]
    while len(parts) > max(2, split_every):
        parts = [merge(arguments, parts[i:i + max(2, split_every)])
                 for i in range(0, len(parts), max(2, split_every))]
    return _parts.conclude(whole, dask.compute(*parts)).report()


def _tally(arguments: dict[str, Any], count: Count, part: Any, number: int) -> Part:
    return _parts.tallied(arguments, count, [part], number)


def _counter(truth: str, prediction: str | None, score: str | None, weight: str | None) -> Count:
    def count(tally: Tally, parts: Iterator[Any]) -> None:
        for part in parts:
            found = {name: _values(part, name)
                     for name in (truth, prediction, score, weight) if name is not None}
            if not found[truth]:
                continue
            tally.update(found[truth], None if prediction is None else found[prediction],
                         y_score=None if score is None else found[score],
                         weight=None if weight is None else found[weight])
    return count


def _values(part: Any, name: str) -> list[Any]:
    """A column of a data frame, or what a list of dictionaries has under a key."""
    if hasattr(part, "columns"):
        values = list(part[name])
    else:
        rows = list(part)
        lacking = next((i for i, row in enumerate(rows) if name not in row), None)
        if lacking is not None:
            raise _core.UnknownColumnError(f"row {lacking} has no key {name!r}\n"
                                           "hint: an example without labels is an empty list")
        values = [row[name] for row in rows]
    for i, value in enumerate(values):
        if value is None or value != value if not hasattr(value, "__len__") else False:
            raise _core.BadFormatError(f"row {i} of {name!r} is null\n"
                                       "hint: an example without labels is an empty list")
    if values and all(isinstance(value, str) and value[:1] == "[" and value[-1:] == "]"
                      for value in values):
        raise _core.BadFormatError(
            f"{name!r} holds texts of lists, such as {values[0]!r}: Dask made texts of objects\n"
            "hint: dask.config.set({'dataframe.convert-string': False}) before the frame is made")
    return values
