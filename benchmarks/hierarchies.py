"""Hierarchies with several parents a class, and label sets over them, for generate.py.

A hierarchy is a list `parents`: of each node, the numbers of its parents, smaller than its own.
Nodes come level by level. Each node below the top has one parent on the level above; some have more
on any level above, mostly leaves, as in real thesauri: so ways to the top stay few.
"""

from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class Form:
    """What a workload over a hierarchy looks like."""

    levels: tuple  # relative sizes, from the top
    nodes: int
    several: int  # nodes with several parents
    several_inside: float  # weight of an inner node beside a leaf's 1 when these are drawn
    documents: int
    labels: int  # true labels of each
    prefix: str  # of codes


FORMS = {
    # Medical Subject Headings: 16 categories, 28 thousand descriptors, about two places each.
    "mesh": Form((16, 120, 1700, 4800, 6800, 6200, 4200, 2400, 1100, 450, 160, 54), 28_000, 8_000,
                 0.25, 2_000, 6, "D"),
    # Gene Ontology: three namespaces, 40 thousand terms, half of them with several parents.
    "w5": Form((3, 60, 700, 2600, 5200, 7400, 8000, 6600, 4600, 2600, 1300, 600, 250, 87), 40_000,
               20_000, 0.6, 10_000, 67, "T"),
}


def level_sizes(form):
    sizes = np.maximum(np.rint(np.array(form.levels) * form.nodes / sum(form.levels)), 1)
    sizes = sizes.astype(int)
    sizes[0] = form.levels[0]
    sizes[len(sizes) // 2] += form.nodes - sizes.sum()
    return sizes.tolist()


def make_parents(form, rng):
    sizes = level_sizes(form)
    begin = np.concatenate([[0], np.cumsum(sizes)]).tolist()
    parents = [[] for _ in range(form.nodes)]
    for depth in range(1, len(sizes)):
        weight = np.arange(2, sizes[depth - 1] + 2, dtype=float) ** -0.6
        above = rng.permutation(np.arange(begin[depth - 1], begin[depth]))
        drawn = rng.choice(above, sizes[depth], p=weight / weight.sum())
        if depth == 1:
            drawn[:len(above)] = above  # no top is alone
        for node, parent in zip(range(begin[depth], begin[depth + 1]), drawn.tolist()):
            parents[node].append(parent)
    inner = np.zeros(form.nodes, bool)
    inner[[p for of_node in parents for p in of_node]] = True
    weight = np.where(inner, form.several_inside, 1.0)
    weight[:begin[2]] = 0  # another parent of theirs would be a top
    chosen = rng.choice(form.nodes, form.several, replace=False, p=weight / weight.sum())
    depth_of = np.repeat(np.arange(len(sizes)), sizes)
    for node in sorted(chosen.tolist()):
        known = set(parents[node])
        wanted = len(known) + int(rng.geometric(0.75))
        while len(known) < wanted:
            known.add(int(rng.integers(begin[1], begin[depth_of[node]])))
        parents[node] = sorted(known)
    return parents


def n_ways(parents):
    """Of each node, the ways up to a top."""
    ways = [0] * len(parents)
    for node, above in enumerate(parents):
        ways[node] = sum(ways[p] for p in above) or 1
    return ways


def label_sets(form, parents, rng):
    """True and predicted labels of each document: half of the true ones are found; of the others,
    many are predicted too high up or nearby."""
    n = len(parents)
    children = [[] for _ in range(n)]
    for node, above in enumerate(parents):
        for parent in above:
            children[parent].append(node)
    popular = rng.permutation(np.arange(form.levels[0], n))
    weight = np.arange(2, len(popular) + 2, dtype=float) ** -0.5
    weight /= weight.sum()

    def near(node):
        parent = parents[node][rng.integers(len(parents[node]))]
        kind = rng.random()
        if kind < 0.4 and parents[parent]:
            return parent
        siblings = children[parent] if kind < 0.8 or not children[node] else children[node]
        return siblings[rng.integers(len(siblings))]

    drawn = rng.choice(popular, form.documents * form.labels * 3, p=weight)
    at = 0
    for _ in range(form.documents):
        truth = []
        while len(truth) < form.labels:
            node = int(drawn[at % len(drawn)])
            at += 1
            if node not in truth:
                truth.append(node)
        predicted = set()
        for node in truth:
            kind = rng.random()
            if kind < 0.5:
                predicted.add(node)
            elif kind < 0.85:
                predicted.add(near(node))
            else:
                predicted.add(int(popular[rng.integers(len(popular))]))
        yield truth, sorted(predicted)


def scored(predicted, n_labels, rng, n_scored=200):
    """The predicted labels at half and more, and others below, in three decimals, best first."""
    others = [x for x in rng.choice(n_labels, n_scored, replace=False).tolist() if x not in predicted]
    chosen = [*predicted, *others[:max(0, n_scored - len(predicted))]]
    high = rng.integers(500, 1000, len(predicted))
    low = rng.integers(1, 500, len(chosen) - len(predicted))
    scores = [*high.tolist(), *low.tolist()]
    return sorted(((x, f"{s / 1000:.3f}") for x, s in zip(chosen, scores)), key=lambda pair: pair[1],
                  reverse=True)


def make(directory, name, rng):
    """Writes edges.tsv, pairs.csv, and the same as whole numbers: hierarchy.txt, true.txt,
    pred.txt; of w5 also true.tsv and pred.tsv, with scores. Returns the sizes."""
    form = FORMS[name]
    parents = make_parents(form, rng)

    def write(file, lines):
        (directory / file).write_text("".join(lines), encoding="ascii")

    code = [f"{form.prefix}{i + 1:06d}" for i in range(len(parents))]
    edges = [(p, c) for c, above in enumerate(parents) for p in above]
    edges = [edges[i] for i in rng.permutation(len(edges))]
    write("edges.tsv", ["parent\tchild\n", *(f"{code[p]}\t{code[c]}\n" for p, c in edges)])
    write("hierarchy.txt", [f"{p + 1} {c + 1}\n" for p, c in edges])
    sets = list(label_sets(form, parents, rng))
    write("pairs.csv", ["id,true,pred\n", *(
        f"d{i:05d},{';'.join(code[x] for x in t)},{';'.join(code[x] for x in p)}\n"
        for i, (t, p) in enumerate(sets))])
    for file, side in (("true.txt", 0), ("pred.txt", 1)):
        write(file, [" ".join(str(x + 1) for x in pair[side]) + "\n" for pair in sets])
    if name == "w5":
        write("true.tsv", [f"d{i:05d}\t{code[x]}\n" for i, (t, _) in enumerate(sets) for x in t])
        write("pred.tsv", [f"d{i:05d}\t{code[x]}\t{s}\n"
                           for i, (_, p) in enumerate(sets) for x, s in scored(p, len(code), rng)])
    ways = n_ways(parents)
    return {"examples": len(sets), "labels": len(parents), "edges": len(edges),
            "several_parents": sum(len(above) > 1 for above in parents),
            "mean_ways_up": sum(ways) / len(ways), "most_ways_up": max(ways),
            "true": sum(len(t) for t, _ in sets), "predicted": sum(len(p) for _, p in sets)}
