#!/usr/bin/env python3
"""Checks the HTML report: one whole file, no request to any network, labels are text."""
import argparse
import base64
import hashlib
import html.parser
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import zlib

VOID = {"meta", "input", "br", "hr", "img", "link"}
NOTICES = [b"The Apache Software Foundation", b"Baidu Inc.", b"Mike Bostock", b"Microsoft Corporation"]
HOSTILE = "<script>alert(1)</script>\"'&<img src=x onerror=alert(1)>"


class Page(html.parser.HTMLParser):
    """Tags that are not closed, attributes that could load or run something, text by tag."""

    def __init__(self, text):
        super().__init__(convert_charrefs=True)
        self.open, self.faults, self.tags, self.text, self.scripts = [], [], [], {}, []
        self.ids, self.links, self.tables = set(), [], 0
        self.feed(text)
        self.close()
        self.faults += [f"<{tag}> is not closed" for tag in self.open]

    def handle_starttag(self, tag, attributes):
        names = dict(attributes)
        self.tags.append(tag)
        self.tables += tag == "table"
        self.ids.add(names.get("id"))
        for name, value in attributes:
            if name.startswith("on"):
                self.faults.append(f"<{tag} {name}>")
            if name in ("src", "href", "action", "data") and not value.startswith("#"):
                self.faults.append(f"<{tag} {name}={value}>")
        if tag == "a":
            self.links.append(names["href"][1:])
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attributes):
        self.handle_starttag(tag, attributes)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.faults.append(f"</{tag}> closes nothing")

    def handle_data(self, data):
        tag = self.open[-1] if self.open else ""
        self.text[tag] = self.text.get(tag, "") + data
        if tag == "script":
            self.scripts.append(data)


def own_size(text):
    """Bytes of a page without the script that all pages share."""
    return len(re.sub('<template id="charts">[^<]*', "", text))


def faults_of(text, page):
    """What no page may have, whatever it shows."""
    faults = list(page.faults)
    if re.search("https?:", text.replace("http://www.w3.org/2000/svg", "")):
        faults.append("names an address")
    faults += [f"#{link} leads nowhere" for link in page.links if link not in page.ids]
    policy = re.search(r"script-src ([^;]+);", text).group(1).split()
    if len(page.scripts) != 1:
        return [*faults, f"{len(page.scripts)} scripts"]
    packed = re.findall('<template id="charts">([^<]*)</template>', text)
    scripts = [page.scripts[0].encode(), *(zlib.decompress(base64.b64decode(each)) for each in packed)]
    digests = [f"'sha256-{base64.b64encode(hashlib.sha256(script).digest()).decode()}'" for script in scripts]
    if policy != digests:
        faults.append(f"the policy would not let the page's scripts run: {policy}, not {digests}")
    if packed and not all(name in scripts[1] for name in NOTICES):
        faults.append("the bundled script does not say whose it is")
    if bool(packed) != (' data-plot="' in text):
        faults.append("pictures and their script are not there together")
    return faults


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

        def page(file, *options):
            out = folder / "report.html"
            done = subprocess.run([arguments.binary, "evaluate", "-o", "html", "--out", str(out),
                                   *options, str(folder / file)], capture_output=True, text=True)
            expect(done.returncode == 0, f"{options}: {done.stderr}")
            text = out.read_text(encoding="utf-8")
            read = Page(text)
            faults.extend(f"{file}: {fault}" for fault in faults_of(text, read))
            return text, read

        lines = ["id\ttrue\tpred"]
        for i in range(40):
            lines.append(f"{i}\ta;b{i % 3}\ta;b{i % 4}")
        (folder / "multi.tsv").write_text("\n".join(lines) + "\n")
        text, read = page("multi.tsv", "--interval", "delta")
        figures = json.loads(subprocess.run(
            [arguments.binary, "evaluate", "-o", "json", str(folder / "multi.tsv")],
            capture_output=True, text=True, check=True).stdout)["measures"]
        for figure, facts in figures.items():
            expect(figure in text, f"multi.tsv: {figure} is missing")
            expect(f"{facts['value']:.4f}" in text, f"multi.tsv: the value of {figure} is missing")
        expect("svg" in read.tags and read.tables >= 3, "multi.tsv: pictures or tables are missing")

        rows = [{"id": str(i), "true": [HOSTILE if i % 2 else "plain"],
                 "pred": ["plain" if i % 3 else HOSTILE]} for i in range(12)]
        rows.append({"id": "x", "true": ["\u202eright to left \u05d0\u05d1"], "pred": ["L" * 500]})
        (folder / "hostile.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
        text, read = page("hostile.jsonl", "-m", "standard,confusion_matrix")
        expect("img" not in read.tags, "hostile.jsonl: a label became a tag")
        expect("<script>alert" not in text, "hostile.jsonl: a label became a script")
        expect(HOSTILE in read.text.get("td", ""), "hostile.jsonl: the label is not shown as text")

        (folder / "codes.tsv").write_text(
            "id\ttrue\tpred\n1\t2211\t2212\n2\t2352\t2211\n3\t0110\t0110\n4\t1111\t111\n")
        text, read = page("codes.tsv", "--taxonomy", "isco08")
        expect("level 4" in text, "codes.tsv: the ladder is missing")

        many = ["id\ttrue\tpred"]
        for i in range(30000):
            many.append(f"{i}\tlabel-{i:06d}\tlabel-{i + i % 2:06d}")
        (folder / "many.tsv").write_text("\n".join(many) + "\n")
        text, read = page("many.tsv")
        expect(len(text) < 2_000_000, f"many.tsv: the page has {len(text)} bytes")
        expect("1000 labels" in text, "many.tsv: the cap is not stated")

        huge = "x" * 1_500_000
        (folder / "huge.tsv").write_text(f"id\ttrue\tpred\n1\t{huge}\ta\n2\ta\ta\n3\tb\tb\n")
        text, read = page("huge.tsv")
        expect(own_size(text) < 200_000, f"huge.tsv: the page has {own_size(text)} bytes")

        # Poor data still make a page, which says what there is not.
        def lines(file, rows):
            (folder / file).write_text("id\ttrue\tpred\n" + "".join(
                f"{i}\t{true}\t{pred}\n" for i, (true, pred) in enumerate(rows)))

        lines("one.tsv", [("a", "a"), ("a", "a")])
        text, read = page("one.tsv")
        expect("The only label has F1 1.000" in text, "one.tsv: the only label is not told")
        lines("none.tsv", [("", ""), ("", "")])
        text, read = page("none.tsv")
        expect("0 labels" in text, "none.tsv: that there are no labels is not said")
        text, read = page("none.tsv", "--undefined", "exclude", "-m", "precision_macro,f1_macro")
        expect("No figure has a value." in text, "none.tsv: that nothing has a value is not said")
        equal = [json.dumps({"id": str(i), "true": ["a" if i % 2 else "b"],
                             "pred": {"a": 0.5, "b": 0.5}}) for i in range(6)]
        (folder / "equal.jsonl").write_text("\n".join(equal) + "\n")
        text, read = page("equal.jsonl")
        expect('data-name="pr"' in text, "equal.jsonl: the curves are missing")
        lines("pairs.tsv", [(f"t{i:03d}", f"t{j:03d}") for i in range(101) for j in range(101)
                            if i != j])
        text, read = page("pairs.tsv")
        expect("the 30 largest of 10100 pairs" in text and len(text) < 1_000_000, "pairs.tsv: the cap of pairs")
        lines("long.tsv", [("\u05d0\u05d1" + "\u05d2" * 500, "x" * 500), ("x" * 500, "x" * 500)])
        text, read = page("long.tsv")
        expect("x" * 497 + "..." in text or "x" * 500 in text, "long.tsv: the label is not shown")

        # Labels have intervals where figures have.
        text, read = page("hostile.jsonl", "-m", "f1_macro", "--interval", "bootstrap")
        quoted = '"' + HOSTILE.replace('"', '""') + '"'
        one = json.loads(subprocess.run(
            [arguments.binary, "evaluate", "-o", "json", "-m", f"f1:label={quoted}", "--interval",
             "bootstrap", str(folder / "hostile.jsonl")],
            capture_output=True, text=True, check=True).stdout)["measures"]
        (one,) = one.values()
        row = re.search(r'<tr><td dir="auto">&lt;script.*?</tr>',
                        text[text.index('id="labels-table"'):]).group(0)
        expect(f'<td class="r">{one["low"]:.4f}</td><td class="r">{one["high"]:.4f}</td>' in row,
               f"hostile.jsonl: the interval of a label: {one} is not in {row}")

        # What other rules would make of the same counts.
        lines("rules.tsv", [("a", "b"), ("b", "b"), ("c", "a;b")])
        text, read = page("rules.tsv")
        table = json.loads(subprocess.run(
            [arguments.binary, "reconcile", "-o", "json", str(folder / "rules.tsv")],
            capture_output=True, text=True, check=True).stdout)
        for figure, row in table["measures"].items():
            for convention, cell in row.items():
                expect(convention in read.text["th"], f"rules.tsv: {convention} is missing")
                shown = "-" if cell["value"] is None else f"{cell['value']:.4f}"
                expect(shown in read.text["td"], f"rules.tsv: {figure} of {convention} is missing")
                expect("because" not in cell or cell["because"].split(";")[0] in
                       read.text["li"] + read.text["p"], f"rules.tsv: why {convention} differs")
        lines("jobs.tsv", [("2211", "2212"), ("2211", "2212"), ("0110", "2211")])
        text, read = page("jobs.tsv", "--taxonomy", "isco08")
        cells = re.findall(r"<td[^>]*>([^<]*)</td>", text[text.index('id="pairs"'):])
        expect(cells[:6] == ["2211", "Generalist medical practitioners", "2212",
                             "Specialist medical practitioners", "2", "221 Medical doctors"],
               f"jobs.tsv: the first of the confused pairs is {cells[:6]}")
        expect(cells[11] == "", f"jobs.tsv: {cells[6:12]}")
    for fault in faults:
        print(fault)
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
