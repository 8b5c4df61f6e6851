"""Evaluation of multi-label, multi-class and hierarchical classification.

    >>> import tallystick as ts
    >>> r = ts.evaluate([["sport"], ["news", "sport"]], [["sport"], ["news"]])
    >>> r["f1_micro"].value
    0.8

`evaluate` and `evaluate_files` score one system, `compare` and `compare_files` tell whether one is
better than another, `reconcile` shows one data set under every convention, `describe` how its labels
are spread, `tune` finds thresholds, `Tally` counts batch by batch. `metrics` has scikit-learn's names
and one function for each measure.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from . import _core
from ._api import (
    compare,
    compare_files,
    describe,
    evaluate,
    evaluate_files,
    merge_files,
    reconcile,
    tune,
)
from ._catalogue import Measure, conventions, measures
from ._core import (
    BadEncodingError,
    BadFormatError,
    BadNumberError,
    BadStateError,
    BadTaxonomyError,
    BadWeightError,
    CannotReadError,
    CannotWriteError,
    Contingency,
    CountOverflowError,
    DuplicateIdError,
    DuplicateScoreError,
    Error,
    ExtraPredictionError,
    IncompatibleStatesError,
    InternalError,
    LineTooLongError,
    MissingPredictionError,
    NoExamplesError,
    NoScoresError,
    NoSuchFileError,
    NotAvailableError,
    NotSingleLabelError,
    PositiveLabelError,
    RowMismatchError,
    TaxonomyCycleError,
    TooLargeError,
    UnknownColumnError,
    UnknownLabelError,
    UnknownMeasureError,
    WrongUsageError,
)
from ._report import Report, Score, Table
from ._tables import Comparing, Description, Reconciliation, Tuning
from ._tally import Tally
from ._taxonomy import Taxonomy
from ._thresholds import Thresholds
from .hf import hf_module_path

if TYPE_CHECKING:
    from . import metrics

__version__: str = vars(_core)["__version__"]

ShapeError = RowMismatchError  # another word for it

__all__ = [
    "BadEncodingError",
    "BadFormatError",
    "BadNumberError",
    "BadStateError",
    "BadTaxonomyError",
    "BadWeightError",
    "CannotReadError",
    "CannotWriteError",
    "Comparing",
    "Contingency",
    "CountOverflowError",
    "Description",
    "DuplicateIdError",
    "DuplicateScoreError",
    "Error",
    "ExtraPredictionError",
    "IncompatibleStatesError",
    "InternalError",
    "LineTooLongError",
    "Measure",
    "MissingPredictionError",
    "NoExamplesError",
    "NoScoresError",
    "NoSuchFileError",
    "NotAvailableError",
    "NotSingleLabelError",
    "PositiveLabelError",
    "Reconciliation",
    "Report",
    "RowMismatchError",
    "Score",
    "ShapeError",
    "Table",
    "Tally",
    "Taxonomy",
    "TaxonomyCycleError",
    "Thresholds",
    "TooLargeError",
    "Tuning",
    "UnknownColumnError",
    "UnknownLabelError",
    "UnknownMeasureError",
    "WrongUsageError",
    "compare",
    "compare_files",
    "conventions",
    "describe",
    "evaluate",
    "evaluate_files",
    "hf_module_path",
    "measures",
    "merge_files",
    "metrics",
    "reconcile",
    "tune",
]


for _name in __all__:  # what users see in a traceback
    if _name.endswith("Error"):
        globals()[_name].__module__ = "tallystick"


def _told(error: Error, name: str) -> Any:
    """What errors that are raised in Python say in their text alone."""
    fact, _, hint = str(error.args[0] if error.args else "").partition("\nhint: ")
    known: dict[str, Any] = {"fact": fact, "hint": hint, "file": "", "line": 0, "column": 0}
    if name not in known:
        raise AttributeError(f"{type(error).__name__!r} object has no attribute {name!r}")
    return known[name]


def _text(error: Error) -> str:
    """As the compiled part words it: place, code, fact and hint."""
    text = str(error.args[0] if error.args else "")
    code = getattr(error, "code", "internal")
    return text if "error [" in text.split("\n", 1)[0] else f"tallystick: error [{code}]: {text}"


setattr(Error, "__getattr__", _told)
setattr(Error, "__str__", _text)


if not TYPE_CHECKING:  # else every name would be one to type checkers

    def __getattr__(name: str) -> Any:
        if name == "metrics":  # numpy is imported with it, not before
            import importlib

            return importlib.import_module(".metrics", __name__)
        raise AttributeError(f"module 'tallystick' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
