"""The front door: forms of input, figures worked by hand, and the errors of bad input."""
import numpy
import pytest

import tallystick as ts

# tp fp fn: a 1 0 0, b 1 0 1, c 0 1 0. micro: P 2/3, R 2/3. macro F1: (1 + 2/3 + 0) / 3 = 5/9.
TRUTH = [["a", "b"], ["b"], []]
PREDICTED = [["a"], ["b"], ["c"]]
MATRIX_T = numpy.array([[1, 1, 0], [0, 1, 0], [0, 0, 0]])
MATRIX_P = numpy.array([[1, 0, 0], [0, 1, 0], [0, 0, 1]])
LABELS = ["a", "b", "c"]


def figures(report):
    assert report["f1_micro"].value == 2 / 3
    assert report["f1_macro"].value == 5 / 9
    assert report["precision_micro"].value == 2 / 3
    assert report["subset_accuracy"].value == 1 / 3
    assert report.n_examples == 3


def test_label_lists():
    figures(ts.evaluate(TRUTH, PREDICTED))


def test_sets_tuples_arrays_and_generators():
    figures(ts.evaluate([set(row) for row in TRUTH], [tuple(row) for row in PREDICTED]))
    figures(ts.evaluate([frozenset(row) for row in TRUTH], tuple(PREDICTED)))
    figures(ts.evaluate([numpy.array(row, dtype=object) for row in TRUTH],
                        [numpy.array(row, dtype="U1") for row in PREDICTED]))
    figures(ts.evaluate((row for row in TRUTH), [dict.fromkeys(row).keys() for row in PREDICTED]))


@pytest.mark.parametrize("dtype", ["bool", "int8", "uint8", "int16", "uint16", "int32", "uint32",
                                   "int64", "uint64", "float16", "float32", "float64", ">i4"])
@pytest.mark.parametrize("order", ["C", "F"])
def test_matrices(dtype, order):
    truth = numpy.asarray(MATRIX_T, dtype=dtype, order=order)
    predicted = numpy.asarray(MATRIX_P, dtype=dtype, order=order)
    report = ts.evaluate(truth, predicted, labels=LABELS)
    figures(report)
    assert report.per_label()["label"] == LABELS


def test_slices_of_matrices():
    wide = numpy.zeros((6, 7), dtype="int32")
    wide[::2, 1::2] = MATRIX_T
    figures(ts.evaluate(wide[::2, 1::2], MATRIX_P[::-1][::-1]))


@pytest.mark.parametrize("form", ["csr_matrix", "csc_matrix", "csr_array", "csc_array", "coo_array"])
def test_sparse(form):
    sparse = pytest.importorskip("scipy.sparse")
    make = getattr(sparse, form)
    figures(ts.evaluate(make(MATRIX_T), make(MATRIX_P)))
    figures(ts.evaluate(make(MATRIX_T), PREDICTED, labels=LABELS))


def test_explicit_zeros_are_no_labels():
    sparse = pytest.importorskip("scipy.sparse")
    truth = sparse.csr_array(MATRIX_T)
    truth.data[0] = 0
    assert ts.evaluate(truth, MATRIX_P, measures="recall_micro")["recall_micro"].value == 1 / 2


def test_columns_of_a_matrix_are_the_labels():
    report = ts.evaluate([[1, 0, 0]], [[1, 0, 0]])  # label lists: 0 is named twice
    assert report.n_labels == 2 and report.policies["repeated_labels"] == 2
    report = ts.evaluate(numpy.array([[1, 0, 0]]), numpy.array([[1, 0, 0]]))
    assert report.n_labels == 3
    assert report["f1_macro"].value == 1 / 3 and report["f1_macro"].n_undefined == 2


@pytest.mark.parametrize("truth, predicted", [
    (["a", "b", "b"], ["a", "b", "a"]),
    (numpy.array(["a", "b", "b"]), numpy.array(["a", "b", "a"], dtype=object)),
    ([7, 10, 10], [7, 10, 7]),
    (numpy.array([7, 10, 10]), numpy.array([7, 10, 7], dtype="uint8")),
    (numpy.array([7.0, 10.0, 10.0]), [7, 10, 7]),
    ([True, False, False], [True, False, True]),
])
def test_one_label_an_example(truth, predicted):
    report = ts.evaluate(truth, predicted)
    assert report["accuracy"].value == 2 / 3
    assert report.to_dict()["n_labels"] == 2


def test_integers_keep_their_order():
    labels = ts.evaluate([10, 9, 2, -1], [10, 2, 2, -1]).per_label()["label"]
    assert labels == [-1, 2, 9, 10]


def test_scores():
    by_label = [{"a": 0.9, "b": 0.5, "c": 0.1}, {"a": 0.1, "b": 0.7, "c": 0.2},
                {"a": 0.2, "b": 0.2, "c": 0.6}]
    array = numpy.array([[row[label] for label in LABELS] for row in by_label])
    truth = [["a"], ["b"], ["a"]]
    # Predicted from 0.5 up: {a, b}, {b}, {c}.
    for scores in (by_label, [list(row.items()) for row in by_label]):
        report = ts.evaluate(truth, y_score=scores, measures="f1_micro,precision@1,lrap")
        assert report["f1_micro"].value == 4 / 7
        assert report["precision@1"].value == 2 / 3
    report = ts.evaluate(truth, y_score=array.astype("float32"), labels=LABELS,
                         measures="f1_micro,precision@1")
    assert report["f1_micro"].value == 4 / 7
    sparse = pytest.importorskip("scipy.sparse")
    report = ts.evaluate(truth, y_score=sparse.csr_array(array), labels=LABELS, threshold=0.6,
                         measures="f1_micro")
    assert report["f1_micro"].value == 4 / 6
    report = ts.evaluate(truth, y_score=array, labels=LABELS, top_k=1, measures="f1_micro")
    assert report["f1_micro"].value == 4 / 6
    report = ts.evaluate(truth, y_score=array, labels=LABELS, thresholds={"a": 0.2, "b": 0.8},
                         measures="f1_micro")  # {a}, {}, {a, c}
    assert report["f1_micro"].value == 4 / 6


def test_sets_beside_scores():
    report = ts.evaluate([["a"], ["b"]], [["b"], ["b"]],
                         y_score=[{"a": 0.9, "b": 0.1}, {"a": 0.2, "b": 0.8}],
                         measures="f1_micro,precision@1")
    assert report["f1_micro"].value == 1 / 2 and report["precision@1"].value == 1


def test_weights():
    report = ts.evaluate(["a", "b"], ["a", "a"], weight=[3, 1], measures="accuracy")
    assert report["accuracy"].value == 3 / 4


def test_tables():
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"id": ["x", "y", "z"], "truth": TRUTH, "pred": PREDICTED})
    figures(ts.evaluate(frame))
    figures(ts.evaluate(frame["truth"], frame["pred"]))
    figures(ts.evaluate(frame.rename(columns={"truth": "right", "pred": "guess"}), truth="right",
                        prediction="guess"))
    report = ts.evaluate(frame, per_example=True)
    assert report.per_example()["id"] == ["x", "y", "z"]
    with pytest.raises(ts.UnknownColumnError, match="prediction='"):
        ts.evaluate(frame.drop(columns="pred"))
    truth = pandas.DataFrame(MATRIX_T, columns=LABELS)
    predicted = pandas.DataFrame(MATRIX_P, columns=LABELS)
    figures(ts.evaluate(truth, predicted))
    with pytest.raises(ts.ShapeError, match="another order"):
        ts.evaluate(truth, predicted[["b", "a", "c"]])
    with pytest.raises(ts.ShapeError, match="'c'"):
        ts.evaluate(truth, predicted[["a", "b"]])


def test_arrow():
    pyarrow = pytest.importorskip("pyarrow")
    for kind in (pyarrow.string(), pyarrow.large_string(), pyarrow.string_view()):
        truth = pyarrow.array(TRUTH, pyarrow.list_(kind))
        predicted = pyarrow.chunked_array([pyarrow.array(PREDICTED[:1], pyarrow.large_list(kind)),
                                           pyarrow.array(PREDICTED[1:], pyarrow.large_list(kind))])
        figures(ts.evaluate(truth, predicted))
        figures(ts.evaluate(pyarrow.array([["x"], *TRUTH], pyarrow.list_(kind))[1:], predicted))
    one = pyarrow.array(["a", "b", "b"]).dictionary_encode()
    assert ts.evaluate(one, pyarrow.array(["a", "b", "a"]))["accuracy"].value == 2 / 3
    for kind in (pyarrow.int8(), pyarrow.uint16(), pyarrow.int64()):
        numbers = pyarrow.array([1, 2, 2], kind)
        assert ts.evaluate(numbers, [1, 2, 1])["accuracy"].value == 2 / 3
    long = pyarrow.array([["a label of many letters", "b"]], pyarrow.list_(pyarrow.string_view()))
    assert ts.evaluate(long, [["a label of many letters"]])["recall_micro"].value == 1 / 2
    with pytest.raises(ts.BadFormatError, match="row 1 of y_true holds a null"):
        ts.evaluate(pyarrow.array(["a", None]), ["a", "a"])
    table = pyarrow.table({"true": TRUTH, "pred": PREDICTED})
    figures(ts.evaluate(table))


def test_polars():
    polars = pytest.importorskip("polars")
    frame = polars.DataFrame({"id": [1, 2, 3], "true": TRUTH, "pred": PREDICTED})
    figures(ts.evaluate(frame))
    figures(ts.evaluate(frame["true"], frame["pred"]))
    one = polars.Series(["a", "b", "b"], dtype=polars.Categorical)
    assert ts.evaluate(one, polars.Series(["a", "b", "a"]))["accuracy"].value == 2 / 3


class Tensor:
    """What a library with DLPack alone would hand over."""

    def __init__(self, array, device=(1, 0)):
        self.array, self.device = array, device

    def __dlpack__(self, **options):
        return self.array.__dlpack__(**options)

    def __dlpack_device__(self):
        return self.device


def test_tensors():
    figures(ts.evaluate(Tensor(MATRIX_T), Tensor(MATRIX_P)))
    with pytest.raises(ts.NotAvailableError, match="cpu"):
        ts.evaluate(Tensor(MATRIX_T, device=(2, 0)), MATRIX_P)


@pytest.mark.parametrize("truth, predicted, kind, text", [
    (["a", 1], ["a", "b"], ts.BadFormatError, "row 1 of y_true holds the integer 1, but row 0 of "
                                              "y_true holds the text 'a'"),
    ([["a"]], [[1]], ts.BadFormatError, "row 0 of y_pred"),
    ([["a"], "b"], [["a"], ["b"]], ts.BadFormatError, "row 1 of y_true is a str, but row 0 is a list"),
    ([["a"], None], [["a"], ["b"]], ts.BadFormatError, "row 1 of y_true is None"),
    ([["a"], [None]], [["a"], ["b"]], ts.BadFormatError, "row 1 of y_true holds None"),
    ([["a"], [float("nan")]], [["a"], ["b"]], ts.BadFormatError, "row 1 of y_true holds NaN"),
    (["a", float("nan")], ["a", "b"], ts.BadFormatError, "row 1 of y_true holds NaN"),
    ([[1.5]], [[1]], ts.BadFormatError, "row 0 of y_true holds 1.5"),
    ([[b"a"]], [["a"]], ts.BadFormatError, "holds b'a'"),
    ([["a\ud800"]], [["a"]], ts.BadEncodingError, "row 0 of y_true"),
    ([["a"]], [["a"], ["b"]], ts.ShapeError, "y_true has 1 example, but y_pred has 2"),
    (MATRIX_T, MATRIX_P[:2], ts.ShapeError, "y_true has 3 examples, but y_pred has 2"),
    (MATRIX_T, MATRIX_P[:, :2], ts.ShapeError, "y_true has 3 columns, but y_pred has 2"),
    (MATRIX_T * 2, MATRIX_P, ts.BadFormatError, "row 0 of y_true holds 2 in a matrix of 0 and 1"),
    (MATRIX_T * numpy.nan, MATRIX_P, ts.BadFormatError, "row 0 of y_true holds NaN"),
    (-MATRIX_T, MATRIX_P, ts.BadFormatError, "holds -1"),
    (numpy.zeros((2, 2, 2)), MATRIX_P, ts.BadFormatError, "3 dimensions"),
    (numpy.array([0.5, 0.2]), [1, 0], ts.BadFormatError, "row 0 of y_true holds 0.5"),
    ("abc", "abc", ts.BadFormatError, "a str is not a list of examples"),
    ([], [], ts.NoExamplesError, ""),
    ([{"a": 1}], [["a"]], ts.BadFormatError, "y_score"),
])
def test_bad_input(truth, predicted, kind, text):
    with pytest.raises(kind) as caught:
        ts.evaluate(truth, predicted)
    assert text in str(caught.value)
    assert isinstance(caught.value, ts.Error) and isinstance(caught.value, ValueError)


def test_errors_say_options_as_python_has_them():
    with pytest.raises(ts.UnknownLabelError) as caught:
        ts.evaluate([["sport"]], [["sprot"]], labels=["sport", "news"])
    assert "y_pred[0]" in str(caught.value) and "did you mean 'sport'?" in str(caught.value)
    assert "unknown_labels='add'" in caught.value.hint and "--" not in str(caught.value)
    assert caught.value.code == "unknown-label"
    with pytest.raises(ts.WrongUsageError, match="did you mean undefined?"):
        ts.evaluate([["a"]], [["a"]], undefind="zero")
    with pytest.raises(ts.UnknownMeasureError, match="f1_macro"):
        ts.evaluate([["a"]], [["a"]], measures="f1_marco")


@pytest.mark.parametrize("scores, kind, text", [
    ([{"a": float("nan")}], ts.BadNumberError, "row 0 of y_score holds the score nan"),
    ([{"a": "x"}], ts.BadNumberError, "a score that is a str"),
    (numpy.array([[numpy.inf]]), ts.BadNumberError, "row 0 of y_score holds the score inf"),
    ([0.5], ts.BadFormatError, "row 0 of y_score is a float"),
])
def test_bad_scores(scores, kind, text):
    with pytest.raises(kind) as caught:
        ts.evaluate([["a"]], y_score=scores, labels=["a"])
    assert text.lower() in str(caught.value).lower()


def test_policies_are_counted():
    report = ts.evaluate([["a"], ["b"]], [["x", "a"], ["b", "b", "none"]], labels=["a", "b"],
                         unknown_labels="drop", abstain=["none"])
    assert report.policies["unknown_labels"] == 1
    assert report.policies["abstained"] == 1
    assert report.policies["repeated_labels"] == 1
    assert report["f1_micro"].value == 1


def test_taxonomy_by_name_and_by_object():
    for taxonomy in ("isco08", ts.Taxonomy.isco08()):
        report = ts.evaluate(["2211", "2166"], ["2212", "2166"], taxonomy=taxonomy)
        # 2211 and 2212 share 2, 22 and 221: 3 of 4; with the other example 7 of 8.
        assert report["hierarchical_f1_micro"].value == 7 / 8
        assert report.levels()["level"] == [1, 2, 3, 4]
    with pytest.raises(ts.UnknownLabelError):
        ts.evaluate(["9999"], ["2212"], taxonomy="isco08")


def test_training_labels():
    report = ts.evaluate([["a"], ["b"]], [["a"], ["a"]], train=[["a"], ["a"], ["a", "b"]],
                         measures="pbc")
    assert "3 training examples" in " ".join(report.notes)


def test_parquet_and_streams(tmp_path):
    pyarrow = pytest.importorskip("pyarrow")
    import pyarrow.parquet

    table = pyarrow.table({"id": [1, 2, 3], "true": TRUTH, "pred": PREDICTED})
    pyarrow.parquet.write_table(table, tmp_path / "both.parquet", row_group_size=2)
    figures(ts.evaluate_files(tmp_path / "both.parquet"))
    pyarrow.parquet.write_table(table.select(["id", "true"]), tmp_path / "t.parquet", row_group_size=1)
    pyarrow.parquet.write_table(table.select(["id", "pred"]), tmp_path / "p.parquet", row_group_size=2)
    figures(ts.evaluate_files(tmp_path / "t.parquet", tmp_path / "p.parquet"))
    pyarrow.parquet.write_table(table.select(["id", "pred"]).take([2, 1, 0]), tmp_path / "q.parquet")
    with pytest.raises(ts.ShapeError, match="row 0 is another example"):
        ts.evaluate_files(tmp_path / "t.parquet", tmp_path / "q.parquet")
    with pytest.raises(ts.NoSuchFileError):
        ts.evaluate_files(tmp_path / "none.parquet")
    figures(ts.evaluate(table.to_reader(max_chunksize=1)))


def test_duckdb_relations_are_streamed(monkeypatch):
    duckdb = pytest.importorskip("duckdb")
    from tallystick import _parquet

    rows = duckdb.values(*((i, true, pred) for i, (true, pred) in enumerate(zip(TRUTH, PREDICTED))))
    relation = rows.project('col0 as id, col1 as "true", col2 as pred')
    figures(ts.evaluate(relation))
    # 100,000 rows arrive in batches; every third prediction is wrong.
    monkeypatch.setattr(_parquet, "ROWS", 10_000)
    batches = []
    take = _parquet._Batch
    monkeypatch.setattr(_parquet, "_Batch", lambda batch: batches.append(batch.num_rows) or take(batch))
    relation = duckdb.sql("""select range as id, 'label ' || range % 7 as "true",
        case when range % 3 = 0 then 'none' else 'label ' || range % 7 end as pred from range(100000)""")
    assert ts.evaluate(relation)["accuracy"].value == 66_666 / 100_000
    assert len(batches) > 1 and sum(batches) == 100_000 and max(batches) < 100_000


@pytest.mark.parametrize("method", ["delta", "jackknife", "bootstrap", "bca"])
def test_intervals_of_weighted_examples_do_not_depend_on_the_unit_of_weights(method):
    truth, predicted = [["a", "b"], ["b"], ["c"], ["a"]], [["a"], ["b"], ["a"], ["a"]]

    def ends(weight):
        report = ts.evaluate(truth, predicted, measures="f1_micro,f1_macro", interval=method, weight=weight)
        return [(score.low, score.high) for score in (report["f1_micro"], report["f1_macro"])]

    assert ends([1, 2, 0.5, 1]) == ends([2, 4, 1, 2]) != ends(None)
    assert ends([3] * 4) == ends(None)
