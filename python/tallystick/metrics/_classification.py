"""Measures of label sets, by scikit-learn's names and signatures."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from .. import _core
from ._targets import Targets, text

ZeroDivision = float | Literal["warn"]
Floats = npt.NDArray[np.float64]

_AVERAGES = (None, "micro", "macro", "weighted", "samples", "binary")


def _undefined(zero_division: Any) -> dict[str, Any]:
    """zero_division in our words. "warn" counts as 0; nothing is printed."""
    if isinstance(zero_division, str) and zero_division == "warn":
        return {}
    try:
        value = float(zero_division)
    except (TypeError, ValueError):
        value = 2
    if value == 0:
        return {}
    if value == 1:
        return {"undefined": "one"}
    if math.isnan(value):
        return {"undefined": "exclude"}
    raise _core.WrongUsageError(
        f"zero_division has no value {zero_division!r}\nhint: it takes 0, 1, nan, 'warn'")


def _value(core: _core.Result) -> float:
    return float(core.figures()[0][1])


class _Family:
    """Averages of a measure of one label's cell."""

    def __init__(self, targets: Targets, *, labels: Any, pos_label: Any, average: Any,
                 zero_division: Any) -> None:
        if average not in _AVERAGES:
            raise _core.WrongUsageError(
                f"average has no value {average!r}\nhint: it takes {', '.join(map(repr, _AVERAGES))}")
        self.targets, self.average = targets, average
        self.options = _undefined(zero_division)
        self.labels = None if labels is None else targets.check_labels(labels)
        if average == "binary":
            self.labels = [self._positive(pos_label)]
        if average == "samples" and not targets.multilabel:
            raise _core.NotSingleLabelError(
                "average 'samples' is of label sets, and each example has one label\n"
                "hint: use 'micro', 'macro' or 'weighted'")

    def _positive(self, pos_label: Any) -> Any:
        present = self.targets.present()
        if self.targets.multilabel or len(present) > 2:
            what = "multilabel" if self.targets.multilabel else f"of {len(present)} classes"
            raise _core.PositiveLabelError(
                f"average 'binary' is of two classes, but the target is {what}\n"
                "hint: choose another average: None, 'micro', 'macro', 'weighted'")
        names = [text(label) for label in present]
        if text(pos_label) not in names and (len(present) == 2 or not self.targets.integers):
            raise _core.PositiveLabelError(
                f"pos_label={pos_label!r} is not a valid label: it should be one of {present}")
        return pos_label

    def of_labels(self, measure: str) -> list[float]:
        """The figure of each label."""
        labels = self.targets.present() if self.labels is None else self.labels
        core = self.targets.seen if not self.options else self.targets.count(
            "subset_accuracy", **self.options)
        return list(core.label_figures(measure, [text(label) for label in labels]))

    def figure(self, measure: str, params: str = "") -> Any:
        if self.average is None:
            return np.array(self.of_labels(measure + params))
        if self.average == "binary":
            return self.of_labels(measure + params)[0]
        return self._averages([f"{measure}_{self.average}{params}"])[0]

    def figures(self, names: Sequence[str]) -> list[Any]:
        """Several at once, of one look at the examples. Names may end in ":beta=2"."""
        if self.average in (None, "binary"):
            found = [self.of_labels(name) for name in names]
            return [np.array(one) if self.average is None else one[0] for one in found]
        parts = [name.partition(":") for name in names]
        return self._averages([f"{name}_{self.average}{colon}{params}" for name, colon, params in parts])

    def _averages(self, names: list[str]) -> list[float]:
        measures = ",".join(names)
        targets = self.targets
        if self.labels is None:
            core = targets.count(measures, **self.options)
        elif targets.kind == "indicator":
            core = targets.count(measures, columns=self.labels, **self.options)
        else:
            core = targets.count(measures, labels=[text(label) for label in self.labels],
                                 integers=targets.integers, **self.options)
        found = {name: value for name, value, _ in core.figures()}
        return [float(value) for value in found.values()]

    def support(self) -> Any:
        labels = self.targets.present() if self.labels is None else self.labels
        cells = _cells(self.targets, labels)
        support = cells[:, 0] + cells[:, 2]
        return support if self.targets.weight is not None else support.astype(np.int64)


def _cells(targets: Targets, labels: Sequence[Any]) -> Floats:
    """tp, fp, fn, tn of each label, one row a label."""
    flat = targets.seen.cells([text(label) for label in labels])
    return np.array(flat, dtype=np.float64).reshape(-1, 4)


def precision_score(y_true: Any, y_pred: Any, *, labels: Any = None, pos_label: Any = 1,
                    average: str | None = "binary", sample_weight: Any = None,
                    zero_division: ZeroDivision = "warn") -> Any:
    """tp / (tp + fp), as sklearn.metrics.precision_score; label lists too.

    >>> precision_score([0, 1, 1], [0, 1, 0], average="macro")
    0.75
    """
    family = _Family(Targets(y_true, y_pred, sample_weight), labels=labels, pos_label=pos_label,
                     average=average, zero_division=zero_division)
    return family.figure("precision")


def recall_score(y_true: Any, y_pred: Any, *, labels: Any = None, pos_label: Any = 1,
                 average: str | None = "binary", sample_weight: Any = None,
                 zero_division: ZeroDivision = "warn") -> Any:
    """tp / (tp + fn), as sklearn.metrics.recall_score; label lists too."""
    family = _Family(Targets(y_true, y_pred, sample_weight), labels=labels, pos_label=pos_label,
                     average=average, zero_division=zero_division)
    return family.figure("recall")


def f1_score(y_true: Any, y_pred: Any, *, labels: Any = None, pos_label: Any = 1,
             average: str | None = "binary", sample_weight: Any = None,
             zero_division: ZeroDivision = "warn") -> Any:
    """2 tp / (2 tp + fp + fn), as sklearn.metrics.f1_score; label lists too.

    >>> f1_score([["a"], ["a", "b"]], [["a"], ["b"]], average="micro")
    0.8
    """
    family = _Family(Targets(y_true, y_pred, sample_weight), labels=labels, pos_label=pos_label,
                     average=average, zero_division=zero_division)
    return family.figure("f1")


def _beta(beta: Any) -> str:
    """The measure of F-beta; at the ends it is precision and recall."""
    value = float(beta)
    if not value >= 0:
        raise _core.WrongUsageError(f"beta has no value {beta!r}\nhint: it takes a number from 0 up")
    if value == 0:
        return "precision"
    return "recall" if math.isinf(value) else f"fbeta:beta={value!r}"


def fbeta_score(y_true: Any, y_pred: Any, *, beta: float, labels: Any = None, pos_label: Any = 1,
                average: str | None = "binary", sample_weight: Any = None,
                zero_division: ZeroDivision = "warn") -> Any:
    """As sklearn.metrics.fbeta_score; label lists too."""
    family = _Family(Targets(y_true, y_pred, sample_weight), labels=labels, pos_label=pos_label,
                     average=average, zero_division=zero_division)
    name, _, params = _beta(beta).partition(":")
    return family.figure(name, ":" + params if params else "")


def jaccard_score(y_true: Any, y_pred: Any, *, labels: Any = None, pos_label: Any = 1,
                  average: str | None = "binary", sample_weight: Any = None,
                  zero_division: ZeroDivision = "warn") -> Any:
    """tp / (tp + fp + fn), as sklearn.metrics.jaccard_score; label lists too."""
    family = _Family(Targets(y_true, y_pred, sample_weight), labels=labels, pos_label=pos_label,
                     average=average, zero_division=zero_division)
    return family.figure("jaccard")


def precision_recall_fscore_support(
        y_true: Any, y_pred: Any, *, beta: float = 1.0, labels: Any = None, pos_label: Any = 1,
        average: str | None = None, warn_for: Any = (), sample_weight: Any = None,
        zero_division: ZeroDivision = "warn") -> tuple[Any, Any, Any, Any]:
    """All three, and the support of each label where there is no average."""
    family = _Family(Targets(y_true, y_pred, sample_weight), labels=labels, pos_label=pos_label,
                     average=average, zero_division=zero_division)
    wanted = ["precision", "recall", _beta(beta)]
    found = dict(zip(dict.fromkeys(wanted), family.figures(list(dict.fromkeys(wanted)))))
    precision, recall, fscore = (found[name] for name in wanted)
    return precision, recall, fscore, family.support() if average is None else None


def accuracy_score(y_true: Any, y_pred: Any, *, normalize: bool = True,
                   sample_weight: Any = None) -> float:
    """The share of examples whose labels are all right, as sklearn.metrics.accuracy_score.

    >>> accuracy_score([["a"], ["a", "b"]], [["a"], ["b"]])
    0.5
    """
    targets = Targets(y_true, y_pred, sample_weight)
    share = _value(targets.seen)
    return share if normalize else _amount(share, targets)


def _amount(share: float, targets: Targets) -> float:
    total = share * targets.total
    return float(round(total)) if targets.weight is None else total


def zero_one_loss(y_true: Any, y_pred: Any, *, normalize: bool = True,
                  sample_weight: Any = None) -> float:
    """The share of examples with some label wrong, as sklearn.metrics.zero_one_loss."""
    targets = Targets(y_true, y_pred, sample_weight)
    share = _value(targets.count("zero_one_loss"))
    return share if normalize else _amount(share, targets)


def hamming_loss(y_true: Any, y_pred: Any, *, sample_weight: Any = None) -> float:
    """The share of wrong cells, or of wrong examples where each has one label."""
    targets = Targets(y_true, y_pred, sample_weight)
    return _value(targets.count("hamming_loss" if targets.multilabel else "zero_one_loss"))


def _multiclass(y_true: Any, y_pred: Any, sample_weight: Any, name: str) -> Targets:
    targets = Targets(y_true, y_pred, sample_weight)
    if targets.multilabel:
        raise _core.NotSingleLabelError(
            f"{name} is of one label an example: multilabel targets are not supported\n"
            "hint: take a measure of label sets, such as f1_score or jaccard_score")
    return targets


def matthews_corrcoef(y_true: Any, y_pred: Any, *, sample_weight: Any = None) -> float:
    """As sklearn.metrics.matthews_corrcoef."""
    return _value(_multiclass(y_true, y_pred, sample_weight, "matthews_corrcoef").count("mcc"))


def balanced_accuracy_score(y_true: Any, y_pred: Any, *, sample_weight: Any = None,
                            adjusted: bool = False) -> float:
    """The mean recall of the classes that are true somewhere."""
    targets = _multiclass(y_true, y_pred, sample_weight, "balanced_accuracy_score")
    return _value(targets.count("balanced_accuracy" + (":adjusted=true" if adjusted else "")))


def cohen_kappa_score(y1: Any, y2: Any, *, labels: Any = None, weights: str | None = None,
                      sample_weight: Any = None, replace_undefined_by: float = math.nan) -> float:
    """As sklearn.metrics.cohen_kappa_score; NaN where both sides know one class alone."""
    if weights not in (None, "linear", "quadratic"):
        raise _core.WrongUsageError(
            f"weights has no value {weights!r}\nhint: it takes None, 'linear', 'quadratic'")
    matrix = confusion_matrix(y1, y2, labels=labels, sample_weight=sample_weight).astype(np.float64)
    places = np.arange(len(matrix))
    apart = np.abs(places[:, None] - places[None, :]).astype(np.float64)
    cost: np.ndarray = (apart != 0).astype(np.float64)
    if weights is not None:
        cost = apart if weights == "linear" else apart**2
    total = float(matrix.sum())
    if total == 0:
        return replace_undefined_by
    by_chance = np.outer(matrix.sum(axis=1), matrix.sum(axis=0)) / total
    expected = float((cost * by_chance).sum())
    return replace_undefined_by if expected == 0 else 1 - float((cost * matrix).sum()) / expected


def _codes(targets: Targets, labels: list[Any]) -> tuple[Any, Any]:
    """Both sides as places in labels; len(labels) for all others."""
    known = np.array(labels)
    order = np.argsort(known, kind="stable")
    ranked = known[order]

    def places(side: Any) -> Any:
        values = np.asarray(side)
        if values.dtype.kind in "biuf" and ranked.dtype.kind not in "iu" or \
                values.dtype.kind not in "biuf" and ranked.dtype.kind in "iu":
            return np.full(len(values), len(labels))
        if values.dtype.kind == "O":
            values = values.astype(ranked.dtype if ranked.dtype.kind in "iu" else str)
        at = np.minimum(np.searchsorted(ranked, values), len(ranked) - 1)
        return np.where(ranked[at] == values, order[at], len(labels))

    return places(targets.y_true), places(targets.y_pred)


def confusion_matrix(y_true: Any, y_pred: Any, *, labels: Any = None, sample_weight: Any = None,
                     normalize: str | None = None) -> npt.NDArray[Any]:
    """Examples by true class (rows) and predicted class (columns)."""
    if normalize not in (None, "true", "pred", "all"):
        raise _core.WrongUsageError(
            f"normalize has no value {normalize!r}\nhint: it takes None, 'true', 'pred', 'all'")
    targets = _multiclass(y_true, y_pred, sample_weight, "confusion_matrix")
    if labels is None:
        wanted = targets.present()
    else:
        wanted = targets.check_labels(labels)
        if not wanted:
            raise _core.WrongUsageError("labels are given, but none\nhint: leave them out")
        cells = _cells(targets, wanted)
        if not (cells[:, 0] + cells[:, 2]).any():
            raise _core.UnknownLabelError("at least one label specified must be in y_true")
    true, predicted = _codes(targets, wanted)
    n = len(wanted)
    kept = (true < n) & (predicted < n)
    weight = None if targets.weight is None else targets.weight[kept]
    matrix = np.bincount(true[kept] * n + predicted[kept], weights=weight,
                         minlength=n * n).reshape(n, n)
    if sample_weight is not None and np.asarray(sample_weight).dtype.kind in "iub":
        matrix = matrix.astype(np.int64)
    if normalize is None:
        return matrix
    sums = {"true": matrix.sum(axis=1, keepdims=True), "pred": matrix.sum(axis=0, keepdims=True),
            "all": matrix.sum(keepdims=True)}[normalize]
    shares: np.ndarray = np.divide(matrix, sums, out=np.zeros((n, n)), where=sums != 0)
    return shares


def multilabel_confusion_matrix(y_true: Any, y_pred: Any, *, sample_weight: Any = None,
                                labels: Any = None, samplewise: bool = False) -> npt.NDArray[Any]:
    """[[tn, fp], [fn, tp]] of each label, or of each example with samplewise."""
    targets = Targets(y_true, y_pred, sample_weight)
    wanted = targets.present() if labels is None else targets.check_labels(labels)
    if samplewise:
        if targets.kind != "indicator":
            raise _core.NotSingleLabelError(
                "samplewise is of matrices of 0 and 1\nhint: leave it out")
        from ._samplewise import cells_of_rows

        cells = cells_of_rows(targets, wanted if labels is not None else None)
    else:
        cells = _cells(targets, wanted)
    out: np.ndarray = cells[:, [3, 1, 2, 0]].reshape(-1, 2, 2)
    return out if targets.weight is not None else out.astype(np.int64)


def classification_report(y_true: Any, y_pred: Any, *, labels: Any = None, target_names: Any = None,
                          sample_weight: Any = None, digits: int = 2, output_dict: bool = False,
                          zero_division: ZeroDivision = "warn", interval: str | None = None,
                          level: float = 0.95, resamples: int = 1000, seed: int = 0) -> Any:
    """Precision, recall, F1 and support of each label and on average, in scikit-learn's layout.

    interval: "delta", "bootstrap" and so on, as in tallystick.evaluate, adds the ends of intervals;
    the dictionary has them as "precision_low", "precision_high" and the like.
    """
    targets = Targets(y_true, y_pred, sample_weight)
    present = targets.present()
    wanted = present if labels is None else targets.check_labels(labels)
    is_accuracy = not targets.multilabel and {text(label) for label in wanted} >= {
        text(label) for label in present}
    names = [str(label) for label in (np.asarray(labels).tolist() if labels is not None else present)]
    if target_names is not None:
        names = [str(name) for name in target_names]
        if len(names) != len(wanted) and labels is None:
            raise _core.RowMismatchError(
                f"there are {len(wanted)} classes, but target_names has {len(names)}\n"
                "hint: say with labels which classes are meant")

    def family(average: str | None) -> list[Any]:
        one = _Family(targets, labels=None if labels is None else wanted, pos_label=1,
                      average=average, zero_division=zero_division)
        return one.figures(["precision", "recall", "f1"])

    support = _Family(targets, labels=None if labels is None else wanted, pos_label=1, average=None,
                      zero_division=0).support()
    rows = {name: [float(p), float(r), float(f), s]
            for name, p, r, f, s in zip(names, *family(None), support.tolist())}
    averages = {}
    for average in ("micro", "macro", "weighted", *(["samples"] if targets.multilabel else [])):
        heading = "accuracy" if average == "micro" and is_accuracy else f"{average} avg"
        averages[heading] = [*map(float, family(average)), support.sum().item()]
    ends: dict[str, list[_Ends]] | None = None
    if interval is not None:
        ends = _ends(targets, wanted, labels is not None, names, list(averages), {
            **_undefined(zero_division), "interval": interval, "level": level,
            "resamples": resamples, "seed": seed})
    if output_dict:
        heads = ("precision", "recall", "f1-score", "support")
        out: dict[str, Any] = {name: dict(zip(heads, map(float, row)))
                               for name, row in {**rows, **averages}.items()}
        for name, found in (ends or {}).items():
            for head, (low, high) in zip(heads, found):
                out[name].update({f"{head}_low": low, f"{head}_high": high})
        if "accuracy" in averages:
            if ends is not None:
                out["accuracy_low"], out["accuracy_high"] = ends["accuracy"][2]
            out["accuracy"] = averages["accuracy"][0]
        return out
    return _layout(rows, averages, digits, ends)


_Ends = tuple[float | None, float | None]


def _ends(targets: Targets, labels: list[Any], chosen: bool, names: list[str],
          headings: list[str], options: dict[str, Any]) -> dict[str, list[_Ends]]:
    """The ends of intervals of precision, recall and F1 in each row of a report."""
    from .._report import Report

    figures = ("precision", "recall", "f1")
    quoted = ['"' + text(label).replace('"', '""') + '"' for label in labels]
    asked = [f"{figure}:label={label}" for label in quoted for figure in figures]
    for heading in headings:
        average = heading.removesuffix(" avg")
        asked += ["accuracy"] * 3 if average == "accuracy" else [f"{f}_{average}" for f in figures]
    measures = list(dict.fromkeys(asked))
    if chosen and targets.kind == "indicator":
        core = targets.count(measures, columns=labels, **options)
    elif chosen:
        core = targets.count(measures, labels=[text(label) for label in labels],
                             integers=targets.integers, **options)
    else:
        core = targets.count(measures, **options)
    by_name = dict(zip(measures, Report(core).values()))
    found = [(by_name[name].low, by_name[name].high) for name in asked]
    return {name: found[3 * at:3 * at + 3] for at, name in enumerate([*names, *headings])}


def _layout(rows: dict[str, list[Any]], averages: dict[str, list[Any]], digits: int,
            ends: dict[str, list[_Ends]] | None = None) -> str:
    width = max([*map(len, rows), len("weighted avg"), digits])
    heads = ["precision", "recall", "f1-score", "support"]
    if ends is not None:
        wide = 2 * digits + 8  # [0.12, 0.34]
        heads = [part for head in heads[:3] for part in (f"{head:>9}", f"{'interval':>{wide}}")]
        heads.append("support")
    lines = [" " * width + "  " + " ".join(f"{head:>9}" for head in heads), ""]

    def span(low: float | None, high: float | None) -> str:
        if low is None or high is None:
            return " " * wide
        return f"{f'[{low:.{digits}f}, {high:.{digits}f}]':>{wide}}"

    def line(name: str, row: list[Any]) -> str:
        cells = [f"{value:>9.{digits}f}" for value in row[:3]]
        if ends is not None:
            cells = [f"{cell} {span(*pair)}" for cell, pair in zip(cells, ends[name])]
        if name == "accuracy":
            cells[:2] = [" " * len(cell) for cell in cells[:2]]
        return f"{name:>{width}}  " + " ".join([*cells, f"{row[3]:>9}"])

    lines += [line(name, row) for name, row in rows.items()]
    lines.append("")
    lines += [line(name, row) for name, row in averages.items()]
    return "\n".join(lines) + "\n"
