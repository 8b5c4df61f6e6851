#!/usr/bin/env python3
"""Holds intervals to scipy's, and to scikit-learn's figures with one example more, or one less.

    tests/parity/test_intervals.py --binary PATH [--seeds N]
"""
import argparse
import json
import pathlib
import subprocess
import sys
import tempfile
import warnings

try:
    import numpy
    from scipy import stats
    from sklearn import metrics
except ImportError:
    metrics = None

LABELS = ["a", "b", "c", "d"]
FIGURES = {
    "f1_micro": lambda t, p, w: metrics.f1_score(t, p, average="micro", sample_weight=w, zero_division=0),
    "f1_macro": lambda t, p, w: metrics.f1_score(t, p, average="macro", sample_weight=w, zero_division=0),
    "f1_weighted": lambda t, p, w: metrics.f1_score(t, p, average="weighted", sample_weight=w, zero_division=0),
    "f1_samples": lambda t, p, w: metrics.f1_score(t, p, average="samples", sample_weight=w, zero_division=0),
    "precision_micro": lambda t, p, w: metrics.precision_score(t, p, average="micro", sample_weight=w, zero_division=0),
    "recall_macro": lambda t, p, w: metrics.recall_score(t, p, average="macro", sample_weight=w, zero_division=0),
    "subset_accuracy": lambda t, p, w: metrics.accuracy_score(t, p, sample_weight=w),
    "hamming_loss": lambda t, p, w: metrics.hamming_loss(t, p, sample_weight=w),
}


def figures(binary, path, method, *options):
    done = subprocess.run([binary, "evaluate", "-o", "json", "-m", ",".join(FIGURES), "--labels-file",
                           str(path.parent / "labels.txt"), "--interval", method, *options, str(path)],
                          capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise SystemExit(done.stderr)
    return json.loads(done.stdout)["measures"]


def data(random, n):
    truth = random.random((n, len(LABELS))) < [0.6, 0.5, 0.4, 0.3]
    flip = random.random(truth.shape) < random.choice([0.1, 0.3], size=(n, 1))
    return truth, truth ^ flip


def write(path, truth, predicted, strata=None, weights=None):
    def cell(row):
        return ";".join(label for label, there in zip(LABELS, row) if there)

    rows = [f"{i}\t{cell(t)}\t{cell(p)}" for i, (t, p) in enumerate(zip(truth, predicted))]
    head = "id\ttrue\tpred"
    if strata is not None:
        head += "\tstratum"
        rows = [f"{row}\ts{stratum}" for row, stratum in zip(rows, strata)]
    if weights is not None:
        head += "\tweight"
        rows = [f"{row}\t{weight!r}" for row, weight in zip(rows, weights.tolist())]
    path.write_text(head + "\n" + "\n".join(rows) + "\n")


def normal(value, error, low=0.0, high=1.0):
    half = stats.norm.ppf(0.975) * error
    return max(low, value - half), min(high, value + half)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--binary", required=True)
    parser.add_argument("--seeds", type=int, default=6)
    arguments = parser.parse_args()
    if metrics is None:
        print("skipped: numpy, scipy and scikit-learn are not installed")
        sys.exit(77)
    warnings.simplefilter("ignore")
    faults, looked = [], 0

    def expect(name, got, wanted, tolerance):
        nonlocal looked
        looked += 1
        if "low" not in got:
            faults.append(f"{name}: no interval")
        elif max(abs(got["low"] - wanted[0]), abs(got["high"] - wanted[1])) > tolerance:
            faults.append(f"{name}: [{got['low']}, {got['high']}], but {wanted}")

    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "data.tsv"
        (path.parent / "labels.txt").write_text("\n".join(LABELS) + "\n")
        for seed in range(arguments.seeds):
            random = numpy.random.default_rng(seed)
            truth, predicted = data(random, 50)
            write(path, truth, predicted)
            n = len(truth)

            right = int((truth == predicted).all(axis=1).sum())
            test = stats.binomtest(right, n)
            for method, theirs in [("wilson", "wilson"), ("clopper-pearson", "exact")]:
                found = test.proportion_ci(0.95, theirs)
                expect(f"seed {seed}, {method}", figures(arguments.binary, path, method)["subset_accuracy"],
                       (found.low, found.high), 1e-9)
            beta = stats.beta(right + 0.5, n - right + 0.5)
            expect(f"seed {seed}, jeffreys", figures(arguments.binary, path, "jeffreys")["subset_accuracy"],
                   (beta.ppf(0.025), beta.ppf(0.975)), 1e-9)

            delta = figures(arguments.binary, path, "delta")
            jackknife = figures(arguments.binary, path, "jackknife")
            for name, figure in FIGURES.items():
                def weighted(i, weight):
                    weights = numpy.ones(n)
                    weights[i] = weight
                    return figure(truth, predicted, weights)

                value = figure(truth, predicted, None)
                slopes = numpy.array([(weighted(i, 1.001) - weighted(i, 0.999)) / 0.002 for i in range(n)])
                expect(f"seed {seed}, delta of {name}", delta[name],
                       normal(value, numpy.sqrt((slopes**2).sum())), 1e-6)
                kept = ~numpy.eye(n, dtype=bool)
                without = numpy.array([figure(truth[k], predicted[k], None) for k in kept])
                error = numpy.sqrt((n - 1) / n * ((without - without.mean()) ** 2).sum())
                expect(f"seed {seed}, jackknife of {name}", jackknife[name], normal(value, error), 1e-9)

        # Resampling: ends of 4,000 resamples vary by less than 0.02 between seeds here.
        random = numpy.random.default_rng(99)
        truth, predicted = data(random, 120)
        write(path, truth, predicted)
        for method, theirs in [("bootstrap", "percentile"), ("basic", "basic"), ("bca", "BCa")]:
            ours = figures(arguments.binary, path, method, "--resamples", "4000")
            for name in ("f1_micro", "f1_macro", "subset_accuracy"):
                index = numpy.arange(len(truth))

                def statistic(chosen):
                    return FIGURES[name](truth[chosen], predicted[chosen], None)

                found = stats.bootstrap((index,), statistic, vectorized=False, method=theirs,
                                        n_resamples=1500, random_state=5).confidence_interval
                expect(f"{method} of {name}", ours[name], (found.low, found.high), 0.025)

        # In strata: resamples and influences within each, in numpy alone.
        strata = numpy.repeat([0, 1, 2], [60, 40, 20])
        truth[strata == 1] = predicted[strata == 1]  # one of them is easy
        write(path, truth, predicted, strata)
        ours = {method: figures(arguments.binary, path, method, "--stratum", "stratum", "--resamples", "4000")
                for method in ("bootstrap", "delta", "jackknife")}
        places = [numpy.flatnonzero(strata == s) for s in range(3)]
        for name in ("f1_micro", "f1_macro", "f1_samples", "subset_accuracy", "recall_macro"):
            figure = FIGURES[name]
            drawn = [figure(truth[c], predicted[c], None) for c in
                     (numpy.concatenate([random.choice(p, len(p)) for p in places]) for _ in range(800))]
            expect(f"stratified bootstrap of {name}", ours["bootstrap"][name],
                   numpy.percentile(drawn, [2.5, 97.5]), 0.025)
            n, value = len(truth), figure(truth, predicted, None)
            weights = numpy.ones(n)

            def slope(i):
                more, less = weights.copy(), weights.copy()
                more[i], less[i] = 1.001, 0.999
                return (figure(truth, predicted, more) - figure(truth, predicted, less)) / 0.002

            slopes = numpy.array([slope(i) for i in range(n)])
            error = numpy.sqrt(sum(((slopes[p] - slopes[p].mean()) ** 2).sum() for p in places))
            expect(f"stratified delta of {name}", ours["delta"][name], normal(value, error), 1e-6)
            kept = ~numpy.eye(n, dtype=bool)
            without = numpy.array([figure(truth[k], predicted[k], None) for k in kept])
            error = numpy.sqrt(sum((len(p) - 1) / len(p) * ((without[p] - without[p].mean()) ** 2).sum()
                                   for p in places))
            expect(f"stratified jackknife of {name}", ours["jackknife"][name], normal(value, error), 1e-9)

        # Examples with weights are drawn, left out and weighed a little more with their weights.
        truth, predicted = data(random, 60)
        n = len(truth)
        kept = ~numpy.eye(n, dtype=bool)
        strata = numpy.repeat([0, 1, 2], [30, 20, 10])
        for what, weights in [("whole", random.integers(1, 5, n).astype(float)),
                              ("binary", random.integers(1, 9, n) / 4), ("any", random.random(n) + 0.1)]:
            write(path, truth, predicted, strata, weights)
            slopes, without = {}, {}
            for name, figure in FIGURES.items():
                def nudged(i, share):
                    some = weights.copy()
                    some[i] *= 1 + share
                    return figure(truth, predicted, some)

                slopes[name] = numpy.array([(nudged(i, 1e-3) - nudged(i, -1e-3)) / 2e-3 for i in range(n)])
                without[name] = numpy.array([figure(truth[k], predicted[k], weights[k]) for k in kept])
            for places in ([numpy.arange(n)], [numpy.flatnonzero(strata == s) for s in range(3)]):
                options = ("--resamples", "4000") + (("--stratum", "stratum") if len(places) > 1 else ())
                ours = {method: figures(arguments.binary, path, method, *options)
                        for method in ("bootstrap", "delta", "jackknife")}
                for name, figure in FIGURES.items():
                    value, case = figure(truth, predicted, weights), f"of {name}, {what} weights"
                    slope, less = slopes[name], without[name]
                    error = numpy.sqrt(sum(((slope[p] - slope[p].mean()) ** 2).sum() for p in places))
                    expect(f"delta {case}", ours["delta"][name], normal(value, error), 2e-6)
                    error = numpy.sqrt(sum((len(p) - 1) / len(p) * ((less[p] - less[p].mean()) ** 2).sum()
                                           for p in places))
                    expect(f"jackknife {case}", ours["jackknife"][name], normal(value, error), 1e-8)
                    if what != "any" or name not in ("f1_micro", "f1_macro", "subset_accuracy"):
                        continue
                    drawn = [figure(truth[c], predicted[c], weights[c]) for c in
                             (numpy.concatenate([random.choice(p, len(p)) for p in places])
                              for _ in range(400))]
                    expect(f"bootstrap {case}", ours["bootstrap"][name],
                           numpy.percentile(drawn, [2.5, 97.5]), 0.05)

        # Figures of scores: the delta method against derivatives by the examples' weights.
        truth = random.random((40, 3)) < [0.5, 0.4, 0.3]
        scores = numpy.round(truth * 0.3 + random.random(truth.shape), 2)
        of_scores = {
            "roc_auc_macro": lambda w: metrics.roc_auc_score(truth, scores, average="macro", sample_weight=w),
            "roc_auc_micro": lambda w: metrics.roc_auc_score(truth, scores, average="micro", sample_weight=w),
            "average_precision_macro":
                lambda w: metrics.average_precision_score(truth, scores, average="macro", sample_weight=w),
            "average_precision_weighted":
                lambda w: metrics.average_precision_score(truth, scores, average="weighted", sample_weight=w),
        }
        gold, ranked = path.parent / "gold.tsv", path.parent / "scores.tsv"
        gold.write_text("id\tlabel\n" + "".join(
            f"{i}\t{label}\n" for i, row in enumerate(truth)
            for label in [LABELS[j] for j in range(3) if row[j]] or [""]))
        ranked.write_text("id\tlabel\tscore\n" + "".join(
            f"{i}\t{LABELS[j]}\t{scores[i, j]}\n" for i in range(40) for j in range(3)))
        done = subprocess.run([arguments.binary, "evaluate", "-o", "json", "-m", ",".join(of_scores),
                               "--interval", "delta", str(gold), str(ranked)],
                              capture_output=True, text=True, check=True)
        ours = json.loads(done.stdout)["measures"]
        for name, figure in of_scores.items():
            def moved(i, by):
                weights = numpy.ones(40)
                weights[i] += by
                return figure(weights)

            slopes = numpy.array([(moved(i, 1e-4) - moved(i, -1e-4)) / 2e-4 for i in range(40)])
            expect(f"delta of {name}", ours[name], normal(figure(None), numpy.sqrt((slopes**2).sum())), 1e-6)
    for fault in faults:
        print(fault)
    print(f"{looked} intervals, {len(faults)} differ")
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
