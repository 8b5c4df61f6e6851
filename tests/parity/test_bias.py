#!/usr/bin/env python3
"""Runs pbc beside scipy.stats.spearmanr on generated data, with many ties and few labels.

    tests/parity/test_bias.py --binary PATH [--seeds N] [--seed N]

Scores of labels are compared as fractions on our side; scipy ranks doubles, so it gets doubles that
are equal where fractions are. For few labels the p-value is compared with all orders, walked here.
"""
import argparse
import itertools
import json
import math
import pathlib
import random
import statistics
import subprocess
import sys
import tempfile
import warnings
from fractions import Fraction

try:
    from scipy import stats
except ImportError:
    stats = None

TOLERANCE = 1e-12
NAMES = ["pbc", "pbc:labels=train", "pbc:labels=all", "pbc:score=precision", "pbc:score=recall",
         "pbc:score=fbeta,beta=0.5", "pbc:score=fbeta,labels=train,beta=0.1", "pbc:score=balanced_accuracy"]


def score_of(cell, name):
    tp, fp, fn, tn = cell

    def over(a, b):
        return Fraction(a) / Fraction(b) if b else Fraction(0)

    if "precision" in name:
        return over(tp, tp + fp)
    if "recall" in name:
        return over(tp, tp + fn)
    if "balanced" in name:
        return (over(tp, tp + fn) + over(tn, tn + fp)) / 2
    b2 = Fraction(name.split("beta=")[-1]) ** 2 if "fbeta" in name else Fraction(1)
    return over((1 + b2) * tp, (1 + b2) * tp + b2 * fn + fp)


def labels_of(name, train, truth, predicted):
    in_train = set().union(*train)
    in_test = set().union(*truth)
    if "labels=train" in name:
        return in_train
    if "labels=all" in name:
        return in_train | in_test | set().union(*predicted)
    return in_train & in_test


def expected_of(name, train, truth, predicted):
    labels = sorted(labels_of(name, train, truth, predicted))
    frequency = [sum(label in row for row in train) / len(train) for label in labels]
    scores = []
    for label in labels:
        cell = [0, 0, 0, 0]
        for t, p in zip(truth, predicted):
            cell[(0 if label in p else 2) if label in t else (1 if label in p else 3)] += 1
        scores.append(float(score_of(cell, name)))
    if len(labels) < 2:
        return None, frequency, scores
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        value = stats.spearmanr(frequency, scores).statistic
    return (None if math.isnan(value) else float(value)), frequency, scores


def exact_p(frequency, scores):
    x, y = stats.rankdata(frequency), stats.rankdata(scores)
    middle = x.mean() * y.mean() * len(x)
    observed = abs(float(x @ y) - middle)
    orders = [abs(float(x @ x_order) - middle) >= observed - 1e-9
              for x_order in (y[list(order)] for order in itertools.permutations(range(len(y))))]
    return sum(orders) / len(orders)


def check(binary, folder, seed):
    pick = random.Random(seed)
    names = [f"l{i}" for i in range(pick.choice([2, 4, 6, 7, 12, 40]))]
    weights = [1 / (i + 1) for i in range(len(names))]

    def rows(n):
        return [set(pick.choices(names, weights, k=pick.randint(0, 4))) for _ in range(n)]

    train, truth = rows(pick.randint(1, 60)), rows(pick.randint(1, 60))
    predicted = [{label for label in row if pick.random() < 0.6} |
                 ({pick.choice(names)} if pick.random() < 0.4 else set()) for row in truth]
    text = "id,labels\n" + "".join(f"{i},{';'.join(sorted(row))}\n" for i, row in enumerate(train))
    (folder / "train.csv").write_text(text, encoding="utf-8")
    text = "id,true,pred\n" + "".join(f"{i},{';'.join(sorted(t))},{';'.join(sorted(p))}\n"
                                      for i, (t, p) in enumerate(zip(truth, predicted)))
    (folder / "test.csv").write_text(text, encoding="utf-8")
    done = subprocess.run([binary, "evaluate", "--train", str(folder / "train.csv"), "-m", ",".join(NAMES), "-o",
                           "json", str(folder / "test.csv")], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise SystemExit(f"seed {seed}\n{done.stderr}")
    report = json.loads(done.stdout)
    for name in NAMES:
        ours = report["measures"][name]["value"]
        theirs, frequency, scores = expected_of(name, train, truth, predicted)
        if (ours is None) != (theirs is None) or (ours is not None and abs(ours - theirs) > TOLERANCE):
            raise SystemExit(f"seed {seed}: {name} is {ours}, scipy has {theirs}")
        behind = report["prediction_bias"][name]
        if ours is None:
            continue
        line = stats.linregress(frequency, scores)
        for key, value in (("slope", line.slope), ("intercept", line.intercept)):
            if abs(behind[key] - value) > 1e-9 * max(1, abs(value)):
                raise SystemExit(f"seed {seed}: {key} of {name} is {behind[key]}, scipy has {value}")
        if len(scores) <= 7 and abs(behind["p_value"] - exact_p(frequency, scores)) > TOLERANCE:
            raise SystemExit(f"seed {seed}: p of {name} is {behind['p_value']}, all orders give "
                             f"{exact_p(frequency, scores)}")


def check_folds(binary, folder, seed):
    """Each fold by itself, with the truth of the others for training: mean and spread in numpy's words."""
    pick = random.Random(seed)
    names = [f"l{i}" for i in range(pick.choice([3, 5, 8]))]
    truth = [set(pick.choices(names, [1 / (i + 1) for i in range(len(names))], k=pick.randint(0, 3)))
             for _ in range(pick.randint(6, 50))]
    predicted = [{label for label in row if pick.random() < 0.6} |
                 ({pick.choice(names)} if pick.random() < 0.4 else set()) for row in truth]
    folds = [i % 3 if i < 3 else pick.randrange(3) for i in range(len(truth))]
    text = "id,true,pred,part\n" + "".join(f"{i},{';'.join(sorted(t))},{';'.join(sorted(p))},f{f}\n"
                                           for i, (t, p, f) in enumerate(zip(truth, predicted, folds)))
    (folder / "folds.csv").write_text(text, encoding="utf-8")
    done = subprocess.run([binary, "evaluate", "--fold", "part", "-m", ",".join(NAMES), "-o", "json",
                           str(folder / "folds.csv")], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise SystemExit(f"seed {seed}\n{done.stderr}")
    report = json.loads(done.stdout)
    for name in NAMES:
        values = []
        for fold in range(3):
            train = [t for t, f in zip(truth, folds) if f != fold]
            test = [(t, p) for t, p, f in zip(truth, predicted, folds) if f == fold]
            value = expected_of(name, train, [t for t, _ in test], [p for _, p in test])[0]
            ours = report["prediction_bias"][name]["folds"][f"f{fold}"]["value"]
            if (ours is None) != (value is None) or (value is not None and abs(ours - value) > TOLERANCE):
                raise SystemExit(f"seed {seed}: fold {fold} of {name} is {ours}, scipy has {value}")
            if value is not None:
                values.append(value)
        ours = report["measures"][name]
        if ours["n_undefined"] != 3 - len(values) or (ours["value"] is None) != (not values):
            raise SystemExit(f"seed {seed}: {name} is {ours}, scipy has {values}")
        if not values:
            continue
        for key, found, wanted in (("mean", ours["value"], statistics.fmean(values)),
                                   ("spread", report["prediction_bias"][name]["spread"], statistics.pstdev(values))):
            if abs(found - wanted) > TOLERANCE:
                raise SystemExit(f"seed {seed}: {key} of {name} is {found}, but {wanted}")
    if seed % 4 == 0:
        check_fold_intervals(binary, folder, NAMES[:2] + NAMES[4:5], truth, predicted, folds)


def mean_over_folds(name, trains, tests):
    values = [expected_of(name, train, [t for t, _ in test], [p for _, p in test])[0]
              for train, test in zip(trains, tests) if test]
    values = [value for value in values if value is not None]
    return statistics.fmean(values) if values else None


def check_fold_intervals(binary, folder, names, truth, predicted, folds):
    """The jackknife within folds, their training labels fixed, and Student's t over them: by scipy."""
    level = 0.5  # so that few ends are cut at -1 or 1
    trains = [[t for t, f in zip(truth, folds) if f != fold] for fold in range(3)]
    tests = [[(t, p) for t, p, f in zip(truth, predicted, folds) if f == fold] for fold in range(3)]
    for method in ("delta", "jackknife"):
        done = subprocess.run([binary, "evaluate", "--fold", "part", "-m", ",".join(names), "-o", "json",
                               "--interval", method, "--level", str(level), str(folder / "folds.csv")],
                              capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise SystemExit(done.stderr)
        measures = json.loads(done.stdout)["measures"]
        for name in names:
            mean = measures[name]["value"]
            if mean is None:
                continue
            if method == "delta":
                each = [mean_over_folds(name, [train], [test]) for train, test in zip(trains, tests)]
                each = [value for value in each if value is not None]
                if len(each) < 2:
                    continue
                half = stats.t.ppf(0.5 + level / 2, len(each) - 1) * stats.sem(each)
            else:
                variance = 0
                for fold, test in enumerate(tests):
                    without = [mean_over_folds(name, trains, [test[:i] + test[i + 1:] if f == fold else tests[f]
                                                              for f in range(3)]) for i in range(len(test))]
                    if None in without:
                        variance = None
                        break
                    middle = statistics.fmean(without)
                    variance += (len(test) - 1) / len(test) * sum((v - middle) ** 2 for v in without)
                if variance is None:
                    continue
                half = stats.norm.ppf(0.5 + level / 2) * math.sqrt(variance)
            for end, wanted in (("low", max(-1, mean - half)), ("high", min(1, mean + half))):
                if abs(measures[name].get(end, math.inf) - wanted) > 1e-9:
                    raise SystemExit(f"{name}, {method}: {end} is {measures[name].get(end)}, scipy has {wanted}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--binary", required=True)
    parser.add_argument("--seeds", type=int, default=60)
    parser.add_argument("--seed", type=int, help="only this one")
    options = parser.parse_args()
    if stats is None:
        print("skipped: scipy is not installed")
        return 77
    seeds = [options.seed] if options.seed is not None else range(options.seeds)
    with tempfile.TemporaryDirectory() as folder:
        for seed in seeds:
            check(options.binary, pathlib.Path(folder), seed)
            check_folds(options.binary, pathlib.Path(folder), seed)
    print(f"parity_bias: {len(seeds)} data sets agree with scipy")
    return 0


if __name__ == "__main__":
    sys.exit(main())
