"""On Spark and beside one process: the same bytes. Run by `make test-spark`."""
import os
import pathlib
import random
import signal
import sys

import pytest
import tallystick as ts
from tallystick import spark

pyspark = pytest.importorskip("pyspark")
from pyspark import TaskContext  # noqa: E402
from pyspark.sql import SparkSession  # noqa: E402

TYPES = "id long, truth array<string>, predicted array<string>"


def rows(n, seed=1):
    draw = random.Random(seed)
    names = [f"label {i}" for i in range(20)]
    return [(i, draw.sample(names, draw.randrange(4)), draw.sample(names, draw.randrange(4)))
            for i in range(n)]


# Other processes: local-cluster starts two executors, each a JVM with Python workers of its own.
@pytest.fixture(scope="module")
def session():
    os.environ["PYSPARK_PYTHON"] = sys.executable  # executors run what is installed here
    made = (SparkSession.builder.master("local-cluster[2,1,1024]").appName("tallystick")
            .config("spark.ui.enabled", "false").config("spark.driver.host", "127.0.0.1")
            .config("spark.sql.shuffle.partitions", "3").getOrCreate())
    yield made
    made.stop()


def figures(report):
    """All of a report but where its rows came from."""
    return {**report.to_dict(), "inputs": None}


def plain(data, **options):
    return ts.evaluate([row[1] for row in data], [row[2] for row in data], **options)


@pytest.mark.parametrize("n_partitions", [1, 3, 7])
def test_partitions_do_not_matter(session, n_partitions):
    data = rows(300)
    shuffled = random.Random(n_partitions).sample(data, len(data))
    df = session.createDataFrame(shuffled, TYPES).repartition(n_partitions)
    found = spark.evaluate(df, prediction="predicted")
    assert figures(found) == figures(plain(data))
    assert found.per_label().to_dict() == plain(data).per_label().to_dict()


def test_many_partitions_merge_on_executors(session):
    data = rows(1400)
    df = session.createDataFrame(data, TYPES).repartition(70)
    assert figures(spark.evaluate(df, prediction="predicted")) == figures(plain(data))


def test_intervals_and_training_labels(session):
    data = rows(120)
    options = {"measures": ["f1_micro", "pbc"], "interval": "bootstrap", "resamples": 50,
               "train": [row[1] for row in rows(80, seed=2)]}
    df = session.createDataFrame(data, TYPES).repartition(3)
    found = spark.evaluate(df, prediction="predicted", **options)
    assert found["f1_micro"].low < found["f1_micro"].value < found["f1_micro"].high
    assert figures(found) == figures(plain(data, **options))


def test_scores(session):
    data = [(i, truth, {name: i % 7 / 7 for name in predicted})
            for i, truth, predicted in rows(100)]
    df = session.createDataFrame(data, "id long, truth array<string>, s map<string, double>")
    options = {"measures": ["lrap", "precision@1", "f1_micro"]}
    found = spark.evaluate(df.repartition(4), score="s", **options)
    expected = ts.evaluate([row[1] for row in data], y_score=[row[2] for row in data], **options)
    assert found.to_dict()["measures"] == expected.to_dict()["measures"]


def test_frames_are_paired_by_id(session):
    data = rows(90)
    truth = session.createDataFrame([row[:2] for row in data], "id long, truth array<string>")
    predicted = [(row[0], row[2]) for row in data[10:]] + [(1000, ["label 1"])]
    predicted = session.createDataFrame(predicted, "id long, pred array<string>")
    with pytest.raises(ts.MissingPredictionError, match=r"partition \d+:"):
        spark.evaluate(truth, predictions=predicted, id="id")
    found = spark.evaluate(truth, predictions=predicted, id="id", missing="empty", extra="drop")
    assert found.policies["missing"] == 10 and found.policies["extra"] == 1
    expected = plain([(i, t, p if i >= 10 else []) for i, t, p in data])
    assert found.to_dict()["measures"] == expected.to_dict()["measures"]


def test_partitions_without_a_pair_are_counted(session):
    truth = session.createDataFrame([(i, ["a"]) for i in range(9)], "id long, truth array<string>")
    predicted = session.createDataFrame([(8, ["a"]), (20, ["a"]), (21, ["a"])],
                                        "id long, pred array<string>")
    found = spark.evaluate(truth, predictions=predicted, id="id", missing="drop", extra="drop")
    assert (found.n_examples, found.policies["missing"], found.policies["extra"]) == (1, 8, 2)
    assert found["f1_micro"].value == 1


def test_an_id_that_comes_twice(session):
    truth = session.createDataFrame([(1, ["a"]), (2, ["b"])], "id long, truth array<string>")
    predicted = session.createDataFrame([(1, ["a"]), (1, ["b"]), (2, ["b"])],
                                        "id long, pred array<string>")
    with pytest.raises(ts.DuplicateIdError, match="partition"):
        spark.evaluate(truth, predictions=predicted, id="id")


def test_null_rows(session):
    df = session.createDataFrame([(1, ["a"], ["a"]), (2, ["b"], None)], TYPES).coalesce(1)
    with pytest.raises(ts.BadFormatError, match="partition 0: .*row 1 of column 'predicted'"):
        spark.evaluate(df, prediction="predicted")


def test_columns_and_options_fail_before_a_job(session):
    df = session.createDataFrame(rows(2), TYPES)
    with pytest.raises(ts.UnknownColumnError, match="'prediction'"):
        spark.evaluate(df)
    with pytest.raises(ts.UnknownMeasureError):
        spark.evaluate(df, prediction="predicted", measures="f2_mirco")


def _kill_executor_once(marker):
    def run(batches):
        context = TaskContext.get()
        yield from batches
        if context.partitionId() == 1 and not pathlib.Path(marker).exists():
            pathlib.Path(marker).touch()
            pid = os.getpid()
            while "java" not in os.readlink(f"/proc/{pid}/exe"):
                stat = pathlib.Path(f"/proc/{pid}/stat").read_text()
                pid = int(stat.rsplit(")", 1)[1].split()[1])
            os.kill(pid, signal.SIGKILL)
    return run


# The task finds the process of its executor, to kill it, by /proc: only Linux has one.
@pytest.mark.skipif(not os.path.exists("/proc/self/exe"), reason="there is no /proc")
def test_an_executor_that_dies_counts_nothing_twice(session, tmp_path):
    data = rows(300)
    marker = tmp_path / "killed"
    df = session.createDataFrame(data, TYPES).repartition(6)
    dying = df.mapInArrow(_kill_executor_once(str(marker)), TYPES)
    found = spark.evaluate(dying, prediction="predicted")
    assert marker.exists()
    assert figures(found) == figures(plain(data))
