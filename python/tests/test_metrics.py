"""ts.metrics beside sklearn.metrics, on generated data."""
import inspect
import math

import numpy as np
import pytest

import tallystick as ts

sk = pytest.importorskip("sklearn.metrics")
sparse = pytest.importorskip("scipy.sparse")
metrics = ts.metrics

AVERAGES = [None, "micro", "macro", "weighted"]
SEEDS = range(6)


def close(ours, theirs):
    np.testing.assert_allclose(np.asarray(ours, dtype=float), np.asarray(theirs, dtype=float),
                               rtol=1e-12, atol=1e-12)
    assert np.shape(ours) == np.shape(theirs)


def multiclass(seed, kind="int", n=40):
    random = np.random.default_rng(seed)
    true, predicted = random.integers(0, 5, n), random.integers(0, 6, n)
    weight = random.integers(0, 4, n) / 2 if seed % 2 else None
    if kind == "text":
        names = np.array(["z", "b", "eins", "d d", "ö", "a"])
        return names[true], names[predicted], weight
    return true, predicted, weight


def multilabel(seed, n=30, width=6):
    random = np.random.default_rng(seed)
    true, predicted = (random.random((2, n, width)) < 0.3).astype(int)
    true[:3], predicted[2:5], true[:, 4], predicted[:, 4] = 0, 0, 0, 0
    weight = random.random(n) if seed % 2 else None
    return true, predicted, weight


FAMILY = ["precision_score", "recall_score", "f1_score", "jaccard_score"]


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("kind", ["int", "text", "list"])
@pytest.mark.parametrize("name", FAMILY)
def test_family_of_classes(name, kind, seed):
    true, predicted, weight = multiclass(seed, kind)
    if kind == "list":
        true, predicted = true.tolist(), predicted.tolist()
    ours, theirs = getattr(metrics, name), getattr(sk, name)
    for average in AVERAGES:
        for zero in (0, 1) if name == "jaccard_score" else (0, 1, np.nan):
            more = {"average": average, "sample_weight": weight, "zero_division": zero}
            close(ours(true, predicted, **more), theirs(true, predicted, **more))
            labels = [true[0], true[1]] if true[0] != true[1] else [true[0]]
            close(ours(true, predicted, labels=labels, **more),
                  theirs(true, predicted, labels=labels, **more))


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("form", [np.asarray, sparse.csr_matrix, sparse.csc_array])
@pytest.mark.parametrize("name", FAMILY)
def test_family_of_matrices(name, form, seed):
    true, predicted, weight = multilabel(seed)
    ours, theirs = getattr(metrics, name), getattr(sk, name)
    for average in [*AVERAGES, "samples"]:
        for zero in (0, 1):
            more = {"average": average, "sample_weight": weight, "zero_division": zero}
            expected = theirs(true, predicted, **more)
            close(ours(form(true), form(predicted), **more), expected)
    close(ours(true, predicted, labels=[2, 0], average="macro"),
          theirs(true, predicted, labels=[2, 0], average="macro", zero_division=0))
    close(ours(true, predicted, labels=[2, 0], average="samples"),
          theirs(true, predicted, labels=[2, 0], average="samples", zero_division=0))


@pytest.mark.parametrize("seed", SEEDS)
def test_family_of_two_classes(seed):
    random = np.random.default_rng(seed)
    true, predicted = random.integers(0, 2, (2, 30))
    for name in FAMILY:
        ours, theirs = getattr(metrics, name), getattr(sk, name)
        close(ours(true, predicted), theirs(true, predicted))
        close(ours(true, predicted, pos_label=0), theirs(true, predicted, pos_label=0))
        close(ours(true.astype(bool), predicted.astype(bool)), theirs(true, predicted))
        words = np.array(["no", "yes"])
        close(ours(words[true], words[predicted], pos_label="yes"), theirs(true, predicted))
    for beta in (0, 0.5, 2, np.inf):
        close(metrics.fbeta_score(true, predicted, beta=beta),
              sk.fbeta_score(true, predicted, beta=beta))
    close(metrics.matthews_corrcoef(true, predicted), sk.matthews_corrcoef(true, predicted))


@pytest.mark.parametrize("seed", SEEDS)
def test_support(seed):
    true, predicted, weight = multiclass(seed)
    for average in AVERAGES:
        ours = metrics.precision_recall_fscore_support(true, predicted, average=average,
                                                       sample_weight=weight, zero_division=0)
        theirs = sk.precision_recall_fscore_support(true, predicted, average=average,
                                                    sample_weight=weight, zero_division=0)
        for one, other in zip(ours[:3], theirs[:3]):
            close(one, other)
        assert (ours[3] is None) == (theirs[3] is None)
        if average is None:
            close(ours[3], theirs[3])
            assert ours[3].dtype == theirs[3].dtype


@pytest.mark.parametrize("seed", SEEDS)
def test_classes(seed):
    for kind in ("int", "text"):
        true, predicted, weight = multiclass(seed, kind)
        for name in ("accuracy_score", "zero_one_loss"):
            for normalize in (True, False):
                close(getattr(metrics, name)(true, predicted, normalize=normalize,
                                             sample_weight=weight),
                      getattr(sk, name)(true, predicted, normalize=normalize, sample_weight=weight))
        for name in ("hamming_loss", "matthews_corrcoef", "balanced_accuracy_score"):
            close(getattr(metrics, name)(true, predicted, sample_weight=weight),
                  getattr(sk, name)(true, predicted, sample_weight=weight))
        for weights in (None, "linear", "quadratic"):
            close(metrics.cohen_kappa_score(true, predicted, weights=weights, sample_weight=weight),
                  sk.cohen_kappa_score(true, predicted, weights=weights, sample_weight=weight))
        close(metrics.balanced_accuracy_score(true, predicted, adjusted=True),
              sk.balanced_accuracy_score(true, predicted, adjusted=True))
        for normalize in (None, "true", "pred", "all"):
            close(metrics.confusion_matrix(true, predicted, normalize=normalize,
                                           sample_weight=weight),
                  sk.confusion_matrix(true, predicted, normalize=normalize, sample_weight=weight))
        labels = list(dict.fromkeys([predicted[0], true[0], true[1]]))
        close(metrics.confusion_matrix(true, predicted, labels=labels),
              sk.confusion_matrix(true, predicted, labels=labels))
        close(metrics.multilabel_confusion_matrix(true, predicted, sample_weight=weight),
              sk.multilabel_confusion_matrix(true, predicted, sample_weight=weight))
        for digits in (2, 4):
            assert metrics.classification_report(true, predicted, digits=digits) == \
                sk.classification_report(true, predicted, digits=digits, zero_division=0)
        ours = metrics.classification_report(true, predicted, output_dict=True)
        theirs = sk.classification_report(true, predicted, output_dict=True, zero_division=0)
        assert list(ours) == list(theirs)
        for heading, row in theirs.items():
            close(list(ours[heading].values()) if isinstance(row, dict) else ours[heading],
                  list(row.values()) if isinstance(row, dict) else row)


@pytest.mark.parametrize("seed", SEEDS)
def test_matrices(seed):
    true, predicted, weight = multilabel(seed)
    for name in ("accuracy_score", "zero_one_loss", "hamming_loss"):
        for form in (np.asarray, sparse.csr_array):
            close(getattr(metrics, name)(form(true), form(predicted), sample_weight=weight),
                  getattr(sk, name)(form(true), form(predicted), sample_weight=weight))
    for samplewise in (True, False):
        close(metrics.multilabel_confusion_matrix(true, predicted, samplewise=samplewise,
                                                  sample_weight=weight),
              sk.multilabel_confusion_matrix(true, predicted, samplewise=samplewise,
                                             sample_weight=weight))
    assert metrics.classification_report(true, predicted) == sk.classification_report(
        true, predicted, zero_division=0)


def scored(seed, n=30, width=6, ties=True):
    random = np.random.default_rng(seed)
    true = (random.random((n, width)) < 0.3).astype(int)
    true[0], true[1] = 0, 1
    scores = random.integers(0, 8, (n, width)) / 8 if ties else random.random((n, width))
    return true, scores, random.random(n) if seed % 2 else None


@pytest.mark.parametrize("seed", SEEDS)
def test_rankings(seed):
    true, scores, weight = scored(seed)
    for name in ("coverage_error", "label_ranking_loss", "label_ranking_average_precision_score"):
        close(getattr(metrics, name)(true, scores, sample_weight=weight),
              getattr(sk, name)(true, scores, sample_weight=weight))
    grades = np.random.default_rng(seed).integers(0, 4, true.shape)
    for k in (None, 1, 3, 20):
        for name in ("ndcg_score", "dcg_score"):
            close(getattr(metrics, name)(grades, scores, k=k, sample_weight=weight),
                  getattr(sk, name)(grades, scores, k=k, sample_weight=weight))
    close(metrics.dcg_score(grades, scores, log_base=10), sk.dcg_score(grades, scores, log_base=10))


@pytest.mark.parametrize("seed", SEEDS)
def test_areas(seed):
    true, scores, weight = scored(seed)
    for average in [*AVERAGES, "samples"]:
        close(metrics.average_precision_score(true, scores, average=average, sample_weight=weight),
              sk.average_precision_score(true, scores, average=average, sample_weight=weight))
    true, scores = true[2:], scores[2:]
    for average in AVERAGES:
        close(metrics.roc_auc_score(true, scores, average=average),
              sk.roc_auc_score(true, scores, average=average))
    close(metrics.roc_auc_score(true[:, 0], scores[:, 0]), sk.roc_auc_score(true[:, 0], scores[:, 0]))
    close(metrics.roc_auc_score(true[:, 0], scores[:, 0], max_fpr=0.3),
          sk.roc_auc_score(true[:, 0], scores[:, 0], max_fpr=0.3))
    close(metrics.average_precision_score(true[:, 0], scores[:, 0]),
          sk.average_precision_score(true[:, 0], scores[:, 0]))


@pytest.mark.parametrize("seed", SEEDS)
def test_probabilities_of_classes(seed):
    random = np.random.default_rng(seed)
    true = np.concatenate([np.arange(4), random.integers(0, 4, 26)])
    proba = random.dirichlet(np.ones(4), len(true))
    weight = random.random(len(true)) if seed % 2 else None
    close(metrics.log_loss(true, proba, sample_weight=weight),
          sk.log_loss(true, proba, sample_weight=weight))
    close(metrics.log_loss(true, proba, normalize=False), sk.log_loss(true, proba, normalize=False))
    close(metrics.brier_score_loss(true, proba, sample_weight=weight),
          sk.brier_score_loss(true, proba, sample_weight=weight))
    for k in (1, 2, 3):
        for normalize in (True, False):
            close(metrics.top_k_accuracy_score(true, proba, k=k, sample_weight=weight,
                                               normalize=normalize),
                  sk.top_k_accuracy_score(true, proba, k=k, sample_weight=weight,
                                          normalize=normalize))
    for average in ("macro", "weighted"):
        close(metrics.roc_auc_score(true, proba, multi_class="ovr", average=average),
              sk.roc_auc_score(true, proba, multi_class="ovr", average=average))
        close(metrics.roc_auc_score(true, proba, multi_class="ovo", average=average),
              sk.roc_auc_score(true, proba, multi_class="ovo", average=average))
    close(metrics.average_precision_score(true, proba), sk.average_precision_score(true, proba))
    two, score = (true > 1).astype(int), proba[:, 2]
    close(metrics.log_loss(two, score), sk.log_loss(two, score))
    close(metrics.brier_score_loss(two, score), sk.brier_score_loss(two, score))


@pytest.mark.parametrize("name", [name for name in dir(metrics) if name.endswith("_score")
                                  or name in ("confusion_matrix", "log_loss", "hamming_loss")])
def test_signatures(name):
    if not hasattr(sk, name):
        pytest.skip("scikit-learn has no such function")
    ours = inspect.signature(getattr(metrics, name)).parameters
    theirs = inspect.signature(getattr(sk, name)).parameters
    assert [p for p in ours] == [p for p in theirs]
    assert [p.kind for p in ours.values()] == [p.kind for p in theirs.values()]


def test_label_lists():
    true, predicted = [["a", "b"], ["b"], []], [["a"], ["b"], ["c"]]
    assert metrics.f1_score(true, predicted, average="macro") == 5 / 9
    assert metrics.accuracy_score(true, predicted) == 1 / 3
    assert metrics.f1_score(true, predicted, average=None).tolist() == [1, 2 / 3, 0]
    assert "samples avg" in metrics.classification_report(true, predicted)


@pytest.mark.parametrize("call", [
    lambda: metrics.f1_score([0, 1, 2], [0, 1, 2]),
    lambda: metrics.f1_score([0, 1], [0, 1], pos_label=7),
    lambda: metrics.f1_score([0, 1], [0, 1, 1], average="macro"),
    lambda: metrics.f1_score([], [], average="macro"),
    lambda: metrics.f1_score([0, 1], [0, 1], average="mega"),
    lambda: metrics.f1_score([0, 1], [0, 1], average="samples"),
    lambda: metrics.f1_score([0, 1], [0.5, 1], average="macro"),
    lambda: metrics.f1_score(np.eye(2, dtype=int), [0, 1], average="macro"),
    lambda: metrics.f1_score(np.eye(3, dtype=int), np.eye(3, dtype=int), labels=[3], average="macro"),
    lambda: metrics.f1_score([0, 1], [0, 1], zero_division=3),
    lambda: metrics.matthews_corrcoef(np.eye(2, dtype=int), np.eye(2, dtype=int)),
    lambda: metrics.confusion_matrix([0, 1], [0, 1], labels=[5]),
    lambda: metrics.confusion_matrix([0, 1], [0, 1], normalize="some"),
    lambda: metrics.log_loss([0, 1], [1.5, 0.2]),
    lambda: metrics.brier_score_loss([0, 1], [-0.5, 0.2]),
    lambda: metrics.roc_auc_score([0, 1, 2], np.eye(3)),
    lambda: metrics.coverage_error([0, 1], [[0.1], [0.2]]),
    lambda: metrics.ndcg_score([[-1, 2]], [[1, 2]]),
    lambda: metrics.top_k_accuracy_score([0, 1, 2], [0.1, 0.2, 0.3]),
])
def test_errors_are_value_errors(call):
    with pytest.raises(ValueError):
        call()


@pytest.mark.parametrize("name", metrics.CATALOGUE)
def test_catalogue_functions(name):
    """Each has a docstring and a signature; those that take flat labels run."""
    function = getattr(metrics, name)
    measure = {m.name: m for m in ts.measures()}[name]
    assert function.__doc__.startswith(measure.title) and "Returns" in function.__doc__
    parameters = inspect.signature(function).parameters
    assert list(parameters)[:2] == ["y_true", "y_score" if measure.needs == "scores" else "y_pred"]
    if measure.training or measure.group in ("protein-function",):
        return
    more = {"k": 1} if measure.needs_k else {}
    if measure.averages:
        more["average"] = measure.averages[0]
    if measure.hierarchical:
        more["taxonomy"] = "isco08"
    codes = (["2211", "2166", "2166"], ["2212", "2166", "1111"])
    if measure.needs == "scores":
        codes = (codes[0], [{code: 0.75, "2166": 0.5} for code in codes[1]])
    score = function(*codes, **more)
    assert score.name.startswith(name)
    assert score.value is None or measure.low <= score.value <= measure.high


def test_scorers():
    pytest.importorskip("sklearn")
    from sklearn.dummy import DummyClassifier
    from sklearn.metrics import make_scorer
    from sklearn.model_selection import cross_validate

    random = np.random.default_rng(0)
    x, y = random.random((30, 2)), random.integers(0, 3, 30)
    found = cross_validate(DummyClassifier(strategy="most_frequent"), x, y, cv=3, scoring={
        "ours": make_scorer(metrics.f1_score, average="macro"),
        "theirs": make_scorer(sk.f1_score, average="macro", zero_division=0),
        "measure": make_scorer(lambda a, b: float(metrics.f1(a, b, average="macro")))})
    close(found["test_ours"], found["test_theirs"])
    assert not any(math.isnan(value) for value in found["test_measure"])


def test_classification_report_with_intervals():
    truth = [["a"], ["a", "b"], ["b"], ["c"], ["a"], ["c", "b"]] * 3
    found = [["a"], ["a"], ["b", "c"], ["c"], ["b"], ["c", "b"]] * 3
    plain = metrics.classification_report(truth, found, output_dict=True)
    options = {"interval": "bootstrap", "resamples": 200, "seed": 7}
    report = metrics.classification_report(truth, found, output_dict=True, **options)
    for name, row in plain.items():
        assert {key: report[name][key] for key in row} == row
    expected = ts.evaluate(truth, found, **options, measures=[
        "precision:label=b", "recall_macro", "f1_weighted", "f1_samples"])
    for name, head, score in zip(("b", "macro avg", "weighted avg", "samples avg"),
                                 ("precision", "recall", "f1-score", "f1-score"), expected.values()):
        assert (report[name][f"{head}_low"], report[name][f"{head}_high"]) == (score.low, score.high)
        assert score.low is not None
    text = metrics.classification_report(truth, found, digits=3, **options)
    low, high = report["b"]["precision_low"], report["b"]["precision_high"]
    assert f"[{low:.3f}, {high:.3f}]" in text and text.count("interval") == 3
    lines = [line for line in text.splitlines() if line]
    assert len({len(line) for line in lines}) == 1
    one = metrics.classification_report(["x", 'q"y', "x", "x"], ["x", 'q"y', 'q"y', "x"],
                                        interval="wilson", output_dict=True)
    accuracy = ts.evaluate(["x", 'q"y', "x", "x"], ["x", 'q"y', 'q"y', "x"], interval="wilson",
                           measures="accuracy")["accuracy"]
    assert (one["accuracy_low"], one["accuracy_high"]) == (accuracy.low, accuracy.high)
    matrix = np.array([[1, 0, 1], [0, 1, 1], [1, 1, 0], [1, 0, 0]])
    chosen = metrics.classification_report(matrix, matrix[::-1], labels=[0, 2], output_dict=True,
                                           interval="delta")
    assert list(chosen)[:2] == ["0", "2"] and chosen["0"]["f1-score_low"] is not None
