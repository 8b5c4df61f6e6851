"""What a report gives out."""
import json
import pathlib

import pytest

import tallystick as ts


@pytest.fixture
def report():
    return ts.evaluate([["a", "b"], ["b"], []], [["a"], ["b"], ["c"]], per_example=True)


def test_is_a_mapping(report):
    assert dict(report)["f1_micro"] == report["f1_micro"]
    assert float(report["f1_micro"]) == 2 / 3
    assert "f1_micro" in report and "nonsense" not in report and len(report) == len(list(report))
    assert report["micro_f1"] == report["f1_micro"]  # an alias
    with pytest.raises(KeyError, match="f1_micro"):
        report["nonsense"]


def test_forms(report, tmp_path):
    assert json.loads(report.to_json()) == report.to_dict()
    assert "| f1" in report.to_markdown() or "f1" in report.to_markdown()
    assert "tabular" in report.to_latex()
    assert report.to_csv().startswith("measure,value")
    shown = report._repr_html_()
    assert "3 examples, 3 labels" in shown and "<svg" in shown and 'scope="col"' in shown
    assert shown.startswith("<div") and "<script" not in shown and "<style" not in shown
    for ending in ("json", "csv", "md", "tex", "html", "txt"):
        report.save(tmp_path / f"r.{ending}")
    assert (tmp_path / "r.json").read_text() == report.to_json()
    page = (tmp_path / "r.html").read_text(encoding="utf-8")
    assert page == report.to_html() and page.startswith("<!doctype html>")
    for section in ("Figures", "Good for which labels", "Label by label", "Under other conventions",
                    "Definitions"):
        assert f"<h2>{section}</h2>" in page
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        f"r.{e}" for e in sorted(("json", "csv", "md", "tex", "html", "txt"))]
    with pytest.raises(ts.WrongUsageError, match=".json"):
        report.save(tmp_path / "r.doc")
    with pytest.raises(ts.CannotWriteError):
        report.save(tmp_path / "no" / "r.json")


def test_tables(report):
    table = report.per_label()
    assert table["label"] == ["a", "b", "c"] and table["tp"] == [1, 1, 0] and table["fn"] == [0, 1, 0]
    assert next(iter(table))["support"] == 1
    rows = report.per_example()
    assert rows["id"] == ["0", "1", "2"] and rows["n_common"] == [1, 1, 0]
    assert rows["f1"] == [2 / 3, 1.0, 0.0]
    pandas = pytest.importorskip("pandas")
    assert isinstance(table.to_pandas(), pandas.DataFrame)
    assert report.to_pandas().loc["f1_micro", "value"] == 2 / 3
    polars = pytest.importorskip("polars")
    assert report.to_polars().filter(polars.col("measure") == "f1_micro")["value"][0] == 2 / 3
    pyarrow = pytest.importorskip("pyarrow")
    assert pyarrow.table(table).column("tp").to_pylist() == [1, 1, 0]


def test_page_is_the_command_lines(command, tmp_path):
    lines = ["id\ttrue\tpred", "1\ta;b\ta", "2\tb\tb", "3\tc\tb;c"]
    (tmp_path / "data.tsv").write_text("\n".join(lines) + "\n")
    report = ts.evaluate_files(tmp_path / "data.tsv")
    assert report.to_html() == command("evaluate", "-o", "html", tmp_path / "data.tsv", parse=False)


def test_no_part_of_a_file_is_left(report, tmp_path):
    (tmp_path / "r.html").mkdir()
    with pytest.raises(ts.CannotWriteError, match="r.html"):
        report.save(tmp_path / "r.html")
    assert [path.name for path in tmp_path.iterdir()] == ["r.html"]


def test_labels_are_text_in_pages():
    hostile = "</script><b>&"
    report = ts.evaluate([[hostile], ["x"]], [["x"], ["x"]])
    for page in (report.to_html(), report._repr_html_()):
        assert "<b>" not in page
    assert "&lt;/script&gt;&lt;b&gt;&amp;" in report.to_html()


def test_labels_are_text_in_html():
    page = ts.evaluate([["<b>&"]], [["<b>&"]]).per_label()._repr_html_()
    assert "<b>" not in page and "&lt;b&gt;&amp;" in page


def test_flat_names():
    flat = ts.evaluate([["a"]], y_score=[{"a": 1.0}], measures="precision@1,fbeta_micro:beta=0.5"
                       ).to_flat("test/")
    assert flat == {"test/precision_at_1": 1.0, "test/fbeta_micro_beta_0.5": 1.0}


def test_infinite_figures_are_numbers():
    score = ts.evaluate([["a"], ["b"]], [["a"], ["b"]],
                        measures="diagnostic_odds_ratio:label=a")
    assert all(isinstance(float(one), float) for one in score.values())


def test_tally(tmp_path):
    import copy
    import pickle

    whole = ts.evaluate([["a", "b"], ["b"], []], [["a"], ["b"], ["c"]])
    one = ts.Tally().update([["a", "b"]], [["a"]])
    two = ts.Tally().update([["b"], []], [["b"], ["c"]])
    assert (two + one).report().to_json() == (one + two).report().to_json()
    merged = ts.Tally().merge(two).merge(one).report()
    assert {k: v.value for k, v in merged.items()} == {k: v.value for k, v in whole.items()}
    assert pickle.loads(pickle.dumps(one)) == one and copy.deepcopy(one) == one
    one.save(tmp_path / "one.tally")
    assert ts.Tally.load(tmp_path / "one.tally") == one
    two.save(tmp_path / "two.tally")
    again = ts.merge_files(tmp_path / "one.tally", tmp_path / "two.tally")
    assert again["f1_macro"] == whole["f1_macro"]
    assert one.copy().reset().update([["b"]], [["b"]]).report()["f1_micro"].value == 1
    with pytest.raises(ts.BadStateError):
        ts.Tally.from_bytes(bytes(one)[:-1])
    with pytest.raises(ts.IncompatibleStatesError):
        ts.Tally(convention="mulan").merge(one)
    with pytest.raises(FileNotFoundError):
        ts.Tally.load(tmp_path / "none.tally")


def test_tally_of_scores():
    tally = ts.Tally(scored=True, measures="precision@1")
    tally.update([["a"]], y_score=[{"a": 0.9, "b": 0.1}])
    tally.update([["a"]], y_score=[{"a": 0.1, "b": 0.9}])
    assert tally.report()["precision@1"].value == 1 / 2
    with pytest.raises(ts.WrongUsageError):
        tally.update([["a"]], [["a"]])


def test_reconcile_and_tune():
    table = ts.reconcile([["a"], ["b"]], [["a"], []], measures="f1_macro,accuracy").to_dict()
    assert "sklearn" in json.dumps(table) and "mulan" in json.dumps(table)
    tuned = ts.tune([["a"], ["b"]], [{"a": 0.4, "b": 0.1}, {"a": 0.2, "b": 0.3}],
                    measure="f1_micro", strategies="global")
    assert tuned.thresholds.threshold == 0.3 and tuned.value == 1
    report = ts.evaluate([["a"], ["b"]], y_score=[{"a": 0.4, "b": 0.1}, {"a": 0.2, "b": 0.3}],
                         thresholds=tuned.thresholds, measures="f1_micro")
    assert report["f1_micro"].value == 1


def test_contingency():
    # Of the module's own documentation: three categories, one assigned and right, one missed.
    table = ts.Contingency(categories=["sports", "politics", "finance"])
    table.add_result(["sports"], {"sports": True, "politics": True, "finance": False}, "one")
    assert table.micro_precision == 1 and table.micro_recall == 1 / 2
    assert table.category_stats["politics"]["c"] == 1
    assert "maR" in table.stats_table() and table.n_hypotheses == 1
    table.set_entries(1, 2, 3, 4)
    assert table.entries == (1, 2, 3, 4)


def test_taxonomies():
    import pickle

    tree = ts.Taxonomy.from_edges([("thing", "animal"), ("animal", "dog"), ("thing", "car")])
    assert tree.ancestors("dog") == ["thing", "animal"] and tree.depth("thing") == 0
    assert pickle.loads(pickle.dumps(tree)) == tree
    assert len(ts.Taxonomy.isco08()) == 619 and "0110" in ts.Taxonomy.isco08()
    with pytest.raises(ts.TaxonomyCycleError):
        ts.Taxonomy.from_edges([("a", "b"), ("b", "a")])
    with pytest.raises(ts.UnknownLabelError, match="did you mean 'dog'"):
        tree.parents("dgo")


def test_catalogue():
    assert {"f1", "hamming_loss", "hierarchical_f1"} <= {m.name for m in ts.measures()}
    assert all(m.title and m.formula for m in ts.measures())
    with pytest.raises(ts.UnknownMeasureError):
        ts.measures("nonsense")
    assert "sklearn" in ts.conventions()


def test_import_is_light():
    import subprocess
    import sys

    out = subprocess.run(
        [sys.executable, "-c", "import sys, numpy; before = set(sys.modules); import tallystick;"
         "print(*sorted({m.split('.')[0] for m in set(sys.modules) - before}))"],
        capture_output=True, text=True, check=True).stdout.split()
    assert not {"pandas", "pyarrow", "polars", "scipy", "sklearn", "evaluate"} & set(out)
    assert pathlib.Path(ts.__file__).parent.joinpath("py.typed").exists()


def test_tallies_of_matrices_merge_and_copy():
    import numpy

    one = ts.Tally(measures="f1_macro").update(numpy.array([[1, 0, 0]]), numpy.array([[1, 0, 0]]))
    two = ts.Tally(measures="f1_macro").update(numpy.array([[0, 1, 0]]), numpy.array([[1, 0, 0]]))
    whole = ts.evaluate(numpy.eye(3, dtype=int)[:2], numpy.array([[1, 0, 0]] * 2),
                        measures="f1_macro")
    for merged in (one + two, two + one, one.copy().merge(two), ts.Tally(measures="f1_macro") + one + two):
        assert merged.report()["f1_macro"] == whole["f1_macro"]
    again = one.copy().update(numpy.array([[0, 1, 0]]), numpy.array([[1, 0, 0]]))
    assert again.report()["f1_macro"] == whole["f1_macro"]
