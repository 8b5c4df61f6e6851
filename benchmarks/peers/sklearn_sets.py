"""scikit-learn's sparse (CSR) path over a pairs.csv: the standard table, each step timed.

    sklearn_sets.py documented|direct PAIRS.csv [COUNTS.json]

documented: csv module, MultiLabelBinarizer(sparse_output=True); what the user guide leads to.
direct:     lines split by hand, label numbers from a dict, CSR built from its three arrays; what
            somebody who optimises would write.
COUNTS.json receives [tp, fp, fn] of every label.
"""

import json
import sys
import time
from array import array

START = time.process_time()

import numpy as np  # noqa: E402
import scipy  # noqa: E402
import sklearn  # noqa: E402
from scipy.sparse import csr_matrix  # noqa: E402
from sklearn import metrics  # noqa: E402
from sklearn.preprocessing import MultiLabelBinarizer  # noqa: E402


def read_documented(path):
    import csv

    truth, predicted = [], []
    with open(path, newline="", encoding="utf-8") as file:
        rows = csv.reader(file)
        next(rows)
        for _, t, p in rows:
            truth.append(t.split(";") if t else [])
            predicted.append(p.split(";") if p else [])
    return truth, predicted


def build_documented(truth, predicted):
    binarizer = MultiLabelBinarizer(sparse_output=True).fit(truth + predicted)
    return binarizer.transform(truth), binarizer.transform(predicted), list(binarizer.classes_)


def read_direct(path):
    number = {}
    sides = [(array("i"), array("q", [0])), (array("i"), array("q", [0]))]
    with open(path, encoding="utf-8") as file:
        next(file)
        for line in file:
            cells = line.rstrip("\n").split(",")
            for (columns, ends), cell in zip(sides, cells[1:]):
                if cell:
                    columns.extend([number.setdefault(x, len(number)) for x in cell.split(";")])
                ends.append(len(columns))
    return sides, number


def build_direct(sides, number):
    matrices = []
    for columns, ends in sides:
        columns, ends = np.frombuffer(columns, np.int32), np.frombuffer(ends, np.int64)
        shape = (len(ends) - 1, len(number))
        matrix = csr_matrix((np.ones(len(columns), np.int64), columns, ends), shape=shape)
        matrix.sort_indices()
        matrices.append(matrix)
    return (*matrices, list(number))


def standard_table(truth, predicted):
    table = {}
    for average in ("micro", "macro", "weighted", "samples"):
        values = metrics.precision_recall_fscore_support(
            truth, predicted, average=average, zero_division=0)
        for name, value in zip(("precision", "recall", "f1"), values):
            table[f"{name}_{average}"] = float(value)
    for average in ("micro", "macro", "samples"):
        table[f"jaccard_{average}"] = float(
            metrics.jaccard_score(truth, predicted, average=average, zero_division=0))
    table["hamming_loss"] = float(metrics.hamming_loss(truth, predicted))
    table["subset_accuracy"] = float(metrics.accuracy_score(truth, predicted))
    return table, metrics.multilabel_confusion_matrix(truth, predicted)


def main(way, path, counts_path=None):
    read, build = {"documented": (read_documented, build_documented),
                   "direct": (read_direct, build_direct)}[way]
    marks = [time.process_time()]
    content = read(path)
    marks.append(time.process_time())
    truth, predicted, labels = build(*content)
    marks.append(time.process_time())
    table, cells = standard_table(truth, predicted)
    marks.append(time.process_time())
    steps = [round(b - a, 6) for a, b in zip([START, *marks], marks)]
    if counts_path:
        counts = {x: [int(c[1, 1]), int(c[0, 1]), int(c[1, 0])] for x, c in zip(labels, cells)}
        with open(counts_path, "w", encoding="utf-8") as file:
            json.dump(counts, file)
    print(json.dumps({
        "versions": {"scikit-learn": sklearn.__version__, "scipy": scipy.__version__,
                     "numpy": np.__version__, "Python": sys.version.split()[0]},
        "n_examples": truth.shape[0], "n_labels": truth.shape[1],
        "steps": dict(zip(("import", "read", "build", "metrics"), steps)),
        "measures": table}))


if __name__ == "__main__":
    main(*sys.argv[1:])
