#!/usr/bin/env python3
"""Makes the benchmark workloads: seeded, synthetic, shaped like well-known data sets.

    generate.py DIRECTORY WORKLOAD...      e.g.  generate.py build/workloads w1 w3 w3:scale=0.25

    w1   10,788 examples,        90 labels, 1.24 true labels each   (like Reuters-21578)
    w2   15,539 examples,     3,956 labels, 5.3                     (like EUR-Lex)
    w3  306,782 examples,    13,330 labels, 5.04                    (like AmazonCat-13K)
    w4  742,507 examples, 2,812,281 labels, 36                      (like Amazon-3M; pairs.csv only)
    w5   10,000 examples of 67 labels over 40,000 classes in a graph (like the Gene Ontology)
    w6  5,000,000 rows of one true and one predicted code of the 436 of ISCO-08
    mesh  2,000 examples of 6 labels over 28,000 classes in a graph  (like MeSH)

':scale=X' multiplies the examples, ':labels=N' sets the number of labels; both make a workload of
their own beside the plain one. A workload that is already there in full is left alone.

Files of a workload, each example's predicted labels best first:
    pairs.csv    id,true,pred    lists joined by ';', predicted = scored 0.5 or more
    pairs.jsonl  {"id":"..","true":[..],"pred":[..]}
    true.tsv     id<TAB>label
    pred.tsv     id<TAB>label<TAB>score
    codes.tsv    id<TAB>true<TAB>pred, no header (w6 only)
    edges.tsv    parent<TAB>child (w5 and mesh; beside pairs.csv)
    hierarchy.txt, true.txt, pred.txt    the same two as lists of whole numbers, for HEMKit
    about.json   sizes and seed; written last, so its presence says that the rest is complete

Needs numpy only. Examples are drawn block by block, each block from a seed of its own: memory stays
bounded, and a smaller scale is a prefix of a larger one.
"""

import json
import pathlib
import re
import sys
from dataclasses import dataclass, replace

import numpy as np

import hierarchies

SEED = 7_260_114
BLOCK = 25_000
THRESHOLD = 500  # scores are whole thousandths until they are printed


@dataclass(frozen=True)
class Shape:
    """What a multi-label workload looks like."""

    examples: int
    labels: int
    cardinality: float  # mean true labels, before repeats are dropped
    skew: float  # label of rank r is drawn with weight (r + 2) ** -skew, r from 0
    ranked: int  # scored labels kept an example; 0: a plain classifier that scores few labels
    long_files: bool = True  # everything beside pairs.csv


SHAPES = {
    "w1": Shape(10_788, 90, 1.24, 1.1, 0),
    "w2": Shape(15_539, 3_956, 5.3, 0.9, 0),
    "w3": Shape(306_782, 13_330, 5.04, 0.9, 20),
    "w4": Shape(742_507, 2_812_281, 36.0, 0.6, 50, long_files=False),
}
CODE_ROWS = 5_000_000
SEEDS = {"w1": 1, "w2": 2, "w3": 3, "w4": 4, "w5": 5, "w6": 6, "mesh": 7}
VERSIONS = {"w5": 2, "w6": 2}  # of what is drawn; a workload of another version is made anew


class Popularity:
    """Draws labels 0..n-1 by a power law; which label is popular is itself drawn."""

    def __init__(self, n, skew, rng):
        weight = np.arange(2, n + 2, dtype=float) ** -skew
        self.up_to = np.cumsum(weight)
        self.up_to /= self.up_to[-1]
        self.of_rank = rng.permutation(n)

    def draw(self, count, rng):
        rank = np.searchsorted(self.up_to, rng.random(count), side="right")
        return self.of_rank[np.minimum(rank, len(self.of_rank) - 1)]


def first_of_each(row, label, n_labels):
    """Indices of the first occurrence of every (row, label), in the order of row, then label."""
    return np.unique(row * np.int64(n_labels) + label, return_index=True)[1]


def true_labels(shape, popularity, n, rng):
    """Rows and labels of the truth of n examples: one label or more, no repeats."""
    row = np.repeat(np.arange(n), 1 + rng.poisson(shape.cardinality - 1, n))
    label = popularity.draw(len(row), rng)
    keep = first_of_each(row, label, shape.labels)
    return row[keep], label[keep]


def scored_labels(shape, popularity, n, row, label, rng):
    """Rows, labels and scores of a classifier that finds most true labels and adds false ones."""
    found = rng.random(len(row)) < (0.97 if shape.ranked else 0.8)
    row, label = row[found], label[found]
    if shape.ranked:
        room = np.maximum(shape.ranked - np.bincount(row, minlength=n), 0)
        extra = np.ceil(1.15 * room).astype(np.int64)
    else:
        extra = rng.poisson(0.6 * shape.cardinality + 0.3, n)
    extra_row = np.repeat(np.arange(n), extra)
    extra_label = popularity.draw(len(extra_row), rng)
    good = rng.beta(4, 2, len(row))
    poor = rng.beta(1.3, 6 if shape.ranked else 2.2, len(extra_row))

    row, label = np.concatenate([row, extra_row]), np.concatenate([label, extra_label])
    score = np.rint(1000 * np.concatenate([good, poor])).astype(np.int64)
    keep = first_of_each(row, label, shape.labels)
    row, label, score = row[keep], label[keep], score[keep]
    order = np.lexsort((label, -score, row))
    row, label, score = row[order], label[order], score[order]
    if shape.ranked:
        place = np.arange(len(row)) - np.searchsorted(row, row)
        keep = place < shape.ranked
        row, label, score = row[keep], label[keep], score[keep]
    return row, label, score


class Files:
    """The open files of one workload."""

    def __init__(self, directory, names):
        self.of = {name: open(directory / name, "w", encoding="ascii") for name in names}

    def write(self, name, lines):
        self.of[name].write("".join(lines))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for file in self.of.values():
            file.close()


def split(values, row, n):
    """The values of each of n rows, as a list of lists."""
    end = np.searchsorted(row, np.arange(n), side="right").tolist()
    return [values[a:b] for a, b in zip([0, *end], end)]


def write_block(files, first, n, names, truth, scored, long_files):
    row, label = truth
    texts = [names[i] for i in label.tolist()]
    ids = [f"d{first + i:07d}" for i in range(n)]
    true_of = split(texts, row, n)
    s_row, s_label, score = scored
    s_texts = [names[i] for i in s_label.tolist()]
    hard = score >= THRESHOLD
    chosen = [t for t, h in zip(s_texts, hard.tolist()) if h]
    pred_of = split(chosen, s_row[hard], n)

    files.write("pairs.csv", [f"{i},{';'.join(t)},{';'.join(p)}\n"
                              for i, t, p in zip(ids, true_of, pred_of)])
    if not long_files:
        return

    def array(labels):
        return "[" + ",".join([f'"{x}"' for x in labels]) + "]"

    files.write("pairs.jsonl", [f'{{"id":"{i}","true":{array(t)},"pred":{array(p)}}}\n'
                                for i, t, p in zip(ids, true_of, pred_of)])
    files.write("true.tsv", [f"{ids[r]}\t{t}\n" for r, t in zip(row.tolist(), texts)])
    files.write("pred.tsv", [f"{ids[r]}\t{t}\t{s / 1000:.3f}\n"
                             for r, t, s in zip(s_row.tolist(), s_texts, score.tolist())])


def make_sets(directory, shape, seed):
    rng = np.random.default_rng([SEED, seed])
    popularity = Popularity(shape.labels, shape.skew, rng)
    names = [f"L{i}" for i in range(shape.labels)]
    about = {"examples": shape.examples, "labels": shape.labels,
             "true": 0, "predicted": 0, "scored": 0}
    outputs = ["pairs.csv"] + (["pairs.jsonl", "true.tsv", "pred.tsv"] if shape.long_files else [])
    with Files(directory, outputs) as files:
        files.write("pairs.csv", ["id,true,pred\n"])
        for first in range(0, shape.examples, BLOCK):
            # A block is always drawn whole, then cut: that makes small scales prefixes.
            rng = np.random.default_rng([SEED, seed, 1 + first // BLOCK])
            truth = true_labels(shape, popularity, BLOCK, rng)
            scored = scored_labels(shape, popularity, BLOCK, *truth, rng)
            n = min(BLOCK, shape.examples - first)
            truth = [x[truth[0] < n] for x in truth]
            scored = [x[scored[0] < n] for x in scored]
            about["true"] += len(truth[0])
            about["scored"] += len(scored[0])
            about["predicted"] += int((scored[2] >= THRESHOLD).sum())
            write_block(files, first, n, names, truth, scored, shape.long_files)
    return about


def unit_groups():
    """The 436 four-digit codes of ISCO-08, from the table that is built into the program."""
    table = pathlib.Path(__file__).resolve().parent.parent / "src/readers/isco08.cpp"
    return sorted(re.findall(r"^(\d{4})\t", table.read_text(encoding="utf-8"), re.M))


def make_codes(directory, rows, seed):
    """Four-digit codes; a third of the predictions are wrong, most of these by a near code."""
    rng = np.random.default_rng([SEED, seed])
    names = unit_groups()
    n_codes = len(names)
    popularity = Popularity(n_codes, 0.7, rng)
    block = 10 * BLOCK
    with Files(directory, ["codes.tsv"]) as files:
        for first in range(0, rows, block):
            rng = np.random.default_rng([SEED, seed, 1 + first // block])
            truth, far = popularity.draw(block, rng), popularity.draw(block, rng)
            near = np.clip(truth + rng.integers(-4, 5, block), 0, n_codes - 1)
            wrong, is_near = rng.random(block) < 0.35, rng.random(block) < 0.6
            pred = np.where(wrong, np.where(is_near, near, far), truth)
            n = min(block, rows - first)
            pairs = zip(truth[:n].tolist(), pred[:n].tolist())
            files.write("codes.tsv", [f"r{i:07d}\t{names[t]}\t{names[p]}\n"
                                      for i, (t, p) in enumerate(pairs, first)])
    return {"examples": rows, "labels": n_codes, "true": rows, "predicted": rows}


def make(root, spec):
    """Makes one workload, unless it is there; returns its directory."""
    name, *changes = spec.split(":")
    changes = dict(change.split("=", 1) for change in changes)
    allowed = {"scale", "labels"} if name in SHAPES else {"scale"} if name == "w6" else set()
    if name not in SEEDS or not changes.keys() <= allowed:
        sys.exit(f"generate.py: no workload '{spec}'; workloads: {', '.join(SEEDS)}; "
                 "w1 to w4 and w6 take ':scale=X', w1 to w4 ':labels=N'")
    directory = pathlib.Path(root) / spec.replace(":", "-").replace("=", "")
    about_file = directory / "about.json"
    version = VERSIONS.get(name, 1)
    if about_file.exists() and json.loads(about_file.read_text()).get("version", 1) == version:
        return directory
    directory.mkdir(parents=True, exist_ok=True)
    scale, seed = float(changes.get("scale", 1)), SEEDS[name]
    if name == "w6":
        about = make_codes(directory, max(1, round(CODE_ROWS * scale)), seed)
    elif name in SHAPES:
        shape = SHAPES[name]
        shape = replace(shape, examples=max(1, round(shape.examples * scale)),
                        labels=int(changes.get("labels", shape.labels)))
        about = make_sets(directory, shape, seed)
    else:
        about = hierarchies.make(directory, name, np.random.default_rng([SEED, seed]))
    about = {"workload": spec, "version": version, "seed": SEED, "numpy": np.__version__, **about}
    about_file.write_text(json.dumps(about) + "\n")
    return directory


def main(arguments):
    if len(arguments) < 2 or arguments[0] in ("-h", "--help"):
        sys.exit(__doc__)
    for spec in arguments[1:]:
        print(make(arguments[0], spec))


if __name__ == "__main__":
    main(sys.argv[1:])
