#!/usr/bin/env python3
"""Checks the HTML page of a comparison: whole, offline, complete, caps stated, names are text."""
import argparse
import json
import pathlib
import re
import subprocess
import sys
import tempfile

from page import HOSTILE, Page, faults_of


def rows(labels):
    return "id\tlabels\n" + "".join(f"{i}\t{label}\n" for i, label in enumerate(labels))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--binary", required=True)
    arguments = parser.parse_args()
    faults = []

    def expect(right, what):
        if not right:
            faults.append(what)

    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)

        def run(form, *options):
            return subprocess.run([arguments.binary, "compare", "-o", form, *options], cwd=folder,
                                  capture_output=True, text=True)

        def page(case, *options):
            done = run("html", "--out", "page.html", *options)
            expect(done.returncode == 0, f"{case}: {done.stderr}")
            text = (folder / "page.html").read_text(encoding="utf-8")
            read = Page(text)
            faults.extend(f"{case}: {fault}" for fault in faults_of(text, read))
            expect(len(text) < 2_000_000, f"{case}: the page has {len(text)} bytes")
            expect("<h2>Definitions</h2>" in text and "<h2>Data and rules</h2>" in text,
                   f"{case}: definitions or data are missing")
            return text, read

        (folder / "t.tsv").write_text(rows("abcacbca"))
        (folder / "old.tsv").write_text(rows("abaaaccb"))
        (folder / "new.tsv").write_text(rows("abcaabcb"))

        # Everything that the JSON says of figures, flips and labels stands on the page.
        text, read = page("two", "-m", "f1_micro,f1_macro,accuracy", "t.tsv", "old.tsv", "new.tsv")
        found = json.loads(run("json", "-m", "f1_micro,f1_macro,accuracy", "t.tsv", "old.tsv",
                               "new.tsv").stdout)
        cells = read.text["td"]
        for one in found["comparisons"]:
            expect(one["sentence"] in read.text["p"] + read.text["li"], f"two: {one['sentence']}")
            for value in (one["a_value"], one["b_value"], abs(one["difference"]), one["p_adjusted"]):
                expect(f"{value:.4f}" in cells, f"two: {value} of {one['measure']} is missing")
        pair = found["pairs"][0]
        counts = pair["examples"]
        expect(f"{counts['wrong_to_right']} of 8 examples went from wrong to right and "
               f"{counts['right_to_wrong']} from right to wrong" in text, "two: the flips' finding")
        for flip in pair["flips"]:
            expect(f'<td dir="auto">{flip["id"]}</td>' in text, f"two: flip {flip['id']}")
        for move in pair["labels"]:
            expect(f"{abs(move['difference']):.4f}" in cells, f"two: the move of {move['label']}")
        expect(text.count("<figure") == 3 and text.count("<details>") == 3
               and text.count("<svg") == 3, "two: forest, flips or moves are missing")

        # A name that would end the script, or start one, is text; so are ids.
        (folder / "h.tsv").write_text("id\tlabels\n</script><b>\tx\n2\ty\n")
        (folder / "i.tsv").write_text("id\tlabels\n</script><b>\ty\n2\ty\n")
        hostile = [json.dumps({"id": str(i), "labels": [HOSTILE if i % 2 else "</script>"]})
                   for i in range(6)]
        (folder / "t.jsonl").write_text("\n".join(hostile) + "\n")
        (folder / "p.jsonl").write_text("\n".join(hostile[:3] + [
            json.dumps({"id": str(i), "labels": ["\u202e\u05d0\u05d1", "L" * 500]})
            for i in range(3, 6)]) + "\n")
        for case, options in (("ids", ("h.tsv", "i.tsv", "h.tsv")),
                              ("labels", ("t.jsonl", "t.jsonl", "p.jsonl"))):
            text, read = page(case, "--names", f"</script>{HOSTILE.replace(',', '')},b", *options)
            expect("img" not in read.tags and "b" not in read.tags, f"{case}: a name became a tag")
            expect("<script>alert" not in text, f"{case}: a name became a script")
            expect("</script>" in read.text["td"], f"{case}: the name is not shown")

        # Systems that are alike, and figures without a value: said, not hidden.
        text, read = page("alike", "t.tsv", "old.tsv", "old.tsv", "--names", "a,b")
        expect("No label moves: all 3 labels" in text, "alike: that no label moves is not said")
        (folder / "ua.tsv").write_text(rows("dbcacbca"))
        (folder / "ub.tsv").write_text(rows("adcacbca"))
        text, read = page("undefined", "-m", "recall:label=d", "--undefined", "exclude", "t.tsv",
                          "ua.tsv", "ub.tsv")
        expect("No figure has a value under both systems." in text, "undefined: not said")

        # Caps are stated, and many systems fit.
        many = [f"label-{i:05d}" for i in range(3000)]
        (folder / "mt.tsv").write_text(rows(many))
        (folder / "ma.tsv").write_text(rows(many[1:] + many[:1]))
        text, read = page("many", "-m", "f1_micro", "mt.tsv", "mt.tsv", "ma.tsv")
        expect("3000 labels of 3000 move. The 1000 with the largest" in text, "many: cap of labels")
        expect("the first 200 of 3000 examples by id" in text, "many: cap of flips")
        systems = [f"s{i}.tsv" for i in range(8)]
        for i, system in enumerate(systems):
            (folder / system).write_text(rows("abcacbca"[i:] + "abcacbca"[:i]))
        text, read = page("systems", "-m", "f1_micro", "--pairs", "all", "t.tsv", *systems)
        expect("The first 20 of 28 pairs of systems" in text, "systems: cap of pairs")
        for system in systems:
            expect(re.search(f'<th scope="col"[^>]*>{system}', text), f"systems: {system} is missing")

        # A hierarchy's branches.
        (folder / "ct.tsv").write_text(rows(["2211", "2352", "0110", "1111"]))
        (folder / "ca.tsv").write_text(rows(["2212", "2211", "0110", "1112"]))
        text, read = page("codes", "--taxonomy", "isco08", "ct.tsv", "ct.tsv", "ca.tsv")
        expect("Branches that move" in text and "Professionals" in text, "codes: branches")

        done = run("html", "--out", "no/page.html", "t.tsv", "old.tsv", "new.tsv")
        expect(done.returncode == 3 and "no/page.html" in done.stderr, "a folder that is not there")
        expect(not list(folder.glob("*partial*")), "part of a page is left behind")
    for fault in faults:
        print(fault)
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
