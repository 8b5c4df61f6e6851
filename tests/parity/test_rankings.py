#!/usr/bin/env python3
"""Runs the command line beside scikit-learn and trec_eval on generated rankings.

    tests/parity/test_rankings.py --binary PATH [--seeds N] [--seed N]

Scores are dense and full of ties for scikit-learn; runs are ragged, with grades, judged labels and
topics that one file lacks for trec_eval, through its binding pytrec_eval. Each part is left out
where its peer is not installed.
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
    from sklearn import metrics
except ImportError:
    metrics = None
try:
    import pytrec_eval
except ImportError:
    pytrec_eval = None

TOLERANCE = 1e-12


def run(binary, arguments):
    done = subprocess.run([binary, "evaluate", *arguments, "-o", "json"], capture_output=True, text=True,
                          check=False)
    if done.returncode != 0:
        raise SystemExit(f"{' '.join(arguments)}\n{done.stderr}")
    return {name: entry["value"] for name, entry in json.loads(done.stdout)["measures"].items()}


def differs(ours, theirs, tolerance=TOLERANCE):
    return not math.isclose(ours, theirs, rel_tol=tolerance, abs_tol=tolerance)


def against_sklearn(binary, seed, folder):
    pick = random.Random(seed)
    n_rows, n_labels = pick.randint(1, 12), pick.randint(2, 7)
    levels = pick.choice([2, 3, 5, 1000])
    truth = numpy.array([[pick.random() < 0.35 for _ in range(n_labels)] for _ in range(n_rows)], dtype=int)
    scores = numpy.array([[pick.randrange(levels) / levels for _ in range(n_labels)] for _ in range(n_rows)])
    weights = [pick.randint(1, 4) for _ in range(n_rows)] if pick.random() < 0.4 else None
    names = [f"l{i}" for i in range(n_labels)]
    lines = ["id\tlabels\tweight" if weights else "id\tlabels"]
    for i in range(n_rows):
        row = ";".join(names[j] for j in range(n_labels) if truth[i, j])
        lines.append(f"r{i}\t{row}" + (f"\t{weights[i]}" if weights else ""))
    (folder / "truth.tsv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    lines = ["id\tlabel\tscore"]
    for i in range(n_rows):
        for j in pick.sample(range(n_labels), n_labels):
            lines.append(f"r{i}\t{names[j]}\t{float(scores[i, j])!r}")
    (folder / "scores.tsv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    ks = sorted({1, 2, n_labels})
    ours = run(binary, [str(folder / "truth.tsv"), str(folder / "scores.tsv"), "-m",
                        "lrap,coverage_error,ranking_loss,ndcg,dcg," +
                        ",".join(f"ndcg@{k},dcg@{k}" for k in ks)])
    theirs = {
        "lrap": metrics.label_ranking_average_precision_score(truth, scores, sample_weight=weights),
        "coverage_error": metrics.coverage_error(truth, scores, sample_weight=weights),
        "ranking_loss": metrics.label_ranking_loss(truth, scores, sample_weight=weights),
        "ndcg": metrics.ndcg_score(truth, scores, sample_weight=weights),
        "dcg": metrics.dcg_score(truth, scores, sample_weight=weights),
    }
    for k in ks:
        theirs[f"ndcg@{k}"] = metrics.ndcg_score(truth, scores, k=k, sample_weight=weights)
        theirs[f"dcg@{k}"] = metrics.dcg_score(truth, scores, k=k, sample_weight=weights)
    return [f"seed {seed}: {name}: {ours[name]!r}, scikit-learn {float(theirs[name])!r}"
            for name in theirs if differs(ours[name], theirs[name])]


# trec_eval's name, ours, and the tolerance of the digits it keeps.
TREC = {
    "map": "lrap",
    "Rprec": "r_precision",
    "recip_rank": "reciprocal_rank",
    "bpref": "bpref",
    "ndcg": "ndcg",
    "ndcg_cut_5": "ndcg@5",
    "P_1": "precision@1", "P_5": "precision@5", "P_10": "precision@10",
    "recall_5": "recall@5",
    "success_1": "hit@1", "success_5": "hit@5",
}
TREC_GROUPS = {"map", "Rprec", "recip_rank", "bpref", "ndcg", "ndcg_cut.5", "P.1,5,10", "recall.5",
               "success.1,5"}


def against_trec(binary, seed, folder):
    pick = random.Random(seed)
    topics = [f"q{i}" for i in range(pick.randint(1, 8))]
    docs = [f"d{i}" for i in range(pick.randint(3, 30))]
    qrels, results = {}, {}
    for topic in topics:
        qrels[topic] = {doc: pick.choice([0, 0, 1, 1, 2, 3])
                        for doc in pick.sample(docs, pick.randint(1, len(docs)))}
        results[topic] = {doc: pick.randrange(6) / 4 for doc in pick.sample(docs, pick.randint(1, len(docs)))}
    lines = [f"{t} 0 {d} {r}" for t, row in qrels.items() for d, r in row.items()]
    pick.shuffle(lines)
    (folder / "a.qrels").write_text("\n".join(lines) + "\n", encoding="utf-8")
    lines = [f"{t} Q0 {d} 0 {s} us" for t, row in results.items() for d, s in row.items()]
    pick.shuffle(lines)
    (folder / "a.run").write_text("\n".join(lines) + "\n", encoding="utf-8")
    ours = run(binary, [str(folder / "a.qrels"), str(folder / "a.run"), "--format", "trec", "--convention",
                        "trec", "-m", ",".join(TREC.values())])
    per_topic = pytrec_eval.RelevanceEvaluator(qrels, TREC_GROUPS).evaluate(results)
    out = []
    for name, our_name in TREC.items():
        theirs = sum(row[name] for row in per_topic.values()) / len(topics)
        if differs(ours[our_name], theirs):
            out.append(f"seed {seed}: {our_name}: {ours[our_name]!r}, trec_eval {name} {theirs!r}")
    return out


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--binary", required=True)
    parser.add_argument("--seeds", type=int, default=60)
    parser.add_argument("--seed", type=int)
    given = parser.parse_args()
    parts = [part for part, peer in ((against_sklearn, metrics), (against_trec, pytrec_eval)) if peer]
    if not parts:
        print("neither scikit-learn nor pytrec_eval is installed: tools/setup.sh test makes build/venv")
        return 77
    seeds = [given.seed] if given.seed is not None else range(given.seeds)
    faults = []
    with tempfile.TemporaryDirectory() as folder:
        for part in parts:
            for seed in seeds:
                faults += part(given.binary, seed, pathlib.Path(folder))
    print("\n".join(faults) or f"{len(parts) * len(seeds)} data sets agree")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
