"""Tables that are read batch by batch: Parquet files, record batches, DuckDB relations."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from . import _core, _inputs
from ._report import Report
from ._tally import Tally

ROWS = 65_536


def is_stream(value: Any) -> bool:
    """A reader of record batches, or a relation that makes one."""
    return any(hasattr(value, name) for name in (
        "read_next_batch", "to_arrow_reader", "fetch_record_batch"))


def batches_of(value: Any) -> Any:
    if hasattr(value, "read_next_batch"):
        return value
    if hasattr(value, "to_arrow_reader"):
        return value.to_arrow_reader(ROWS)
    return value.fetch_record_batch(ROWS)  # DuckDB before 1.4


def evaluate_stream(batches: Iterable[Any], measures: str | Sequence[str], options: Mapping[str, Any],
                    truth: str | None = None, prediction: str | None = None) -> Report:
    """Of batches with columns for truth and prediction (and weight)."""
    tally = Tally(measures=measures, **options)
    for batch in batches:
        table = _Batch(batch)
        tally.update(_inputs.take_column(table, "truth", truth),
                     _inputs.take_column(table, "prediction", prediction),
                     weight=_inputs.take_column(table, "weight", None, False))
    return tally.report()


class _Batch:
    """A record batch as a table whose columns are found by name."""

    def __init__(self, batch: Any) -> None:
        self.column_names = list(batch.schema.names)
        self._batch = batch

    def __getitem__(self, name: str) -> Any:
        return self._batch.column(self.column_names.index(name))


def evaluate_parquet(paths: Sequence[str], measures: str | Sequence[str],
                     options: Mapping[str, Any]) -> Report:
    """One Parquet file with truth and predictions, or one of each with the same ids in one order."""
    try:
        import pyarrow.parquet
    except ImportError:
        raise _core.NotAvailableError(
            "Parquet files are read by pyarrow, which is not installed\nhint: pip install pyarrow"
        ) from None
    given = dict(options)
    id_name, truth, prediction = given.pop("id", None), given.pop("truth", None), given.pop("pred", None)
    for path in paths:
        if not path.endswith(".parquet"):
            raise _core.WrongUsageError(
                f"{path!r} is no Parquet file beside one that is\nhint: convert one of them")

    def read(path: str) -> Iterator[Any]:
        try:
            yield from pyarrow.parquet.ParquetFile(path).iter_batches(ROWS)
        except FileNotFoundError:
            raise _core.NoSuchFileError(f"{path}: error [no-such-file]: there is no such file") from None
        except (OSError, pyarrow.ArrowException) as error:
            raise _core.CannotReadError(f"{path}: error [cannot-read]: {error}") from None

    if len(paths) == 1:
        return evaluate_stream(read(paths[0]), measures, given, truth, prediction)
    if len(paths) != 2:
        raise _core.WrongUsageError(f"expected one or two files, but got {len(paths)}")
    return _two_files(read(paths[0]), read(paths[1]), paths, measures, given,
                      id_name, truth, prediction)


def _two_files(true: Iterator[Any], predicted: Iterator[Any], paths: Sequence[str],
               measures: str | Sequence[str], options: Mapping[str, Any], id_name: str | None,
               truth: str | None, prediction: str | None) -> Report:
    tally = Tally(measures=measures, **options)
    row = 0
    left: Any = None
    right: Any = None
    while True:
        left = left if left is not None and left.num_rows else next(true, None)
        right = right if right is not None and right.num_rows else next(predicted, None)
        if left is None or right is None:
            break
        n = min(left.num_rows, right.num_rows)
        ours, theirs = _Batch(left.slice(0, n)), _Batch(right.slice(0, n))
        ids = [_inputs.ids(_inputs.take_column(side, "id", id_name, False)) for side in (ours, theirs)]
        if ids[0] != ids[1]:
            at = next((i for i, pair in enumerate(zip(ids[0] or [], ids[1] or [])) if pair[0] != pair[1]), 0)
            raise _core.RowMismatchError(
                f"row {row + at} is another example in {paths[1]} than in {paths[0]}\n"
                "hint: sort both files by id")
        names = ("prediction", "truth") if prediction is None else ("prediction",)
        found = None
        for role in names:
            found = _inputs.take_column(theirs, role, prediction, False) if found is None else found
        tally.update(_inputs.take_column(ours, "truth", truth), found,
                     weight=_inputs.take_column(ours, "weight", None, False))
        left, right, row = left.slice(n), right.slice(n), row + n
    if (left is not None and left.num_rows) or (right is not None and right.num_rows):
        raise _core.RowMismatchError(
            f"{paths[0]} and {paths[1]} have different numbers of examples\n"
            "hint: give both for the same examples, in the same order")
    return tally.report()
