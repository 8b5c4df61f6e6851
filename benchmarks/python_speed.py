#!/usr/bin/env python3
"""The Python package beside scikit-learn and beside a loop in Python: same arrays, one process, in
turns. benchmarks/python_speed.py W3_FOLDER W6_FOLDER [--runs N] [--w6-rows N]

Needs the package, numpy, scipy and scikit-learn, and evaluate for w6. Prints a table in Markdown; exits with 1 where a
result differs, and says where a target is missed.
"""
import argparse
import importlib.util
import pathlib
import statistics
import subprocess
import sys
import time

import numpy as np
import sklearn.metrics
from scipy import sparse
from sklearn.preprocessing import MultiLabelBinarizer

import tallystick as ts

AVERAGES = ("micro", "macro", "weighted", "samples")
TOLERANCE = 1e-12


def label_lists(path, n_columns):
    """id, label and, with three columns, the score, of which 0.5 and more are predicted."""
    rows = {}
    with open(path, encoding="utf-8") as file:
        for line in file:
            fields = line.rstrip("\n").split("\t")
            row = rows.setdefault(fields[0], [])
            if n_columns == 2 or float(fields[2]) >= 0.5:
                row.append(fields[1])
    return rows


def seconds(call, runs):
    """Processor time of this thread's process, each run."""
    def once():
        started = time.process_time()
        result = call()
        return time.process_time() - started, result

    taken, result = zip(*(once() for _ in range(runs)))
    return statistics.median(taken), result[-1]


class Bench:
    def __init__(self, runs):
        self.runs, self.failed = runs, False
        print("| task | ours, s | peer, s | times | target |\n|---|---:|---:|---:|---:|", flush=True)

    def beside(self, task, ours, theirs, target, peer_runs=None):
        """Ours and theirs in turns; both must give the same numbers."""
        a, b = [], []
        for turn in range(self.runs):
            taken, found = seconds(ours, 1)
            a.append(taken)
            if peer_runs is None or turn < peer_runs:
                taken, expected = seconds(theirs, 1)
                b.append(taken)
        ours_s, theirs_s = statistics.median(a), statistics.median(b)
        ratio = theirs_s / ours_s
        verdict = "" if ratio >= target else " (missed)"
        print(f"| {task} | {ours_s:.4f} | {theirs_s:.4f} | {ratio:.1f} | {target}{verdict} |", flush=True)
        if not np.allclose(found, expected, rtol=0, atol=TOLERANCE):
            print(f"\n{task}: ours {found}, theirs {expected}", flush=True)
            self.failed = True


def flat_by_ours(truth, found):
    report = ts.evaluate(truth, found, measures=[
        *(f"{name}_{average}" for average in AVERAGES for name in ("precision", "recall", "f1")),
        *(f"jaccard_{average}" for average in AVERAGES), "hamming_loss", "subset_accuracy",
        "zero_one_loss"])
    return [score.value for score in report.values()]


def flat_by_sklearn(truth, found):
    out = []
    for average in AVERAGES:
        for name in ("precision", "recall", "f1"):
            function = getattr(sklearn.metrics, f"{name}_score")
            out.append(function(truth, found, average=average, zero_division=0))
    out += [sklearn.metrics.jaccard_score(truth, found, average=average, zero_division=0)
            for average in AVERAGES]
    return [*out, sklearn.metrics.hamming_loss(truth, found),
            sklearn.metrics.accuracy_score(truth, found), sklearn.metrics.zero_one_loss(truth, found)]


def lists_by_sklearn(truth, found):
    binarizer = MultiLabelBinarizer(sparse_output=True).fit([*truth, *found])
    return sklearn.metrics.f1_score(binarizer.transform(truth), binarizer.transform(found),
                                    average="macro", zero_division=0)


def sets_by_rows(truth, found):
    """The sets of each row in a loop, as metrics of hierarchies in Python are written."""
    common = n_true = n_found = right = 0
    for a, b in zip(truth, found):
        true, predicted = set(), set()
        for n in range(1, len(a) + 1):
            true.add(a[:n])
        for n in range(1, len(b) + 1):
            predicted.add(b[:n])
        common += len(true & predicted)
        n_true += len(true)
        n_found += len(predicted)
        right += a == b
    precision, recall = common / n_found, common / n_true
    return right / len(truth), precision, recall, 2 * precision * recall / (precision + recall)


def ancestors(code, parents):
    out = set()
    while code is not None:
        out.add(code)
        code = parents.get(code)
    return out


def sets_by_parents(truth, found, parents):
    """The same of any hierarchy: each code's set is walked up for each row."""
    common = n_true = n_found = right = 0
    for a, b in zip(truth, found):
        true, predicted = ancestors(a, parents), ancestors(b, parents)
        common += len(true.intersection(predicted))
        n_true += len(true)
        n_found += len(predicted)
        right += a == b
    precision, recall = common / n_found, common / n_true
    return right / len(truth), precision, recall, 2 * precision * recall / (precision + recall)


def module_compute(truth, found):
    path = pathlib.Path(ts.hf_module_path("isco_hierarchical_accuracy"))
    path /= "isco_hierarchical_accuracy.py"
    spec = importlib.util.spec_from_file_location("isco_module", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    names = ("accuracy", "hierarchical_precision", "hierarchical_recall", "hierarchical_fmeasure")

    def compute():
        out = module.compute(found, truth)
        return [out[name] for name in names]
    return compute


def imports(runs):
    """Wall time of `import tallystick` beyond numpy's, of fresh interpreters, in milliseconds."""
    def one(program):
        timed = "import time\nimport numpy\nstart = time.perf_counter()\n" + program + \
                "\nprint(time.perf_counter() - start)"
        return float(subprocess.run([sys.executable, "-c", timed], capture_output=True, text=True,
                                    check=True).stdout)
    return 1000 * statistics.median(one("import tallystick") for _ in range(max(runs, 5)))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("w3", type=pathlib.Path)
    parser.add_argument("w6", type=pathlib.Path, nargs="?")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--w6-rows", type=int, default=5_000_000)
    options = parser.parse_args()
    truth = label_lists(options.w3 / "true.tsv", 2)
    predicted = label_lists(options.w3 / "pred.tsv", 3)
    lists = (list(truth.values()), [predicted.get(id, []) for id in truth])
    binarizer = MultiLabelBinarizer(sparse_output=True).fit([*lists[0], *lists[1]])
    csr = tuple(binarizer.transform(side) for side in lists)
    bench = Bench(options.runs)
    for average in ("macro", "micro"):
        bench.beside(f"f1_score, {average}, CSR of w3",
                     lambda: ts.metrics.f1_score(*csr, average=average),
                     lambda: sklearn.metrics.f1_score(*csr, average=average, zero_division=0), 5)
    bench.beside("19 flat measures, CSR of w3", lambda: flat_by_ours(*csr),
                 lambda: flat_by_sklearn(*csr), 30, peer_runs=2)
    bench.beside("f1_score, macro, label lists of w3, beside MultiLabelBinarizer and f1_score",
                 lambda: ts.metrics.f1_score(*lists, average="macro"),
                 lambda: lists_by_sklearn(*lists), 10)
    if options.w6 is not None and importlib.util.find_spec("evaluate") is None:
        print("\nevaluate is not installed: its module is not timed")
    elif options.w6 is not None:
        codes = read_codes(options.w6, options.w6_rows)
        tree = ts.Taxonomy.isco08()
        parents = {code: parent for code in tree.codes() for parent in tree.parents(code) if parent}
        task = f"Hugging Face module's computation, {len(codes[0])} rows of w6, beside sets of"
        bench.beside(f"{task} ancestors, row by row", module_compute(*codes),
                     lambda: sets_by_parents(*codes, parents), 100, peer_runs=1)
        bench.beside(f"{task} prefixes, row by row", module_compute(*codes),
                     lambda: sets_by_rows(*codes), 100, peer_runs=1)
    print(f"\nimport tallystick, beyond numpy: {imports(options.runs):.1f} ms (at most 50)")
    return 1 if bench.failed else 0


def read_codes(folder, n_rows):
    truth, found = [], []
    with open(folder / "codes.tsv", encoding="utf-8") as file:
        for line in file:
            _, true, predicted = line.split()
            truth.append(true)
            found.append(predicted)
            if len(truth) == n_rows:
                break
    return truth, found


if __name__ == "__main__":
    sys.exit(main())
