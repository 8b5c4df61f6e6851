"""Evaluation of Spark data frames: executors tally, tallies merge, the driver reports.

Each partition becomes one saved tally, which holds counts and no data. Tallies merge exactly, so
the report has the bits of one machine, whatever the partitions and their order. Only what a
finished task returned is merged: a task that is run again, or twice, counts once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from . import _core, _inputs
from ._api import _Sides
from ._report import Report
from ._tally import Tally

#: Up to so many tallies the driver merges by itself.
_FAN_IN = 64
#: Columns of what a task returns: the partitions in it, their tally, or what went wrong.
_SCHEMA = "parts array<int>, state binary, integers boolean, code string, message string"
_SIDE, _PREDICTIONS = "__tallystick_side", 1


def evaluate(df: Any, *, truth: str | None = None, prediction: str | None = None,
             score: str | None = None, weight: str | None = None, id: str | None = None,
             predictions: Any = None, missing: str = "error", extra: str = "error",
             measures: str | Sequence[str] = "standard", labels: Any = None, taxonomy: Any = None,
             train: Any = None, thresholds: Any = None, **options: Any) -> Report:
    """Scores a column of predictions against a column of true labels, on the executors.

    Args:
        df: a Spark data frame; each row is an example.
        truth, prediction, score, weight, id: its columns, where their names are not known ones.
            Labels are texts or whole numbers, one or a list; scores maps of label and score.
        predictions: a data frame of its own with the predictions; rows are paired by `id`.
        missing, extra: ids on one side alone: "error", "drop", and for missing "empty".
        measures, labels, taxonomy, train, thresholds, options: as of `tallystick.evaluate`. Files
            are read where they are used: on each executor.

    Raises:
        tallystick.Error: names the partition.
    """
    if predictions is not None and id is None:
        raise _core.WrongUsageError("predictions are another data frame, but id is not named\n"
                                    "hint: name the column that both have with id='...'")
    if predictions is None and (missing != "error" or extra != "error"):
        raise _core.WrongUsageError("missing and extra are of examples that are paired by id\n"
                                    "hint: give predictions, a data frame of its own, and id")
    source = df if predictions is None else predictions
    truth = _column(df, "truth", truth)
    weight = _column(df, "weight", weight, required=False)
    score = _column(source, "score", score, required=False)
    prediction = _column(source, "prediction", prediction, required=score is None)
    if score is not None and prediction is not None:
        raise _core.WrongUsageError(
            f"there are predictions, {prediction!r}, and scores, {score!r}\n"
            "hint: select the columns that are meant")
    arguments = {"measures": measures, "labels": labels, "taxonomy": taxonomy, "train": train,
                 "thresholds": thresholds, "scored": score is not None, **options}
    whole = Tally(**arguments)  # wrong options fail here, before there is a job
    if predictions is None:
        frame = df.select(*{name: None for name in (truth, prediction, score, weight) if name})
        count = _counter(truth, prediction, score, weight)
    else:
        assert id is not None
        frame = _side_by_side(df, predictions, id, truth, prediction or score, weight)
        count = _pairer(score is not None, weight is not None, missing, extra)
    states = frame.mapInArrow(_tallier(arguments, count), _SCHEMA)
    return _merge(whole, _merge_in_tree(states, arguments)).report()


def _column(frame: Any, role: str, name: str | None, required: bool = True) -> str | None:
    have = frame.columns
    if name is not None and name in have:
        return name
    known = next((known for known in _inputs.KNOWN[role] if known in have), None)
    if name is None and (known is not None or not required):
        return known
    raise _core.UnknownColumnError(
        f"there is no column {name or role!r}; the columns are {', '.join(map(repr, have))}\n"
        f"hint: name it with {role}='...'")


def _side_by_side(df: Any, predictions: Any, id: str, truth: str | None, predicted: str | None,
                  weight: str | None) -> Any:
    """The rows of both frames, those of one id in one partition."""
    from pyspark.sql import functions as f

    def taken(frame: Any, side: int) -> Any:
        return frame.select(
            f.lit(side).alias(_SIDE), frame[_column(frame, "id", id)].alias("id"),
            *([frame[truth].alias("truth")] if side != _PREDICTIONS else []),
            *([frame[weight].alias("weight")] if weight and side != _PREDICTIONS else []),
            *([frame[predicted].alias("predicted")] if side == _PREDICTIONS else []))

    left, right = taken(df, 0), taken(predictions, _PREDICTIONS)
    types = [dict(side.dtypes)["id"] for side in (left, right)]
    if types[0] != types[1]:
        raise _core.BadFormatError(
            f"ids of the truth are {types[0]}, those of the predictions {types[1]}\n"
            "hint: cast one of them")
    n = int(df.sparkSession.conf.get("spark.sql.shuffle.partitions"))
    return left.unionByName(right, allowMissingColumns=True).repartition(n, "id")


Count = Callable[[Tally, Iterator[Any]], None]


def _counter(truth: str | None, prediction: str | None, score: str | None,
             weight: str | None) -> Count:
    def count(tally: Tally, batches: Iterator[Any]) -> None:
        n_rows = 0
        for batch in batches:
            if not batch.num_rows:
                continue
            weights = None if weight is None else _whole(batch, weight, n_rows)
            _whole(batch, truth, n_rows)
            _whole(batch, prediction or score, n_rows)
            scores = None if score is None else batch.column(score)
            tally.update(batch.column(truth), None if score else batch.column(prediction),
                         y_score=scores, weight=weights)
            n_rows += batch.num_rows
    return count


def _whole(batch: Any, name: Any, n_rows: int) -> Any:
    """A column, which must not have null rows."""
    column = batch.column(name)
    if column.null_count:
        row = column.is_null().index(True).as_py()
        raise _core.BadFormatError(f"row {n_rows + row} of column {name!r} is null\n"
                                   "hint: an example without labels is an empty list")
    return column


def _pairer(scored: bool, weighted: bool, missing: str, extra: str) -> Count:
    def count(tally: Tally, batches: Iterator[Any]) -> None:
        import pyarrow

        found = [batch for batch in batches if batch.num_rows]
        if not found:
            return
        table = pyarrow.Table.from_batches(found)
        if table.column("id").null_count:
            raise _core.BadFormatError("an id is null\nhint: give each example an id")
        predicted = table.column(_SIDE).to_numpy() == _PREDICTIONS
        left, right = (table.filter(pyarrow.array(side)) for side in (~predicted, predicted))
        for side, names in ((left, ["truth", *(["weight"] if weighted else [])]),
                            (right, ["predicted"])):
            for name in names:
                nulls = side.column(name).is_null()
                if side.column(name).null_count:
                    which = side.column("id")[nulls.index(True).as_py()].as_py()
                    raise _core.BadFormatError(f"the {name} of id {which!r} is null\n"
                                               "hint: an example without labels is an empty list")
        chosen = right.column("predicted")
        try:
            sides = _Sides(left.column("truth"), None if scored else chosen,
                           chosen if scored else None,
                           left.column("weight") if weighted else None, left.column("id"), None,
                           None, None, id_pred=right.column("id"), missing=missing, extra=extra)
        except _core.NoExamplesError:  # of this partition, whose ids all stand on one side alone
            tally._feeder.count_unpaired(left.num_rows, right.num_rows)
            return
        sides.feed(tally._feeder)
        tally._integers = tally._integers or bool(tally._feeder.integers)
    return count


def _tallier(arguments: dict[str, Any], count: Count) -> Callable[[Iterator[Any]], Iterator[Any]]:
    def run(batches: Iterator[Any]) -> Iterator[Any]:
        from pyspark import TaskContext

        context = TaskContext.get()
        part = context.partitionId() if context is not None else 0
        try:
            tally = Tally(**arguments)
            count(tally, batches)
            yield _row([part], bytes(tally), tally._integers)
        except _core.Error as error:  # no use in trying again: the driver raises it
            yield _row([part], None, False, getattr(error, "code", None), str(error))
    return run


def _row(parts: list[int], state: bytes | None, integers: bool, code: str | None = None,
         message: str | None = None) -> Any:
    import pyarrow

    return pyarrow.RecordBatch.from_arrays(
        [pyarrow.array([parts], pyarrow.list_(pyarrow.int32())),
         pyarrow.array([state], pyarrow.binary()), pyarrow.array([integers]),
         pyarrow.array([code], pyarrow.string()), pyarrow.array([message], pyarrow.string())],
        names=["parts", "state", "integers", "code", "message"])


def _merge_in_tree(states: Any, arguments: dict[str, Any]) -> list[Any]:
    """What all tasks returned, brought together on the executors while there are many."""
    from pyspark.sql import functions as f

    n = states.rdd.getNumPartitions() if hasattr(states, "rdd") else 0

    def merge(batches: Iterator[Any]) -> Iterator[Any]:
        rows = [row for batch in batches for row in batch.to_pylist()]
        bad = [row for row in rows if row["code"] is not None]
        if bad:
            first = min(bad, key=lambda row: row["parts"])
            yield _row(first["parts"], None, False, first["code"], first["message"])
        elif rows:
            tally = Tally(**arguments)
            for row in rows:
                tally._merge_bytes(row["state"], _origin(row["parts"]), row["integers"])
            parts = sorted(part for row in rows for part in row["parts"])
            yield _row(parts, bytes(tally), tally._integers)

    if n > _FAN_IN:
        groups = -(-n // _FAN_IN)
        states = states.repartition(groups, f.floor(f.element_at("parts", 1) / _FAN_IN)).mapInArrow(
            merge, _SCHEMA)
    return list(states.collect())


def _origin(parts: Sequence[int]) -> str:
    return f"partition {parts[0]}" if len(parts) == 1 else f"partitions {parts[0]} to {parts[-1]}"


def _merge(whole: Tally, rows: Sequence[Any]) -> Tally:
    bad = [row for row in rows if row["code"] is not None]
    if bad:
        first = min(bad, key=lambda row: row["parts"])
        kind = next((kind for kind in _kinds(_core.Error)
                     if getattr(kind, "code", None) == first["code"]), _core.Error)
        raise kind(f"{_origin(first['parts'])}: {first['message']}")
    seen: set[int] = set()
    for row in rows:
        for part in row["parts"]:
            if part in seen:
                raise _core.BadStateError(f"partition {part} came twice, so it would count twice")
            seen.add(part)
        whole._merge_bytes(bytes(row["state"]), _origin(row["parts"]), bool(row["integers"]))
    return whole


def _kinds(base: type) -> list[type]:
    kinds: list[type] = base.__subclasses__()
    return kinds + [kind for below in kinds for kind in _kinds(below)]
