"""Pictures: what is drawn is what the report says. The Agg backend draws without a screen."""
import subprocess
import sys

import numpy as np
import pytest

import tallystick as ts

TRUTH = [["a"], ["a", "b"], ["b"], ["c"], ["a"], ["c", "b"]]
FOUND = [["a"], ["a"], ["b", "c"], ["c"], ["b"], ["c", "b"]]


@pytest.fixture
def axes():
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    from matplotlib import pyplot

    yield lambda: pyplot.subplots()[1]
    pyplot.close("all")


@pytest.fixture
def scored():
    draw = np.random.default_rng(5)
    truth = (draw.random((60, 4)) < 0.4).astype(int)
    scores = np.round(np.clip(0.5 * truth + draw.random((60, 4)) * 0.6, 0, 1), 2)
    return truth, scores, ts.evaluate(truth, y_score=scores, keep_scores=True)


def offsets(ax, at=0):
    return np.asarray(ax.collections[at].get_offsets())


def test_bias_shows_frequency_against_f1_and_the_trend(axes):
    report = ts.evaluate(TRUTH, FOUND, train=[["a"]] * 5 + [["b"]] * 3 + [["c"]])
    ax = axes()
    assert report.plot.bias(ax=ax) is ax
    data = report.plot.data("bias")
    table = report.per_label()
    drawn = offsets(ax)
    assert len(drawn) == 3
    f1 = dict(zip(table["label"], table["f1"]))
    for (_, score), label in zip(drawn, data["columns"]["label"]):
        assert score == f1[label]
    frequency = sorted(x for x, _ in drawn)
    assert frequency == pytest.approx([1 / 9, 3 / 9, 5 / 9])
    assert data["guides"], "no trend is drawn"
    assert any(line.get_linestyle() == ":" for line in ax.lines)


def test_labels_are_bars_of_their_f1(axes):
    report = ts.evaluate(TRUTH, FOUND)
    ax = report.plot.labels(ax=axes())
    table = report.per_label()
    widths = [bar.get_width() for bar in ax.patches]
    names = [text.get_text() for text in ax.get_yticklabels()]
    assert dict(zip(names, widths)) == pytest.approx(dict(zip(table["label"], table["f1"])))


def test_figures_have_their_intervals(axes):
    report = ts.evaluate(TRUTH, FOUND, measures=["f1_micro", "f1_macro"], interval="delta")
    ax = report.plot.figures(ax=axes())
    points = next(c for c in ax.collections if len(c.get_offsets()) == 2)
    assert sorted(np.asarray(points.get_offsets())[:, 0]) == pytest.approx(
        sorted(score.value for score in report.values()))
    spans = {tuple(segment[:, 0]) for c in ax.collections if hasattr(c, "get_segments")
             for segment in c.get_segments()}
    assert spans == {(score.low, score.high) for score in report.values()}


def test_confusion_counts_pairs(axes):
    truth, found = ["a", "a", "b", "c"], ["a", "b", "b", "b"]
    report = ts.evaluate(truth, found)
    ax = report.plot.confusion(ax=axes())
    data = report.plot.data("confusion")
    assert len(ax.patches) == len(next(iter(data["columns"].values())))
    assert {text.get_text() for text in ax.get_xticklabels()} >= {"a", "b"}


def test_ladder_is_that_of_the_levels(axes):
    report = ts.evaluate(["2211", "2166"], ["2212", "2166"], taxonomy="isco08")
    ax = report.plot.ladder(ax=axes())
    levels = report.levels()
    assert [bar.get_width() for bar in ax.patches] == levels["accuracy"] == [1, 1, 1, 0.5]
    f1 = [c for c in ax.collections if c.get_label() == "F1"]
    assert list(np.asarray(f1[0].get_offsets())[:, 0]) == levels["f1"]
    for kind in ("errors", "treemap"):
        assert report.plot(kind, ax=axes()).patches


def test_precision_recall_is_that_of_scikit_learn(axes, scored):
    curve = pytest.importorskip("sklearn.metrics").precision_recall_curve
    truth, scores, report = scored
    ax = report.plot.pr(ax=axes(), every_point=True)
    x, y = ax.lines[0].get_data()
    precision, recall, _ = curve(truth.ravel(), scores.ravel(), drop_intermediate=False)
    drawn = {(round(a, 12), round(b, 12)) for a, b in zip(x, y)}
    assert drawn >= {(round(a, 12), round(b, 12)) for a, b in zip(recall, precision) if a > 0}


def test_roc_has_the_area_of_the_report(axes, scored):
    truth, scores, _ = scored
    report = ts.evaluate(truth, y_score=scores, measures="roc_auc_micro", keep_scores=True)
    x, y = report.plot.roc(ax=axes(), every_point=True).lines[0].get_data()
    assert np.trapezoid(y, x) == pytest.approx(report["roc_auc_micro"].value)
    one = report.plot.roc(ax=axes(), label="2").lines[0].get_data()
    assert one[0].tolist() != x.tolist()


def test_thresholds_sweep_f1(axes, scored):
    truth, scores, report = scored
    ax = report.plot.thresholds(ax=axes(), every_point=True)
    lines = {line.get_label(): line.get_data() for line in ax.lines}
    at, f1 = lines["F1"]
    for threshold in (0.3, 0.5, 0.71):
        nearest = min((x for x in at if x >= threshold), default=None)
        expected = ts.evaluate(truth, y_score=scores, threshold=float(nearest),
                               measures="f1_micro")["f1_micro"].value
        assert f1[list(at).index(nearest)] == pytest.approx(expected)
    assert set(lines) >= {"precision", "recall", "F1"}


def test_reliability_and_at_k(axes, scored):
    truth, scores, report = scored
    ax = report.plot.reliability(ax=axes(), bins=10)
    x, y = ax.lines[0].get_data()
    inside = scores <= 0.1
    assert x[0] == pytest.approx(scores[inside].mean()) and y[0] == pytest.approx(truth[inside].mean())
    at, precision = next(line for line in report.plot.at_k(ax=axes()).lines
                         if line.get_label() == "precision@k").get_data()
    assert list(at) == [1, 2, 3, 4]
    assert precision[0] == pytest.approx(report["precision@1"].value)


def test_forest_shows_differences_and_their_intervals(axes):
    found = ts.compare(TRUTH, {"x": FOUND, "y": TRUTH}, measures=["f1_micro", "f1_macro"])
    ax = found.plot.forest(ax=axes())
    rows = found.comparisons
    points = next(c for c in ax.collections if c.get_label() == "difference")
    assert list(np.asarray(points.get_offsets())[:, 0]) == [row["difference"] for row in rows]
    spans = next(c for c in ax.collections if hasattr(c, "get_segments"))
    assert [tuple(s[:, 0]) for s in spans.get_segments()] == [(r["low"], r["high"]) for r in rows]


def test_all_kinds_can_be_drawn_without_axes(axes, scored, tmp_path):
    _, _, report = scored
    for kind in ("pr", "roc", "thresholds", "at-k", "reliability", "figures", "labels",
                 "distribution", "bias"):
        ax = report.plot(kind)
        ax.figure.savefig(tmp_path / "drawn.png")
        assert ax.get_title(loc="left") or not ax.axison


def test_errors(axes):
    report = ts.evaluate([["a"]], y_score=[{"a": 0.9}])
    with pytest.raises(ts.NoScoresError, match="keep_scores=True"):
        report.plot.pr(ax=axes())
    with pytest.raises(ts.NoScoresError):
        ts.evaluate([["a"]], [["a"]]).plot.roc(ax=axes())
    with pytest.raises(ts.WrongUsageError, match="which labels an example has"):
        ts.evaluate(TRUTH, FOUND, measures="f1_micro").plot.confusion(ax=axes())
    with pytest.raises(ts.WrongUsageError, match="hierarchy"):
        report.plot.ladder(ax=axes())
    with pytest.raises(ts.WrongUsageError, match="did you mean|it takes"):
        report.plot("ladders", ax=axes())


def test_without_matplotlib():
    program = ("import sys; sys.modules['matplotlib'] = None\n"
               "import tallystick as ts\n"
               "try: ts.evaluate([['a']], [['a']]).plot.labels()\n"
               "except ts.NotAvailableError as error: print(error)\n")
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert "matplotlib" in done.stdout and "pip install 'tallystick[plot]'" in done.stdout
