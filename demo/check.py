#!/usr/bin/env python3
"""Checks the demo: its coding, its README's figures, and that baseline.py makes its outputs again.

Prints every fault found and ends with 1 when there is one.
"""

import re
import sys
import tempfile
from collections import Counter
from pathlib import Path

import baseline

HERE = Path(__file__).resolve().parent
SEPARATOR = ";"


def repeated(values: list[str]) -> list[str]:
    return [value for value, n in Counter(values).items() if n > 1]


def code_faults(codes: list[str]) -> list[str]:
    faults = [f"isco08_titles.tsv: code {code} occurs twice" for code in repeated(codes)]
    faults += [f"isco08_titles.tsv: '{c}' is not four digits" for c in codes
               if not re.fullmatch(r"[0-9]{4}", c)]
    if len(codes) != 436:
        faults.append(f"isco08_titles.tsv: {len(codes)} unit groups, ISCO-08 has 436")
    return faults


def row_faults(row: dict[str, str], known: set[str]) -> list[str]:
    codes = row["true"].split(SEPARATOR)
    faults = [f"'{code}' is no unit group" for code in codes if code not in known]
    if len(codes) > 2 or codes != sorted(set(codes)):
        faults.append(f"'{row['true']}' is not one code, or two in order")
    if (len(codes) == 2) != bool(row["note"]):
        faults.append("a note stands exactly where there are two codes")
    if row["title"] != row["title"].strip() or not row["title"] or '"' in row["title"]:
        faults.append(f"title '{row['title']}' is empty, padded or quoted")
    return [f"truth.tsv: {row['id']}: {fault}" for fault in faults]


def truth_faults(truth: list[dict[str, str]], known: set[str]) -> list[str]:
    faults = [f"truth.tsv: id {i} occurs twice" for i in repeated([row["id"] for row in truth])]
    faults += [f"truth.tsv: title '{title}' occurs twice"
               for title in repeated([row["title"].lower() for row in truth])]
    for row in truth:
        faults += row_faults(row, known)
    majors = {row["true"][0] for row in truth}
    faults += [f"truth.tsv: no row in major group {m}" for m in "0123456789" if m not in majors]
    return faults


def output_faults() -> list[str]:
    with tempfile.TemporaryDirectory() as folder:
        baseline.run(Path(folder))
        return [f"{name}: baseline.py writes other bytes; run it and commit what it writes"
                for name in ("pred.tsv", "scores.tsv")
                if (Path(folder) / name).read_bytes() != (HERE / name).read_bytes()]


def figures(truth: list[dict[str, str]]) -> dict[str, str]:
    """What the README's table must say."""
    predicted = {row["id"]: row["pred"] for row in baseline.read_table(HERE / "pred.tsv")}
    truths = {row["id"]: row["true"].split(SEPARATOR) for row in truth}
    n_exact = sum(codes == [predicted.get(i)] for i, codes in truths.items())
    n_accepted = sum(predicted.get(i) in codes for i, codes in truths.items())
    n_none = sum(not predicted.get(i) for i in truths)

    def share(n: int) -> str:
        return f"{n} of {len(truth)} ({n / len(truth):.3f})"

    return {
        "job titles": f"{len(truth)}",
        "titles with two codes": f"{sum(len(codes) == 2 for codes in truths.values())}",
        "distinct unit groups": f"{len({code for codes in truths.values() for code in codes})}",
        "baseline: predicted set equals the true set": share(n_exact),
        "baseline: predicted code is one of the true codes": share(n_accepted),
        "baseline: no code predicted": f"{n_none}",
    }


def readme_faults(expected: dict[str, str]) -> list[str]:
    lines = (HERE / "README.md").read_text(encoding="utf-8").splitlines()
    wanted = [f"| {name} | {value} |" for name, value in expected.items()]
    return [f"README.md: no line '{line}'" for line in wanted if line not in lines]


def main() -> int:
    codes = [row["code"] for row in baseline.read_table(HERE / "isco08_titles.tsv")]
    truth = baseline.read_table(HERE / "truth.tsv")
    faults = code_faults(codes) + truth_faults(truth, set(codes)) + output_faults()
    faults += readme_faults(figures(truth))
    for fault in faults:
        print(fault, file=sys.stderr)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
