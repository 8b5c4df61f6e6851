#!/usr/bin/env python3
"""Checks pictures of hostile data: well-formed, inside their frame, the same bytes whatever the order
of rows and the number of threads; PNG and PDF are what they say."""
import argparse
import json
import pathlib
import random
import struct
import subprocess
import tempfile
import xml.etree.ElementTree as ElementTree
import zlib

SVG = "{http://www.w3.org/2000/svg}"
LABELS = ["</script>", "<b>&\"'", "العربية", "日本語のラベル", "עברית", "x" * 500, "e\u0301", "a\u202eb", "\uffff",
          "  ", "-1", "NaN"] + [f"label {i}" for i in range(30)]
CURVES = ["pr", "roc", "thresholds", "at-k", "reliability"]


def field(label):
    """A label as a CSV field."""
    return '"' + label.replace('"', '""') + '"'


class Checks:
    def __init__(self, binary):
        self.binary = binary
        self.folder = pathlib.Path(tempfile.mkdtemp())
        self.faults = []

    def expect(self, right, what):
        if not right:
            self.faults.append(what)

    def write(self, name, lines):
        path = self.folder / name
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")
        return path

    def plot(self, *arguments, out):
        path = self.folder / out
        run = subprocess.run([self.binary, "plot", *arguments, "--quiet", "--out", path],
                             capture_output=True, text=True, check=False)
        self.expect(run.returncode == 0, f"{arguments}: {run.stderr}")
        return path.read_bytes() if path.exists() else b""

    def make_data(self):
        """The same rows in two orders."""
        dice = random.Random(7)
        truth, scores, classes = [], [], []
        for i in range(400):
            true = dice.sample(LABELS, dice.randint(0, 3))
            truth += [f"{i},{field(label)}" for label in true] or [f"{i},"]
            for label in dice.sample(LABELS, 6) + true:
                score = dice.random()
                scores.append(f"{i},{field(label)},{score:.3f}")
            one = dice.choice(LABELS)
            classes.append(f"{i},{field(one)},{field(one if i % 3 else dice.choice(LABELS))}")
        scores = list({line.rsplit(",", 1)[0]: line for line in scores}.values())
        for name, head, lines in [("truth", "id,label", truth), ("scores", "id,label,score", scores),
                                  ("classes", "id,true,pred", classes)]:
            self.write(f"{name}.csv", [head, *lines])
            dice.shuffle(lines)
            self.write(f"{name}_again.csv", [head, *lines])

    def kinds(self):
        for kind in CURVES + ["figures", "labels", "distribution", "bias"]:
            yield kind, ["truth", "scores"], []
        yield "bias", ["truth", "scores"], ["--train"]
        yield "forest", ["truth", "scores", "truth"], ["--resamples", "50", "-m", "f1_micro,f1_macro"]
        yield "confusion", ["classes"], []

    def arguments(self, kind, files, options, suffix):
        files = [self.folder / f"{name}{suffix}.csv" for name in files]
        train = [self.folder / f"truth{suffix}.csv"] if options == ["--train"] else []
        return [kind, *options, *train, "--no-trim", *files]

    def svg(self):
        """Names of systems are their paths, so a forest is named."""
        for kind, files, options in self.kinds():
            names = ["--names", "a,b"] if kind == "forest" else []
            first = self.plot(*self.arguments(kind, files, options, ""), *names, "--threads", "1",
                              out="a.svg")
            again = self.plot(*self.arguments(kind, files, options, "_again"), *names, "--threads", "4",
                              out="b.svg")
            if "--train" not in options:  # its path is named
                self.expect(first == again, f"{kind}: the order of rows changes the picture")
            self.look_at(kind, first)

    def look_at(self, kind, svg):
        try:
            root = ElementTree.fromstring(svg)
        except ElementTree.ParseError as error:
            self.expect(False, f"{kind}: {error}")
            return
        width, height = (float(root.get(side)) for side in ("width", "height"))
        allowed = {SVG + name for name in ("svg", "title", "desc", "g", "rect", "line", "path", "text")}
        self.expect({element.tag for element in root.iter()} <= allowed,
                    f"{kind}: other elements than shapes and text")
        self.expect(root.find(SVG + "title").text, f"{kind}: no title")
        for element in root.iter():
            for name, end in (("x", width), ("x1", width), ("x2", width), ("y", height),
                              ("y1", height), ("y2", height)):
                place = element.get(name)
                self.expect(place is None or -1 <= float(place) <= end + 1,
                            f"{kind}: {element.tag} has {name}={place}, outside {width} x {height}")
        self.expect(len(svg) < 400_000, f"{kind}: {len(svg)} bytes")

    def vega_lite(self):
        for kind, files, options in self.kinds():
            text = self.plot(*self.arguments(kind, files, options, ""), out="a.vl.json")
            spec = json.loads(text)
            rows = spec["data"]["values"]
            self.expect(rows, f"{kind}: no values")
            known = set(rows[0]) | {"row_", "x", "y"}
            for layer in spec["layer"]:
                made = {step.get("as") for step in layer.get("transform", [])}
                for channel, what in layer["encoding"].items():
                    field_name = what.get("field")
                    self.expect(field_name is None or field_name in known | made,
                                f"{kind}: {channel} shows {field_name}, which no row has")

    def many_pairs(self):
        """More than 10,000 pairs of classes: capped, and said."""
        lines = [f"{i},c{i % 150},c{(i * 7 + i // 150) % 150}" for i in range(150 * 80)]
        path = self.write("pairs.csv", ["id,true,pred", *lines])
        svg = self.plot("confusion", path, out="pairs.svg").decode()
        self.expect("the 30 largest of " in svg, "confusion does not say how many pairs there are")
        self.expect(len(svg) < 20_000, f"confusion of many pairs has {len(svg)} bytes")

    def painted(self):
        """A build without librsvg says so, before it reads anything."""
        built = subprocess.run([self.binary, "--version"], capture_output=True, text=True, check=True)
        if "no PNG" in built.stdout:
            run = subprocess.run([self.binary, "plot", "labels", "--out", "a.png", "missing.csv"],
                                 capture_output=True, text=True, check=False)
            self.expect("not-available" in run.stderr and "librsvg" in run.stderr, run.stderr)
            return
        arguments = self.arguments("labels", ["truth", "scores"], [], "")
        png = self.plot(*arguments, out="a.png")
        self.expect(png[:8] == b"\x89PNG\r\n\x1a\n", "PNG does not begin as one")
        width, height = struct.unpack(">II", png[16:24])
        self.expect(width == 1280 and height > 1000, f"PNG is {width} x {height}")
        pdf = self.plot(*arguments, out="a.pdf")
        self.expect(pdf.startswith(b"%PDF-") and pdf.rstrip().endswith(b"%%EOF"), "PDF is torn")
        self.expect(b"CreationDate" not in pdf, "PDF has a date")
        for name, bytes_of in (("a.png", png), ("a.pdf", pdf)):
            self.expect(self.plot(*arguments, out=name) == bytes_of, f"{name} changes")
        pixels = zlib.decompress(b"".join(chunk for kind, chunk in chunks(png) if kind == b"IDAT"))
        self.expect(len(set(pixels)) > 20, "PNG is blank")


def chunks(png):
    place = 8
    while place < len(png):
        size, kind = struct.unpack(">I4s", png[place:place + 8])
        yield kind, png[place + 8:place + 8 + size]
        place += 12 + size


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--binary", required=True)
    parser.add_argument("--painted", action="store_true", help="PNG and PDF instead of the rest")
    options = parser.parse_args()
    checks = Checks(options.binary)
    checks.make_data()
    if options.painted:
        checks.painted()
    else:
        checks.svg()
        checks.vega_lite()
        checks.many_pairs()
    for fault in checks.faults:
        print(fault)
    return 1 if checks.faults else 0


if __name__ == "__main__":
    raise SystemExit(main())
