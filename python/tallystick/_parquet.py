"""Tables that are read batch by batch: Parquet files, record batches, DuckDB relations."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from . import _core, _inputs
from ._report import Report
from ._tally import Tally

ROWS = 65_536


def tables_of(stream: Any) -> Iterator[_Batch]:
    """The batches of a reader of record batches, or of a relation that makes one."""
    if not hasattr(stream, "read_next_batch"):
        stream = stream.to_arrow_reader(ROWS) if hasattr(stream, "to_arrow_reader") else \
            stream.fetch_record_batch(ROWS)  # DuckDB before 1.4
    for batch in stream:
        yield _Batch(batch)


class _Reader:
    """Batches as a reader of them."""

    def __init__(self, batches: Iterator[Any]) -> None:
        self._batches = batches

    def read_next_batch(self) -> Any:
        return next(self._batches)

    def __iter__(self) -> Iterator[Any]:
        return self._batches


class _Batch:
    """A record batch as a table whose columns are found by name."""

    def __init__(self, batch: Any) -> None:
        self.column_names = list(batch.schema.names)
        self._batch = batch

    def column(self, name: str) -> Any:
        return self._batch.column(self.column_names.index(name))

    __getitem__ = column


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
        from ._api import evaluate

        return evaluate(_Reader(read(paths[0])), measures=measures, truth=truth,
                        prediction=prediction, id=id_name, **given)
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
