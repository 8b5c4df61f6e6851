#!/usr/bin/env python3
"""How often intervals hold the truth: simulated, as a Markdown table.

    benchmarks/coverage.py --binary PROGRAM [--data-sets 500] [--out FILE]

Examples are drawn from a model whose measures are known (from a million examples). Each method makes
its 95 % intervals of many small data sets; the table says how many hold the model's value.
"""
import argparse
import json
import pathlib
import subprocess
import tempfile
from concurrent.futures import ThreadPoolExecutor

import numpy

N_LABELS = 12
MEASURES = ["precision_micro", "f1_micro", "f1_samples", "subset_accuracy", "f1_macro",
            "f1_weighted"]
METHODS = ["wilson", "clopper-pearson", "agresti-coull", "jeffreys", "delta", "jackknife",
           "bootstrap", "basic", "bca"]
SIZES = [30, 100, 1000]


def examples(random, n):
    """True and predicted labels, n x N_LABELS each: labels of one example go together."""
    frequency = 0.5 / numpy.arange(1, N_LABELS + 1) ** 0.9
    ease = random.normal(size=(n, 1))  # of an example: its labels are right or wrong together
    topic = random.normal(size=(n, 1))
    logit = numpy.log(frequency / (1 - frequency))
    truth = random.random((n, N_LABELS)) < 1 / (1 + numpy.exp(-(logit + topic)))
    kept = random.random((n, N_LABELS)) < 1 / (1 + numpy.exp(-(1.2 + ease)))
    added = random.random((n, N_LABELS)) < 0.08 / (1 + numpy.exp(2 * ease))
    return truth, (truth & kept) | (~truth & added)


def text(truth, predicted):
    def cell(row):
        return ";".join(f"L{i:02d}" for i in numpy.flatnonzero(row))

    rows = (f"{i}\t{cell(t)}\t{cell(p)}" for i, (t, p) in enumerate(zip(truth, predicted)))
    return "id\ttrue\tpred\n" + "\n".join(rows) + "\n"


def figures(binary, path, labels, *options):
    command = [binary, "evaluate", "-o", "json", "-m", ",".join(MEASURES), "--labels-file", labels,
               *options, str(path)]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    return json.loads(done.stdout)["measures"]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--binary", required=True)
    parser.add_argument("--data-sets", type=int, default=500)
    parser.add_argument("--resamples", type=int, default=1000)
    parser.add_argument("--out")
    arguments = parser.parse_args()
    lines = ["| examples | method | " + " | ".join(MEASURES) + " |",
             "|---|---|" + "---|" * len(MEASURES)]
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        labels = folder / "labels.txt"
        labels.write_text("".join(f"L{i:02d}\n" for i in range(N_LABELS)))
        whole = folder / "whole.tsv"
        whole.write_text(text(*examples(numpy.random.default_rng(1), 1_000_000)))
        known = {name: figure["value"]
                 for name, figure in figures(arguments.binary, whole, labels).items()}
        for size in SIZES:
            for i in range(arguments.data_sets):
                random = numpy.random.default_rng([size, i])
                (folder / f"{size}-{i}.tsv").write_text(text(*examples(random, size)))
            for method in METHODS:
                def held(i):
                    found = figures(arguments.binary, folder / f"{size}-{i}.tsv", labels,
                                    "--interval", method, "--seed", str(i),
                                    "--resamples", str(arguments.resamples), "--threads", "1")
                    return {name: found[name]["low"] <= known[name] <= found[name]["high"]
                            for name in MEASURES if "low" in found[name]}

                with ThreadPoolExecutor(2) as pool:
                    results = list(pool.map(held, range(arguments.data_sets)))
                cells = []
                for name in MEASURES:
                    hits = [result[name] for result in results if name in result]
                    cells.append(f"{100 * sum(hits) / len(hits):.1f}" if hits else "")
                lines.append(f"| {size} | {method} | " + " | ".join(cells) + " |")
    table = "\n".join(lines) + "\n"
    if arguments.out:
        pathlib.Path(arguments.out).write_text(table)
    print(table, end="")


if __name__ == "__main__":
    main()
