"""Evaluation of Spark data frames: executors tally, tallies merge, the driver reports.

Each partition becomes one saved tally, which holds counts and no data. Tallies merge exactly, so
the report has the bits of one machine, whatever the partitions and their order. Only what a
finished task returned is merged: a task that is run again, or twice, counts once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from . import _api, _core, _parts
from ._api import _Sides
from ._parts import Count, Part
from ._report import Report
from ._tables import Comparing
from ._tally import Tally

#: Up to so many tallies the driver merges by itself.
_FAN_IN = 64
#: Columns of what a task returns, which are those of a Part.
_SCHEMA = "parts array<int>, state binary, integers boolean, code string, message string"
_SIDE, _PREDICTIONS = "__tallystick_side", 1
_FAULT = "__tallystick_fault"  # a column of what is wrong


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
    return tally(df, truth=truth, prediction=prediction, score=score, weight=weight, id=id,
                 predictions=predictions, missing=missing, extra=extra, measures=measures,
                 labels=labels, taxonomy=taxonomy, train=train, thresholds=thresholds,
                 **options).report()


def tally(df: Any, *, truth: str | None = None, prediction: str | None = None,
          score: str | None = None, weight: str | None = None, id: str | None = None,
          predictions: Any = None, missing: str = "error", extra: str = "error",
          measures: str | Sequence[str] = "standard", labels: Any = None, taxonomy: Any = None,
          train: Any = None, thresholds: Any = None, **options: Any) -> Tally:
    """The counts behind `evaluate`, with the same arguments: to save, or to merge with others."""
    if predictions is not None and id is None:
        raise _core.WrongUsageError("predictions are another data frame, but id is not named\n"
                                    "hint: name the column that both have with id='...'")
    if predictions is None and (missing != "error" or extra != "error"):
        raise _core.WrongUsageError("missing and extra are of examples that are paired by id\n"
                                    "hint: give predictions, a data frame of its own, and id")
    if predictions is None:
        truth, prediction, score, weight = _parts.columns_of(df.columns, truth, prediction, score,
                                                             weight)
    else:
        truth = _parts.column(df.columns, "truth", truth)
        weight = _parts.column(df.columns, "weight", weight, required=False)
        score = _parts.column(predictions.columns, "score", score, required=False)
        prediction = _parts.column(predictions.columns, "prediction", prediction,
                                   required=score is None)
        _parts.one_of(prediction, score)
    arguments = _parts.options_of(measures, labels, taxonomy, train, thresholds,
                                  score is not None, options)
    whole = Tally(**arguments)  # wrong options fail here, before there is a job
    if predictions is None:
        frame = df.select(*{name: None for name in (truth, prediction, score, weight) if name})
        count = _parts.counter(truth, prediction, score, weight)
    else:
        assert id is not None and truth is not None
        frame = _side_by_side(df, predictions, id, truth, prediction or score, weight)
        count = _pairer(score is not None, weight is not None, missing, extra)
    states = frame.mapInArrow(_tallier(arguments, count), _SCHEMA)
    return _parts.conclude(whole, _merge_in_tree(states, arguments))


def compare(df: Any, systems: Mapping[str, Any] | Sequence[str], *, truth: str | None = None,
            id: str | None = None, most_rows: int = 20_000_000, **options: Any) -> Comparing:
    """Two or more systems on the same examples: paired differences, their intervals and tests.

    Tests pair examples, so that the driver gets the columns that are compared, and has to hold
    them: `most_rows` says of how many examples.

    Args:
        df: a Spark data frame of the truth; each row is an example.
        systems: columns of df with each system's predictions, {name: column} or a list; or {name:
            data frame}, whose rows are paired by `id`.
        truth, id: columns of df, and of the systems' frames.
        options: as of `tallystick.compare`, missing and extra too.

    Raises:
        tallystick.Error: names the partition where one is to blame.
    """
    named: dict[str, Any] = dict(systems) if isinstance(systems, Mapping) else \
        {name: name for name in systems}
    if len(named) < 2:
        raise _core.WrongUsageError(f"{len(named)} system cannot be compared\n"
                                    "hint: name two or more")
    truth = _parts.column(df.columns, "truth", truth)
    assert truth is not None
    if all(isinstance(one, str) for one in named.values()):
        columns = [str(_parts.column(df.columns, "prediction", one)) for one in named.values()]
        ids = [str(_parts.column(df.columns, "id", id))] if id is not None else []
        table = _collected(df, [truth, *columns, *ids], most_rows, ids)
        given = {name: table.column(one) for name, one in zip(named, columns)}
        return _api.compare(table.column(truth), given,
                            id=table.column(ids[0]) if ids else None, **options)
    if id is None or any(isinstance(one, str) for one in named.values()):
        raise _core.WrongUsageError(
            "systems are columns of the frame, or all are frames of their own with ids\n"
            "hint: name the column that all frames have with id='...'")
    table = _collected(df, [truth, id], most_rows, [id])
    frames = {}
    for name, one in named.items():
        column = str(_parts.column(one.columns, "prediction", None))
        frames[name] = _collected(one.select(one[id].alias("id"), one[column].alias("predicted")),
                                  ["predicted", "id"], most_rows, ["id"])
    return _api.compare(table.column(truth),
                        {name: one.column("predicted") for name, one in frames.items()},
                        id=table.column(id),
                        id_pred={name: one.column("id") for name, one in frames.items()}, **options)


def _collected(df: Any, names: Sequence[str], most_rows: int, order: Sequence[str]) -> Any:
    """The columns on the driver, in an order that does not depend on partitions."""
    import pyarrow

    frame = df.select(*dict.fromkeys(names))

    def checked(batches: Iterator[Any]) -> Iterator[Any]:
        n_rows = 0
        for batch in batches:
            for name in batch.schema.names:
                try:
                    _parts.whole_column(batch, name, n_rows)
                except _core.Error as error:
                    fault = _parts.fault_of(error)
                    values = [pyarrow.nulls(1, field.type) for field in batch.schema]
                    yield pyarrow.RecordBatch.from_arrays(
                        [*values, pyarrow.array([f"partition {_partition()}: {fault}"])],
                        names=[*batch.schema.names, _FAULT])
                    return
            n_rows += batch.num_rows
            yield pyarrow.RecordBatch.from_arrays(
                [*batch.columns, pyarrow.nulls(batch.num_rows, pyarrow.string())],
                names=[*batch.schema.names, _FAULT])

    from pyspark.sql.types import StringType, StructField, StructType

    schema = StructType([*frame.schema.fields, StructField(_FAULT, StringType())])
    found = frame.mapInArrow(checked, schema).limit(most_rows + 1)
    table = found.toArrow() if hasattr(found, "toArrow") else pyarrow.Table.from_pandas(
        found.toPandas(), preserve_index=False)
    faults = [fault for fault in table.column(_FAULT).unique().to_pylist() if fault is not None]
    if faults:
        raise _core.BadFormatError(min(faults))
    if table.num_rows > most_rows:
        raise _core.TooLargeError(
            f"there are more than {most_rows} rows, and the driver has to hold all of them\n"
            "hint: compare a sample, or raise most_rows")
    return table.drop_columns([_FAULT]).take(_order(table, order or names))


def _order(table: Any, names: Sequence[str]) -> Any:
    """Rows sorted by columns: lists of labels by their texts."""
    import pyarrow

    keys: dict[str, Any] = {"row": pyarrow.array(range(table.num_rows), pyarrow.int64())}
    for at, name in enumerate(names):
        values = table.column(name)
        if pyarrow.types.is_list(values.type) or pyarrow.types.is_large_list(values.type):
            values = pyarrow.array(["\x1f".join(map(str, one)) for one in values.to_pylist()],
                                   pyarrow.string())
        keys[f"key {at}"] = values
    sorting = [(f"key {at}", "ascending") for at in range(len(names))]
    return pyarrow.table(keys).sort_by(sorting).column("row")


def _side_by_side(df: Any, predictions: Any, id: str, truth: str | None, predicted: str | None,
                  weight: str | None) -> Any:
    """The rows of both frames, those of one id in one partition."""
    from pyspark.sql import functions as f

    def taken(frame: Any, side: int) -> Any:
        return frame.select(
            f.lit(side).alias(_SIDE), frame[_parts.column(frame.columns, "id", id)].alias("id"),
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
        yield _row(_parts.tallied(arguments, count, batches, _partition()))
    return run


def _partition() -> int:
    from pyspark import TaskContext

    context = TaskContext.get()
    return int(context.partitionId()) if context is not None else 0


def _row(part: Part) -> Any:
    import pyarrow

    return pyarrow.RecordBatch.from_arrays(
        [pyarrow.array([part.parts], pyarrow.list_(pyarrow.int32())),
         pyarrow.array([part.state], pyarrow.binary()), pyarrow.array([part.integers]),
         pyarrow.array([part.code], pyarrow.string()),
         pyarrow.array([part.message], pyarrow.string())],
        names=["parts", "state", "integers", "code", "message"])


def _merge_in_tree(states: Any, arguments: dict[str, Any]) -> list[Part]:
    """What all tasks returned, brought together on the executors while there are many."""
    from pyspark.sql import functions as f

    n = states.rdd.getNumPartitions() if hasattr(states, "rdd") else 0

    def merge(batches: Iterator[Any]) -> Iterator[Any]:
        parts = [Part(**row) for batch in batches for row in batch.to_pylist()]
        if parts:
            yield _row(_parts.merged(arguments, parts))

    step = 1
    while n > _FAN_IN:
        n, step = -(-n // _FAN_IN), step * _FAN_IN
        group = f.floor(f.element_at("parts", 1) / step)
        states = states.repartition(n, group).mapInArrow(merge, _SCHEMA)
    return [Part(**row.asDict()) for row in states.collect()]
