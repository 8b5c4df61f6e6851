#!/usr/bin/env python3
"""Runs the command line beside scikit-learn on generated data and compares every figure.

    tests/parity/test_sklearn.py --binary PATH [--seeds N] [--seed N]

Data are small and odd on purpose: empty rows, labels that are only true, only predicted or only
declared, one class, weights whole and not. Where scikit-learn means another number by intention,
docs/differences.md says so and `known` below holds the rule; nothing else may differ.
"""
import argparse
import concurrent.futures
import json
import math
import pathlib
import random
import subprocess
import sys
import tempfile
import warnings

WANTED = "1.9.1"
try:
    import numpy
    import sklearn
    from sklearn import metrics
except ImportError:
    print("scikit-learn is not installed: tools/setup.sh test makes build/venv")
    sys.exit(77)

TOLERANCE = 1e-12
AVERAGES = ("micro", "macro", "weighted", "samples")
UNDEFINED = {"zero": 0.0, "one": 1.0, "exclude": math.nan}
LABELS = ("a", "b", "c", "d", "e", "f")


class Data:
    """One generated data set: label sets or single labels, perhaps weights, perhaps declared labels."""

    def __init__(self, seed):
        pick = random.Random(seed)
        self.seed = seed
        self.kind = ("sets", "sets", "classes", "binary")[seed % 4]
        self.undefined = tuple(UNDEFINED)[pick.randrange(3)]
        n_labels = 2 if self.kind == "binary" else pick.randint(1, len(LABELS))
        used = LABELS[:n_labels]
        n_rows = pick.randint(1, 30)
        if self.kind == "sets":
            self.truth = [some(pick, used) for _ in range(n_rows)]
            self.pred = [list(row) if pick.random() < 0.2 else some(pick, used) for row in self.truth]
        else:
            self.truth = [[pick.choice(used)] for _ in range(n_rows)]
            self.pred = [row if pick.random() < 0.4 else [pick.choice(used)] for row in self.truth]
        self.weights = [None, [pick.randint(0, 3) for _ in range(n_rows)],
                        [round(pick.uniform(0, 3), 3) for _ in range(n_rows)]][pick.randrange(3)]
        if self.weights and not any(self.weights):
            self.weights[0] = 1
        seen = sorted({label for rows in (self.counted(self.truth), self.counted(self.pred))
                       for row in rows for label in row})
        self.declared = pick.random() < 0.4
        self.labels = list(LABELS[:pick.randint(n_labels, len(LABELS))]) if self.declared else seen

    def counted(self, rows):
        """Rows of positive weight: any other is no row here, but still brings labels there."""
        return [row for row, w in zip(rows, self.weights or [1] * len(rows)) if w]

    def write(self, folder):
        def table(name, rows, weights):
            lines = ["id\tlabels\tweight" if weights else "id\tlabels"]
            for i, row in enumerate(rows):
                lines.append("\t".join([f"r{i}", ";".join(row), *([repr(weights[i])] if weights else [])]))
            path = folder / name
            path.write_text("\n".join(lines) + "\n", encoding="utf-8")
            return path

        order = list(range(len(self.truth)))
        random.Random(self.seed + 1).shuffle(order)
        truth = table("truth.tsv", self.truth, self.weights)
        pred = folder / "pred.tsv"
        pred.write_text("id\tlabels\n" + "".join(f"r{i}\t{';'.join(self.pred[i])}\n" for i in order),
                        encoding="utf-8")
        options = ["--undefined", self.undefined]
        if self.weights:
            options += ["--weight", "weight"]
        if self.declared:
            (folder / "labels.txt").write_text("\n".join(self.labels) + "\n", encoding="utf-8")
            options += ["--labels-file", str(folder / "labels.txt")]
        return [str(truth), str(pred), *options]


def some(pick, labels):
    return [label for label in labels if pick.random() < pick.choice((0, 0.3, 0.6))]


def ours(binary, arguments):
    done = subprocess.run([binary, "evaluate", "-o", "json", "--per-label", *arguments],
                          capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise RuntimeError(f"exit status {done.returncode}: {' '.join(arguments)}\n{done.stderr}")
    return json.loads(done.stdout)


class Checker:
    def __init__(self):
        self.n, self.faults = 0, []

    def same(self, data, name, value, expected):
        self.n += 1
        expected = float(expected)
        if value is None or math.isnan(expected) or math.isinf(expected):
            right = value is None and math.isnan(expected)
        else:
            right = abs(value - expected) <= TOLERANCE * max(1.0, abs(expected))
        if not right:
            self.faults.append(f"seed {data.seed} ({data.kind}, undefined {data.undefined}): {name} is "
                               f"{value}, scikit-learn says {expected}")


def indicator(rows, labels):
    return numpy.array([[int(label in row) for label in labels] for row in rows]).reshape(
        len(rows), len(labels))


def no_support_left(truth, pred, weights, name, average, undefined):
    """Weighted means under exclude whose remaining weights are all 0: scikit-learn falls back to
    the plain mean of labels without support, we have nothing to average."""
    if average != "weighted" or undefined != "exclude":
        return False
    w = numpy.ones(len(truth)) if weights is None else numpy.asarray(weights, float)
    support, predicted = w @ truth, w @ pred
    left = {"precision": predicted > 0, "recall": support > 0}.get(name, support + predicted > 0)
    return not (support[left] > 0).any()


def scores(data, truth, pred, labels, averages, compare, report):
    """Precision, recall, F-beta and Jaccard in every average, of an indicator matrix or classes."""
    zero = UNDEFINED[data.undefined]
    weights = data.weights
    multi = data.kind == "sets"
    matrix = (truth, pred) if multi else (indicator(data.truth, labels), indicator(data.pred, labels))
    functions = {
        "precision": metrics.precision_score, "recall": metrics.recall_score, "f1": metrics.f1_score,
        "fbeta:beta=0.5": lambda *a, **k: metrics.fbeta_score(*a, beta=0.5, **k),
        "fbeta:beta=2": lambda *a, **k: metrics.fbeta_score(*a, beta=2, **k),
        "jaccard": metrics.jaccard_score,
    }
    for name, function in functions.items():
        stem, _, parameter = name.partition(":")
        if stem == "jaccard" and data.undefined == "exclude":
            continue  # jaccard_score knows 0 and 1 only
        for average in averages:
            if no_support_left(*matrix, weights, stem, average, data.undefined):
                continue  # listed in docs/differences.md
            expected = function(truth, pred, average=average, sample_weight=weights,
                                zero_division=zero, **({} if multi else {"labels": labels}))
            key = f"{stem}_{average}" + (f":{parameter}" if parameter else "")
            compare(data, key, report["measures"][key]["value"], expected)


def per_label_cells(data, labels, compare, report):
    cells = metrics.multilabel_confusion_matrix(
        indicator(data.truth, labels), indicator(data.pred, labels), sample_weight=data.weights)
    for label, ((tn, fp), (fn, tp)) in zip(labels, cells):
        row = report["labels"][label]
        for key, expected in (("tp", tp), ("fp", fp), ("fn", fn), ("tn", tn), ("support", tp + fn)):
            compare(data, f"{key} of {label}", row[key], expected)
    if sorted(report["labels"]) != sorted(labels):
        raise AssertionError(f"seed {data.seed}: labels {sorted(report['labels'])} and {labels}")


def check_sets(data, report, compare):
    truth, pred = indicator(data.truth, data.labels), indicator(data.pred, data.labels)
    weights = data.weights
    if len(data.labels) < 2:
        return  # one column is binary data there, not label sets
    scores(data, truth, pred, data.labels, AVERAGES, compare, report)
    value = {name: entry["value"] for name, entry in report["measures"].items()}
    compare(data, "hamming_loss", value["hamming_loss"],
            metrics.hamming_loss(truth, pred, sample_weight=weights))
    compare(data, "zero_one_loss", value["zero_one_loss"],
            metrics.zero_one_loss(truth, pred, sample_weight=weights))
    compare(data, "subset_accuracy", value["subset_accuracy"],
            metrics.accuracy_score(truth, pred, sample_weight=weights))
    per_label_cells(data, data.labels, compare, report)


def check_classes(data, report, compare):
    truth, pred = [row[0] for row in data.truth], [row[0] for row in data.pred]
    weights = data.weights
    scores(data, truth, pred, data.labels, AVERAGES[:3], compare, report)
    value = {name: entry["value"] for name, entry in report["measures"].items()}
    rule = UNDEFINED[data.undefined]
    compare(data, "accuracy", value["accuracy"],
            metrics.accuracy_score(truth, pred, sample_weight=weights))
    compare(data, "zero_one_loss", value["zero_one_loss"],
            metrics.zero_one_loss(truth, pred, sample_weight=weights))
    kept = [row[0] for row in data.counted(data.truth)], [row[0] for row in data.counted(data.pred)]
    kept_weights = [w for w in weights if w] if weights else None
    classes = sorted(set(kept[0]))
    compare(data, "balanced_accuracy", value["balanced_accuracy"],
            metrics.balanced_accuracy_score(*kept, sample_weight=kept_weights))
    adjusted = (rule if len(classes) == 1 else  # -inf or nan there
                metrics.balanced_accuracy_score(*kept, sample_weight=kept_weights, adjusted=True))
    compare(data, "balanced_accuracy:adjusted=true", value["balanced_accuracy:adjusted=true"], adjusted)
    constant = len(classes) == 1 or len(set(kept[1])) == 1
    compare(data, "mcc", value["mcc"], rule if constant else  # always 0 there
            metrics.matthews_corrcoef(*kept, sample_weight=kept_weights))
    for kind in (None, "linear", "quadratic"):
        name = "cohen_kappa" + (f":weights={kind}" if kind else "")
        one = len(set(kept[0]) | set(kept[1])) == 1
        compare(data, name, value[name], rule if one else  # nan there
                metrics.cohen_kappa_score(*kept, labels=data.labels, weights=kind,
                                          sample_weight=kept_weights))
    per_label_cells(data, data.labels, compare, report)
    matrix = metrics.confusion_matrix(truth, pred, labels=data.labels, sample_weight=weights,
                                      normalize=None)
    compare_matrix(data, matrix, report["confusion"], compare)


def compare_matrix(data, matrix, table, compare):
    if table["labels"] != list(data.labels):
        raise AssertionError(f"seed {data.seed}: classes {table['labels']} and {data.labels}")
    entries = {(entry["true"], entry["pred"]): entry["value"] for entry in table["entries"]}
    for true, row in zip(data.labels, matrix):
        for pred, expected in zip(data.labels, row):
            compare(data, f"confusion {true} {pred} {table['normalize']}",
                    entries.get((true, pred), 0), expected)


def check_binary(data, report, compare):
    """The figures of the positive label, beside average='binary'."""
    truth, pred = [row[0] for row in data.truth], [row[0] for row in data.pred]
    rule = UNDEFINED[data.undefined]
    value = {name: entry["value"] for name, entry in report["measures"].items()}
    t, p = numpy.array(truth) == "a", numpy.array(pred) == "a"
    options = {"sample_weight": data.weights, "zero_division": rule}
    for name, function in (("precision", metrics.precision_score), ("recall", metrics.recall_score),
                           ("f1", metrics.f1_score)):
        compare(data, f"{name}:label=a", value[f"{name}:label=a"], function(t, p, **options))
    compare(data, "specificity:label=a", value["specificity:label=a"],
            metrics.recall_score(~t, ~p, **options))
    w = numpy.ones(len(t)) if data.weights is None else numpy.asarray(data.weights, float)
    tp, fp, fn, tn = w @ (t & p), w @ (~t & p), w @ (t & ~p), w @ (~t & ~p)
    if (tp + fp) * (tp + fn) * (tn + fp) * (tn + fn) > 0:
        compare(data, "mcc:label=a", value["mcc:label=a"],
                metrics.matthews_corrcoef(t, p, sample_weight=data.weights))
    else:
        compare(data, "mcc:label=a", value["mcc:label=a"], rule)
    both = {"positive_likelihood_ratio": rule, "negative_likelihood_ratio": rule}
    if tp + fn > 0 and tn + fp > 0:
        found = metrics.class_likelihood_ratios(t, p, labels=[False, True], sample_weight=data.weights)
        both = {key: rule if math.isnan(x) else x for key, x in zip(both, found)}
    for name, expected in both.items():
        if tp + fn > 0 and tn + fp == 0:
            continue  # no negatives: nan for both there, one of two is 0/0 here
        compare(data, f"{name}:label=a", value[f"{name}:label=a"], expected)


def check_true_labels(binary, data, files, compare):
    """--labels truth beside labels= of the labels that are true somewhere."""
    truth, pred = indicator(data.truth, data.labels), indicator(data.pred, data.labels)
    weights = numpy.ones(len(truth)) if data.weights is None else numpy.asarray(data.weights, float)
    columns = list(numpy.flatnonzero(weights @ truth > 0))
    if len(data.labels) < 2 or not columns:
        return
    value = ours(binary, [*files, "--labels", "truth"])["measures"]
    for name, function in (("precision", metrics.precision_score), ("recall", metrics.recall_score),
                           ("f1", metrics.f1_score)):
        for average in AVERAGES[:3]:
            if no_support_left(truth[:, columns], pred[:, columns], data.weights, name, average,
                               data.undefined):
                continue
            compare(data, f"{name}_{average} of true labels", value[f"{name}_{average}"]["value"],
                    function(truth, pred, labels=columns, average=average, sample_weight=data.weights,
                             zero_division=UNDEFINED[data.undefined]))


def names_for(data):
    beta = ",".join(f"fbeta_{a}:beta={b}" for a in AVERAGES for b in (0.5, 2))
    names = f"standard,jaccard_weighted,{beta}"
    if data.kind != "sets":
        names += (",confusion_matrix,balanced_accuracy:adjusted=true,cohen_kappa:weights=linear,"
                  "cohen_kappa:weights=quadratic")
    return names


def check_seed(binary, seed, checker):
    data = Data(seed)
    with tempfile.TemporaryDirectory() as scratch:
        files = data.write(pathlib.Path(scratch))
        report = ours(binary, [*files, "-m", names_for(data)])
        if data.kind == "sets" and report["task"] == "multi":
            check_sets(data, report, checker.same)
            check_true_labels(binary, data, files, checker.same)
        elif data.kind != "sets":
            check_classes(data, report, checker.same)
            for kind in ("true", "pred", "all"):
                table = ours(binary, [*files, "-m", f"confusion_matrix:normalize={kind}"])["confusion"]
                matrix = metrics.confusion_matrix(
                    [row[0] for row in data.truth], [row[0] for row in data.pred],
                    labels=data.labels, sample_weight=data.weights, normalize=kind)
                compare_matrix(data, matrix, table, checker.same)
        if data.kind == "binary" and "a" in data.labels:
            names = ("precision:label=a,recall:label=a,specificity:label=a,f1:label=a,mcc:label=a,"
                     "positive_likelihood_ratio:label=a,negative_likelihood_ratio:label=a")
            check_binary(data, ours(binary, [*files, "-m", names]), checker.same)
    return data.kind


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--binary", required=True)
    parser.add_argument("--seeds", type=int, default=400, help="how many data sets")
    parser.add_argument("--seed", type=int, help="only this one")
    options = parser.parse_args()
    if sklearn.__version__ != WANTED:
        print(f"scikit-learn {sklearn.__version__} is installed, these figures are for {WANTED}")
        return 77
    warnings.simplefilter("ignore")  # that something was undefined: our reports count it
    checker = Checker()
    seeds = range(options.seeds) if options.seed is None else [options.seed]
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        kinds = list(pool.map(lambda seed: check_seed(options.binary, seed, checker), seeds))
    for fault in checker.faults[:40]:
        print(fault)
    counts = ", ".join(f"{kinds.count(kind)} of {kind}" for kind in sorted(set(kinds)))
    print(f"{checker.n} figures of {len(kinds)} data sets ({counts}) beside scikit-learn {WANTED}: "
          f"{len(checker.faults)} differ")
    return 1 if checker.faults or checker.n == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
