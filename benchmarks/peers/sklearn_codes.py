"""scikit-learn over a codes.tsv (id, true, predicted; no header): the single-label standard table.

    sklearn_codes.py CODES.tsv
"""

import json
import sys
import time
from array import array

START = time.process_time()

import numpy as np  # noqa: E402
import sklearn  # noqa: E402
from sklearn import metrics  # noqa: E402


def read(path):
    number = {}
    truth, predicted = array("i"), array("i")
    with open(path, encoding="utf-8") as file:
        for line in file:
            _, t, p = line.rstrip("\n").split("\t")
            truth.append(number.setdefault(t, len(number)))
            predicted.append(number.setdefault(p, len(number)))
    return np.frombuffer(truth, np.int32), np.frombuffer(predicted, np.int32), len(number)


def standard_table(truth, predicted):
    table = {}
    for average in ("micro", "macro", "weighted"):
        values = metrics.precision_recall_fscore_support(
            truth, predicted, average=average, zero_division=0)
        for name, value in zip(("precision", "recall", "f1"), values):
            table[f"{name}_{average}"] = float(value)
    table["accuracy"] = float(metrics.accuracy_score(truth, predicted))
    table["balanced_accuracy"] = float(metrics.balanced_accuracy_score(truth, predicted))
    table["mcc"] = float(metrics.matthews_corrcoef(truth, predicted))
    table["cohen_kappa"] = float(metrics.cohen_kappa_score(truth, predicted))
    return table


def main(path):
    marks = [START, time.process_time()]
    truth, predicted, n_labels = read(path)
    marks.append(time.process_time())
    table = standard_table(truth, predicted)
    marks.append(time.process_time())
    steps = [round(b - a, 6) for a, b in zip(marks, marks[1:])]
    print(json.dumps({
        "versions": {"scikit-learn": sklearn.__version__, "numpy": np.__version__},
        "n_examples": len(truth), "n_labels": n_labels,
        "steps": dict(zip(("import", "read", "metrics"), steps)), "measures": table}))


if __name__ == "__main__":
    main(*sys.argv[1:])
