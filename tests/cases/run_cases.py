#!/usr/bin/env python3
"""Faults that tools of this kind have been seen to make, each as a small input run through the
command line, with the right answer worked out beside it.

    tests/cases/run_cases.py --binary PATH [CASE...]

Every case has an id: Z undefined values, L labels and report shape, D duplicates, O order, pieces and
meaning, N numbers, P parsing of files, T size. LATER names those that wait for a feature.
"""
import argparse
import fractions
import json
import pathlib
import subprocess
import sys
import tempfile
import time

LATER = {
    "Z06": "hierarchical F (the answer 1/2 needs --taxonomy)",
    "Z14": "ROC AUC",
    "L05": "numbers beside text on one side: only the Python interface can tell them apart",
    "D04 at 1": "precision@1 of the kept scores (the kept scores themselves are tested here)",
    "D05": "ranked lists",
    "N06 curve": "average precision and its thresholds (that weight 0 is no row is tested here)",
    "N09": "ROC AUC and average precision of raw scores",
    "N11 top": "--top-k (the threshold is tested here)",
    "R01-R13": "ranking measures",
    "H01-H17": "hierarchical measures",
    "S02-S10": "correlation, significance, intervals",
}
CASES = {}


def case(name, title):
    def keep(function):
        CASES[name] = (title, function)
        return function
    return keep


class Fault(AssertionError):
    pass


class Bench:
    """Files and runs of one case."""

    def __init__(self, binary, folder):
        self.binary, self.folder = binary, pathlib.Path(folder)

    def write(self, **files):
        for name, content in files.items():
            data = content if isinstance(content, bytes) else content.encode("utf-8")
            (self.folder / name.replace("_", ".")).write_bytes(data)

    def pairs(self, truth, pred, labels=None):
        """truth.tsv and pred.tsv from lists of labels (text: one label; None: none), labels.txt."""
        for name, side in (("truth.tsv", truth), ("pred.tsv", pred)):
            cells = [row if isinstance(row, str) else ";".join(row) for row in side]
            self.write(**{name.replace(".", "_"): "id\tlabels\n" + "".join(
                f"r{i}\t{cell}\n" for i, cell in enumerate(cells, 1))})
        if labels:
            self.write(labels_txt="\n".join(labels) + "\n")

    def run(self, *arguments):
        return subprocess.run([self.binary, *arguments], cwd=self.folder, capture_output=True,
                              stdin=subprocess.DEVNULL, text=True, timeout=60, check=False)

    def report(self, *arguments, files=("truth.tsv", "pred.tsv"), command="evaluate"):
        done = self.run(command, *files, "-o", "json", *arguments)
        if done.returncode != 0:
            raise Fault(f"{' '.join(arguments)}: exit status {done.returncode}\n{done.stderr}")
        return json.loads(done.stdout)

    def values(self, names, *arguments, **more):
        report = self.report("-m", names, *arguments, **more)
        return {name: entry["value"] for name, entry in report["measures"].items()}

    def expect(self, expected, *arguments, **more):
        """expected: name -> right value as text ("2/3"), or None for null."""
        values = self.values(",".join(expected), *arguments, **more)
        for name, right in expected.items():
            same(values.get(name, "missing"), right, f"{name} {' '.join(arguments)}")

    def refuses(self, code, says, *arguments, files=("truth.tsv", "pred.tsv"), status=3):
        done = self.run("evaluate", *files, *arguments)
        first = done.stderr.split("\n")[0]
        if done.returncode != status or f"error [{code}]" not in first:
            raise Fault(f"{' '.join(arguments)}: exit status {done.returncode}, not [{code}]: {first}")
        for word in says:
            if word not in done.stderr:
                raise Fault(f"the message does not name {word!r}: {done.stderr}")
        if "hint: " not in done.stderr or done.stdout:
            raise Fault(f"a refusal has a hint and no output: {done.stderr}{done.stdout}")


def same(actual, right, what):
    if right is None or isinstance(actual, str):
        good = actual is None and right is None
    else:
        good = actual == float(fractions.Fraction(right))
    if not good:
        raise Fault(f"{what} is {actual}, but {right} is right")


def must(condition, what):
    if not condition:
        raise Fault(what)


RULES = ("zero", "one", "exclude")


@case("Z01", "F1 is 0, not undefined, where there are errors but no hits")
def _(t):
    t.pairs(["a", "b", "c", "d"], ["a", "b", "d", "e"])
    for rule in RULES:  # every label has tp + fp + fn > 0: (1 + 1 + 0 + 0 + 0) / 5
        t.expect({"f1_macro": "2/5"}, "--undefined", rule)
    labels = t.report("--per-label")["labels"]
    must([labels[x]["f1"] for x in "abcde"] == [1, 1, 0, 0, 0], "f1 of each label")


@case("Z03", "A declared label that occurs nowhere, beside a perfect prediction")
def _(t):
    t.pairs(["a", "b", "a"], ["a", "b", "a"], labels="abc")
    for rule, right in zip(RULES, ("2/3", "1", "1")):
        t.expect({"f1_macro": right, "f1_micro": "1"}, "--undefined", rule, "--labels-file", "labels.txt")
    entry = t.report("--labels-file", "labels.txt")["measures"]["f1_macro"]
    must(entry["n_undefined"] == 1 and "'c'" in entry["undefined"], f"it names c: {entry}")


@case("Z04", "Samples means with empty sets on either side")
def _(t):
    t.pairs([["a"], [], [], ["b"]], [["a"], [], ["c"], []], labels="abc")
    # rows: P 1, 0/0, 0, 0/0; R 1, 0/0, 0/0, 0; F1 and Jaccard 1, 0/0, 0, 0; 2 wrong cells of 12
    right = {"precision_samples": ("1/4", "3/4", "1/2"), "recall_samples": ("1/4", "3/4", "1/2"),
             "f1_samples": ("1/4", "1/2", "1/3"), "jaccard_samples": ("1/4", "1/2", "1/3"),
             "subset_accuracy": ("1/2",) * 3, "hamming_loss": ("1/6",) * 3}
    for i, rule in enumerate(RULES):
        t.expect({name: values[i] for name, values in right.items()}, "--undefined", rule,
                 "--labels-file", "labels.txt")


@case("Z05", "A class that is never predicted; macro and samples are two names")
def _(t):
    t.pairs(["x", "y", "y"], ["y", "y", "y"])  # x: 0, y: 4/5; examples 0, 1, 1
    t.expect({"f1_macro": "2/5", "f1_samples": "2/3"})


@case("Z09", "No label predicted for any example")
def _(t):
    t.pairs([["a"], ["b"]], [[], []])
    t.expect({"precision_micro": None, "recall_micro": "0", "f1_micro": "0", "hamming_loss": "1/2",
              "subset_accuracy": "0", "jaccard_samples": "0"}, "--undefined", "exclude")
    must(any("no labels are predicted" in note for note in t.report()["notes"]), "a note says so")


@case("Z10", "Kappa where both sides hold one class")
def _(t):
    t.pairs(["a", "a", "a"], ["a", "a", "a"])
    for rule, right in zip(RULES, ("0", "1", None)):
        t.expect({"cohen_kappa": right}, "--undefined", rule)
    entry = t.report("-m", "cohen_kappa")["measures"]["cohen_kappa"]
    must(entry["n_undefined"] == 1 and "single class" in entry["undefined"], f"the reason: {entry}")


@case("Z12", "Adjusted balanced accuracy with one true class")
def _(t):
    t.pairs(["a", "a"], ["a", "b"])
    t.expect({"balanced_accuracy": "1/2", "balanced_accuracy:adjusted=true": None},
             "--undefined", "exclude")


@case("Z15", "Nothing to evaluate")
def _(t):
    t.write(truth_csv="id,labels\n", pred_csv="id,labels\n")
    t.refuses("no-examples", ["truth.csv"], files=("truth.csv", "pred.csv"))


@case("Z16", "A weighted mean over labels without support")
def _(t):
    t.pairs(["a", "a"], ["a", "b"], labels="b")
    options = ("--labels-file", "labels.txt", "--unknown-labels", "drop", "--undefined", "exclude")
    t.expect({"precision_weighted": None, "recall_weighted": None, "f1_weighted": None}, *options)
    entry = t.report(*options)["measures"]["f1_weighted"]
    must("no label has support" in entry["undefined"], f"the reason: {entry}")


@case("L03", "The same keys whatever the label set: accuracy and micro are both there")
def _(t):
    t.pairs(["x", "y", "y"], ["y", "x", "y"], labels="xyz")
    t.expect({"accuracy": "1/3", "f1_micro": "1/3"}, "--labels-file", "labels.txt")
    t.write(labels_txt="y\n")  # of y alone: tp 1, fp 1, fn 1
    t.expect({"accuracy": "1/3", "f1_micro": "1/2"}, "--labels-file", "labels.txt",
             "--unknown-labels", "add", "--labels", "declared")


@case("L04", "Classes named like rows of a report")
def _(t):
    t.pairs(["accuracy", "macro avg", "x"], ["accuracy", "x", "x"])
    report = t.report("--per-label")
    must([report["labels"][x]["f1"] for x in ("accuracy", "macro avg", "x")] == [1, 0, 2 / 3], "labels")
    same(report["measures"]["accuracy"]["value"], "2/3", "accuracy")
    same(report["measures"]["f1_macro"]["value"], "5/9", "f1_macro")


@case("L06", "No default positive class")
def _(t):
    t.pairs(["yes", "no", "maybe"], ["yes", "no", "no"])
    t.expect({"f1_macro": "5/9"})  # 1, 2/3, 0
    t.refuses("positive-label", ["'1'", "yes", "no", "maybe"], "--task", "binary", "--positive", "1")


@case("L07", "Numbers in the order of their values; the labels travel with the table")
def _(t):
    t.pairs(["2", "10", "1", "10"], ["2", "1", "1", "10"])
    table = t.report("-m", "confusion_matrix")["confusion"]
    must(table["labels"] == ["1", "2", "10"], f"classes {table['labels']}")
    found = {(e["true"], e["pred"]): e["count"] for e in table["entries"]}
    must(found == {("2", "2"): 1, ("10", "1"): 1, ("1", "1"): 1, ("10", "10"): 1}, f"cells {found}")
    t.pairs(["b2", "b10"], ["b2", "b2"])
    must(t.report("-m", "confusion_matrix")["confusion"]["labels"] == ["b10", "b2"], "text by bytes")


@case("L08", "Weighted kappa where predictions lack a class")
def _(t):
    t.pairs(["1", "2", "3", "3"], ["1", "1", "2", "2"])  # observed 3, expected 24/4
    t.expect({"cohen_kappa:weights=quadratic": "1/2"})


@case("L10", "A predicted label outside the declared set")
def _(t):
    t.pairs([["a"], ["b"]], [["a"], ["b", "zz"]], labels="ab")
    options = ("--labels-file", "labels.txt")
    t.refuses("unknown-label", ["'zz'", "pred.tsv:3"], *options)
    # wrong: 2 hits of 3 predictions, but no label of its own in macro
    t.expect({"precision_micro": "2/3", "precision_macro": "1", "precision_samples": "3/4"},
             *options, "--unknown-labels", "wrong")
    t.expect({"precision_micro": "1", "precision_macro": "1"}, *options, "--unknown-labels", "drop")
    t.expect({"precision_micro": "2/3", "precision_macro": "2/3"}, *options, "--unknown-labels", "add")
    for policy in ("wrong", "drop", "add"):
        report = t.report(*options, "--unknown-labels", policy)
        must(report["policies"]["unknown_labels"] == 1, f"{policy} is counted")
        must(report["n_labels"] == (3 if policy == "add" else 2), f"{policy}: {report['n_labels']}")


@case("L12", "Support is a whole number")
def _(t):
    t.pairs(["x", "y"], ["x", "x"])
    done = t.run("evaluate", "truth.tsv", "pred.tsv", "-o", "json", "--per-label")
    must(done.stdout.count('"support": 1,') == 2, "1, not 1.0, in JSON")
    text = t.run("evaluate", "truth.tsv", "pred.tsv", "--per-label").stdout
    must("1.0 " not in text and any(line.split()[:5] == ["x", "1", "1", "0", "0"]
                                    for line in text.split("\n")), f"whole numbers in text:\n{text}")


@case("D01", "The same label twice in one prediction")
def _(t):
    t.write(truth_csv="id,labels\nr1,a\n", pred_csv="id,labels\nr1,a|a|b\n")
    files = ("truth.csv", "pred.csv")
    t.expect({"precision_micro": "1/2", "recall_micro": "1", "f1_micro": "2/3"},
             "--label-separator", "|", files=files)
    must(t.report(files=files)["policies"]["repeated_labels"] == 1, "the repeat is counted")


@case("D03", "The same id on two rows")
def _(t):
    t.write(truth_csv="id,labels\nr1,a\nr2,b\n", pred_csv="id,labels\nr1,a\nr2,b\nr1,c\n")
    t.refuses("duplicate-id", ["'r1'", "pred.csv", "line 2", "pred.csv:4"],
              files=("truth.csv", "pred.csv"))


@case("D04", "The same id and label scored twice")
def _(t):
    lines = ["r1,a,0.2", "r1,b,0.5", "r1,a,0.9"]
    files = ("truth.csv", "scores.csv")
    t.write(truth_csv="id,labels\nr1,a\n")
    for order in (lines, lines[::-1], [lines[2], lines[0], lines[1]]):
        t.write(scores_csv="\n".join(["id,label,score", *order]) + "\n")
        # at the threshold 0.5 max keeps {a, b}, min {b}
        t.expect({"recall_micro": "1", "precision_micro": "1/2"}, "--duplicates", "max", files=files)
        t.expect({"recall_micro": "0", "precision_micro": "0"}, "--duplicates", "min", files=files)
    t.write(scores_csv="\n".join(["id,label,score", *lines]) + "\n")
    t.refuses("duplicate-score", ["'r1'", "'a'", "line 2", "scores.csv:4"], files=files)


@case("O05", "Truth and prediction swapped")
def _(t):
    t.pairs([["a", "b", "c"]], [["a"]])
    t.expect({"precision_micro": "1", "recall_micro": "1/3", "f1_micro": "1/2"})
    swapped = ("pred.tsv", "truth.tsv")
    t.expect({"precision_micro": "1/3", "recall_micro": "1", "f1_micro": "1/2"}, files=swapped)
    must("from truth.tsv and pred.tsv" in t.run("evaluate", "truth.tsv", "pred.tsv").stdout,
         "the header names both files in their roles")


@case("O06", "Data in pieces")
def _(t):
    truth, pred = "11000", "10010"
    t.pairs(list(truth), list(pred))
    t.expect({"f1:label=1": "1/2"})
    t.expect({"f1:label=1": "1/2"}, "--threads", "2")
    whole = t.run("evaluate", "truth.tsv", "pred.tsv", "--save-state", "whole.state", "-o", "json")
    must(whole.returncode == 0, whole.stderr)
    for name, piece in (("one", slice(0, 3)), ("two", slice(3, 5))):
        t.pairs(list(truth[piece]), list(pred[piece]))
        t.run("evaluate", "truth.tsv", "pred.tsv", "--save-state", f"{name}.state")
    for states in (("one.state", "two.state"), ("two.state", "one.state")):
        t.expect({"f1:label=1": "1/2"}, command="merge", files=states)
        t.run("merge", *states, "--save-state", "merged.state")
        must((t.folder / "merged.state").read_bytes() == (t.folder / "whole.state").read_bytes(),
             "merged states are the bytes of one pass")


@case("O07", "Micro F1 is of labels, not of a flattened matrix")
def _(t):
    t.pairs([["a"], ["b"], ["c"], []], [["a"], ["c"], [], []], labels="abc")
    t.expect({"f1_micro": "2/5", "accuracy_micro": "3/4"}, "--labels-file", "labels.txt")


@case("O08", "Two macro F1s have two names")
def _(t):
    t.pairs(["a", "a", "a", "b"], ["a", "b", "b", "b"])
    t.expect({"f1_macro": "1/2", "f1_means": "2/3"})
    t.expect({"f1_macro": "2/3"}, "--convention", "gatto")


@case("O11", "Ignoring a class: its rows leave, and it is no term of the mean")
def _(t):
    t.pairs(list("011220"), list("010221"), labels="12")
    rows = (t.folder / "truth.tsv").read_text().split("\n")
    t.write(truth_tsv="\n".join(row for row in rows if not row.endswith("\t0")))
    options = ("--extra", "drop", "--labels-file", "labels.txt", "--unknown-labels", "drop")
    t.expect({"recall_macro": "3/4", "precision_macro": "1"}, *options)
    report = t.report(*options)
    must(report["n_labels"] == 2 and report["policies"]["extra"] == 2, "two labels, two rows dropped")


@case("N02", "Counts near the limit of 64 bits")
def _(t):
    unit = 10**18
    cells = f"{2 * unit},{unit},{unit},{3 * unit}"  # in units: (6 - 1) / 12; po 5/7, kappa 10/24
    values = t.values("mcc_micro,cohen_kappa_micro,accuracy_micro,f1_micro", "--cells", cells, files=())
    must(abs(values["mcc_micro"] - 5 / 12) < 1e-15, "mcc")
    same(values["cohen_kappa_micro"], "5/12", "kappa")
    same(values["accuracy_micro"], "5/7", "accuracy")
    same(values["f1_micro"], "2/3", "f1")
    t.refuses("count-overflow", [], "--cells", f"{2**64 - 1},1,0,0", files=())


@case("N03", "Counting past 2^24 and 2^53")
def _(t):
    for n in (2**24 + 1, 2**53 + 1):
        report = t.report("-m", "precision_micro", "--per-label", "--cells", f"{n},1,0,0", files=())
        (row,) = report["labels"].values()
        must(row["support"] == n, f"support is {row['support']}")
        same(report["measures"]["precision_micro"]["value"], fractions.Fraction(n, n + 1), "precision")


@case("N06", "A row of weight 0 is no row")
def _(t):
    t.write(truth_csv="id,label,weight\nr1,a,0\nr2,b,1\nr3,b,1\n", pred_csv="id,label\nr1,x\nr2,b\nr3,c\n")
    files = ("truth.csv", "pred.csv")
    weighted = t.report("--weight", "weight", "--per-label", files=files)
    t.write(truth_csv="id,label\nr2,b\nr3,b\n", pred_csv="id,label\nr2,b\nr3,c\n")
    without = t.report("--per-label", files=files)
    for key in ("measures", "labels", "n_examples", "n_labels"):
        must(weighted[key] == without[key], f"{key} differ")


@case("N07", "Bad weights")
def _(t):
    files = ("truth.csv", "pred.csv")
    t.write(pred_csv="id,label\nr1,0\nr2,1\n")
    for weight in ("-1", "nan", "inf", "-0.5", "1e300"):
        t.write(truth_csv=f"id,label,weight\nr1,0,1\nr2,1,{weight}\n")
        t.refuses("bad-weight", [weight, "truth.csv:3"], "--weight", "weight", files=files)
    for weight in ("", "x", "1 2"):
        t.write(truth_csv=f"id,label,weight\nr1,0,1\nr2,1,{weight}\n")
        done = t.run("evaluate", *files, "--weight", "weight")
        must(done.returncode == 3 and "truth.csv:3" in done.stderr, f"weight {weight!r}: {done.stderr}")
    t.write(truth_csv="id,label,weight\nr1,0,0\nr2,1,0\n")
    t.refuses("no-examples", ["weight"], "--weight", "weight", files=files)


@case("N10", "Scores at the threshold, thresholds of 0 and below")
def _(t):
    t.write(truth_csv="id,label\nr1,1\nr2\nr3,1\n",
            scores_csv="id,label,score\nr1,1,0.5\nr2,1,0.49\nr3,1,-0.2\n")
    for threshold, precision, recall in (("0.5", "1", "1/2"), ("0", "1/2", "1/2"), ("-0.2", "2/3", "1")):
        t.expect({"precision_micro": precision, "recall_micro": recall}, f"--threshold={threshold}",
                 files=("truth.csv", "scores.csv"))
    # torchmetrics assigns above the threshold: at 0.5 nothing
    t.expect({"recall_micro": "0"}, "--convention", "torchmetrics", files=("truth.csv", "scores.csv"))


@case("N11", "Scores are not compared with 0 and 1 as if they were labels")
def _(t):
    scores = {"r1": (0.8, 0.6, 0.1), "r2": (0.2, 0.3, 0.4)}
    t.write(truth_csv="id,labels\nr1,a;b\nr2,c\n", scores_csv="id,label,score\n" + "".join(
        f"{row},{label},{score}\n" for row, line in scores.items() for label, score in zip("abc", line)))
    files = ("truth.csv", "scores.csv")
    t.expect({"f1_micro": "4/5", "jaccard_samples": "1/2"}, "--threshold", "0.5", files=files)
    t.expect({"f1_micro": "4/5"}, files=files)  # 0.5 is the documented default


@case("P01", "A byte order mark before a quoted header")
def _(t):
    t.write(truth_csv='\ufeff"id","labels"\n"r1","a"\n', pred_csv="id,labels\nr1,a\n")
    t.expect({"f1_micro": "1"}, files=("truth.csv", "pred.csv"))


@case("P03", "NA, None, nan, null and N/A are labels like any other")
def _(t):
    words = ["NA", "None", "nan", "null", "N/A"]
    t.write(truth_csv="id,label\n" + "".join(f"r{i},{w}\n" for i, w in enumerate(words)),
            pred_csv="id,label\n" + "".join(f"r{i},{w}\n" for i, w in enumerate(words[:4] + ["x"])))
    files = ("truth.csv", "pred.csv")
    t.expect({"accuracy": "4/5"}, files=files)
    must(t.report(files=files)["n_labels"] == 6, "six labels")


@case("P04", "Labels that hold the separator, quotes and line breaks")
def _(t):
    t.write(truth_csv='id,labels\nr1,"Cooks, other|Bakers"\nr2,"Say ""hi"""\nr3,"two\nlines"\n',
            pred_csv='id,labels\nr1,"Bakers|Cooks, other"\nr2,"Say ""hi"""\nr3,"two\nlines"\n')
    report = t.report("--label-separator", "|", files=("truth.csv", "pred.csv"))
    same(report["measures"]["subset_accuracy"]["value"], "1", "subset_accuracy")
    must((report["n_labels"], report["n_examples"]) == (4, 3), "four labels, three examples")


@case("P05", "Blanks around labels")
def _(t):
    t.write(truth_csv="id,labels\nr1,a | b\nr2,c \n", pred_csv="id,labels\nr1,a|b\nr2,c\n")
    options = {"files": ("truth.csv", "pred.csv")}
    t.expect({"subset_accuracy": "1"}, "--label-separator", "|", **options)
    t.expect({"subset_accuracy": "0"}, "--label-separator", "|", "--no-trim", **options)
    notes = t.report("--label-separator", "|", "--no-trim", **options)["notes"]
    must(any("differ only in blanks" in note for note in notes), f"a note says so: {notes}")


@case("P06", "The same letter in two encodings")
def _(t):
    t.write(truth_csv="id,label\nr1,caf\u00e9\n", pred_csv="id,label\nr1,cafe\u0301\n")
    files = ("truth.csv", "pred.csv")
    t.expect({"accuracy": "0"}, files=files)
    notes = t.report(files=files)["notes"]
    must(any("2 labels differ only in Unicode form" in note for note in notes), f"notes: {notes}")
    t.expect({"accuracy": "1"}, "--normalize", "nfc", files=files)


@case("P07", "Empty cells and stray separators")
def _(t):
    t.write(truth_csv="id,labels\nr1,\nr2,a|\nr3,|a||b\n", pred_csv='id,labels\nr1,""\nr2,a\nr3,b|a\n')
    report = t.report("--label-separator", "|", files=("truth.csv", "pred.csv"))
    same(report["measures"]["subset_accuracy"]["value"], "1", "subset_accuracy")
    must(report["n_labels"] == 2, f"{report['n_labels']} labels")


@case("P11", "Labels that differ in case only")
def _(t):
    t.write(truth_csv="id,label\nr1,Nurse\n", pred_csv="id,label\nr1,nurse\n")
    files = ("truth.csv", "pred.csv")
    t.expect({"accuracy": "0"}, files=files)
    notes = t.report(files=files)["notes"]
    must(any("2 labels differ only in case" in note for note in notes), f"notes: {notes}")
    t.expect({"accuracy": "1"}, "--fold-case", files=files)


@case("T01", "100 000 labels")
def _(t):
    n = 100_000
    # i is predicted as i, but as i + 1 where 10 divides i: F1 1 for 8 of 10 labels, 0 for one, and
    # 2/3 for the next: (0.8 + 0.1 * 2/3)
    t.write(truth_tsv="id\tlabel\n" + "".join(f"{i}\t{i}\n" for i in range(n)),
            pred_tsv="id\tlabel\n" + "".join(f"{i}\t{i + (i % 10 == 0)}\n" for i in range(n)))
    started = time.monotonic()
    t.expect({"accuracy": "9/10", "f1_macro": "13/15"})
    must(time.monotonic() - started < 20, "in about a second (20 allowed: sanitizers)")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--binary", required=True, type=pathlib.Path)
    parser.add_argument("names", nargs="*", metavar="CASE")
    options = parser.parse_args()
    binary, failed = str(options.binary.resolve(strict=True)), 0
    names = options.names or list(CASES)
    for name in names:
        title, body = CASES[name]
        with tempfile.TemporaryDirectory(prefix="case-") as folder:
            try:
                body(Bench(binary, folder))
            except (Fault, KeyError, ValueError, subprocess.TimeoutExpired) as fault:
                failed += 1
                print(f"{name} {title}: {type(fault).__name__}: {fault}")
    for name, reason in LATER.items():
        print(f"later: {name}: {reason}")
    print(f"{len(names)} cases, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
