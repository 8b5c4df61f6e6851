#!/usr/bin/env python3
r"""Runs the examples of the documentation and compares what they print.

    tools/docs_test.py --binary PATH [--update]

Every ```console block of README.md, docs/*.md and demo/README.md is a transcript as tools/cli_test.py
reads it; the blocks of one file share a scratch folder that starts with a copy of demo/.
docs/measures.md must be what `tallystick measures -o markdown` prints.
"""
import argparse
import difflib
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import cli_test

ROOT = pathlib.Path(__file__).resolve().parents[1]
BLOCK = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def run_page(page, binary, update):
    """Differences of one page; rewrites its blocks when asked."""
    text = page.read_text(encoding="utf-8")
    if not BLOCK.search(text):
        return [], 0
    differences, count = [], 0
    with tempfile.TemporaryDirectory(prefix="docs-") as scratch:
        folder, programs = pathlib.Path(scratch, "work"), pathlib.Path(scratch, "bin")
        folder.mkdir()
        programs.mkdir()
        shutil.copytree(ROOT / "demo", folder / "demo")
        (programs / "tallystick").symlink_to(binary.resolve(strict=True))
        environment = {"PATH": f"{programs}:/usr/local/bin:/usr/bin:/bin", "HOME": str(folder),
                       "LC_ALL": "C", "TZ": "UTC", "TMPDIR": scratch,
                       **{name: os.environ[name] for name in cli_test.KEPT if name in os.environ}}

        def rerun(match):
            nonlocal count
            steps, _ = cli_test.parse(match.group(1).rstrip("\n"))
            before, after = [], []
            for step in steps:
                before += step.lines()
                output, status = cli_test.run(step, folder, environment)
                step.output = cli_test.keep_wildcards(step.output, output)
                step.status = status
                after += step.lines()
                count += 1
            if before != after:
                differences.extend(difflib.unified_diff(before, after, f"{page.name} (expected)",
                                                        f"{page.name} (got)", lineterm="", n=4))
            return "```console\n" + "\n".join(after) + "\n```"

        mended = BLOCK.sub(rerun, text)
    if update and differences:
        page.write_text(mended, encoding="utf-8")
        print(f"{page.relative_to(ROOT)}: rewritten")
        return [], count
    return differences, count


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


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--binary", type=pathlib.Path, required=True)
    parser.add_argument("--update", action="store_true")
    options = parser.parse_args()
    differences = measures_page(options.binary, options.update)
    count = 0
    for page in [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")), ROOT / "demo/README.md"]:
        found, commands = run_page(page, options.binary, options.update)
        differences += found
        count += commands
    print("\n".join(differences) if differences else f"docs_test: {count} commands print what is shown")
    return 1 if differences or count == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
