"""What callers hand over -> what the compiled part reads. No example is looked at here."""

from __future__ import annotations

from collections.abc import Sequence
from numbers import Real
from typing import Any

from . import _core

#: Columns that need no naming, as in files.
KNOWN = {
    "id": ("id", "example", "doc"),
    "truth": ("true", "truth", "labels", "label", "y_true"),
    "prediction": ("pred", "prediction", "predictions", "y_pred"),
    "score": ("score", "scores", "y_score"),
    "weight": ("weight",),
}


def is_frame(value: Any) -> bool:
    """A table with named columns: pandas, polars, Arrow; not a numpy array."""
    return hasattr(value, "columns") and hasattr(value, "__getitem__") and not callable(value.columns)


def column_names(frame: Any) -> list[str]:
    names = getattr(frame, "column_names", None)  # Arrow
    return [str(name) for name in (frame.columns if names is None else names)]


def is_arrow_table(value: Any) -> bool:
    return hasattr(value, "column_names") and hasattr(value, "column")


def is_table(value: Any) -> bool:
    return is_arrow_table(value) or is_frame(value)


def take_column(frame: Any, role: str, name: str | None, required: bool = True) -> Any:
    """The column of that name, or of a known name for its role."""
    have = column_names(frame)
    if name is not None:
        if name in have:
            return frame[name]
        raise _core.UnknownColumnError(
            f"there is no column {name!r}; the columns are {', '.join(map(repr, have))}")
    for known in KNOWN.get(role, ()):
        if known in have:
            return frame[known]
    if not required:
        return None
    raise _core.UnknownColumnError(
        f"no column is known for the {role}; the columns are {', '.join(map(repr, have))}\n"
        f"hint: name it with {role}='...'")


def column_of(frame: Any, role: str, name: str | None) -> str | None:
    """The name of a column that take_column finds."""
    if name is not None:
        return name
    have = column_names(frame)
    return next((known for known in KNOWN.get(role, ()) if known in have), None)


def size_of(value: Any) -> int | None:
    """The number of examples, where it is known without reading."""
    if hasattr(value, "shape"):
        return int(value.shape[0])
    return len(value) if hasattr(value, "__len__") else None


def _array(value: Any) -> Any:
    """A numpy array as the compiled part takes it."""
    kind = value.dtype.kind
    if kind in "OUST":
        if value.ndim > 1:
            raise _core.BadFormatError(
                f"an array of texts has {value.ndim} dimensions, but one dimension holds labels\n"
                "hint: give a list of label lists")
        return value.tolist()
    if kind == "f" and value.dtype.itemsize not in (4, 8):
        return value.astype("float32" if value.dtype.itemsize < 4 else "float64")
    if not value.dtype.isnative:
        return value.astype(value.dtype.newbyteorder("="))
    if kind not in "biuf":
        raise _core.BadFormatError(
            f"an array of type {value.dtype} holds no labels\nhint: labels are texts or whole numbers")
    return value


def normal(value: Any) -> Any:
    """An argument in one of the forms that the compiled part reads."""
    if value is None or isinstance(value, (list, tuple)):
        return value
    if hasattr(value, "indptr"):  # scipy's CSR and CSC
        return value if value.format in ("csr", "csc") else value.tocsr()
    if hasattr(value, "tocsr"):
        return value.tocsr()
    if type(value).__module__.split(".")[0] == "numpy":
        return _array(value)
    if is_table(value):  # columns of 0 and 1, or of scores
        return _array(value.to_numpy()) if hasattr(value, "to_numpy") else _array(
            value.to_pandas().to_numpy())
    if hasattr(value, "__arrow_c_stream__"):
        try:
            return _core.ArrowColumn(value)
        except ImportError:  # pandas without pyarrow
            pass
    elif hasattr(value, "__arrow_c_array__"):
        return _core.ArrowColumn(value)
    if hasattr(value, "to_numpy"):
        return _array(value.to_numpy())
    if hasattr(value, "__dlpack__"):
        return _tensor(value)
    if isinstance(value, (str, bytes, dict)):
        raise _core.BadFormatError(
            f"a {type(value).__name__} is not a list of examples\nhint: give a list, an array or a column")
    if hasattr(value, "__array__"):
        import numpy

        return _array(numpy.asarray(value))
    try:
        return list(value)
    except TypeError:
        raise _core.BadFormatError(
            f"a {type(value).__name__} is not a list of examples\nhint: give a list, an array or a column"
        ) from None


def _tensor(value: Any) -> Any:
    device = value.__dlpack_device__()[0] if hasattr(value, "__dlpack_device__") else 1
    if device not in (1, 3, 11):  # CPU, and memory of the host that a GPU may see
        raise _core.NotAvailableError(
            "a tensor is not in main memory, but on another device\nhint: move it there, with .cpu()")
    if getattr(value, "requires_grad", False):
        value = value.detach()
    return value


def bare_scores(value: Any) -> bool:
    """Whether it holds lists of scores alone, whose labels stand elsewhere."""
    if isinstance(value, _core.ArrowColumn):
        return bool(value.bare_scores)
    if not isinstance(value, (list, tuple)):
        return False
    first = next((row for row in value if not isinstance(row, (list, tuple)) or row), None)
    return isinstance(first, (list, tuple)) and isinstance(first[0], Real)


def scored(y_pred: Sequence[Any], scores: Sequence[Any]) -> list[list[tuple[Any, Any]]]:
    """The labels and their scores, of two lists of lists, as pairs."""
    if len(y_pred) != len(scores):
        raise _core.RowMismatchError(
            f"y_pred has {len(y_pred)} examples, but y_score has {len(scores)}\n"
            "hint: give both for the same examples, in the same order")
    out = []
    for i, (labels, row) in enumerate(zip(y_pred, scores)):
        if not isinstance(labels, (list, tuple)) or not isinstance(row, (list, tuple)) or len(
                labels) != len(row):
            raise _core.RowMismatchError(
                f"row {i} of y_score does not have one score for each label of y_pred\n"
                "hint: give each predicted label its score")
        out.append(list(zip(labels, row)))
    return out


def weights(value: Any) -> Any:
    if value is None:
        return None
    import numpy

    try:
        array = numpy.ascontiguousarray(value, dtype="float64")
    except (TypeError, ValueError):
        raise _core.BadWeightError("weights are not all numbers\nhint: give one number an example"
                                   ) from None
    if array.ndim != 1:
        raise _core.RowMismatchError(
            f"weights have {array.ndim} dimensions\nhint: give one number an example")
    return array


def ids(value: Any) -> list[Any] | None:
    if value is None:
        return None
    return value.tolist() if hasattr(value, "tolist") else (
        value.to_list() if hasattr(value, "to_list") else
        value.to_pylist() if hasattr(value, "to_pylist") else list(value))


def labels(value: Any) -> tuple[list[str] | None, bool, list[Any] | None]:
    """Declared labels as texts, whether they are integers, and as they were."""
    if value is None:
        return None, False, None
    given = ids(value) or []
    kinds = {isinstance(label, str) for label in given}
    if len(kinds) > 1:
        raise _core.BadFormatError("labels are texts and numbers\nhint: make all texts, or all integers")
    if len({str(label) for label in given}) != len(given):
        raise _core.WrongUsageError("a label is declared twice\nhint: name each once")
    integers = kinds == {False}
    if integers:
        for label in given:
            if not hasattr(label, "__index__"):
                raise _core.BadFormatError(
                    f"{label!r} is no label\nhint: labels are texts or whole numbers")
        return [str(int(label)) for label in given], True, given
    if any(not label for label in given):
        raise _core.BadFormatError("a declared label is empty\nhint: leave it out")
    return list(given), False, given
