#!/usr/bin/env python3
"""Runs score-based measures beside scikit-learn on generated scores, dense and full of ties.

    tests/parity/test_scores.py --binary PATH [--seeds N] [--seed N]
"""
import argparse
import json
import math
import pathlib
import random
import subprocess
import sys
import tempfile
import warnings

try:
    import numpy
    from sklearn import metrics
except ImportError:
    metrics = None

TOLERANCE = 1e-12
AVERAGES = ["micro", "macro", "weighted", "samples"]


def run(binary, folder, names):
    done = subprocess.run([binary, "evaluate", str(folder / "truth.tsv"), str(folder / "scores.tsv"), "-m", names,
                           "-o", "json"], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise SystemExit(f"{names}\n{done.stderr}")
    return {name: entry["value"] for name, entry in json.loads(done.stdout)["measures"].items()}


def write(folder, names, truth, scores, weights, pick):
    lines = ["id\tlabels" + ("\tweight" if weights else "")]
    for i, row in enumerate(truth):
        labels = ";".join(names[j] for j in range(len(names)) if row[j])
        lines.append(f"r{i}\t{labels}" + (f"\t{weights[i]}" if weights else ""))
    (folder / "truth.tsv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    lines = ["id\tlabel\tscore"]
    for i, row in enumerate(scores):
        for j in pick.sample(range(len(names)), len(names)):
            lines.append(f"r{i}\t{names[j]}\t{float(row[j])!r}")
    (folder / "scores.tsv").write_text("\n".join(lines) + "\n", encoding="utf-8")


def averaged(function, truth, scores, weights):
    """The averages of a function of one column of cells; columns where it is nan are left out."""
    rows, labels = truth.shape
    sizes = numpy.ones(rows) if weights is None else numpy.array(weights, dtype=float)
    of_labels = numpy.array([function(truth[:, j], scores[:, j], sizes) for j in range(labels)])
    of_rows = numpy.array([function(truth[i], scores[i], numpy.ones(labels)) for i in range(rows)])
    support = (truth * sizes[:, None]).sum(axis=0)

    def mean(values, by):
        known = ~numpy.isnan(values)
        return numpy.average(values[known], weights=by[known]) if by[known].sum() > 0 else None

    return {
        "micro": function(truth.ravel(), scores.ravel(), numpy.repeat(sizes, labels)),
        "macro": mean(of_labels, numpy.ones(labels)),
        "weighted": mean(of_labels, support),
        "samples": mean(of_rows, sizes),
    }


FUNCTIONS = {
    "roc_auc": lambda y, s, w: metrics.roc_auc_score(y, s, sample_weight=w),
    "roc_auc:max_fpr=0.4": lambda y, s, w: metrics.roc_auc_score(y, s, sample_weight=w, max_fpr=0.4),
    "average_precision": lambda y, s, w: metrics.average_precision_score(y, s, sample_weight=w),
    "log_loss": lambda y, s, w: metrics.log_loss(y, s, labels=[0, 1], sample_weight=w),
    "brier_score_loss": lambda y, s, w: metrics.brier_score_loss(y, s, pos_label=1, labels=[0, 1],
                                                                 sample_weight=w),
}


def against_columns(binary, seed, folder):
    pick = random.Random(seed)
    n_rows, n_labels, levels = pick.randint(2, 25), pick.randint(2, 6), pick.choice([2, 4, 9, 1000])
    truth = numpy.array([[pick.random() < 0.35 for _ in range(n_labels)] for _ in range(n_rows)], dtype=int)
    scores = numpy.array([[pick.randint(0, levels) / levels for _ in range(n_labels)] for _ in range(n_rows)])
    weights = [pick.randint(1, 4) for _ in range(n_rows)] if pick.random() < 0.4 else None
    names = [f"l{i}" for i in range(n_labels)]
    write(folder, names, truth, scores, weights, pick)
    ours = run(binary, folder, ",".join(FUNCTIONS))
    out = []
    for name, function in FUNCTIONS.items():
        theirs = averaged(function, truth, scores, weights)
        for average in AVERAGES:
            stem, _, parameter = name.partition(":")
            key = f"{stem}_{average}" + (f":{parameter}" if parameter else "")
            expected = theirs[average]
            if expected is None or math.isnan(expected):
                if stem == "roc_auc" and ours[key] is not None:
                    out.append(f"seed {seed}: {key}: {ours[key]!r}, scikit-learn nan")
            elif ours[key] is None or not math.isclose(ours[key], expected, rel_tol=TOLERANCE, abs_tol=TOLERANCE):
                out.append(f"seed {seed}: {key}: {ours[key]!r}, scikit-learn {float(expected)!r}")
    return out


def against_classes(binary, seed, folder):
    pick = random.Random(seed)
    n_rows, n_classes = pick.randint(2, 20), pick.randint(3, 5)
    names = [f"c{i}" for i in range(n_classes)]
    classes = [pick.randrange(n_classes) for _ in range(n_rows)]
    parts = numpy.array([[pick.randint(0, 5) for _ in range(n_classes)] for _ in range(n_rows)], dtype=float) + 0.25
    scores = parts / parts.sum(axis=1, keepdims=True)
    if (scores >= 0.5).sum(axis=1).max() > 1:
        return []  # two predicted labels: no single-label data
    truth = numpy.eye(n_classes, dtype=int)[classes]
    write(folder, names, truth, scores, None, pick)
    ours = run(binary, folder, "log_loss,brier_score_loss")
    labels = list(range(n_classes))
    theirs = {"log_loss": metrics.log_loss(classes, scores, labels=labels),
              "brier_score_loss": metrics.brier_score_loss(classes, scores, labels=labels)}
    return [f"seed {seed}: {name}: {ours[name]!r}, scikit-learn {float(theirs[name])!r}" for name in theirs
            if not math.isclose(ours[name], theirs[name], rel_tol=TOLERANCE, abs_tol=TOLERANCE)]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--binary", required=True)
    parser.add_argument("--seeds", type=int, default=60)
    parser.add_argument("--seed", type=int)
    given = parser.parse_args()
    if metrics is None:
        print("scikit-learn is not installed: tools/setup.sh test makes build/venv")
        return 77
    warnings.simplefilter("ignore")
    seeds = [given.seed] if given.seed is not None else range(given.seeds)
    faults = []
    with tempfile.TemporaryDirectory() as folder:
        for seed in seeds:
            for part in (against_columns, against_classes):
                faults += part(given.binary, seed, pathlib.Path(folder))
    print("\n".join(faults) or f"{2 * len(seeds)} data sets agree")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
