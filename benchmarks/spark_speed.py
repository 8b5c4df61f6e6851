#!/usr/bin/env python3
"""tallystick.spark beside Spark's own MultilabelClassificationEvaluator (MultilabelMetrics): the same
cached frame, one session on local[2], in turns. benchmarks/spark_speed.py [--rows N] [--labels N]

Needs what `make test-spark` installs. Spark's wants labels as doubles and makes one job a figure; ours
gets them as whole numbers, cast within its time, and makes all in one. Prints a table in Markdown; exits
with 1 where figures differ.
"""
import argparse
import os
import statistics
import sys
import time

os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
from pyspark.ml.evaluation import MultilabelClassificationEvaluator  # noqa: E402
from pyspark.sql import SparkSession, functions as f  # noqa: E402

from tallystick import spark  # noqa: E402

# Spark's name -> ours. Spark's means over examples count 0/0 as 0, as ours do by default.
FIGURES = {"subsetAccuracy": "subset_accuracy", "accuracy": "jaccard_samples",
           "hammingLoss": "hamming_loss", "precision": "precision_samples",
           "recall": "recall_samples", "f1Measure": "f1_samples",
           "microPrecision": "precision_micro", "microRecall": "recall_micro",
           "microF1Measure": "f1_micro"}
TOLERANCE = 1e-9


def frame_of(session, rows, n_labels, partitions):
    """Up to 4 labels of an example by a power law, most predictions right; none is empty."""
    label = f"floor({n_labels} * pow(rand(%d), 3))"
    columns = [f"array_distinct(array({', '.join(label % (10 * s + i) for i in range(4))}))"
               for s in (1, 2)]
    return (session.range(rows, numPartitions=partitions)
            .select(f.expr(columns[0]).cast("array<double>").alias("truth"),
                    f.expr(columns[1]).cast("array<double>").alias("other"), f.rand(3).alias("r"))
            .select("truth", f.expr("case when r < 0.7 then truth else other end").alias("predicted"))
            .cache())


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.
                                     RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=int, default=1_000_000)
    parser.add_argument("--labels", type=int, default=1000)
    parser.add_argument("--runs", type=int, default=3)
    options = parser.parse_args()
    session = (SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false")
               .config("spark.driver.host", "127.0.0.1").config("spark.driver.memory", "4g")
               .getOrCreate())
    session.sparkContext.setLogLevel("ERROR")
    df = frame_of(session, options.rows, options.labels, 4)
    df.count()

    def theirs():
        return {name: MultilabelClassificationEvaluator(
            predictionCol="predicted", labelCol="truth", metricName=name).evaluate(df)
            for name in FIGURES}

    def ours():
        whole = df.select(*(f.col(name).cast("array<long>").alias(name)
                            for name in ("truth", "predicted")))
        return spark.evaluate(whole, truth="truth", prediction="predicted")

    times = {ours: [], theirs: []}
    for _ in range(options.runs):
        for call in (ours, theirs):
            started = time.monotonic()
            result = call()
            times[call].append(time.monotonic() - started)
            if call is ours:
                report = result
            else:
                figures = result
    failed = False
    for name, our_name in FIGURES.items():
        if abs(figures[name] - report[our_name].value) > TOLERANCE:
            print(f"differs: {name} {figures[name]!r}, {our_name} {report[our_name].value!r}")
            failed = True
    a, b = statistics.median(times[ours]), statistics.median(times[theirs])
    print(f"{options.rows} rows, {options.labels} labels, local[2], medians of {options.runs}\n")
    print("| program | figures | jobs | wall, s | times |\n|---|---:|---:|---:|---:|")
    print(f"| tallystick.spark.evaluate | {len(report)} | 1 | {a:.2f} | 1 |")
    print(f"| MultilabelClassificationEvaluator | {len(FIGURES)} | {len(FIGURES)} | {b:.2f} "
          f"| {b / a:.1f} |")
    session.stop()
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
