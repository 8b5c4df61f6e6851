#!/usr/bin/env python3
"""Holds every Vega-Lite specification that 'tallystick plot' writes against the schema, which the
package altair brings along.

    tests/parity/test_vega_lite.py --binary PATH
"""
import argparse
import importlib.util
import json
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
DATA = {
    "demo": ["demo/truth.tsv", "demo/pred.tsv"],
    "scores": ["demo/truth.tsv", "demo/scores.tsv"],
    "systems": ["demo/truth.tsv", "demo/pred.tsv", "demo/scores.tsv"],
}
PICTURES = [
    ("figures", [], "demo"), ("figures", ["--interval", "bootstrap"], "demo"),
    ("labels", [], "demo"), ("distribution", [], "demo"), ("bias", [], "demo"),
    ("confusion", [], "demo"), ("confusion", ["--taxonomy", "isco08", "--branch-level", "1"], "demo"),
    ("ladder", ["--taxonomy", "isco08"], "demo"), ("errors", ["--taxonomy", "isco08"], "demo"),
    ("treemap", ["--taxonomy", "isco08"], "demo"), ("forest", ["-m", "f1_micro,f1_macro"], "systems"),
    ("forest", ["-m", "f1_micro", "--margin", "0.01"], "systems"), ("pr", [], "scores"),
    ("roc", [], "scores"), ("thresholds", [], "scores"), ("at-k", [], "scores"),
    ("reliability", [], "scores"),
]


def schema():
    package = importlib.util.find_spec("altair")
    if package is None:
        print("skipped: altair is not installed")
        sys.exit(77)
    path = pathlib.Path(package.submodule_search_locations[0],
                        "vegalite/v5/schema/vega-lite-schema.json")
    return json.loads(path.read_text(encoding="utf-8"))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--binary", type=pathlib.Path, required=True)
    binary = parser.parse_args().binary.resolve()
    rules = schema()
    import jsonschema  # what altair needs, too
    validator = jsonschema.Draft7Validator(rules)
    faults = []
    for kind, options, data in PICTURES:
        run = subprocess.run([binary, "plot", kind, *options, "-o", "vega-lite", "--quiet", *DATA[data]],
                             cwd=ROOT, capture_output=True, text=True, check=False)
        if run.returncode != 0:
            faults.append(f"{kind} {options}: {run.stderr}")
            continue
        specification = json.loads(run.stdout)
        if not specification["data"]["values"] or not specification["layer"]:
            faults.append(f"{kind} {options}: nothing is drawn")
        faults += [f"{kind} {options}: {error.message[:300]}"
                   for error in validator.iter_errors(specification)]
    broken = {**specification, "layer": [{"mark": "no such mark", "encoding": {}}]}
    if not list(validator.iter_errors(broken)):
        faults.append("the schema finds no fault in a mark that there is not")
    print("\n".join(faults) or f"{len(PICTURES)} specifications follow the schema")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
