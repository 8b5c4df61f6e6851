"""On Spark and beside one process: the same bytes. Run by `make test`, and alone by `make test-spark`."""
import os
import pathlib
import random
import signal
import socket
import subprocess
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


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_random_splits_give_the_bytes_of_one_process(session, seed):
    draw = random.Random(seed)
    data = rows(draw.randrange(50, 200), seed)
    options = {"interval": "bootstrap", "resamples": 20}
    df = session.createDataFrame(draw.sample(data, len(data)), TYPES)
    found = spark.tally(df.repartition(draw.randrange(1, 9)), prediction="predicted", **options)
    one = ts.Tally(**options).update([row[1] for row in data], [row[2] for row in data])
    assert bytes(found) == bytes(one)
    assert figures(found.report()) == figures(one.report()) == figures(plain(data, **options))
    assert found.report().to_dict()["inputs"][0]["examples"] == len(data)


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


def test_curves_and_areas_merge_exactly(session):
    draw = random.Random(3)
    data = [(i, truth, {f"label {n}": draw.randrange(9) / 8 for n in range(20)})
            for i, truth, _ in rows(80)]
    options = {"measures": ["roc_auc_macro", "roc_auc_micro", "average_precision_macro", "lrap"],
               "keep_scores": True}
    one = ts.Tally(scored=True, **options).update([row[1] for row in data],
                                                  y_score=[row[2] for row in data])
    df = session.createDataFrame(draw.sample(data, len(data)),
                                 "id long, truth array<string>, s map<string, double>")
    found = spark.tally(df.repartition(5), score="s", **options)
    assert bytes(found) == bytes(one)
    assert figures(found.report()) == figures(one.report())


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


def test_a_partition_that_predicts_nothing(session):
    data = rows(20) + [(20 + i, ["label 1", "label 2"], []) for i in range(20)]
    df = session.createDataFrame(data, TYPES).repartitionByRange(2, "id")
    assert figures(spark.evaluate(df, prediction="predicted")) == figures(plain(data))


def test_a_hierarchy(session):
    codes = ["2511", "2512", "25", "7411", "0110"]
    data = [(i, [codes[i % 5]], [codes[i % 3], codes[i % 4]]) for i in range(40)]
    one = ts.Tally(taxonomy="isco08").update([row[1] for row in data], [row[2] for row in data])
    assert "hierarchical_f1_micro" in one.report()
    for seed in (1, 2):
        draw = random.Random(seed)
        df = session.createDataFrame(draw.sample(data, len(data)), TYPES)
        found = spark.tally(df.repartition(draw.randrange(2, 6)), prediction="predicted",
                            taxonomy="isco08")
        assert bytes(found) == bytes(one)
        assert figures(found.report()) == figures(one.report())


@pytest.mark.parametrize("tree", [False, True])
def test_a_corrupt_state_is_named(tree):
    from tallystick import _parts

    good = bytes(ts.Tally().update([["a"]], [["a"]]))
    parts = [_parts.Part([0], good), _parts.Part([7], good[:-20] + b"?" + good[-19:])]
    if tree:
        parts = [_parts.merged({}, parts)]
    with pytest.raises(ts.BadStateError, match="partition 7: .*checksum"):
        _parts.conclude(ts.Tally(), parts)


# As a speculative task would bring it; Spark starts none on the host of the first, so none here.
def test_a_partition_counts_once():
    from tallystick import _parts

    part = _parts.Part([3], bytes(ts.Tally().update([["a"]], [["a"]])))
    with pytest.raises(ts.BadStateError, match="partition 3 came twice"):
        _parts.conclude(ts.Tally(), [part, part])


@pytest.mark.parametrize("second", ["id long, truth array<string>, predicted array<int>",
                                    "id long, truth array<string>"])
def test_a_schema_that_changes_between_files(session, tmp_path, second):
    first = session.createDataFrame([(1, ["a"], ["a"])], TYPES)
    other = session.createDataFrame([(2, ["b"], [7])[:second.count(",") + 1], ], second)
    first.coalesce(1).write.parquet(str(tmp_path / "data/part=1"))
    other.coalesce(1).write.parquet(str(tmp_path / "data/part=2"))
    df = session.read.schema(TYPES).parquet(str(tmp_path / "data"))
    with pytest.raises(Exception, match="predicted"):
        spark.evaluate(df, prediction="predicted")


def test_one_id_with_very_many_labels(session):
    n = 300_000
    huge = session.range(1).selectExpr(
        "id", f"transform(sequence(0, {n - 1}), x -> concat('l', x)) truth",
        f"transform(sequence(1, {n}), x -> concat('l', x)) predicted")
    few = session.createDataFrame([(i, ["l1"], ["l1"]) for i in range(1, 9)], TYPES)
    both = few.unionByName(huge)
    found = spark.evaluate(both.select("id", "truth"), measures="f1_micro", id="id",
                           predictions=both.select("id", both["predicted"].alias("pred")))
    assert found["f1_micro"].value == 2 * (n - 1 + 8) / (2 * n + 16)


@pytest.mark.parametrize("n_partitions", [1, 4])
def test_compare(session, n_partitions):
    data = [(*row, row[1] if row[0] % 3 else []) for row in rows(60)]
    options = {"measures": "f1_micro", "resamples": 50}
    expected = ts.compare([row[1] for row in data], {"a": [row[2] for row in data],
                                                     "b": [row[3] for row in data]},
                          id=[row[0] for row in data], **options).to_json()
    df = session.createDataFrame(random.Random(4).sample(data, len(data)),
                                 TYPES + ", other array<string>").repartition(n_partitions)
    columns = spark.compare(df, {"a": "predicted", "b": "other"}, id="id", **options)
    assert columns.to_json() == expected
    frames = {name: df.select("id", df[column].alias("pred"))
              for name, column in (("a", "predicted"), ("b", "other"))}
    assert spark.compare(df.select("id", "truth"), frames, id="id",
                         **options).to_json() == expected
    with pytest.raises(ts.TooLargeError, match="more than 59 rows"):
        spark.compare(df, ["predicted", "other"], most_rows=59)


def test_two_threads_of_one_process(tmp_path):
    program = tmp_path / "local.py"
    program.write_text("""
from pyspark.sql import SparkSession
from tallystick import spark
session = (SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false")
           .config("spark.driver.host", "127.0.0.1").getOrCreate())
df = session.createDataFrame([(["a"], ["a"]), (["b"], ["a"]), (["b"], ["b"])],
                             "truth array<string>, pred array<string>")
print("f1", spark.evaluate(df.repartition(2), measures="f1_micro")["f1_micro"].value)
""")
    done = subprocess.run([sys.executable, program], capture_output=True, text=True, check=True,
                          timeout=300, env={**os.environ, "PYSPARK_PYTHON": sys.executable})
    assert f"f1 {2 / 3}" in done.stdout


_SPECULATION = """
import os, pathlib, time
from pyspark import TaskContext
from pyspark.sql import SparkSession
from tallystick import spark
session = SparkSession.builder.master(MASTER).config("spark.ui.enabled", "false").config(map={
    "spark.driver.host": "127.0.0.1", "spark.executor.memory": "512m", "spark.speculation": "true",
    "spark.speculation.interval": "100ms", "spark.speculation.minTaskRuntime": "100ms",
    "spark.speculation.multiplier": "1.1", "spark.speculation.quantile": "0.5"}).getOrCreate()

def slow(batches):  # the first try of a partition ends once its copy has read all
    yield from batches
    context = TaskContext.get()
    if context.partitionId() == 1:
        copy = pathlib.Path(FOLDER) / "copy"
        if context.attemptNumber() > 0:
            copy.touch()
        started = time.monotonic()
        while not copy.exists() and time.monotonic() < started + 60:
            time.sleep(0.05)

schema = "truth array<string>, predicted array<string>"
df = session.createDataFrame([([str(i % 5)], [str(i % 3)]) for i in range(60)], schema)
found = spark.tally(df.repartition(4).mapInArrow(slow, schema), prediction="predicted")
(pathlib.Path(FOLDER) / "state").write_bytes(bytes(found))
"""


# Spark starts no copy of a task on the host of the task, and knows hosts by their names: so there is
# a cluster of two workers with two names of this machine.
def test_a_task_and_its_speculative_copy_count_once(tmp_path):
    home = pathlib.Path(pyspark.__file__).parent
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    master = f"spark://127.0.0.1:{port}"
    environment = {**os.environ, "PYSPARK_PYTHON": sys.executable, "SPARK_HOME": str(home)}

    def start(kind, *arguments):
        with open(tmp_path / f"{kind}.log", "ab") as log:
            return subprocess.Popen([home / "bin/spark-class", f"org.apache.spark.deploy.{kind}",
                                     "--webui-port", "0", *arguments], env=environment,
                                    stdout=log, stderr=log)

    running = [start("master.Master", "--host", "127.0.0.1", "--port", str(port))]
    try:
        for host in ("127.0.0.1", "localhost"):
            running.append(start("worker.Worker", "--host", host, "--cores", "1", "--memory", "1g",
                                 "--work-dir", str(tmp_path / "work"), master))
        program = _SPECULATION.replace("MASTER", repr(master)).replace("FOLDER", repr(str(tmp_path)))
        (tmp_path / "program.py").write_text(program)
        done = subprocess.run([sys.executable, tmp_path / "program.py"], capture_output=True,
                              text=True, check=False, timeout=300, env=environment)
    finally:
        for process in reversed(running):
            process.terminate()
            process.wait(30)
    assert done.returncode == 0, done.stderr[-2000:]
    assert (tmp_path / "copy").exists()
    one = ts.Tally().update([[str(i % 5)] for i in range(60)], [[str(i % 3)] for i in range(60)])
    assert (tmp_path / "state").read_bytes() == bytes(one)


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
