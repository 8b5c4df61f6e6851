"""trec_eval, through its binding pytrec_eval, over true.tsv (id, label) and pred.tsv (id, label, score).

    trec_rankings.py TRUE.tsv PRED.tsv
"""

import importlib.metadata
import json
import sys
import time

START = time.process_time()

import pytrec_eval  # noqa: E402

NAMES = {"map": "lrap", "Rprec": "r_precision", "recip_rank": "reciprocal_rank", "ndcg_cut_5": "ndcg@5",
         "P_1": "precision@1", "P_5": "precision@5", "recall_5": "recall@5"}
WANTED = {"map", "Rprec", "recip_rank", "ndcg_cut.5", "P.1,5", "recall.5"}


def read(path, value):
    table = {}
    with open(path, encoding="utf-8") as file:
        for line in file:
            topic, label, *rest = line.rstrip("\n").split("\t")
            table.setdefault(topic, {})[label] = value(rest)
    return table


def main(truth, predictions):
    marks = [START, time.process_time()]
    qrels = read(truth, lambda _: 1)
    run = read(predictions, lambda rest: float(rest[0]))
    marks.append(time.process_time())
    topics = pytrec_eval.RelevanceEvaluator(qrels, WANTED).evaluate(run)
    measures = {ours: sum(row[name] for row in topics.values()) / len(qrels)
                for name, ours in NAMES.items()}
    marks.append(time.process_time())
    steps = [round(b - a, 6) for a, b in zip(marks, marks[1:])]
    print(json.dumps({
        "versions": {"pytrec_eval": importlib.metadata.version("pytrec_eval-terrier")},
        "n_examples": len(qrels), "steps": dict(zip(("import", "read", "metrics"), steps)),
        "measures": measures}))


if __name__ == "__main__":
    main(*sys.argv[1:])
