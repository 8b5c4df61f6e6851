"""Keyword arguments -> the options and settings of the compiled part."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import Any

from . import _core, _inputs
from ._taxonomy import Taxonomy
from ._thresholds import Thresholds

_UNIVERSES = ("declared", "seen", "truth")


class Setup:
    """What a feeder is made with."""

    def __init__(self, *, measures: str | Sequence[str], options: Mapping[str, Any],
                 labels: Any = None, taxonomy: Any = None, train: Any = None,
                 thresholds: Any = None, scored: bool = False, sets_given: bool = False,
                 keep_examples: bool = False, keep_rows: bool = False) -> None:
        self.options: dict[str, Any] = {**options, "measures": measures}
        self.core: dict[str, Any] = {"scored": scored, "sets_given": scored and sets_given,
                                     "keep_examples": keep_examples, "keep_rows": keep_rows}
        self.given: list[Any] | None = None
        self.integers = False
        if isinstance(labels, str):
            if labels not in _UNIVERSES:
                raise _core.WrongUsageError(
                    f"labels has no value {labels!r}\nhint: it takes a list of labels, or one of "
                    + ", ".join(map(repr, _UNIVERSES)))
            self.options["universe"] = labels
        else:
            self.core["labels"], self.integers, self.given = _inputs.labels(labels)
            self.core["integer_labels"] = self.integers
        if isinstance(taxonomy, Taxonomy):
            self.core["taxonomy"] = taxonomy._core
        else:
            self.options["taxonomy"] = taxonomy
        if train is None or isinstance(train, (str, os.PathLike)):
            self.options["train"] = train
        else:
            self.core["train"] = _core.count_train(_inputs.normal(train))
        if isinstance(thresholds, Mapping) or hasattr(thresholds, "items"):
            thresholds = Thresholds(thresholds, self.options.get("threshold", 0.5))
        if isinstance(thresholds, Thresholds):
            self.core["selection"] = thresholds._core
        else:
            self.options["thresholds"] = thresholds
        self.options = {key: value for key, value in self.options.items() if value is not None}

    @classmethod
    def for_files(cls, measures: str | Sequence[str], options: Mapping[str, Any]) -> Setup:
        """Of files everything is named, nothing handed over."""
        given = dict(options)
        labels = given.pop("labels", None)
        if labels is not None and not isinstance(labels, str):
            raise _core.WrongUsageError(
                "labels are a list, but files are read\nhint: name a file with labels_file")
        return cls(measures=measures, options=given, labels=labels)
