"""Examples that are paired by id, clusters, seeds, and Arrow columns of scores."""
import json

import numpy as np
import pytest

import tallystick as ts

TRUTH = {"x1": ["a"], "x2": ["a", "b"], "x3": ["b"], "x4": ["c"]}
FOUND = {"x4": ["c"], "x2": ["a"], "x1": ["a"], "x3": ["b", "c"]}


def write(path, rows):
    path.write_text("".join(json.dumps({"id": key, "labels": row}) + "\n"
                            for key, row in rows.items()), encoding="utf-8")
    return path


def bits(report):
    found = report.to_dict()
    return {key: found[key] for key in ("n_examples", "n_labels", "measures", "policies")}


def paired(truth, found, **options):
    return ts.evaluate(list(truth.values()), list(found.values()), id=list(truth),
                       id_pred=list(found), **options)


def test_order_does_not_matter(tmp_path):
    expected = ts.evaluate(list(TRUTH.values()), [FOUND[key] for key in TRUTH])
    assert bits(paired(TRUTH, FOUND)) == bits(expected)
    files = ts.evaluate_files(write(tmp_path / "t.jsonl", TRUTH), write(tmp_path / "p.jsonl", FOUND))
    assert bits(files) == bits(expected)


@pytest.mark.parametrize("options", [
    {"missing": "empty"}, {"missing": "drop"}, {"missing": "empty", "extra": "drop"},
    {"missing": "drop", "extra": "drop"}])
def test_policies_count_as_those_of_files(tmp_path, options):
    found = {key: row for key, row in FOUND.items() if key != "x2"}
    if "extra" in options:
        found["x9"] = ["a"]
    ours = paired(TRUTH, found, **options)
    files = ts.evaluate_files(write(tmp_path / "t.jsonl", TRUTH), write(tmp_path / "p.jsonl", found),
                              **options)
    assert bits(ours) == bits(files)
    assert ours.policies["missing"] == 1 and ours.policies["extra"] == ("extra" in options)


def test_errors_are_those_of_files():
    with pytest.raises(ts.MissingPredictionError, match="1 id of y_true has no prediction.*'x2'"):
        paired(TRUTH, {key: FOUND[key] for key in ("x1", "x3", "x4")})
    with pytest.raises(ts.ExtraPredictionError, match="'x9'"):
        paired(TRUTH, {**FOUND, "x9": ["a"]})
    with pytest.raises(ts.DuplicateIdError, match="'x1' stands in rows 0 and 1 of y_true"):
        ts.evaluate([["a"], ["b"]], [["a"], ["b"]], id=["x1", "x1"], id_pred=["x1", "x2"])
    with pytest.raises(ts.NoExamplesError):
        paired({"x": ["a"]}, {"y": ["a"]}, missing="drop", extra="drop")
    with pytest.raises(ts.RowMismatchError):
        ts.evaluate([["a"], ["b"]], [["a"]], id=["x"], id_pred=["x"])
    with pytest.raises(ts.WrongUsageError):
        paired(TRUTH, FOUND, missing="none")
    with pytest.raises(ts.WrongUsageError):
        ts.evaluate([["a"]], [["a"]], missing="drop")
    with pytest.raises(ts.BadFormatError, match="row 1 of y_true has no id"):
        ts.evaluate([["a"], ["b"]], [["a"], ["b"]], id=["x", None], id_pred=["x", "y"])


@pytest.mark.parametrize("library", ["pandas", "polars", "pyarrow"])
def test_tables(library):
    module = pytest.importorskip(library)
    make = module.table if library == "pyarrow" else module.DataFrame
    truth = make({"doc": list(TRUTH), "true": list(TRUTH.values()), "w": [1.0, 2.0, 0.5, 1.0]})
    found = make({"doc": list(FOUND), "pred": list(FOUND.values())})
    report = ts.evaluate(truth, found, id="doc", weight="w", per_example=True)
    expected = ts.evaluate(list(TRUTH.values()), [FOUND[key] for key in TRUTH],
                           weight=[1.0, 2.0, 0.5, 1.0])
    assert bits(report) == bits(expected)
    assert report.per_example()["id"] == list(TRUTH)


def test_matrices_and_labels_of_one_example(tmp_path):
    truth = np.array([[1, 0], [0, 1], [1, 1]])
    found = np.array([[1, 1], [0, 1], [1, 0]])
    report = ts.evaluate(truth, found, id=["a", "b", "c"], id_pred=["c", "b", "a"])
    assert bits(report) == bits(ts.evaluate(truth, found[::-1]))
    assert ts.evaluate(["p", "q"], ["q", "p"], id=[1, 2], id_pred=[2, 1])["accuracy"].value == 1
    scores = np.array([[0.9, 0.1], [0.2, 0.8], [0.7, 0.6]])
    ranked = ts.evaluate(truth, y_score=scores, id=["a", "b", "c"], id_pred=["c", "b", "a"])
    assert bits(ranked) == bits(ts.evaluate(truth, y_score=scores[::-1]))


def test_messages_name_the_row_as_it_was_given():
    with pytest.raises(ts.UnknownLabelError, match=r"y_pred\[2\]"):
        ts.evaluate([["a"], ["b"], ["a"]], [["a"], ["a"], ["z"]], labels=["a", "b"],
                    id=[1, 2, 3], id_pred=[3, 2, 1])


def test_clusters(tmp_path):
    rows = [(f"i{n}", "ab"[n % 2] * (n % 3 != 0) or "c", "abc"[n % 3], f"g{n % 4}") for n in range(24)]
    path = tmp_path / "both.tsv"
    path.write_text("id\ttrue\tpred\tpatient\n" + "".join("\t".join(row) + "\n" for row in rows))
    options = {"measures": "f1_micro,f1_macro", "interval": "bootstrap", "seed": 2**63 + 5}
    files = ts.evaluate_files(path, cluster="patient", **options)
    lists = ts.evaluate([[row[1]] for row in rows], [[row[2]] for row in rows],
                        cluster=[row[3] for row in rows], **options)
    for name in ("f1_micro", "f1_macro"):
        assert (lists[name].low, lists[name].high) == (files[name].low, files[name].high)
    alone = ts.evaluate([[row[1]] for row in rows], [[row[2]] for row in rows], **options)
    assert alone["f1_micro"].low != lists["f1_micro"].low
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame(rows, columns=["id", "true", "pred", "patient"])
    table = ts.evaluate(frame, cluster="patient", **options)
    assert (table["f1_micro"].low, table["f1_micro"].high) == (
        files["f1_micro"].low, files["f1_micro"].high)
    with pytest.raises(ts.RowMismatchError):
        ts.evaluate([["a"], ["b"]], [["a"], ["b"]], cluster=["x"], **options)
    with pytest.raises(ts.WrongUsageError):
        ts.evaluate([["a"], ["b"]], [["a"], ["b"]], cluster="x", **options)


def test_seeds_reach_as_far_as_the_command_line():
    call = dict(measures="f1_micro", interval="bootstrap", resamples=50)
    data = ([["a"], ["b"], ["a", "b"], ["c"]] * 5, [["a"], ["a"], ["b"], ["c"]] * 5)
    low = [ts.evaluate(*data, seed=seed, **call)["f1_micro"].low for seed in (0, 1, 2**64 - 1)]
    assert all(value is not None for value in low)
    for seed in (-1, 2**64, 1.5, True):
        with pytest.raises(ts.WrongUsageError, match="18446744073709551615"):
            ts.evaluate(*data, seed=seed, **call)


SCORES = [{"a": 0.9, "b": 0.2}, {"b": 0.75, "a": 0.5}, {}, {"c": 0.25}]
SETS = [["a"], ["b"], ["c"], ["c"]]


def test_arrow_structs_and_maps():
    pyarrow = pytest.importorskip("pyarrow")
    expected = bits(ts.evaluate(SETS, y_score=SCORES))
    for kind in (pyarrow.float32(), pyarrow.float64()):
        item = pyarrow.struct([("label", pyarrow.string()), ("score", kind)])
        scores = [{k: np.float32(v) for k, v in row.items()} for row in SCORES] \
            if kind == pyarrow.float32() else SCORES
        rows = [[{"label": k, "score": v} for k, v in row.items()] for row in scores]
        want = bits(ts.evaluate(SETS, y_score=scores))
        for make in (pyarrow.list_, pyarrow.large_list):
            column = pyarrow.array([rows[0], *rows], make(item))[1:]
            assert bits(ts.evaluate(SETS, y_score=column)) == want
        turned = pyarrow.struct([("score", kind), ("label", pyarrow.string())])
        assert bits(ts.evaluate(SETS, y_score=pyarrow.array(rows, pyarrow.list_(turned)))) == want
    maps = pyarrow.array([list(row.items()) for row in SCORES],
                         pyarrow.map_(pyarrow.string(), pyarrow.float64()))
    assert bits(ts.evaluate(SETS, y_score=maps)) == expected
    with pytest.raises(ts.BadNumberError, match="row 0 of y_score"):
        ts.evaluate([["a"]], y_score=pyarrow.array([[("a", float("nan"))]], maps.type))
    with pytest.raises(ts.BadFormatError, match="label, score"):
        ts.evaluate([["a"]], y_score=pyarrow.array([["a"]]))


@pytest.mark.parametrize("library", ["pandas", "polars", "pyarrow"])
def test_parallel_lists(library):
    module = pytest.importorskip(library)
    make = module.table if library == "pyarrow" else module.DataFrame
    table = make({"truth": SETS, "pred": [list(row) for row in SCORES],
                  "score": [list(row.values()) for row in SCORES]})
    expected = bits(ts.evaluate(SETS, y_score=SCORES, threshold=0.6))
    assert bits(ts.evaluate(table, score="score", prediction="pred", threshold=0.6)) == expected
    assert bits(ts.evaluate(SETS, table["pred"], y_score=table["score"], threshold=0.6)) == expected
    with pytest.raises(ts.RowMismatchError, match="row 0 of y_pred has 2 labels"):
        ts.evaluate(SETS, table["pred"], y_score=make({"s": [[0.1]] * 4})["s"])


def test_parallel_lists_of_python():
    labels, scores = [list(row) for row in SCORES], [list(row.values()) for row in SCORES]
    expected = bits(ts.evaluate(SETS, y_score=SCORES, threshold=0.6))
    assert bits(ts.evaluate(SETS, labels, y_score=scores, threshold=0.6)) == expected
    single = [[np.float32(v) for v in row] for row in scores]
    assert bits(ts.evaluate(SETS, tuple(labels), y_score=single, measures="lrap")) == bits(
        ts.evaluate(SETS, y_score=SCORES, measures="lrap"))
    with pytest.raises(ts.RowMismatchError, match="row 1 of y_score"):
        ts.evaluate([["a"]] * 2, [["a"], ["a", "b"]], y_score=[[0.5], [0.5]])
    with pytest.raises(ts.RowMismatchError, match="has 1"):
        ts.evaluate([["a"]] * 2, [["a"], ["a"]], y_score=[[0.5]])
    with pytest.raises(ts.WrongUsageError, match="without labels"):
        ts.evaluate([["a"]], y_score=[[0.5]])


def test_polars_structs():
    polars = pytest.importorskip("polars")
    column = polars.Series([[{"label": k, "score": v} for k, v in row.items()] for row in SCORES])
    assert bits(ts.evaluate(SETS, y_score=column)) == bits(ts.evaluate(SETS, y_score=SCORES))
    assert ts.reconcile(SETS, polars.Series(SETS)).to_dict() == ts.reconcile(SETS, SETS).to_dict()
