#!/usr/bin/env python3
"""Runs 'tallystick compare' beside scipy and scikit-learn: exact tests to the last digits, resampling
within the spread that so many draws leave.

    tests/parity/test_compare.py --binary PATH [--seeds N] [--seed N]
"""
import argparse
import json
import math
import pathlib
import random
import subprocess
import sys
import tempfile

try:
    import numpy
    from scipy import stats
    from sklearn import metrics
except ImportError:
    stats = None

LABELS = "abcdef"
MEASURES = "f1_micro,f1_macro,f1_samples,hamming_loss,subset_accuracy"


def generate(pick, rows, systems, groups):
    truth = [[int(pick.random() < 0.3) for _ in LABELS] for _ in range(rows)]
    noise = [pick.choice([0.05, 0.1, 0.2]) for _ in range(systems)]
    predicted = [[[cell ^ int(pick.random() < share) for cell in row] for row in truth] for share in noise]
    return truth, predicted, [f"g{pick.randrange(groups)}" for _ in range(rows)]


def write(path, rows, groups=None, weights=None):
    lines = ["id,labels" + (",part" if groups else "") + (",weight" if weights else "")]
    for i, row in enumerate(rows):
        labels = ";".join(label for label, cell in zip(LABELS, row) if cell)
        lines.append(f"{i:04d},{labels}" + (f",{groups[i]}" if groups else "") +
                     (f",{weights[i]}" if weights else ""))
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def compare(binary, folder, systems, *options):
    paths = [str(folder / "truth.csv")] + [str(folder / f"s{i}.csv") for i in range(systems)]
    done = subprocess.run([binary, "compare", "-o", "json", *options, *paths], capture_output=True, text=True,
                          check=False)
    if done.returncode != 0:
        raise SystemExit(f"{options}\n{done.stderr}")
    return json.loads(done.stdout)


def figures(truth, predicted, weights=None):
    truth, predicted = numpy.array(truth), numpy.array(predicted)
    seen = (truth | predicted).any(axis=0)  # the labels that 'seen' is about
    score = lambda average: metrics.f1_score(truth[:, seen], predicted[:, seen], average=average, zero_division=0,
                                             sample_weight=weights)
    return {"f1_micro": score("micro"), "f1_macro": score("macro"), "f1_samples": score("samples"),
            "hamming_loss": metrics.hamming_loss(truth[:, seen], predicted[:, seen], sample_weight=weights),
            "subset_accuracy": metrics.accuracy_score(truth, predicted, sample_weight=weights)}


class Checker:
    def __init__(self):
        self.checks, self.faults = 0, []

    def near(self, what, ours, theirs, tolerance):
        self.checks += 1
        if not math.isclose(ours, theirs, rel_tol=tolerance, abs_tol=tolerance):
            self.faults.append(f"{what}: {ours!r}, expected {theirs!r} within {tolerance}")


def check_exact(binary, folder, pick, checker, seed, weighted=False):
    rows = 7  # 2^7 patterns: all are looked at, here and there
    truth, predicted, _ = generate(pick, rows, 2, 1)
    weights = [pick.choice([0.25, 0.5, 1, 2, 3]) for _ in range(rows)] if weighted else None
    write(folder / "truth.csv", truth, weights=weights)
    for i in range(2):
        write(folder / f"s{i}.csv", predicted[i])
    found = compare(binary, folder, 2, "-m", MEASURES, "--test", "randomisation", "--adjust", "none",
                    "--resamples", "3000")
    of = [figures(truth, one, weights) for one in predicted]
    for one in found["comparisons"]:
        name = one["measure"]
        what = f"seed {seed}, {name}{', weighted' if weighted else ''}"
        checker.near(what, one["difference"], of[1][name] - of[0][name], 1e-12)
        observed, extreme = abs(of[1][name] - of[0][name]), 0
        for pattern in range(2 ** rows):
            sides = [[], []]
            for i in range(rows):
                swap = pattern >> i & 1
                sides[0].append(predicted[swap][i])
                sides[1].append(predicted[1 - swap][i])
            difference = figures(truth, sides[1], weights)[name] - figures(truth, sides[0], weights)[name]
            extreme += abs(difference) >= observed - 1e-12
        checker.near(what + " p", one["p_value"], extreme / 2 ** rows, 1e-12)
    if weighted:
        return
    # scipy's paired test by swapping, of means of differences: subset accuracy is one.
    right = [numpy.array([float(t == p) for t, p in zip(truth, one)]) for one in predicted]
    theirs = stats.permutation_test(right, lambda x, y: numpy.mean(y - x), permutation_type="samples",
                                    n_resamples=numpy.inf)
    ours = next(one for one in found["comparisons"] if one["measure"] == "subset_accuracy")
    checker.near(f"seed {seed}, permutation_test", ours["p_value"], theirs.pvalue, 1e-12)


def check_tests(binary, folder, pick, checker, seed):
    truth, predicted, groups = generate(pick, 150, 3, 6)
    write(folder / "truth.csv", truth, groups)
    for i in range(3):
        write(folder / f"s{i}.csv", predicted[i])
    found = compare(binary, folder, 3, "-m", "subset_accuracy", "--pairs", "all", "--by", "part")
    right = [numpy.array([t == p for t, p in zip(truth, one)]) for one in predicted]
    p_values = []
    for one in found["comparisons"]:
        a, b = (int(one[side][-5]) for side in "ab")
        only_a, only_b = int((right[a] & ~right[b]).sum()), int((right[b] & ~right[a]).sum())
        exact = stats.binomtest(only_a, only_a + only_b).pvalue if only_a + only_b else 1.0
        checker.near(f"seed {seed}, McNemar {only_a} {only_b}", one["p_value"], exact, 1e-12)
        p_values.append(exact)
    ordered = sorted(p_values)
    for one, p in zip(found["comparisons"], p_values):
        holm = max(min(1, (len(ordered) - i) * q) for i, q in enumerate(ordered) if q <= p)
        checker.near(f"seed {seed}, Holm", one["p_adjusted"], holm, 1e-12)
    found = compare(binary, folder, 3, "-m", "subset_accuracy", "--pairs", "all", "--adjust", "bh")
    for one, theirs in zip(found["comparisons"], stats.false_discovery_control(p_values)):
        checker.near(f"seed {seed}, Benjamini-Hochberg", one["p_adjusted"], theirs, 1e-12)

    found = compare(binary, folder, 3, "-m", "f1_samples", "--by", "part")
    names = sorted(set(groups))
    values = [[figures([t for t, g in zip(truth, groups) if g == name],
                       [p for p, g in zip(one, groups) if g == name])["f1_samples"] for name in names]
              for one in predicted]
    theirs = stats.friedmanchisquare(*values)
    ours = found["ranks"][0]
    checker.near(f"seed {seed}, Friedman", ours["chi_square"], theirs.statistic, 1e-10)
    checker.near(f"seed {seed}, Friedman p", ours["p_chi_square"], theirs.pvalue, 1e-10)
    distance = stats.studentized_range.isf(0.05, 3, 1e9) / math.sqrt(2) * math.sqrt(3 * 4 / (6 * len(names)))
    checker.near(f"seed {seed}, Nemenyi", ours["critical_difference"], distance, 1e-4)


def check_intervals(binary, folder, pick, checker, seed, weighted=False):
    truth, predicted, _ = generate(pick, 120, 2, 1)
    weights = [pick.random() + 0.1 for _ in truth] if weighted else None
    write(folder / "truth.csv", truth, weights=weights)
    for i in range(2):
        write(folder / f"s{i}.csv", predicted[i])
    found = compare(binary, folder, 2, "-m", MEASURES, "--resamples", "4000", "--test", "randomisation")
    generator, draws = numpy.random.default_rng(seed), 600
    differences = {name: [] for name in MEASURES.split(",")}
    for _ in range(draws):
        drawn = generator.integers(0, len(truth), len(truth))
        of = [figures([truth[i] for i in drawn], [one[i] for i in drawn],
                      [weights[i] for i in drawn] if weighted else None) for one in predicted]
        for name, values in differences.items():
            values.append(of[1][name] - of[0][name])
    for one in found["comparisons"]:
        values = numpy.array(differences[one["measure"]])
        spread = values.std()
        # An end of 600 draws has an error of about 0.11 spreads, one of 4000 of 0.04.
        for end, share in (("low", 0.025), ("high", 0.975)):
            checker.near(f"seed {seed}, {one['measure']} {end}", one[end] / spread,
                         numpy.quantile(values, share) / spread, 0.6)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--binary", required=True)
    parser.add_argument("--seeds", type=int, default=2)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    if stats is None:
        print("scipy and scikit-learn are not installed: skipped")
        return 77
    checker = Checker()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for seed in range(options.seed, options.seed + options.seeds):
            pick = random.Random(seed)
            check_tests(options.binary, folder, pick, checker, seed)
            check_exact(options.binary, folder, pick, checker, seed)
            check_intervals(options.binary, folder, pick, checker, seed)
            check_exact(options.binary, folder, pick, checker, seed, weighted=True)
            check_intervals(options.binary, folder, pick, checker, seed, weighted=True)
    for fault in checker.faults[:20]:
        print(fault)
    print(f"compare: {checker.checks} figures, {len(checker.faults)} differ")
    return 1 if checker.faults else 0


if __name__ == "__main__":
    sys.exit(main())
