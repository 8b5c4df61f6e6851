"""The interval of micro F1 by resampling examples in Python, over pairs.csv (id, true, pred).

    resamples.py scipy|loop PAIRS.csv

scipy: scipy.stats.bootstrap with a vectorised statistic; loop: one draw of indices a resample, as
scripts for machine translation and retrieval do it.
"""

import csv
import importlib.metadata
import json
import sys
import time

START = time.process_time()

import numpy as np  # noqa: E402
import scipy.stats  # noqa: E402

RESAMPLES = 1000


def micro_f1(tp, fp, fn, axis=-1):
    tp, wrong = tp.sum(axis=axis), fp.sum(axis=axis) + fn.sum(axis=axis)
    return 2 * tp / (2 * tp + wrong)


def read(path):
    counts = []
    with open(path, newline="", encoding="utf-8") as file:
        rows = csv.reader(file)
        next(rows)
        for _, true, pred in rows:
            truth, predicted = (set(cell.split(";")) - {""} for cell in (true, pred))
            common = len(truth & predicted)
            counts.append((common, len(predicted) - common, len(truth) - common))
    return np.array(counts, dtype=np.int64).T


def main(way, path):
    marks = [START, time.process_time()]
    counts = read(path)
    marks.append(time.process_time())
    generator = np.random.default_rng(0)
    if way == "scipy":
        found = scipy.stats.bootstrap(tuple(counts), micro_f1, n_resamples=RESAMPLES, batch=50,
                                      paired=True, method="percentile", rng=generator)
        ends = [found.confidence_interval.low, found.confidence_interval.high]
    else:
        n = counts.shape[1]
        values = [micro_f1(*counts[:, generator.integers(0, n, n)]) for _ in range(RESAMPLES)]
        ends = np.percentile(values, [2.5, 97.5]).tolist()
    marks.append(time.process_time())
    steps = [round(b - a, 6) for a, b in zip(marks, marks[1:])]
    print(json.dumps({
        "versions": {"scipy": importlib.metadata.version("scipy"), "numpy": np.__version__},
        "n_examples": counts.shape[1], "steps": dict(zip(("import", "read", "metrics"), steps)),
        "ends": [float(end) for end in ends], "measures": {"f1_micro": float(micro_f1(*counts))}}))


if __name__ == "__main__":
    main(*sys.argv[1:])
