"""HiClass over a codes.tsv (id, true, predicted; no header): hierarchical precision, recall and F1.

    hiclass_codes.py CODES.tsv

A code's ancestors are its prefixes; HiClass wants a column a level.
"""

import importlib.metadata
import json
import sys
import time

START = time.process_time()

import numpy as np  # noqa: E402
from hiclass import metrics  # noqa: E402


def read(path):
    with open(path, encoding="utf-8") as file:
        rows = [line.rstrip("\n").split("\t") for line in file]
    return [np.array([[row[side][:n] for n in range(1, 5)] for row in rows]) for side in (1, 2)]


def main(path):
    marks = [START, time.process_time()]
    truth, predicted = read(path)
    marks.append(time.process_time())
    table = {f"hierarchical_{name}_micro": float(getattr(metrics, name)(truth, predicted, "micro"))
             for name in ("precision", "recall", "f1")}
    marks.append(time.process_time())
    steps = [round(b - a, 6) for a, b in zip(marks, marks[1:])]
    print(json.dumps({
        "versions": {"HiClass": importlib.metadata.version("hiclass")},
        "n_examples": len(truth), "steps": dict(zip(("import", "read", "metrics"), steps)),
        "measures": table}))


if __name__ == "__main__":
    main(*sys.argv[1:])
