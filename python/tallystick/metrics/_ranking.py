"""Measures of scores, by scikit-learn's names and signatures."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from .. import _core, _inputs
from ._targets import Targets, as_target, plain, size_of, text


def _scores(value: Any, name: str = "y_score") -> Any:
    given = _inputs.normal(value)
    if isinstance(given, (list, tuple)):
        try:
            given = np.asarray(given, dtype=np.float64)
        except (TypeError, ValueError):
            raise _core.BadFormatError(
                f"{name} is no array of numbers\nhint: give one row an example, one column a label"
            ) from None
    return given


class _Scored:
    """Truth beside scores, in one column a label."""

    def __init__(self, truth: Any, scores: Any, weight: Any, labels: list[str] | None = None,
                 graded: bool = False) -> None:
        if tuple(truth.shape) != tuple(scores.shape):
            raise _core.RowMismatchError(
                f"y_true has the shape {tuple(truth.shape)}, but y_score has {tuple(scores.shape)}\n"
                "hint: give both one row an example and one column a label")
        if truth.shape[0] == 0:
            raise _core.NoExamplesError("there are no examples\nhint: give at least one")
        self.truth, self.scores, self.labels, self.graded = truth, scores, labels, graded
        self.weight = _inputs.weights(weight)

    def core(self, measures: str, **options: Any) -> _core.Result:
        feeder = _core.Feeder({"measures": measures, **options},
                              {"labels": self.labels, "scored": True, "graded": self.graded})
        feeder.add(self.truth, None, self.scores, self.weight, None)
        return feeder.finish()

    def value(self, measure: str, **options: Any) -> float:
        return float(self.core(measure, **options).figures()[0][1])

    def of_labels(self, measure: str, params: str = "") -> Any:
        """The figure of each column."""
        names = [str(i) for i in range(self.truth.shape[1])] if self.labels is None else self.labels
        wanted = ",".join(f"{measure}:label={name}{params}" for name in names)
        return np.array([value for _, value, _ in self.core(wanted).figures()])


def _indicator(y_true: Any, y_score: Any, sample_weight: Any) -> _Scored:
    kind, truth = as_target(y_true, "y_true")
    scores = _scores(y_score)
    if kind != "indicator" or getattr(scores, "ndim", 2) != 2:
        raise _core.BadFormatError(
            "y_true is no matrix of 0 and 1 of several labels, which the measure is of\n"
            "hint: give y_true and y_score one column a label")
    return _Scored(truth, scores, sample_weight)


def coverage_error(y_true: Any, y_score: Any, *, sample_weight: Any = None) -> float:
    """How far down the ranking all true labels are found, on average.

    >>> coverage_error([[1, 0, 0], [0, 0, 1]], [[0.75, 0.5, 1], [1, 0.2, 0.1]])
    2.5
    """
    return _indicator(y_true, y_score, sample_weight).value("coverage_error")


def label_ranking_loss(y_true: Any, y_score: Any, *, sample_weight: Any = None) -> float:
    """The share of pairs of a true and a false label in the wrong order, on average."""
    return _indicator(y_true, y_score, sample_weight).value("ranking_loss")


def label_ranking_average_precision_score(y_true: Any, y_score: Any, *,
                                          sample_weight: Any = None) -> float:
    """At each true label, the share of true ones among those ranked as high; on average."""
    kind, truth = as_target(y_true, "y_true")
    scores = _scores(y_score)
    if kind == "labels" and np.ndim(scores) == 2 and np.ndim(y_true) == 2:  # one column
        truth, kind = np.asarray(y_true), "indicator"
    if kind != "indicator":
        return _indicator(y_true, y_score, sample_weight).value("lrap")
    return _Scored(truth, scores, sample_weight).value("lrap")


def _binary(y_true: Any, y_score: Any, pos_label: Any, sample_weight: Any) -> _Scored:
    """One label with scores of its own, which is true where the target is pos_label."""
    scores = np.asarray(_scores(y_score))
    if scores.ndim == 2 and scores.shape[1] == 1:
        scores = scores.ravel()
    truth = np.asarray(y_true).ravel()
    if scores.ndim != 1 or len(scores) != len(truth):
        raise _core.RowMismatchError(
            f"y_true has {len(truth)} examples, but y_score has the shape {scores.shape}\n"
            "hint: of two classes give one score an example, that of the positive class")
    positive = np.array([text(label) == text(pos_label) for label in truth.tolist()]) \
        if truth.dtype.kind not in "biu" or not isinstance(plain(pos_label), int) \
        else truth == plain(pos_label)
    return _Scored(positive.astype(np.uint8)[:, None], scores[:, None], sample_weight)


def _classes(y_true: Any, n_columns: int, labels: Any, what: str) -> list[Any]:
    """The classes that the columns of scores stand for."""
    present = Targets(y_true, y_true).present()
    if labels is None:
        if len(present) != n_columns:
            raise _core.RowMismatchError(
                f"{what} has {n_columns} columns, but y_true holds {len(present)} classes\n"
                "hint: say with labels which classes the columns are")
        return present
    given = [plain(label) for label in np.asarray(labels).tolist()]
    if len(given) != n_columns:
        raise _core.RowMismatchError(
            f"{what} has {n_columns} columns, but there are {len(given)} labels\n"
            "hint: name each column")
    if len({text(label) for label in given}) != len(given):
        raise _core.WrongUsageError("labels are not unique\nhint: name each once")
    if given != sorted(given):
        raise _core.WrongUsageError("labels are not in order\nhint: sort them, and the columns with them")
    lacking = {text(label) for label in present} - {text(label) for label in given}
    if lacking:
        raise _core.UnknownLabelError(
            f"y_true holds {min(lacking)!r}, which is not among the labels\nhint: name all classes")
    return given


def _one_hot(y_true: Any, classes: list[Any]) -> Any:
    values = np.asarray(y_true).ravel()
    known = np.array(classes)
    return (values[:, None] == known[None, :]).astype(np.uint8)


def _two_classes(y_true: Any) -> list[Any] | None:
    """The two classes of a target of one label an example; None for others."""
    kind, _ = as_target(y_true, "y_true")
    if kind != "labels":
        return None
    present = Targets(y_true, y_true).present()
    return present if len(present) <= 2 else None


def _averaged(scored: _Scored, measure: str, average: str | None, params: str = "") -> Any:
    if average is None:
        return scored.of_labels(measure, params.replace(":", ",", 1))
    if average not in ("micro", "macro", "weighted", "samples"):
        raise _core.WrongUsageError(
            f"average has no value {average!r}\n"
            "hint: it takes None, 'micro', 'macro', 'weighted', 'samples'")
    return scored.value(f"{measure}_{average}{params}")


def average_precision_score(y_true: Any, y_score: Any, *, average: str | None = "macro",
                            pos_label: Any = 1, sample_weight: Any = None) -> Any:
    """The area below precision against recall, in steps.

    >>> round(average_precision_score([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8]), 4)
    0.8333
    """
    two = _two_classes(y_true)
    if two is not None:
        if len(two) == 2 and text(pos_label) not in {text(label) for label in two}:
            raise _core.PositiveLabelError(
                f"pos_label={pos_label!r} is not a valid label: it should be one of {two}")
        return _binary(y_true, y_score, pos_label, sample_weight).value("average_precision_micro")
    kind, truth = as_target(y_true, "y_true")
    scores = _scores(y_score)
    if pos_label != 1:
        raise _core.PositiveLabelError(
            "pos_label is of two classes, and there are more\nhint: leave it out")
    if getattr(scores, "ndim", 2) != 2:
        raise _core.BadFormatError(
            "y_score has one number an example, but there are more than two classes\n"
            "hint: give one column a class")
    if kind == "labels":
        truth = _one_hot(y_true, _classes(y_true, scores.shape[1], None, "y_score"))
    return _averaged(_Scored(truth, scores, sample_weight), "average_precision", average)


def roc_auc_score(y_true: Any, y_score: Any, *, average: str | None = "macro",
                  sample_weight: Any = None, max_fpr: float | None = None,
                  multi_class: str = "raise", labels: Any = None) -> Any:
    """The area below the ROC curve; NaN where it does not exist.

    >>> roc_auc_score([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])
    0.75
    """
    kind, truth = as_target(y_true, "y_true")
    scores = np.asarray(_scores(y_score)) if kind == "labels" else _scores(y_score)
    if max_fpr is not None and not 0 < max_fpr <= 1:
        raise _core.WrongUsageError(
            f"max_fpr has no value {max_fpr!r}\nhint: it takes a number above 0, up to 1")
    partial = "" if max_fpr is None or max_fpr == 1 else f":max_fpr={float(max_fpr)!r}"
    many = kind == "labels" and (len(Targets(y_true, y_true).present()) > 2
                                 or (scores.ndim == 2 and scores.shape[1] > 2))
    if many:
        if partial:
            raise _core.WrongUsageError("max_fpr is of two classes, and there are more\n"
                                        "hint: leave it out")
        return _many_classes(y_true, scores, average, sample_weight, multi_class, labels)
    if kind == "labels":
        two = Targets(y_true, y_true).present()
        if len(two) < 2:
            return math.nan
        return _binary(y_true, scores, two[1], sample_weight).value("roc_auc_micro" + partial)
    return _averaged(_Scored(truth, scores, sample_weight), "roc_auc", average, partial)


def _many_classes(y_true: Any, scores: Any, average: str | None, sample_weight: Any,
                  multi_class: str, labels: Any) -> Any:
    if multi_class not in ("ovr", "ovo"):
        raise _core.WrongUsageError(
            "the target has more than two classes\nhint: multi_class takes 'ovr' or 'ovo'")
    if scores.ndim != 2:
        raise _core.RowMismatchError(
            "y_score has one number an example, but there are more than two classes\n"
            "hint: give one column a class")
    if not np.allclose(scores.sum(axis=1), 1):
        raise _core.BadNumberError(
            "the scores of an example do not add up to 1, as probabilities of classes do")
    classes = _classes(y_true, scores.shape[1], labels, "y_score")
    truth = _one_hot(y_true, classes)
    if multi_class == "ovr":
        if average == "samples":
            raise _core.WrongUsageError(
                "average 'samples' is of label sets, and each example has one class\n"
                "hint: it takes None, 'micro', 'macro', 'weighted'")
        return _averaged(_Scored(truth, scores, sample_weight), "roc_auc", average)
    if average is None:
        raise _core.NotAvailableError("'ovo' has no figure for each class\n"
                                      "hint: average takes 'macro', 'weighted'")
    if average not in ("macro", "weighted"):
        raise _core.WrongUsageError(
            f"average has no value {average!r} for 'ovo'\nhint: it takes 'macro', 'weighted'")
    if sample_weight is not None:
        raise _core.WrongUsageError("sample_weight is not for 'ovo'\nhint: leave it out")
    found, shares = [], []
    present = [at for at in range(len(classes)) if truth[:, at].any()]
    for i, a in enumerate(present):
        for b in present[i + 1:]:
            rows = np.flatnonzero(truth[:, a] | truth[:, b])
            both = [_Scored(truth[rows][:, [one]], scores[rows][:, [one]], None).value("roc_auc_micro")
                    for one in (a, b)]
            found.append((both[0] + both[1]) / 2)
            shares.append(len(rows) / len(truth))
    weights = shares if average == "weighted" else None
    return float(np.average(found, weights=weights))


def _graded(y_true: Any, y_score: Any, sample_weight: Any) -> _Scored:
    truth, scores = (np.asarray(_scores(side, name))
                     for side, name in ((y_true, "y_true"), (y_score, "y_score")))
    if truth.ndim != 2 or scores.ndim != 2:
        raise _core.BadFormatError(
            "y_true and y_score are not both of one row an example and one column a label\n"
            "hint: one example alone is [scores]")
    return _Scored(truth, scores, sample_weight, graded=True)


def dcg_score(y_true: Any, y_score: Any, *, k: int | None = None, log_base: float = 2,
              sample_weight: Any = None, ignore_ties: bool = False) -> float:
    """The discounted cumulative gain of graded labels, on average."""
    scored = _graded(y_true, y_score, sample_weight)
    ties = {"ties": "first"} if ignore_ties else {}
    value = scored.value(f"dcg@{k or scored.truth.shape[1]}", **ties)
    return value * math.log(log_base) / math.log(2)


def ndcg_score(y_true: Any, y_score: Any, *, k: int | None = None, sample_weight: Any = None,
               ignore_ties: bool = False) -> float:
    """The same, as a share of the best order's.

    >>> round(ndcg_score([[10, 0, 0, 1, 5]], [[0.1, 0.2, 0.3, 4, 70]]), 4)
    0.6957
    """
    scored = _graded(y_true, y_score, sample_weight)
    if scored.truth.shape[1] <= 1:
        raise _core.BadFormatError(
            "a ranking of one label says nothing\nhint: give scores of several labels")
    ties = {"ties": "first"} if ignore_ties else {}
    return scored.value(f"ndcg@{k or scored.truth.shape[1]}", **ties)


def top_k_accuracy_score(y_true: Any, y_score: Any, *, k: int = 2, normalize: bool = True,
                         sample_weight: Any = None, labels: Any = None) -> float:
    """The share of examples whose class is among the k with the highest scores."""
    scores = np.asarray(_scores(y_score))
    if scores.ndim == 2 and scores.shape[1] == 1:
        scores = scores.ravel()
    values = np.asarray(y_true).ravel()
    if len(values) != len(scores):
        raise _core.RowMismatchError(f"y_true has {len(values)} examples, but y_score has {len(scores)}")
    if scores.ndim == 1:
        two = _two_classes(y_true) if labels is None else [plain(x) for x in np.asarray(labels).tolist()]
        if two is None or len(two) != 2:
            raise _core.RowMismatchError(
                "y_score has one number an example, but there are not two classes\n"
                "hint: give one column a class")
        threshold = 0.5 if scores.min() >= 0 and scores.max() <= 1 else 0.0
        if k >= 2:
            right = np.ones(len(values))
        else:
            right = (np.where(scores > threshold, two[1], two[0]) == values).astype(np.float64)
        weight = _inputs.weights(sample_weight)
        return float(np.average(right, weights=weight)) if normalize else float(
            right.sum() if weight is None else right @ weight)
    classes = _classes(y_true, scores.shape[-1], labels, "y_score")
    scored = _Scored(_one_hot(y_true, classes), scores, sample_weight)
    share = 1.0 if k >= len(classes) else scored.value(f"top_k_accuracy@{k}", ties="last")
    total = float(size_of(values) if scored.weight is None else scored.weight.sum())
    return share if normalize else (float(round(share * total)) if scored.weight is None
                                    else share * total)


def _probabilities(y_true: Any, y_proba: Any, labels: Any, name: str) -> tuple[list[Any], Any]:
    """The classes, and one column of probabilities for each."""
    proba = np.asarray(_scores(y_proba, name), dtype=np.float64)
    present = Targets(y_true, y_true).present() if labels is None else sorted(
        plain(label) for label in np.asarray(labels).tolist())
    if proba.ndim == 1 or proba.shape[1] == 1:
        proba = proba.reshape(-1, 1)
        proba = np.hstack([1 - proba, proba])
    if len(present) < 2:
        raise _core.WrongUsageError(
            f"y_true holds one class alone, {present!r}\nhint: name all classes with labels")
    if len(np.asarray(y_true)) != len(proba):
        raise _core.RowMismatchError(
            f"y_true has {len(np.asarray(y_true))} examples, but {name} has {len(proba)}\n"
            "hint: give both for the same examples, in the same order")
    return _classes(y_true, proba.shape[1], labels if labels is None else present, name), proba


def _from_one_hot(truth: Any, proba: Any) -> tuple[Any, list[Any]]:
    """The classes of examples that are given as a matrix with a single 1 in each row."""
    hot = truth.toarray() if hasattr(truth, "toarray") else np.asarray(truth)
    if hot.shape != proba.shape:
        raise _core.RowMismatchError(
            f"y_true has the shape {hot.shape}, but y_proba has {proba.shape}\n"
            "hint: give both one row an example and one column a class")
    if not (hot.sum(axis=1) == 1).all():
        raise _core.NotSingleLabelError("the loss is of one true class an example")
    return np.argmax(hot, axis=1), list(range(hot.shape[1]))


def _check_range(proba: Any, name: str) -> None:
    outside = (proba < 0) | (proba > 1)
    if outside.any():
        row = int(np.argwhere(outside)[0][0])
        raise _core.BadNumberError(
            f"row {row} of {name} holds {proba[outside][0]!r}, which is no probability\n"
            "hint: probabilities lie between 0 and 1")


def log_loss(y_true: Any, y_proba: Any = None, *, normalize: bool = True, sample_weight: Any = None,
             labels: Any = None, y_pred: Any = None) -> float:
    """-ln of the probability of the true class, on average."""
    given = y_proba if y_proba is not None else y_pred
    kind, truth = as_target(y_true, "y_true")
    dtype = np.asarray(given).dtype
    if kind == "indicator":
        proba = np.asarray(_scores(given, "y_proba"), dtype=np.float64)
        values, classes = _from_one_hot(truth, proba)
    else:
        classes, proba = _probabilities(y_true, given, labels, "y_proba")
        values = np.asarray(y_true).ravel()
    _check_range(proba, "y_proba")
    eps = np.finfo(dtype).eps if dtype.kind == "f" else np.finfo(np.float64).eps
    scored = _Scored(_one_hot(values, classes), proba, sample_weight)
    value = scored.value(f"log_loss:eps={float(eps)!r}")
    total = len(values) if scored.weight is None else scored.weight.sum()
    return value if normalize else float(value * total)


def brier_score_loss(y_true: Any, y_proba: Any, *, sample_weight: Any = None, pos_label: Any = None,
                     labels: Any = None, scale_by_half: bool | str = "auto") -> float:
    """The mean squared difference of probabilities and truth."""
    proba = np.asarray(_scores(y_proba, "y_proba"), dtype=np.float64)
    _check_range(proba, "y_proba")
    if proba.ndim == 1 or proba.shape[1] == 1:
        present = Targets(y_true, y_true).present()
        if len(present) > 2:
            raise _core.RowMismatchError(
                "y_proba has one number an example, but there are more than two classes\n"
                "hint: give one column a class")
        if pos_label is None:
            if present and not isinstance(present[0], int):
                raise _core.PositiveLabelError(
                    f"y_true holds the texts {present}, of which none is positive by itself\n"
                    "hint: name one with pos_label")
            pos_label = max(present) if len(present) == 2 else 1
        elif len(present) == 2 and text(pos_label) not in {text(label) for label in present}:
            raise _core.PositiveLabelError(
                f"pos_label={pos_label!r} is not a valid label: it should be one of {present}")
        value = _binary(y_true, proba, pos_label, sample_weight).value("brier_score_loss_micro")
        return value if scale_by_half in ("auto", True) else 2 * value
    kind, truth = as_target(y_true, "y_true")
    if kind == "indicator":
        y_true, classes = _from_one_hot(truth, proba)
    else:
        classes, proba = _probabilities(y_true, proba, labels, "y_proba")
    if not np.allclose(proba.sum(axis=1), 1, rtol=1.5e-8):
        raise _core.BadNumberError("the probabilities of an example do not add up to 1")
    value = _Scored(_one_hot(y_true, classes), proba, sample_weight).value("brier_score_loss")
    half = len(classes) == 2 if scale_by_half == "auto" else bool(scale_by_half)
    return value / 2 if half else value
