"""Evaluation of Ray data sets: each block is tallied where it lies, tallies merge, the driver reports.

Each block becomes one saved tally, which holds counts and no data; tallies merge exactly, so the
report has the bits of one process, whatever the blocks and their order.
"""

from __future__ import annotations

import importlib
import pickle
from collections.abc import Sequence
from typing import Any

from . import _core, _parts
from ._parts import Part
from ._report import Report
from ._tally import Tally


def evaluate(ds: Any, *, truth: str | None = None, prediction: str | None = None,
             score: str | None = None, weight: str | None = None,
             measures: str | Sequence[str] = "standard", labels: Any = None, taxonomy: Any = None,
             train: Any = None, thresholds: Any = None, **options: Any) -> Report:
    """Scores a column of predictions against a column of true labels, block by block.

    Args:
        ds: a Ray data set; each row is an example.
        truth, prediction, score, weight: its columns, where their names are not known ones.
        measures, labels, taxonomy, train, thresholds, options: as of `tallystick.evaluate`. Files
            are read where they are used: on each worker.

    Raises:
        tallystick.Error: names the block by its first row.
    """
    names = _parts.columns_of(ds.columns(), truth, prediction, score, weight)
    arguments = _parts.options_of(measures, labels, taxonomy, train, thresholds,
                                  names[2] is not None, options)
    whole = Tally(**arguments)  # wrong options fail here, before there is work
    chosen = ds.select_columns([name for name in names if name is not None])
    found = chosen.aggregate(aggregation(arguments, names))["tally"]
    if not found:
        raise _core.NoExamplesError("the data set holds 0 rows\nhint: check the step before")
    part: Part = pickle.loads(found)
    if part.code is not None:
        raise _parts.error_of(part.code)(part.message)
    return whole._merge_bytes(bytes(part.state or b""), "the blocks", part.integers).report()


def aggregation(arguments: dict[str, Any], names: Sequence[str | None]) -> Any:
    """An AggregateFnV2 of tallies, whose accumulators are parts as bytes; none yet are no bytes.

    names: of truth, prediction, score and weight.
    """
    # By its name alone a checker of types takes this module for it.
    base: Any = importlib.import_module("ray.data.aggregate").AggregateFnV2
    accessor: Any = importlib.import_module("ray.data.block").BlockAccessor
    truth, prediction, score, weight = names
    count = _parts.counter(truth, prediction, score, weight)

    class Tallying(base):  # type: ignore[misc]
        def __init__(self) -> None:
            super().__init__("tally", lambda: b"", on=None, ignore_nulls=False)

        def aggregate_block(self, block: Any) -> bytes:
            table = accessor.for_block(block).to_arrow()
            if table.num_rows == 0:
                return b""
            part = _parts.tallied(arguments, count, [table], 0)
            if part.code is not None:
                first = table.slice(0, 1).to_pylist()[0]
                part.message = f"the block that begins with {first}: {part.message}"
            return pickle.dumps(part)

        def combine(self, current_accumulator: bytes, new: bytes) -> bytes:
            if not current_accumulator or not new:
                return current_accumulator or new
            return pickle.dumps(_parts.merged(
                arguments, [pickle.loads(current_accumulator), pickle.loads(new)], "block"))

    return Tallying()
