#!/usr/bin/env python3
"""Runs the command line beside CAFA-evaluator on random ontologies.

    tests/parity/test_cafaeval.py --binary PATH [--seeds N]

CAFA-evaluator (pip install cafaeval) is looked for in this interpreter; without it the test is
skipped. Every row of evaluation_all.tsv is compared, and the best rows with all their digits. Its
thresholds are running sums of a binary step, some of which lie above the decimal that they stand
for: a score that is written as this decimal is then passed over. Here it is not, so where scores
stand on the grid those thresholds are left out.
"""
import argparse
import json
import logging
import pathlib
import random
import subprocess
import sys
import tempfile

NAMES = {"f": "fmax", "f_w": "fmax_weighted", "s": "smin", "f_micro": "fmax_micro",
         "f_micro_w": "fmax_micro_weighted"}


def random_ontology(pick):
    """Terms as (id, namespace, is_a, part_of, alt_ids); parents come first, some in another namespace."""
    spaces = ["process", "function", "component"][:pick.randint(1, 3)]
    terms = []
    for i in range(pick.randint(3, 25)):
        space = pick.choice(spaces)
        above = [t[0] for t in terms if t[1] == space or pick.random() < 0.1]
        parents = sorted(set(pick.choices(above, k=pick.randint(0, 3)))) if above else []
        cut = pick.randint(0, len(parents))
        terms.append((f"T:{i}", space, parents[:cut], parents[cut:],
                      [f"OLD:{i}"] if pick.random() < 0.2 else []))
    return terms


def write_ontology(path, terms):
    with open(path, "w", encoding="utf-8") as out:
        out.write("format-version: 1.2\n")
        for term, space, is_a, part_of, alternatives in terms:
            out.write(f"\n[Term]\nid: {term}\nname: {term}\nnamespace: {space}\n")
            out.writelines(f"alt_id: {other}\n" for other in alternatives)
            out.writelines(f"is_a: {parent} ! x\n" for parent in is_a)
            out.writelines(f"relationship: part_of {parent} ! x\n" for parent in part_of)


def random_case(pick, folder, on_grid, no_orphans):
    terms = random_ontology(pick)
    codes = [t[0] for t in terms] + [a for t in terms for a in t[4]] + ["T:unknown"]
    write_ontology(folder / "go.obo", terms)
    targets = [f"p{i}" for i in range(pick.randint(1, 8))]
    with open(folder / "truth.tsv", "w", encoding="utf-8") as out:
        for target in targets:
            for code in sorted(set(pick.choices(codes, k=pick.randint(1, 3)))):
                out.write(f"{target}\t{code}\n")
    (folder / "predictions").mkdir()
    with open(folder / "predictions" / "m.tsv", "w", encoding="utf-8") as out:
        for target in targets + ["elsewhere"]:
            for code in sorted(set(pick.choices(codes, k=pick.randint(0, 6)))):
                score = pick.randint(1, 100) / 100 if on_grid else pick.randint(0, 99) / 100 + 0.005
                out.write(f"{target}\t{code}\t{score:.3f}\n")
    with open(folder / "ia.tsv", "w", encoding="utf-8") as out:
        for term in terms:
            # Without orphans their weights still count there, at some thresholds: as usual they are 0.
            above = [t for t in terms if t[0] in term[2] + term[3] and t[1] == term[1]]
            bits = pick.choice([0, 0.5, 1.25, 2.7, 3.1]) if above or not no_orphans else 0
            out.write(f"{term[0]}\t{bits}\n")


def run_ours(binary, folder, rule, weighted):
    measures = []
    for metric, name in NAMES.items():
        if metric.endswith("_w") and not weighted:
            continue
        params = [f"propagation={rule['prop']}"]
        if "micro" not in metric:
            params.append(f"normalization={rule['norm']}")
        if rule["no_orphans"] and not metric.endswith("_w"):
            params.append("orphans=out")
        measures.append(f"{name}:{','.join(params)}")
    command = [binary, "evaluate", "--taxonomy", "go.obo", "--format", "cafa", "--convention", "cafa",
               "--unknown-labels", "drop", "--extra", "drop", "--missing", "empty", "--duplicates", "max",
               "-m", ",".join(measures), "--cafa-out", "ours", "-o", "json", "truth.tsv",
               "predictions/m.tsv"]
    if weighted:
        command[2:2] = ["--ia", "ia.tsv"]
    run = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if run.returncode != 0:
        sys.exit(f"{' '.join(command)}\n{run.stderr}")
    return {name.split(":")[0]: row["value"] for name, row in json.loads(run.stdout)["measures"].items()}


def table(path):
    lines = path.read_text(encoding="utf-8").splitlines()
    names = lines[0].split("\t")
    return names, [dict(zip(names, line.split("\t"))) for line in lines[1:]]


def drifts(tau):
    """Whether the threshold lies above the decimal that it stands for."""
    return tau > float(f"{tau:.2f}")


def compare(folder, theirs, best, ours, on_grid, weighted):
    """Returns the number of rows compared."""
    names, rows = table(folder / "ours" / "evaluation_all.tsv")
    frame = theirs.reset_index()
    if list(frame.columns) != names:
        sys.exit(f"columns {names}, not {list(frame.columns)}")
    known = {(row["ns"], row["tau"]): row for row in rows}
    compared = 0
    for row in frame.to_dict("records"):
        if on_grid and drifts(row["tau"]):
            continue
        mine = known[(row["ns"], f"{row['tau']:.3f}")]
        for name in names[2:]:
            if abs(float(mine[name]) - row[name]) > 0.00051:
                sys.exit(f"{folder}: {row['ns']} at {row['tau']}: {name} is {mine[name]}, not {row[name]}")
        compared += 1
    if len(rows) < len(frame):
        sys.exit(f"{folder}: {len(rows)} rows, not {len(frame)}")
    if on_grid:
        return compared
    for metric, frame in best.items():
        name = f"evaluation_best_{metric}.tsv"
        columns, mine = table(folder / "ours" / name)
        frame = frame.reset_index()
        if columns != list(frame.columns) or len(mine) != len(frame):
            sys.exit(f"{folder}: {name} has other columns or rows")
        by_space = {row["ns"]: row for row in mine}
        for row in frame.to_dict("records"):
            for column in columns[2:]:
                if abs(float(by_space[row["ns"]][column]) - row[column]) > 0.00051 and column != "tau":
                    sys.exit(f"{folder}: {name}: {column} is {by_space[row['ns']][column]}, not {row[column]}")
        # The figure is the mean over the namespaces; those without a prediction have no row there.
        mean = sum(frame[metric]) / len(frame)
        if len(frame) == ours["spaces"] and abs(mean - ours[NAMES[metric]]) > 1e-12:
            sys.exit(f"{folder}: {NAMES[metric]} is {ours[NAMES[metric]]}, not {mean}")
    return compared


def spaces_with_targets(folder):
    space_of = {}
    for block in (folder / "go.obo").read_text(encoding="utf-8").split("[Term]")[1:]:
        fields = [line.split(": ", 1) for line in block.strip().splitlines() if ": " in line]
        space = dict(fields)["namespace"]
        for key, value in fields:
            if key in ("id", "alt_id"):
                space_of[value] = space
    truth = (folder / "truth.tsv").read_text(encoding="utf-8").split()
    return len({space_of[code] for code in truth[1::2] if code in space_of})


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--binary", required=True)
    parser.add_argument("--seeds", type=int, default=60)
    args = parser.parse_args()
    logging.disable(logging.WARNING)
    try:
        from cafaeval.evaluation import cafa_eval
    except ImportError:
        print("skipped: no cafaeval (pip install cafaeval)")
        return 77
    rows = cases = 0
    for seed in range(args.seeds):
        pick = random.Random(seed)
        on_grid = seed % 3 == 0
        rule = {"norm": pick.choice(["cafa", "pred", "gt"]), "prop": pick.choice(["max", "fill"]),
                "no_orphans": pick.random() < 0.4}
        weighted = pick.random() < 0.7
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            random_case(pick, folder, on_grid, rule["no_orphans"])
            if not spaces_with_targets(folder):
                continue
            try:
                theirs, best = cafa_eval(str(folder / "go.obo"), str(folder / "predictions"),
                                         str(folder / "truth.tsv"),
                                         ia=str(folder / "ia.tsv") if weighted else None, **rule)
            except (IndexError, ValueError):  # it fails where nothing is predicted, or weighs 0
                continue
            if theirs is None or theirs.empty:
                continue
            ours = run_ours(args.binary, folder, rule, weighted)
            ours["spaces"] = spaces_with_targets(folder)
            rows += compare(folder, theirs, best, ours, on_grid, weighted)
            cases += 1
    if cases < args.seeds // 2:
        sys.exit(f"only {cases} of {args.seeds} cases could be compared")
    print(f"{cases} cases agree in {rows} rows")
    return 0


if __name__ == "__main__":
    sys.exit(main())
