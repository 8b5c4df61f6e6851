#!/usr/bin/env python3
r"""Runs the examples of the documentation and compares what they print.

    tools/docs_test.py --binary PATH [--update]

Every ```console block of a page is a transcript as tools/cli_test.py reads it; the blocks of one page
share a scratch folder that starts with a copy of demo/. docs/measures.md must be what `tallystick
measures -o markdown` prints, and docs/images what `tallystick plot` draws. Links between files must
lead somewhere.
"""
import argparse
import pathlib
import re
import subprocess
import sys

import cli_test

ROOT = pathlib.Path(__file__).resolve().parents[1]
LINK = re.compile(r"\]\(([^)#:\s]+)(?:#[^)]*)?\)")  # to a file of the project, not to the web


def dead_links(page):
    text = re.sub(r"(?ms)^```.*?^```$", "", page.read_text(encoding="utf-8"))
    return [f"{page.relative_to(ROOT)}: links to {target}, which is not there"
            for target in LINK.findall(text) if not (page.parent / target).exists()]


def stated_version():
    """CITATION.cff repeats the version that version.hpp states."""
    header = (ROOT / "include/tallystick/version.hpp").read_text(encoding="utf-8")
    version = re.search(r'TALLYSTICK_VERSION "(.+)"', header)[1]
    if f"\nversion: {version}\n" in (ROOT / "CITATION.cff").read_text(encoding="utf-8"):
        return []
    return [f"CITATION.cff does not state version {version}"]


def measures_page(binary, update):
    page = ROOT / "docs/measures.md"
    printed = subprocess.run([binary, "measures", "-o", "markdown"], check=True,
                             stdout=subprocess.PIPE).stdout.decode()
    if page.exists() and page.read_text(encoding="utf-8") == printed:
        return []
    if update:
        page.write_text(printed, encoding="utf-8")
        return []
    return ["docs/measures.md is not what 'tallystick measures -o markdown' prints; run 'make docs'"]


# Pictures that pages show, and how they are drawn.
PICTURES = {
    "ladder": ["ladder", "--taxonomy", "isco08", "demo/truth.tsv", "demo/pred.tsv"],
    "treemap": ["treemap", "--taxonomy", "isco08", "demo/truth.tsv", "demo/pred.tsv"],
    "confusion": ["confusion", "--taxonomy", "isco08", "--branch-level", "1", "demo/truth.tsv",
                  "demo/pred.tsv"],
    "at-k": ["at-k", "--max-k", "10", "demo/truth.tsv", "demo/scores.tsv"],
}


def pictures(binary, update):
    """docs/images holds what is drawn, byte for byte."""
    found = []
    for name, arguments in PICTURES.items():
        drawn = subprocess.run([binary.resolve(), "plot", *arguments, "-o", "svg", "--quiet"],
                               check=True, cwd=ROOT, stdout=subprocess.PIPE).stdout
        file = ROOT / "docs/images" / f"{name}.svg"
        if file.exists() and file.read_bytes() == drawn:
            continue
        if update:
            file.parent.mkdir(exist_ok=True)
            file.write_bytes(drawn)
        else:
            found.append(f"{file.relative_to(ROOT)} is not what is drawn; run 'make docs'")
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--binary", type=pathlib.Path, required=True)
    parser.add_argument("--update", action="store_true")
    options = parser.parse_args()
    differences = measures_page(options.binary, options.update) + stated_version()
    differences += pictures(options.binary, options.update)
    options.data, options.extra = None, [ROOT / "demo"]
    n_run = 0
    for page in sorted(ROOT.glob("*.md")) + sorted(ROOT.glob("*/*.md")):
        differences += dead_links(page)
        if "\n```console\n" in page.read_text(encoding="utf-8"):
            differences += cli_test.run_file(page, options)
            n_run += 1
    print("\n".join(differences) if differences else f"docs_test: {n_run} pages show what is printed")
    return 1 if differences or n_run == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
