#!/usr/bin/env python3
"""Checks the house's floors: no include points upwards, and the library keeps quiet.

    tools/check_floors.py [ROOT]        check a tree, by default this one
    tools/check_floors.py --self-test   check that faults are found
"""
import pathlib
import re
import sys
import tempfile

# Each folder of include/tallystick and src, and the folders that it may include beside itself.
GROUND = {"base"}
LABELS = GROUND | {"labels", "batch"}
MEASURES = LABELS | {"conventions", "states"}
FLOORS = {
    "base": set(),
    "labels": LABELS,
    "batch": LABELS,
    "conventions": LABELS,
    "states": LABELS,
    "readers": LABELS,
    "measures": MEASURES,
    "interval": MEASURES | {"measures"},
    "report": MEASURES | {"measures", "interval"},
    "front": MEASURES | {"measures", "interval", "report", "readers"},  # evaluate, contingency, ...
}
# Plain data that crosses floors, with the reason.
EXCEPTIONS = {
    ("readers", "states/policy_counts"),  # readers count what a policy dropped or merged
    ("report", "readers/read"),  # InputFacts: what was read as what
}
INCLUDE = re.compile(r'^\s*#\s*include\s*"(?:tallystick/)?([^"]+)\.hpp"', re.MULTILINE)
COMMENT = re.compile(r'//[^\n]*|/\*.*?\*/|("(?:\\.|[^"\\\n])*")', re.DOTALL)
LOUD = re.compile(r"\bstd::(?:cout|cerr|clog|cin)\b|\b(?:f?printf|puts|putchar|perror)\s*\("
                  r"|\b(?:secure_)?getenv\b|\b\w+_clock\b|\b(?:clock|time|gettimeofday)\s*\("
                  r"|\b(?:abort|exit|_exit|terminate)\s*\(|\brandom_device\b")


def floor_of(path: str) -> str:
    """Floor of 'labels/vocabulary' or 'evaluate'; what stands at the top or is new is the front."""
    folder = path.split("/")[0] if "/" in path else ""
    return "base" if path == "version" else folder if folder in FLOORS else "front"


def faults(root: pathlib.Path) -> list[str]:
    found = []
    for top in (root / "include/tallystick", root / "src"):
        for file in sorted([*top.rglob("*.hpp"), *top.rglob("*.cpp")]):
            name, text = file.relative_to(root), file.read_text(encoding="utf-8")
            here = floor_of(file.relative_to(top).with_suffix("").as_posix())
            for match in INCLUDE.finditer(text):
                there = floor_of(match[1])
                if there != here and there not in FLOORS[here] and (here, match[1]) not in EXCEPTIONS:
                    line = text.count("\n", 0, match.start(1)) + 1
                    found.append(f"{name}:{line}: {here} must not include {there} ({match[1]}.hpp)")
            code = COMMENT.sub(lambda m: " " if m[1] is None else '""', text)
            found += [f"{name}: the library must not use {m[0].strip(' (')}: only apps/ talks to"
                      " the outside" for m in LOUD.finditer(code)]
            if re.search(r"\bthrow\b", code) and name.as_posix() != "src/base/error.cpp":
                found.append(f"{name}: throws; the library fails only through tallystick::fail")
    return found


def self_test() -> list[str]:
    """Each row: a file, its text, and how many faults it has."""
    rows = [
        ("include/tallystick/base/a.hpp", '#include "tallystick/labels/b.hpp"\n', 1),
        ("src/states/c.cpp", '#include "tallystick/readers/read.hpp"\n', 1),
        ("src/states/d.cpp", '# include "measures/local.hpp"\n', 1),
        ("src/measures/e.cpp", '#include "tallystick/evaluate.hpp"\n', 1),
        ("src/readers/f.cpp", '#include "tallystick/states/label_counts.hpp"\n', 1),
        ("src/readers/g.cpp", "void g() { std::cout << 1; }\n", 1),
        ("src/report/h.cpp", 'void h() { std::printf("x"); throw 1; }\n', 2),
        ("src/base/i.cpp", "auto i = std::chrono::steady_clock::now();\n", 1),
        ("src/readers/j.cpp", '#include "tallystick/states/policy_counts.hpp"\n', 0),
        ("src/report/k.cpp", '#include "tallystick/version.hpp"\n// std::cout, throw\n', 0),
        ("src/base/l.cpp", 'auto l = "std::cerr"; int n = std::snprintf(b, 9, "//");\n', 0),
        ("src/front/m.cpp", '#include "tallystick/readers/read.hpp"\n', 0),
        ("src/evaluate.cpp", '#include "report/rows.hpp"\n', 0),
    ]
    wrong = []
    for path, text, expected in rows:
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder, path)
            file.parent.mkdir(parents=True)
            file.write_text(text, encoding="utf-8")
            got = faults(pathlib.Path(folder))
            if len(got) != expected:
                wrong.append(f"{path}: {expected} faults expected, found {got}")
    return wrong


def main() -> int:
    if sys.argv[1:] == ["--self-test"]:
        found, praise = self_test(), "every planted fault was found"
    else:
        root = pathlib.Path(sys.argv[1] if sys.argv[1:] else pathlib.Path(__file__).parents[1])
        if not (root / "src").is_dir():
            found = [f"{root}: no src/ here"]
        else:
            found = faults(root)
        praise = "as they should be"
    print("\n".join(found) if found else f"floors: {praise}")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
