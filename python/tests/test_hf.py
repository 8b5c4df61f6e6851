"""The modules for evaluate, loaded by their paths, offline; and every example on their cards."""
import os

import pytest

os.environ.setdefault("HF_EVALUATE_OFFLINE", "1")
os.environ.setdefault("HF_DATASETS_OFFLINE", "1")
os.environ.setdefault("HF_HUB_OFFLINE", "1")
evaluate = pytest.importorskip("evaluate")

import tallystick as ts  # noqa: E402


@pytest.fixture(scope="module", autouse=True)
def cache(tmp_path_factory):
    folder = tmp_path_factory.mktemp("hf")
    evaluate.config.HF_METRICS_CACHE = str(folder)
    evaluate.config.HF_MODULES_CACHE = str(folder / "modules")


@pytest.fixture
def isco():
    return evaluate.load(ts.hf_module_path("isco_hierarchical_accuracy"))


@pytest.fixture
def multilabel():
    return evaluate.load(ts.hf_module_path("multilabel"))


# The four references share 2, 5 ... classes with the one prediction. Union: the references make 10
# classes (1 11 111 1111 1112 112 1120 12 121 1211), the predictions 4 of them.
REFERENCES = ["1111", "1112", "1120", "1211"]
PREDICTIONS = ["1111"] * 4


def test_union_is_the_published_metric(isco):
    assert isco.compute(references=REFERENCES, predictions=PREDICTIONS, aggregation="union") == {
        "accuracy": 0.25, "hierarchical_precision": 1.0, "hierarchical_recall": 0.4,
        "hierarchical_fmeasure": 0.5714285714285715}


def test_micro(isco):
    # Common classes 4 + 3 + 2 + 1 = 10 of 16 on either side.
    assert isco.compute(references=REFERENCES, predictions=PREDICTIONS) == {
        "accuracy": 0.25, "hierarchical_precision": 0.625, "hierarchical_recall": 0.625,
        "hierarchical_fmeasure": 0.625}


@pytest.mark.parametrize("prediction, expected", [
    ("2212", (3 / 4, 3 / 4, 3 / 4)),  # 2 22 221 of four
    ("2352", (1 / 4, 1 / 4, 1 / 4)),  # 2 alone
    ("221", (1, 3 / 4, 6 / 7)),  # right, but not to the end
    ("222", (2 / 3, 2 / 4, 4 / 7)),  # 2 22 of three
    ("22", (1, 2 / 4, 2 / 3)),
])
def test_near_misses_of_2211(isco, prediction, expected):
    found = isco.compute(references=["2211"], predictions=[prediction])
    assert (found["hierarchical_precision"], found["hierarchical_recall"],
            found["hierarchical_fmeasure"]) == expected


DAG = [["A", "B"], ["A", "C"], ["B", "E"], ["C", "E"], ["E", "G"], ["C", "F"]]


def test_graph(isco):
    # True G has B, C, E, G; predicted F has C, F; the root A says nothing.
    found = isco.compute(references=["G"], predictions=["F"], taxonomy=DAG)
    assert found == {"accuracy": 0, "hierarchical_precision": 1 / 2, "hierarchical_recall": 1 / 4,
                     "hierarchical_fmeasure": 1 / 3}


def test_several_codes(isco):
    found = isco.compute(references=[["2211", "2212"], ["0110"]], predictions=[["2211"], ["0110"]])
    assert found["accuracy"] == 1 / 2
    assert found["hierarchical_recall"] == 8 / 9  # 1 of 2 221 22 2211 2212 is missed, of 4 none
    found = isco.compute(references=[["2211", "2212"], ["0110"]], predictions=["2211", "0110"])
    assert found["hierarchical_precision"] == 1


@pytest.mark.parametrize("aggregation", ["micro", "samples", "macro", "means", "union"])
@pytest.mark.parametrize("beta", [1, 0.5, 2])
def test_every_aggregation(isco, aggregation, beta):
    found = isco.compute(references=REFERENCES, predictions=PREDICTIONS, aggregation=aggregation,
                         beta=beta)
    assert all(0 <= value <= 1 for value in found.values())
    perfect = isco.compute(references=REFERENCES, predictions=REFERENCES, aggregation=aggregation,
                           beta=beta)
    assert set(perfect.values()) == {1.0}


def test_batches_and_combine(isco):
    isco.add_batch(references=REFERENCES[:2], predictions=PREDICTIONS[:2])
    isco.add(reference=REFERENCES[2], prediction=PREDICTIONS[2])
    isco.add(reference=REFERENCES[3], prediction=PREDICTIONS[3])
    assert isco.compute(aggregation="union")["hierarchical_fmeasure"] == 0.5714285714285715
    both = evaluate.combine([isco])
    assert both.compute(references=["2211"], predictions=["2212"])["hierarchical_recall"] == 0.75


def test_bad_codes(isco):
    with pytest.raises(ValueError, match="9999"):
        isco.compute(references=["2211"], predictions=["9999"])
    with pytest.raises(ValueError, match="aggregation"):
        isco.compute(references=["2211"], predictions=["2211"], aggregation="mean")
    with pytest.raises(ValueError, match="zero_division"):
        isco.compute(references=["2211"], predictions=["2211"], zero_division=2)


def test_zero_division(isco):
    nothing = {"references": [["2211"]], "predictions": [[]]}
    assert isco.compute(**nothing)["hierarchical_precision"] == 0
    assert isco.compute(**nothing, zero_division=1)["hierarchical_precision"] == 1


def test_multilabel(multilabel):
    found = multilabel.compute(references=[["a"], ["a", "b"]], predictions=[["a"], ["b"]])
    assert found["f1_micro"] == 0.8 and found["subset_accuracy"] == 0.5
    found = multilabel.compute(references=[[1], [1, 2]], predictions=[[1], [2]], measures=["f1_macro"],
                               labels=[1, 2, 3], zero_division=1)
    assert found == {"f1_macro": (2 / 3 + 1 + 1) / 3}


def test_unknown_module():
    with pytest.raises(ts.WrongUsageError, match="multilabel"):
        ts.hf_module_path("isco")


CARDS = ["isco_hierarchical_accuracy", "multilabel"]


@pytest.mark.parametrize("name", CARDS)
def test_card_examples(name):
    import doctest
    import pathlib

    card = pathlib.Path(ts.hf_module_path(name)) / "README.md"
    failed, attempted = doctest.testfile(str(card), module_relative=False, verbose=False,
                                         optionflags=doctest.NORMALIZE_WHITESPACE)
    assert failed == 0 and attempted >= 3


def test_isco_card_is_whole():
    import fractions
    import pathlib
    import xml.etree.ElementTree as ElementTree

    folder = pathlib.Path(ts.hf_module_path("isco_hierarchical_accuracy"))
    text = (folder / "README.md").read_text(encoding="utf-8")
    for heading in ("Description", "How to use", "Inputs", "Outputs", "Range", "Further examples",
                    "Values from papers", "Limitations and bias", "Citation", "Further references"):
        assert f"# {heading}\n" in text, heading
    # The levels as the built-in hierarchy has them.
    tree = ts.Taxonomy.isco08()
    for depth in range(1, 5):
        row = next(line for line in text.split("\n") if line.startswith(f"| {depth} | {depth} |"))
        n = sum(tree.depth(code) == depth for code in tree.codes() if code)
        assert row.split("|")[4].strip() == str(n)
    # The stories: every row of the table is what the module computes.
    metric = evaluate.load(str(folder))
    rows = [line.split("|")[1:-1] for line in text.split("\n")
            if line.startswith("| 2") and line.count("|") == 7]
    assert [row[0].split()[0] for row in rows] == ["2212", "2352", "221", "222", "22"]
    for row in rows:
        found = metric.compute(references=["2211"], predictions=[row[0].split()[0]])
        assert [float(fractions.Fraction(cell.strip())) for cell in row[3:]] == [
            pytest.approx(found[f"hierarchical_{name}"], abs=5e-4)
            for name in ("precision", "recall", "fmeasure")]
        assert tree.title(row[0].split()[0]) == row[0].strip().split(" ", 1)[1]
    picture = ElementTree.parse(folder / "dag.svg")
    words = {word.text for word in picture.iter("{http://www.w3.org/2000/svg}text")}
    assert {"A", "B", "C", "E", "F", "G", "true", "predicted"} <= words
    assert "![Figure 1" in text and "](dag.svg)" in text


@pytest.mark.parametrize("name", CARDS)
def test_card_front_matter(name):
    import pathlib

    yaml = pytest.importorskip("yaml")
    text = (pathlib.Path(ts.hf_module_path(name)) / "README.md").read_text(encoding="utf-8")
    front = yaml.safe_load(text.split("---\n")[1])
    assert {"title", "tags", "description", "sdk", "sdk_version", "app_file", "pinned"} <= set(front)
    assert {"evaluate", "metric"} <= set(front["tags"]) and "TBA" not in text
    if name == "isco_hierarchical_accuracy":
        assert front["datasets"] == ["ICILS/multilingual_parental_occupations"]
        assert "https://doi.org/10.1007/11766247_34" in front["description"]
