"""The front door: evaluate, compare, reconcile, tune, and the same of files."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from . import _core, _inputs
from ._pairing import Pairing
from ._report import Report
from ._setup import Setup
from ._tables import Comparing, Description, Reconciliation, Tuning

Path = str | os.PathLike[str]


class _Sides:
    """The arguments of one call, after columns of a table were looked up."""

    def __init__(self, y_true: Any, y_pred: Any, y_score: Any, weight: Any, id: Any,
                 truth: str | None, prediction: str | None, score: str | None, *,
                 group: Any = None, grouping: str = "cluster", id_pred: Any = None,
                 missing: str = "error", extra: str = "error") -> None:
        if isinstance(id, str) and _inputs.is_table(y_true) and (
                _inputs.is_table(y_pred) or _inputs.is_table(y_score)):
            other = y_pred if _inputs.is_table(y_pred) else y_score
            id_pred = _inputs.take_column(other, "id", id)
            if y_pred is not None:
                y_score = _inputs.take_column(other, "score", score, False) \
                    if y_score is None else y_score
                y_pred = _inputs.take_column(other, "prediction", prediction, y_score is None)
            else:
                y_score = _inputs.take_column(other, "score", score)
            truth = _inputs.column_of(y_true, "truth", truth)
            table = y_true
            y_true = _inputs.take_column(table, "truth", truth)
            id = _inputs.take_column(table, "id", id)
            weight = _named(table, "weight", weight)
            group = _named(table, grouping, group)
            truth = None
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
            group = _named(table, grouping, group)
        self.names = _same_columns(y_true, y_pred, y_score)
        self.y_true = _inputs.normal(y_true)
        self.y_pred = _inputs.normal(y_pred)
        self.y_score = _inputs.normal(y_score)
        self.weight = _inputs.weights(weight)
        self.id = _inputs.ids(id)
        if isinstance(group, str):
            raise _core.WrongUsageError(
                f"{grouping} is a text, but there is no table whose column it could name\n"
                f"hint: give the {grouping} of each example")
        self.group = _inputs.ids(group)
        bare = _inputs.bare_scores(self.y_score)
        self.sets_given = self.y_pred is not None and not bare
        if bare and self.y_pred is None:
            raise _core.WrongUsageError(
                "y_score holds lists of scores without labels\n"
                "hint: give the labels that they are of as y_pred")
        if bare and isinstance(self.y_pred, (list, tuple)) and isinstance(self.y_score, (list, tuple)):
            self.y_score = _inputs.scored(self.y_pred, self.y_score)
            self.y_pred = None
        self.pairing: Pairing | None = None
        if id_pred is not None:
            if self.id is None:
                raise _core.WrongUsageError("id_pred is given, but id is not\n"
                                            "hint: give the ids of y_true as id")
            self._pair(_inputs.ids(id_pred) or [], missing, extra)
        elif missing != "error" or extra != "error":
            raise _core.WrongUsageError(
                "missing and extra are of examples that are paired by id\n"
                "hint: give id and id_pred, or id='COLUMN' and two tables")

    def _pair(self, id_pred: Sequence[Any], missing: str, extra: str) -> None:
        other = "y_pred" if self.y_pred is not None else "y_score"
        for ids, side, name in ((self.id, self.y_true, "y_true"),
                                (id_pred, self.y_pred if self.y_pred is not None else self.y_score,
                                 other)):
            n = _inputs.size_of(side)
            if n is not None and n != len(ids or ()):
                raise _core.RowMismatchError(
                    f"{name} has {n} examples, but there are {len(ids or ())} ids of it\n"
                    "hint: give one id for each example")
        pairing = Pairing(self.id or [], id_pred, missing, extra, ("y_true", other))
        self.pairing = pairing
        self.weight = pairing.of_truth(self.weight)
        self.id = pairing.of_truth(self.id)
        self.group = pairing.of_truth(self.group)

    def feed(self, feeder: _core.Feeder) -> _core.Feeder:
        pairing = self.pairing
        feeder.add(self.y_true, self.y_pred, self.y_score, self.weight, self.id, self.group,
                   None if pairing is None else pairing.order)
        if pairing is not None:
            feeder.count_unpaired(pairing.n_missing, pairing.n_extra)
        return feeder


def is_stream(value: Any) -> bool:
    """A reader of record batches, or a relation that makes one."""
    return any(hasattr(value, name) for name in (
        "read_next_batch", "to_arrow_reader", "fetch_record_batch"))


def _batches_of(stream: Any) -> Any:
    from ._parquet import tables_of

    return tables_of(stream)


def _named(table: Any, role: str, value: Any) -> Any:
    """The column of a table that a text names; else the value."""
    return _inputs.take_column(table, role, value) if isinstance(value, str) else value


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
             weight: Any = None, id: Any = None, id_pred: Any = None, missing: str = "error",
             extra: str = "error", cluster: Any = None, stratum: Any = None, fold: Any = None,
             by: Any = None, taxonomy: Any = None, train: Any = None, thresholds: Any = None,
             per_example: bool = False, truth: str | None = None, prediction: str | None = None, score: str | None = None, **options: Any) -> Report:
    """Scores predicted labels against true labels, exactly, in one pass.

    Args:
        y_true: true labels: a list of label lists or sets (texts or integers), one label for each
            example, a 0/1 matrix (numpy, scipy CSR or CSC, a table), or a column of labels or lists
            (Arrow, pandas, polars). Or a table with columns for truth and prediction (id, weight);
            record batches and DuckDB relations are read one batch after the other.
        y_pred: predicted labels of the same examples, in the same order, in any of these forms.
            Or, with id, a table of its own, in any order.
        y_score: scores instead, or beside: {label: score} for each example, or an array of one
            column a label, or an Arrow column of lists of structs (label, score) or of maps.
            Labels from `threshold` up (0.5), or the first `top_k`, are predicted. An Arrow column of
            lists of numbers holds the scores of the labels in y_pred.
        measures: names or groups, see `tallystick.measures()`.
        labels: the declared labels, in the order of columns; or "seen" or "truth": the labels that
            enter macro means.
        weight: one number from 0 up for each example.
        id: an id for each example of y_true, or the column that holds it. With id_pred, the ids of
            the predictions, or with a column of that name in two tables, examples are paired by id.
        missing: ids without a prediction: "error", "empty" (nothing is predicted) or "drop".
        extra: ids without a truth: "error" or "drop".
        cluster: what examples belong together, one value each: intervals resample these as a whole.
        stratum: groups whose sizes resamples keep; fold: over whose values pbc is a mean; by: every
            figure again for each value, in `to_dict()["groups"]`. One of the four can be given, and
            each may name a column of a table.
        taxonomy: "isco08", a file, or a Taxonomy: labels are its classes.
        train: true labels of the training examples, or their file: adds pbc and propensities.
        thresholds: {label: threshold}, a file of them, or what `tune` found.
        per_example: keep what Report.per_example() needs.
        truth, prediction, score: columns of a table.
        options: rules as on the command line: convention, undefined ("zero", "one", "exclude"),
            ties, task, positive, threshold, top_k, unknown_labels, accept, code_width, abstain,
            normalize, fold_case, trim, duplicates, propensity, branch_level, require,
            keep_scores (for curves); interval ("wilson", "delta", "jackknife", "bootstrap", "bca" ...),
            level, resamples, seed.

    Returns:
        A Report: a mapping of figures by name.

    Raises:
        tallystick.Error: which is a ValueError; one class for each kind of failure.

    >>> evaluate([["a"], ["a", "b"]], [["a"], ["b"]], measures="f1_macro")["f1_macro"].value
    0.8333333333333333
    """
    given = {name: value for name, value in (
        ("cluster", cluster), ("stratum", stratum), ("fold", fold), ("by", by)) if value is not None}
    if len(given) > 1:
        raise _core.WrongUsageError(
            " and ".join(list(given)[:2]) + " both group examples, and one can do so\n"
            "hint: leave one of them out")
    grouping = next(iter(given), "cluster")
    group = given.get(grouping)
    if group is not None:
        options[grouping] = group if isinstance(group, str) else grouping
    stream = y_pred is None and y_score is None and is_stream(y_true)
    feeder: _core.Feeder | None = None
    integers = False
    for part in _batches_of(y_true) if stream else [y_true]:
        sides = _Sides(part, y_pred, y_score, weight, id, truth, prediction, score, group=group,
                       grouping=grouping, id_pred=id_pred, missing=missing, extra=extra)
        if sides.y_pred is None and sides.y_score is None:
            raise _core.WrongUsageError("there are no predictions\nhint: give y_pred, or y_score")
        if feeder is None:
            setup = Setup(labels=labels if labels is not None else sides.names, taxonomy=taxonomy,
                          train=train, thresholds=thresholds, measures=measures, options=options,
                          scored=sides.y_score is not None, sets_given=sides.sets_given,
                          keep_examples=per_example)
            integers, feeder = setup.integers, _core.Feeder(setup.options, setup.core)
        sides.feed(feeder)
    if feeder is None:
        raise _core.NoExamplesError("the stream has no batches\nhint: give one with examples")
    return Report(feeder.finish(), integers or feeder.integers)


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
    wanted = {"names": list(names), "all_pairs": all_pairs, "test": test, "adjust": adjust,
              "margin": margin, "per_label": per_label}
    return Comparing(_core.compare_files(_paths([truth, *predictions]), setup.options, wanted))


def compare(y_true: Any, systems: Mapping[str, Any] | Sequence[Any] | None = None, *,
            y_scores: Mapping[str, Any] | Sequence[Any] | None = None, names: Sequence[str] = (),
            measures: str | Sequence[str] = "standard", all_pairs: bool = False,
            test: str = "auto", adjust: str = "holm", margin: float | None = None,
            per_label: bool = False, labels: Any = None, weight: Any = None, id: Any = None,
            id_pred: Any = None, missing: str = "error", extra: str = "error", taxonomy: Any = None,
            train: Any = None, thresholds: Any = None, truth: str | None = None,
            prediction: str | None = None, score: str | None = None, **options: Any) -> Comparing:
    """Two or more systems on the same examples: paired differences, their intervals and tests.

    Args:
        y_true: true labels, or a table with a column of them, as in evaluate.
        systems: the predictions of each system by its name, in any form of evaluate; or a list of
            them, with `names`. Where y_true is a table, names of its columns will do.
        y_scores: scores instead, in the same way.
        all_pairs: every pair, not each system against the first.
        test: "auto", "randomisation", "mcnemar", "sign".
        adjust: "holm", "bh", "none".
        margin: differences this small are as good as none: adds tests of equivalence.
        per_label: label by label, the largest moves first.
        weight: one number from 0 up for each example, which is drawn and swapped with it.
        id: pairs tables by a column of that name; id_pred: the ids of each system's examples, by
            its name or in the order of the systems.
        options: as in evaluate; level, resamples and seed are of intervals and tests.

    >>> found = compare([["a"], ["b"], ["a"]], {"old": [["a"], ["a"], ["b"]],
    ...                                         "new": [["a"], ["b"], ["b"]]}, measures="f1_micro")
    >>> found.comparisons[0]["difference"]
    0.3333333333333333
    """
    if (systems is None) == (y_scores is None):
        raise _core.WrongUsageError("give either systems or y_scores")
    if y_scores is not None:
        options.setdefault("keep_scores", True)  # resampled examples are ranked anew
    known, given = _by_name(systems if systems is not None else y_scores, names)
    feeders = []
    setup: Setup | None = None
    for at, (name, one) in enumerate(zip(known, given)):
        if isinstance(one, str) and _inputs.is_table(y_true):
            one = _inputs.take_column(y_true, "prediction", one)
            truth = _inputs.column_of(y_true, "truth", truth)
        y_pred, y_score = (one, None) if systems is not None else (None, one)
        ids = id_pred[name] if isinstance(id_pred, Mapping) else \
            None if id_pred is None else id_pred[at]
        sides = _Sides(y_true, y_pred, y_score, weight, id, truth, prediction, score, id_pred=ids,
                       missing=missing, extra=extra)
        setup = Setup(labels=labels if labels is not None else sides.names, taxonomy=taxonomy,
                      train=train, thresholds=thresholds, measures=measures, options=options,
                      scored=sides.y_score is not None, sets_given=sides.sets_given, keep_rows=True)
        feeders.append(sides.feed(_core.Feeder(setup.options, setup.core)))
    wanted = {"names": known, "all_pairs": all_pairs, "test": test, "adjust": adjust,
              "margin": margin, "per_label": per_label}
    return Comparing(_core.compare(feeders, {} if setup is None else setup.options, wanted))


def _by_name(systems: Any, names: Sequence[str]) -> tuple[list[str], list[Any]]:
    """Names and predictions of the systems."""
    if isinstance(systems, Mapping):
        if names:
            raise _core.WrongUsageError("the systems have names, and names are given too\n"
                                        "hint: leave names out")
        return [str(name) for name in systems], list(systems.values())
    if not isinstance(systems, (list, tuple)):
        raise _core.WrongUsageError(
            f"systems are a {type(systems).__name__}\nhint: give {{name: predictions}}")
    columns = [one for one in systems if isinstance(one, str)]
    known = list(names) or (columns if len(columns) == len(systems) else
                            [chr(ord("a") + i) if len(systems) <= 26 else f"system {i + 1}"
                             for i in range(len(systems))])
    if len(known) != len(systems):
        raise _core.WrongUsageError(f"{len(known)} names for {len(systems)} systems\n"
                                    "hint: name each system once")
    return [str(name) for name in known], list(systems)


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
                  sets_given=sides.sets_given)
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


__all__ = ["compare", "compare_files", "describe", "evaluate", "evaluate_files", "merge_files", "reconcile", "tune"]
