"""ts.compare: the bits of compare_files on the same data."""
import html
import json
import random

import numpy as np
import pytest

import tallystick as ts

LABELS = ["a", "b", "c", "d"]


def systems(n=40, seed=3):
    draw = random.Random(seed)
    truth = [sorted(draw.sample(LABELS, draw.randint(1, 3))) for _ in range(n)]

    def predicted(right):
        return [[x for x in LABELS if (x in row) == (draw.random() < right)] for row in truth]

    return truth, {"old": predicted(0.7), "new": predicted(0.9)}


def write(path, rows):
    path.write_text("".join(json.dumps({"id": str(i), "labels": row}) + "\n"
                            for i, row in enumerate(rows)), encoding="utf-8")
    return path


def bits(found):
    """All that a comparison says but where the examples come from."""
    return {key: value for key, value in found.to_dict().items() if key not in ("inputs", "notes")}


def of_files(tmp_path, truth, predicted, **options):
    paths = [write(tmp_path / "truth.jsonl", truth)]
    paths += [write(tmp_path / f"{name}.jsonl", rows) for name, rows in predicted.items()]
    return ts.compare_files(*paths, names=list(predicted), **options)


@pytest.mark.parametrize("options", [
    {}, {"test": "randomisation", "resamples": 200, "seed": 5},
    {"test": "sign", "adjust": "bh", "measures": ["jaccard_samples", "f1_macro"]},
    {"test": "mcnemar", "adjust": "none", "measures": "subset_accuracy"},
    {"margin": 0.05, "level": 0.9, "measures": "f1_micro", "seed": 2**64 - 1},
    {"per_label": True, "measures": "f1_macro"}])
def test_bits_of_the_files(tmp_path, options):
    truth, predicted = systems()
    found = ts.compare(truth, predicted, **options)
    assert bits(found) == bits(of_files(tmp_path, truth, predicted, **options))
    assert found.to_csv() == of_files(tmp_path, truth, predicted, **options).to_csv()


def test_forms_agree():
    sparse = pytest.importorskip("scipy.sparse")
    pandas = pytest.importorskip("pandas")
    truth, predicted = systems()

    def matrix(rows):
        return np.array([[int(x in row) for x in LABELS] for row in rows])

    wanted = {"measures": "f1_micro", "labels": LABELS, "seed": 1}
    expected = bits(ts.compare(truth, predicted, **wanted))
    arrays = {name: matrix(rows) for name, rows in predicted.items()}
    assert bits(ts.compare(matrix(truth), arrays, **wanted)) == expected
    rows = {name: sparse.csr_matrix(array) for name, array in arrays.items()}
    assert bits(ts.compare(sparse.csr_matrix(matrix(truth)), rows, **wanted)) == expected
    assert bits(ts.compare(truth, list(predicted.values()), names=list(predicted),
                           **wanted)) == expected
    frame = pandas.DataFrame({"truth": truth, **predicted})
    assert bits(ts.compare(frame, ["old", "new"], **wanted)) == expected
    tables = {name: pandas.DataFrame({"id": range(len(truth)), "pred": rows}).iloc[::-1]
              for name, rows in predicted.items()}
    by_id = ts.compare(pandas.DataFrame({"id": range(len(truth)), "true": truth}), tables, id="id",
                       **wanted)
    assert bits(by_id) == expected


def test_three_systems_and_a_swap():
    truth, predicted = systems()
    three = ts.compare(truth, {**predicted, "same": predicted["new"]}, measures="f1_micro",
                       all_pairs=True)
    assert [(c["a"], c["b"]) for c in three.comparisons] == [
        ("old", "new"), ("old", "same"), ("new", "same")]
    assert three.comparisons[2]["p_value"] == 1
    one = ts.compare(truth, predicted, measures="f1_micro").comparisons[0]
    other = ts.compare(truth, dict(reversed(predicted.items())), measures="f1_micro").comparisons[0]
    assert one["difference"] == -other["difference"] and one["p_value"] == other["p_value"]


def test_values_are_those_of_evaluate():
    truth, predicted = systems()
    row = ts.compare(truth, predicted, measures="f1_macro").comparisons[0]
    assert row["a_value"] == ts.evaluate(truth, predicted["old"])["f1_macro"].value
    assert row["b_value"] == ts.evaluate(truth, predicted["new"])["f1_macro"].value


def test_scores_and_taxonomies():
    truth = ["2211", "2166", "2352", "2211"]
    found = ts.compare(truth, {"x": ["2212", "2166", "2352", "2166"], "y": truth}, taxonomy="isco08",
                       measures="hierarchical_f1_micro").comparisons[0]
    assert found["b_value"] == 1 and found["difference"] > 0
    scores = np.array([[0.9, 0.2], [0.1, 0.8]])
    ranked = ts.compare(np.array([[1, 0], [0, 1]]), y_scores={"x": scores, "y": 1 - scores},
                        measures="lrap").comparisons[0]
    assert (ranked["a_value"], ranked["b_value"]) == (1, 0.5)


@pytest.mark.parametrize("call", [
    lambda: ts.compare([["a"]], {"x": [["a"]]}),
    lambda: ts.compare([["a"]], [[["a"]], [["a"]]], names=["x", "x"]),
    lambda: ts.compare([["a"]], [[["a"]], [["a"]]], names=["x"]),
    lambda: ts.compare([["a"]], {"x": [["a"]], "y": [["a"]]}, names=["x", "y"]),
    lambda: ts.compare([["a"]], {"x": [["a"]], "y": [["a"]]}, test="t"),
    lambda: ts.compare([["a"]], {"x": [["a"]], "y": [["a"]]}, margin=0),
    lambda: ts.compare([["a"]], {"x": [["a"]], "y": [["a"]]}, by="x"),
    lambda: ts.compare([["a"]]),
    lambda: ts.compare([["a"]], {"x": [["a"]], "y": [["a"], ["a"]]})])
def test_errors(call):
    with pytest.raises(ts.Error) as caught:
        call()
    assert isinstance(caught.value, ValueError) and "hint: " in str(caught.value) or "give" in str(
        caught.value)


def test_weights_of_one_value_change_nothing_and_others_do():
    truth, systems = [["a", "b"], ["b"], ["c"], ["a"]], {
        "old": [["a"], ["b"], ["a"], ["a"]], "new": [["a", "b"], ["b"], ["c"], ["b"]]}
    plain = ts.compare(truth, systems, measures="f1_micro,f1_macro", test="randomisation")
    threes = ts.compare(truth, systems, measures="f1_micro,f1_macro", test="randomisation", weight=[3] * 4)
    other = ts.compare(truth, systems, measures="f1_micro,f1_macro", weight=[5, 1, 1, 1])
    for one, same, different in zip(plain.comparisons, threes.comparisons, other.comparisons):
        assert (one["low"], one["high"], one["p_value"]) == (same["low"], same["high"], same["p_value"])
        assert one["difference"] != different["difference"]
    with pytest.raises(ts.WrongUsageError, match="counts examples alike"):
        ts.compare(truth, systems, measures="f1_micro", weight=[5, 1, 1, 1], test="mcnemar")


def test_saved_by_the_ending(tmp_path):
    truth, predicted = systems()
    found = ts.compare(truth, {"</script><b>": predicted["old"], "new": predicted["new"]},
                       measures="f1_micro,accuracy")
    for ending, form in (("html", found.to_html), ("json", found.to_json), ("csv", found.to_csv),
                         ("md", found.to_markdown), ("tex", found.to_latex), ("txt", found.to_text)):
        found.save(tmp_path / f"c.{ending}")
        assert (tmp_path / f"c.{ending}").read_text(encoding="utf-8") == form()
    page, shown = found.to_html(), found._repr_html_()
    assert page.startswith("<!doctype html>") and "<h1>Which system is better</h1>" in page
    assert shown.startswith("<div") and "<script" not in shown and "<svg" in shown
    for text in (page, shown):
        assert "<b>" not in text and "&lt;/script&gt;&lt;b&gt;" in text
        assert html.escape(found.comparisons[0]["sentence"]) in text
    with pytest.raises(ts.WrongUsageError, match=".html"):
        found.save(tmp_path / "c.doc")
    assert len(list(tmp_path.iterdir())) == 6


def test_all_tables_are_saved_by_the_ending(tmp_path):
    truth, predicted = systems()
    tables = {"description": ts.describe(truth), "reconciliation": ts.reconcile(truth, predicted["old"])}
    for name, table in tables.items():
        for ending, form in (("json", table.to_json), ("csv", table.to_csv), ("md", table.to_markdown),
                             ("tex", table.to_latex), ("txt", table.to_text)):
            table.save(tmp_path / f"{name}.{ending}")
            assert (tmp_path / f"{name}.{ending}").read_text(encoding="utf-8") == form()
        assert "\\toprule" in table.to_latex()
        with pytest.raises(ts.WrongUsageError, match=".tex"):
            table.save(tmp_path / "table.html")
    assert len(list(tmp_path.iterdir())) == 10
