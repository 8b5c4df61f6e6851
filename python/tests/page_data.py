"""Pages of many kinds of data, written by the command line as a person would."""
import json
import random

HOSTILE = ["</script><script>alert(1)</script>", "<img src=x onerror=alert(1)>", "\"'&amp;<b>", "]]>-->",
           "\u05e2\u05d1\u05e8\u05d9\u05ea \u05d5\u05e2\u05d5\u05d3", "a\u202eb", "\u65e5\u672c\u8a9e", "L" * 500, "-1", "NaN"]
LARGE = 2_800_000


def write(path, lines):
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def demo(folder, root):
    return [root / "demo/truth.tsv", root / "demo/pred.tsv"]


def hierarchy(folder, root):
    return ["--taxonomy", "isco08", "--accept", "any", "--interval", "bootstrap", "--resamples", "50",
            *demo(folder, root)]


def scores(folder, root):
    return ["--taxonomy", "isco08", root / "demo/truth.tsv", root / "demo/scores.tsv"]


def groups(folder, root):
    """Requirements, one of them broken, and figures by group; labels whose figures are 0/0."""
    lines = [f"{i}\t{'ab'[i % 2]}\tx{i % 5};y\tx{i % 4};y" for i in range(60)] + ["60\ta\tz\t"]
    return ["--undefined", "exclude", "--by", "part", "--require", "f1_micro>=0.1", "--require", "f1_macro>=0.99",
            write(folder / "groups.tsv", ["id\tpart\ttrue\tpred", *lines])]


def classes(folder, root):
    """More pairs of classes than a matrix can show."""
    lines = [f"{i}\tc{i % 110}\tc{(i * 7 + i // 110) % 110}" for i in range(110 * 100)]
    return ["-m", "standard,confusion_matrix", write(folder / "classes.tsv", ["id\ttrue\tpred", *lines])]


def hostile(folder, root):
    dice = random.Random(3)
    rows = [{"id": str(i), "true": [dice.choice(HOSTILE)], "pred": [dice.choice(HOSTILE)]}
            for i in range(200)]
    return ["-m", "standard,confusion_matrix",
            write(folder / "hostile.jsonl", [json.dumps(row) for row in rows])]


def comparison(folder, root):
    """Two systems over a hierarchy: the second takes every fifth code for another one."""
    rows = [line.split("\t") for line in (root / "demo/pred.tsv").read_text().splitlines()]
    other = [[id_, "2211" if i % 5 == 4 else code] for i, (id_, code) in enumerate(rows)]
    return ["--taxonomy", "isco08", *demo(folder, root),
            write(folder / "other.tsv", ["\t".join(row) for row in other])]


def one_label(folder, root):
    return [write(folder / "one.tsv", ["id\ttrue\tpred", "1\ta\ta", "2\ta\ta"])]


def no_labels(folder, root):
    return [write(folder / "none.tsv", ["id\ttrue\tpred", "1\t\t", "2\t\t"])]


def undefined(folder, root):
    """Nothing is predicted, and 0/0 is no number."""
    return ["--undefined", "exclude", write(folder / "undefined.tsv", ["id\ttrue\tpred", "1\ta;b\t"])]


def equal_scores(folder, root):
    truth = write(folder / "truth.tsv", ["id\tlabel", *[f"{i}\tl{i % 3}" for i in range(30)]])
    ranks = [f"{i}\tl{k}\t0.5" for i in range(30) for k in range(4)]
    return [truth, write(folder / "equal.tsv", ["id\tlabel\tscore", *ranks])]


def large(folder, root):
    """Each label is true once or twice; a third of the predictions are of its neighbour."""
    path = folder / "large.tsv"
    with path.open("w", encoding="utf-8") as file:
        file.write("id\ttrue\tpred\n")
        file.writelines(f"{i}\tlabel {i};label {i // 2}\tlabel {i + (i % 3 == 0)}\n" for i in range(LARGE))
    return [path]


KINDS = [demo, hierarchy, scores, groups, classes, comparison, hostile, one_label, no_labels, undefined,
         equal_scores, large]
