#!/usr/bin/env python3
"""Compares tallystick::Contingency with the Perl module Statistics::Contingency.

    oracle.py DRIVER [--cases N] [--seed N] [--hash-seeds N]

Both programs read the same generated cases from standard input, one command a line, fields
separated by tabs, labels percent-encoded:

    categories  KIND:LABEL:...               a new object
    add         KIND:LABEL:...  KIND:...  NAME   KIND is list, one, or hash (1LABEL, 0LABEL)
    set         A  B  C  D
    ask         FIGURES                      print everything

and answer an add with "line", and an ask with "entries", "hypotheses", "micro", "macro", "table"
(or "died") and one "category" a category.

Counts, lines and the ratios of each category must agree in every byte, micro ratios (of counts
up to 2^64 - 1) and means to 1e-13, since the module rounds once a category. It adds up its means
in the order of a hash that Perl shuffles from run to run, so it runs under several hash seeds and
a table must be one of those it printed. Where ours, whose sums are exact, is none of them, the
means must differ from all the module's and the printed digits by one in the last place; how often
that happened, and whether another order of adding up gives our means, is reported and bounded.
"""
import argparse
import concurrent.futures
import os
import pathlib
import random
import shutil
import subprocess
import sys
import urllib.parse

HERE = pathlib.Path(__file__).parent
TOLERANCE = 1e-13
NAMES = ["a", "b", "sports", "world news", "caf\u00e9", "\u6771\u4eac", "A > B > C", "0110", "0",
         "NA", "tab\there", "two\nlines", "100%", "a:b", "x" * 300, "'", '"', "(", ")", "-",
         "e\u0301"]


def escape(text):
    return "".join(chr(b) if b < 128 and (chr(b).isalnum() or b == ord(".")) else f"%{b:02X}"
                   for b in text.encode())


unescape = urllib.parse.unquote


class Case:
    """The lines of one case, and for each add the two sides whose false hash keys are known."""

    def __init__(self, rng):
        self.rng = rng
        self.lines = []
        self.false_keys = []
        pool = rng.sample(NAMES, rng.randint(1, len(NAMES)))
        pool += [f"label {i}" for i in range(rng.choice([0, 0, 0, 5, 60]))]
        if rng.random() < 0.05:
            pool.append("")
        self.categories = rng.sample(pool, rng.randint(0 if rng.random() < 0.05 else 1, len(pool)))
        if rng.random() < 0.3:
            self.categories = self.categories[:1]
        given = list(self.categories)
        if given:
            given += rng.choices(given, k=rng.choice([0, 0, 2]))
        self.pool = list(self.categories)
        if not self.pool or rng.random() < 0.5:
            self.pool += ["no category", "another"]
        self.say("categories", ":".join(["list"] + [escape(name) for name in given]))

    def say(self, *fields):
        self.lines.append("\t".join(str(field) for field in fields))

    def side(self, hint):
        """One side of an example: its text, and the hash keys in it that are false."""
        rng = self.rng
        labels = list(hint)
        if rng.random() < 0.6:
            labels = rng.choices(self.pool, k=rng.choice([0, 1, 1, 2, 3, 5]))
        kind = rng.choice(["list", "list", "hash", "one"])
        if kind == "one":
            label = rng.choice(labels or self.pool)
            return f"one:{escape(label)}", [label], set()
        if kind == "list":
            return ":".join(["list"] + [escape(x) for x in labels]), labels, set()
        held = {label: rng.random() < 0.8 for label in labels}
        text = ":".join(["hash"] + [escape(f"{int(held[label])}{label}") for label in held])
        return text, [x for x in held if held[x]], {x for x in held if not held[x]}

    def add(self):
        assigned, labels, false_assigned = self.side([])
        correct, _, false_correct = self.side(labels)
        self.say("add", assigned, correct, escape(self.rng.choice(["", "doc 1", "d\u00e9j\u00e0"])))
        self.false_keys.append((false_assigned, false_correct))

    def set(self):
        rng = self.rng
        bits = rng.choice([1, 3, 8, 31, 52, 53, 54, 60, 62])
        entries = [0 if rng.random() < 0.3 else rng.getrandbits(bits) for _ in range(4)]
        if rng.random() < 0.05:
            entries = rng.sample([(1 << 64) - 100001, 1, 0, 500], 4)  # room for more
        self.say("set", *entries)

    def ask(self):
        figures = list(range(9))
        for chosen in figures if self.rng.random() < 0.3 else self.rng.sample(figures, 2):
            self.say("ask", chosen)


def make_case(rng):
    case = Case(rng)
    if rng.random() < 0.1:
        case.ask()
    if rng.random() < 0.15:
        case.set()
    for _ in range(rng.choice([0, 1, 2, 3, 8, 20, 40])):
        case.add()
        if rng.random() < 0.01:
            case.set()
    case.ask()
    if rng.random() < 0.2:
        case.set()
        case.ask()
        case.add()
        case.ask()
    return case


def run(command, text, **environment):
    done = subprocess.run(command, input=text, capture_output=True, check=False,
                          env={**os.environ, **environment})
    if done.returncode != 0:
        message = done.stderr.decode(errors="replace")
        sys.exit(f"{command[0]} ended with {done.returncode}: {message}")
    return [line.split("\t") for line in done.stdout.decode().splitlines()]


def spoken(perl, false_keys):
    """The module's line with sorted names; the keys it prints although they are false left out."""
    sides = []
    for text, false in zip(perl[2:4], false_keys):
        names = [name for name in map(unescape, text.split(":")) if name not in false]
        sides.append(" ".join(sorted(names, key=str.encode)))
    return f"{unescape(perl[1])}: assigned=({sides[0]}) correct=({sides[1]})\n"


def close(xs, ys):
    return all(abs(float(x) - float(y)) <= TOLERANCE * max(abs(float(x)), abs(float(y)))
               for x, y in zip(xs, ys, strict=True))


def table_numbers(escaped):
    return unescape(escaped).splitlines()[2].strip("| ").split()


def reachable(means, categories, rng):
    """Whether the module, adding up in some order, gets our three means."""
    wanted = tuple(float(mean) for mean in means)
    columns = [tuple(float(x) for x in row[8:11]) for row in categories]
    for _ in range(2000):
        rng.shuffle(columns)
        sums = [0.0, 0.0, 0.0]
        for row in columns:
            sums = [s + x for s, x in zip(sums, row)]
        if tuple(s / len(columns) for s in sums) == wanted:
            return True
    return False


class Comparison:
    def __init__(self):
        self.counts = dict.fromkeys(
            ("lines", "asks", "tables", "varying", "other_order", "border"), 0)
        self.faults = []
        self.rng = random.Random(1)

    def fault(self, what, ours, theirs):
        self.faults.append(f"{what}\n  ours   {ours}\n  theirs {theirs}")

    def row(self, ours, perls, false_keys):
        """One answer line of ours against those of the module under each hash seed."""
        what, perl = ours[0], perls[0]
        if any(other[0] != what for other in perls):
            self.fault("another kind of answer", ours, perls)
        elif what == "line":
            self.counts["lines"] += 1
            expected = spoken(perl, next(false_keys))
            if unescape(ours[1]) != expected:
                self.fault("verbose line", unescape(ours[1]), expected)
        elif what in ("micro", "macro"):
            for other in perls:
                if not close(ours[1:], other[1:]):
                    self.fault(what, ours, other)
        elif what != "table" and ours != perl:
            self.fault(what, ours, perl)

    def table(self, ours, perls, macros, categories):
        """Our table against the module's; macros has the means of ours, then of each hash seed."""
        self.counts["tables"] += 1
        printed = {perl[1] for perl in perls}
        self.counts["varying"] += len(printed) > 1
        if ours[1] in printed:
            return
        # Other means print other digits, by one in the last place. Equal means must print the same.
        theirs = table_numbers(perls[0][1])
        pairs = list(zip(table_numbers(ours[1]), theirs, strict=True))
        near = all(abs(float(x) - float(y)) < 1.01 * 0.1 ** min(decimals(x), decimals(y))
                   for x, y in pairs[:3])
        if macros[0] in macros[1:] or not near or any(x != y for x, y in pairs[3:]):
            self.fault("table", unescape(ours[1]), unescape(perls[0][1]))
        elif reachable(macros[0], categories, self.rng):
            self.counts["other_order"] += 1
        else:
            self.counts["border"] += 1


def decimals(number):
    return len(number.partition(".")[2])


def compare(cases, ours, theirs):
    result = Comparison()
    false_keys = (keys for case in cases for keys in case.false_keys)
    if any(len(answers) != len(ours) for answers in theirs):
        result.fault("number of answers", len(ours), [len(answers) for answers in theirs])
    rows = list(zip(ours, *theirs))
    macros = None
    for i, (mine, *perls) in enumerate(rows):
        result.row(mine, perls, false_keys)
        result.counts["asks"] += mine[0] == "entries"
        if mine[0] == "macro":
            macros = [row[3:6] for row in (mine, *perls)]  # precision, recall, F1
        if mine[0] == "table":
            end = i + 1
            while end < len(rows) and rows[end][0][0] == "category":
                end += 1
            result.table(mine, perls, macros, [row[0] for row in rows[i + 1:end]])
    return result


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("driver")
    parser.add_argument("--cases", type=int, default=4000)
    parser.add_argument("--seed", type=int, default=20)
    parser.add_argument("--hash-seeds", type=int, default=6)
    options = parser.parse_args()
    rng = random.Random(options.seed)
    cases = [make_case(rng) for _ in range(options.cases)]
    text = "".join(line + "\n" for case in cases for line in case.lines).encode()
    perl = shutil.which("perl")
    if perl is None:
        sys.exit("perl is absent: install the packages perl and libstatistics-contingency-perl")
    module = [perl, str(HERE / "oracle_module.pl")]
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        theirs = list(pool.map(lambda seed: run(module, text, PERL_HASH_SEED=str(1 + seed),
                                                PERL_PERTURB_KEYS="2"), range(options.hash_seeds)))
    result = compare(cases, run([options.driver], text), theirs)
    counts = result.counts
    print(f"{len(cases)} cases, {counts['asks']} asks, {counts['lines']} verbose lines, "
          f"{counts['tables']} tables, of which {counts['varying']} vary with Perl's hash seed, "
          f"{counts['other_order']} need an order the seeds did not give, "
          f"{counts['border']} differ on a border between digits")
    for fault in result.faults[:5]:
        print(fault)
    if result.faults:
        sys.exit(f"{len(result.faults)} differences")
    if counts["tables"] < options.cases // 2:
        sys.exit("too few tables were compared")
    if (counts["border"] + counts["other_order"]) * 200 > counts["tables"]:
        sys.exit("too many tables differ by a digit")


if __name__ == "__main__":
    main()
