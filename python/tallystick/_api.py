"""The front door: evaluate, evaluate_files, reconcile, tune."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from typing import Any

from . import _core, _inputs
from ._report import Report
from ._setup import Setup
from ._tables import Comparing, Description, Reconciliation, Tuning

Path = str | os.PathLike[str]


class _Sides:
    """The arguments of one call, after columns of a table were looked up."""

    def __init__(self, y_true: Any, y_pred: Any, y_score: Any, weight: Any, id: Any,
                 truth: str | None, prediction: str | None, score: str | None) -> None:
        self.by_table = False
        frame = _inputs.is_table(y_true) and y_pred is None and y_score is None
        if frame or truth is not None:
            table = y_true
            y_true = _inputs.take_column(table, "truth", truth)
            if y_pred is None and y_score is None:
                y_pred = _inputs.take_column(table, "prediction", prediction, score is None)
                y_score = _inputs.take_column(table, "score", score, y_pred is None)
            id = _inputs.take_column(table, "id", id if isinstance(id, str) else None, False) \
                if id is None or isinstance(id, str) else id
            weight = _inputs.take_column(table, "weight", weight if isinstance(weight, str) else None,
                                         isinstance(weight, str)) \
                if weight is None or isinstance(weight, str) else weight
        self.names = _same_columns(y_true, y_pred, y_score)
        self.y_true = _inputs.normal(y_true)
        self.y_pred = _inputs.normal(y_pred)
        self.y_score = _inputs.normal(y_score)
        self.weight = _inputs.weights(weight)
        self.id = _inputs.ids(id)


def _same_columns(*sides: Any) -> list[str] | None:
    """Names of columns of tables of 0/1 or scores, which must be the same in all."""
    named = [_inputs.column_names(side) for side in sides if _inputs.is_table(side)]
    for other in named[1:]:
        if other != named[0]:
            if sorted(other) == sorted(named[0]):
                raise _core.RowMismatchError(
                    "the columns of y_true and of the other table have the same names in another order"
                    "\nhint: bring them into one order")
            lacking = [name for name in named[0] if name not in other] or \
                [name for name in other if name not in named[0]]
            raise _core.RowMismatchError(
                f"column {lacking[0]!r} is in one table and not in the other\n"
                "hint: give both one column for each label, in the same order")
    return named[0] if named else None


def evaluate(y_true: Any, y_pred: Any = None, *, y_score: Any = None,
             measures: str | Sequence[str] = "standard", labels: Any = None,
             weight: Any = None, id: Any = None, taxonomy: Any = None, train: Any = None,
             thresholds: Any = None, per_example: bool = False, truth: str | None = None,
             prediction: str | None = None, score: str | None = None, **options: Any) -> Report:
    """Scores predicted labels against true labels, exactly, in one pass.

    Args:
        y_true: true labels: a list of label lists or sets (texts or integers), one label for each
            example, a 0/1 matrix (numpy, scipy CSR or CSC, a table), or a column of labels or lists
            (Arrow, pandas, polars). Or a table with columns for truth and prediction (id, weight);
            record batches and DuckDB relations are read one batch after the other.
        y_pred: predicted labels of the same examples, in the same order, in any of these forms.
        y_score: scores instead, or beside: {label: score} for each example, or an array of one
            column a label. Labels from `threshold` up (0.5), or the first `top_k`, are predicted.
        measures: names or groups, see `tallystick.measures()`.
        labels: the declared labels, in the order of columns; or "seen" or "truth": the labels that
            enter macro means.
        weight: one number from 0 up for each example.
        taxonomy: "isco08", a file, or a Taxonomy: labels are its classes.
        train: true labels of the training examples, or their file: adds pbc and propensities.
        thresholds: {label: threshold}, a file of them, or what `tune` found.
        per_example: keep what Report.per_example() needs.
        truth, prediction, score: columns of a table.
        options: rules as on the command line: convention, undefined ("zero", "one", "exclude"),
            ties, task, positive, threshold, top_k, unknown_labels, accept, code_width, abstain,
            normalize, fold_case, trim, duplicates, propensity, branch_level, require; interval
            ("wilson", "delta", "jackknife", "bootstrap", "bca" ...), level, resamples, seed. Of
            files also cluster and stratum, columns that say what is resampled, and fold, the
            column over whose values pbc is a mean.

    Returns:
        A Report: a mapping of figures by name.

    Raises:
        tallystick.Error: which is a ValueError; one class for each kind of failure.

    >>> evaluate([["a"], ["a", "b"]], [["a"], ["b"]], measures="f1_macro")["f1_macro"].value
    0.8333333333333333
    """
    if y_pred is None and y_score is None and (
            hasattr(y_true, "read_next_batch") or hasattr(y_true, "fetch_record_batch")):
        from ._parquet import batches_of, evaluate_stream

        more = {**options, "labels": labels, "taxonomy": taxonomy, "train": train}
        return evaluate_stream(batches_of(y_true), measures, more, truth, prediction)
    sides = _Sides(y_true, y_pred, y_score, weight, id, truth, prediction, score)
    if sides.y_pred is None and sides.y_score is None:
        raise _core.WrongUsageError("there are no predictions\nhint: give y_pred, or y_score")
    setup = Setup(labels=labels if labels is not None else sides.names, taxonomy=taxonomy,
                  train=train, thresholds=thresholds, measures=measures, options=options,
                  scored=sides.y_score is not None, sets_given=sides.y_pred is not None,
                  keep_examples=per_example)
    feeder = _core.Feeder(setup.options, setup.core)
    feeder.add(sides.y_true, sides.y_pred, sides.y_score, sides.weight, sides.id)
    return Report(feeder.finish(), setup.integers or feeder.integers)


def _paths(paths: Iterable[Path]) -> list[str]:
    return [os.fspath(path) for path in paths]


def evaluate_files(*paths: Path, measures: str | Sequence[str] = "standard",
                   per_example: bool = False, **options: Any) -> Report:
    """The same from files TRUTH and PREDICTIONS, or one FILE that holds both.

    Every format of the command line is read, with its options (format, id, truth, pred, score, weight,
    label_separator, missing, extra ...); Parquet files where pyarrow is installed.
    """
    if any(os.fspath(path).endswith(".parquet") for path in paths):
        from ._parquet import evaluate_parquet

        return evaluate_parquet(_paths(paths), measures, options)
    setup = Setup.for_files(measures, options)
    return Report(_core.evaluate_files(_paths(paths), setup.options, per_example))


def merge_files(*paths: Path, measures: str | Sequence[str] = "standard", **options: Any) -> Report:
    """One report from states that other processes saved."""
    return Report(_core.merge_files(_paths(paths), Setup.for_files(measures, options).options))


def compare_files(truth: Path, *predictions: Path, names: Sequence[str] = (),
                  measures: str | Sequence[str] = "standard", all_pairs: bool = False,
                  test: str = "auto", adjust: str = "holm", margin: float | None = None,
                  per_label: bool = False, **options: Any) -> Comparing:
    """Two or more systems on the same examples: paired differences, their intervals and tests.

    test: "auto", "randomisation", "mcnemar", "sign"; adjust: "holm", "bh", "none"; level, resamples
    and seed as in evaluate.
    """
    setup = Setup.for_files(measures, options)
    return Comparing(_core.compare_files(_paths([truth, *predictions]), setup.options, list(names),
                                         all_pairs, test, adjust, margin, per_label))


def reconcile(y_true: Any, y_pred: Any = None, *, y_score: Any = None,
              measures: str | Sequence[str] = "standard", labels: Any = None, weight: Any = None,
              taxonomy: Any = None, **options: Any) -> Reconciliation:
    """One data set under every convention, with the rule behind each difference.

    Two paths are read as files.
    """
    if isinstance(y_true, (str, os.PathLike)):
        setup = Setup.for_files(measures, {**options, "taxonomy": taxonomy})
        paths = [y_true] if y_pred is None else [y_true, y_pred]
        return Reconciliation(_core.reconcile_files(_paths(paths), setup.options))
    sides = _Sides(y_true, y_pred, y_score, weight, None, None, None, None)
    setup = Setup(labels=labels if labels is not None else sides.names, taxonomy=taxonomy,
                  measures=measures, options=options, scored=sides.y_score is not None,
                  sets_given=sides.y_pred is not None)
    return Reconciliation(_core.reconcile(setup.options, setup.core, sides.y_true, sides.y_pred,
                                          sides.y_score, sides.weight))


def describe(y_true: Any, *, labels: Any = None, train: Any = None, inputs: int = 1,
             n_pairs: int = 10, low: int = 20, high: int = 100, **options: Any) -> Description:
    """How the true labels of a data set are spread, whatever was predicted. A path is read as a file.

    >>> describe([["a"], ["a", "b"], ["c"]])["cardinality"]
    1.3333333333333333
    """
    if isinstance(y_true, (str, os.PathLike)):
        setup = Setup.for_files("standard", {**options, "train": train})
        return Description(_core.describe_file(os.fspath(y_true), setup.options, inputs, n_pairs, low,
                                               high))
    names = _same_columns(y_true)
    setup = Setup(labels=labels if labels is not None else names, train=train, measures="standard",
                  options=options)
    return Description(_core.describe(setup.options, _inputs.normal(y_true), setup.core, inputs,
                                      n_pairs, low, high))


def tune(y_true: Any, y_score: Any = None, *, measure: str = "f1_macro",
         strategies: str | Sequence[str] = (), folds: int = 0, labels: Any = None,
         weight: Any = None, id: Any = None, **options: Any) -> Tuning:
    """The thresholds, or the number of labels, with which a measure is best.

    With folds each part's figure comes from thresholds that were found on the others; examples are
    parted by their ids. Two paths are read as files.

    >>> tune([["a"], ["b"]], [{"a": 0.4, "b": 0.1}, {"a": 0.2, "b": 0.3}], measure="f1_micro").value
    1.0
    """
    wanted = [strategies] if isinstance(strategies, str) else list(strategies)
    if isinstance(y_true, (str, os.PathLike)):
        setup = Setup.for_files("standard", options)
        paths = [y_true] if y_score is None else [y_true, y_score]
        return Tuning(_core.tune_files(_paths(paths), setup.options, measure, wanted, folds))
    sides = _Sides(y_true, None, y_score, weight, id, None, None, None)
    setup = Setup(labels=labels if labels is not None else sides.names, measures="standard",
                  options=options, scored=True)
    return Tuning(_core.tune(setup.options, setup.core, measure, wanted, folds, sides.y_true,
                             sides.y_score, sides.weight, sides.id))


__all__ = ["compare_files", "describe", "evaluate", "evaluate_files", "merge_files", "reconcile", "tune"]
