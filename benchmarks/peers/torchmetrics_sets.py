"""torchmetrics over a pairs.csv, as dense 0/1 tensors (it has no sparse path): the figures it has.

    torchmetrics_sets.py PAIRS.csv
"""

import json
import sys
import time

START = time.process_time()

import torch  # noqa: E402
import torchmetrics  # noqa: E402
from torchmetrics.functional import classification as tm  # noqa: E402


def read(path):
    number, rows = {}, []
    with open(path, encoding="utf-8") as file:
        next(file)
        for line in file:
            cells = line.rstrip("\n").split(",")[1:]
            rows.append([[number.setdefault(x, len(number)) for x in c.split(";") if x]
                         for c in cells])
    sides = [torch.zeros(len(rows), len(number), dtype=torch.int8) for _ in range(2)]
    for i, row in enumerate(rows):
        for side, columns in zip(sides, row):
            side[i, columns] = 1
    return sides


def standard_table(truth, predicted):
    n_labels = truth.shape[1]
    table = {}
    functions = {"precision": tm.multilabel_precision, "recall": tm.multilabel_recall,
                 "f1": tm.multilabel_f1_score}
    for average in ("micro", "macro", "weighted"):
        for name, function in functions.items():
            table[f"{name}_{average}"] = float(
                function(predicted, truth, num_labels=n_labels, average=average))
    table["hamming_loss"] = float(
        tm.multilabel_hamming_distance(predicted, truth, num_labels=n_labels, average="micro"))
    table["subset_accuracy"] = float(
        tm.multilabel_exact_match(predicted, truth, num_labels=n_labels))
    return table


def main(path):
    torch.set_num_threads(1)
    marks = [START, time.process_time()]
    truth, predicted = read(path)
    marks.append(time.process_time())
    table = standard_table(truth, predicted)
    marks.append(time.process_time())
    steps = [round(b - a, 6) for a, b in zip(marks, marks[1:])]
    print(json.dumps({
        "versions": {"torchmetrics": torchmetrics.__version__, "torch": torch.__version__},
        "n_examples": truth.shape[0], "n_labels": truth.shape[1],
        "steps": dict(zip(("import", "read", "metrics"), steps)), "measures": table}))


if __name__ == "__main__":
    main(*sys.argv[1:])
