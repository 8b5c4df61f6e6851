#!/usr/bin/env python3
"""Runs the command line beside HEMKit on random hierarchies.

    tests/parity/test_hemkit.py --binary PATH [--hemkit PROGRAM] [--hemkit-mgia PROGRAM] [--seeds N]

HEMKit (Kosmopoulos et al. 2015) is a research program that one builds oneself; without it the test is
skipped. PROGRAM may also come from TALLYSTICK_HEMKIT and TALLYSTICK_HEMKIT_MGIA. The second one is
not shipped: it takes the same five arguments and prints what getMGIA returns, one line an example.

Ancestor sets must agree everywhere. LCA measures and MGIA depend, in HEMKit, on the numbers of the
classes; here they do not. So each example is run under several numberings: where
HEMKit always says the same, and for LCA nothing ties, tallystick must say that, too; where it does
not, MGIA must not be below any of its figures.
"""
import argparse
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile

SETS = [f"hierarchical_{x}_samples" for x in ("precision", "recall", "f1")]
LCA = ["lca_precision", "lca_recall", "lca_f1"]
SIX_DIGITS = 6e-6  # as HEMKit prints
NUMBERINGS = 8


def random_example(pick):
    """Edges (parent, child) without a cycle, and two label sets; every second one is a forest."""
    n = pick.randint(3, 14)
    most = pick.choice((1, 3))
    edges = {(pick.randint(1, child - 1), child) for child in range(2, n + 1) if pick.random() > 0.1
             for _ in range(pick.randint(1, most))}
    nodes = sorted({node for edge in edges for node in edge})
    if not nodes:
        return random_example(pick)
    sides = [sorted({pick.choice(nodes) for _ in range(pick.randint(1, 4))}) for _ in range(2)]
    return sorted(edges), sides


def parents_of(edges):
    parents = {}
    for parent, child in edges:
        parents.setdefault(child, set()).add(parent)
        parents.setdefault(parent, set())
    return {node: above or {0} for node, above in parents.items()} | {0: set()}


def steps_up(parents, node):
    """Ancestor -> edges, along shortest ways."""
    steps, ring = {node: 0}, [node]
    for one in ring:
        for above in parents[one]:
            if above not in steps:
                steps[above] = steps[one] + 1
                ring.append(above)
    return steps


def nothing_ties(edges, sides):
    """A forest in which each label of one side has one nearest label on the other."""
    parents = parents_of(edges)
    if any(len(above) > 1 for above in parents.values()):
        return False
    up = {node: steps_up(parents, node) for node in parents}
    kept = [{x for x in side if not any(x in up[y] for y in side if y != x)} for side in sides]
    for near, far in (kept, kept[::-1]):
        for x in near - far:
            lengths = sorted(min(up[x][v] + up[y][v] for v in up[x] if v in up[y]) for y in far)
            if lengths[:1] == lengths[1:2]:
                return False
    return True


class Runner:
    def __init__(self, options, folder):
        self.options, self.folder = options, folder

    def write(self, name, rows, separator=" "):
        path = self.folder / name
        path.write_text("".join(separator.join(map(str, row)) + "\n" for row in rows))
        return path

    def hemkit(self, program, edges, sides, number, max_error):
        files = [self.write("hierarchy", [[number[x] for x in edge] for edge in edges])]
        files += [self.write(name, [[number[x] for x in side]])
                  for name, side in zip(("true", "pred"), sides)]
        done = subprocess.run([program, *files, "100000", str(max_error)], capture_output=True,
                              text=True, check=True)
        return tuple(float(x) for x in done.stdout.split())

    def tallystick(self, edges, sides, max_error):
        taxonomy = self.write("edges.tsv", [("parent", "child"), *edges], "\t")
        pairs = self.write("pairs.csv", [("id", "true", "pred"),
                                         ("x", *(";".join(map(str, side)) for side in sides))], ",")
        names = [*SETS, *LCA, f"mgia:max_error={max_error}"]
        done = subprocess.run(
            [self.options.binary, "evaluate", "--convention", "hemkit", "--taxonomy", taxonomy,
             "-m", ",".join(names), "-o", "json", pairs], capture_output=True, text=True, check=False)
        if done.returncode != 0:
            sys.exit(f"tallystick failed: {done.stderr}")
        values = json.loads(done.stdout)["measures"]
        if len(values) != len(names):
            sys.exit(f"asked for {names}, got {list(values)}")
        return [one["value"] for one in values.values()]  # in the order asked for


def check(runner, seed, counts):
    pick = random.Random(seed)
    edges, sides = random_example(pick)
    max_error = pick.choice((2, 3, 5, 5, 8))
    ours = runner.tallystick(edges, sides, max_error)
    theirs, mgia = set(), set()
    for _ in range(NUMBERINGS):
        fresh = random.Random(pick.random()).sample(range(1, 60), 20)
        number = dict(enumerate(fresh, 1))
        theirs.add(runner.hemkit(runner.options.hemkit, edges, sides, number, max_error))
        if runner.options.hemkit_mgia:
            mgia.add(runner.hemkit(runner.options.hemkit_mgia, edges, sides, number, max_error)[0])
    faults = []
    line = next(iter(theirs))
    faults += [f"{name} is {a}, HEMKit has {b}" for name, a, b in zip(SETS, ours, line)
               if abs(a - b) > SIX_DIGITS]
    if len(theirs) == 1 and nothing_ties(edges, sides):
        counts["lca"] += 1
        faults += [f"{name} is {a}, HEMKit has {b}" for name, a, b in zip(LCA, ours[3:], line[3:])
                   if abs(a - b) > SIX_DIGITS]
    for value in mgia:
        counts["mgia"] += 1
        if len(mgia) == 1 and abs(ours[6] - max(value, 0)) > 1e-12 or ours[6] < value - 1e-12:
            faults.append(f"mgia is {ours[6]}, HEMKit has {sorted(mgia)}")
    for fault in faults:
        print(f"seed {seed}: {fault}; edges {edges}, true {sides[0]}, predicted {sides[1]}")
    return not faults


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--binary", required=True)
    parser.add_argument("--hemkit", default=os.environ.get("TALLYSTICK_HEMKIT"))
    parser.add_argument("--hemkit-mgia", default=os.environ.get("TALLYSTICK_HEMKIT_MGIA"))
    parser.add_argument("--seeds", type=int, default=300)
    options = parser.parse_args()
    if not options.hemkit or not pathlib.Path(options.hemkit).exists():
        print("HEMKit is not here: TALLYSTICK_HEMKIT or --hemkit names its program")
        return 77
    counts = {"lca": 0, "mgia": 0}
    with tempfile.TemporaryDirectory() as folder:
        runner = Runner(options, pathlib.Path(folder))
        right = sum(check(runner, seed, counts) for seed in range(options.seeds))
    print(f"{right} of {options.seeds} examples agree; LCA compared in {counts['lca']}, "
          f"MGIA with {counts['mgia']} figures")
    return 0 if right == options.seeds and counts["lca"] > options.seeds // 10 else 1


if __name__ == "__main__":
    sys.exit(main())
