"""What engines that split data share: each part becomes one saved tally, and tallies merge.

A saved tally holds counts and no data. What goes wrong in a part travels as its code and message,
so that a task is not tried again for a fault of the data, and the error names the part.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from . import _core, _inputs
from ._tally import Tally

Count = Callable[[Tally, Iterator[Any]], None]


@dataclass
class Part:
    """What a task returned: the parts in it, their tally, or what went wrong."""

    parts: list[int]
    state: bytes | None
    integers: bool = False
    code: str | None = None
    message: str | None = None


def options_of(measures: Any, labels: Any, taxonomy: Any, train: Any, thresholds: Any, scored: bool,
               options: dict[str, Any]) -> dict[str, Any]:
    """Arguments of a Tally."""
    return {"measures": measures, "labels": labels, "taxonomy": taxonomy, "train": train,
            "thresholds": thresholds, "scored": scored, **options}


def tallied(arguments: dict[str, Any], count: Count, batches: Iterable[Any], number: int) -> Part:
    """The tally of a part."""
    try:
        tally = Tally(**arguments)
        count(tally, iter(batches))
        return Part([number], bytes(tally), tally._integers)
    except _core.Error as error:  # no use in trying again: the driver raises it
        return Part([number], None, False, getattr(error, "code", None), fault_of(error))


def fault_of(error: _core.Error) -> str:
    """Its words, for the name of the part to stand before."""
    text = str(error.args[0] if error.args else "").removeprefix("tallystick: ")
    if "error [" in text.split("\n", 1)[0]:
        return text
    return f"error [{getattr(error, 'code', 'internal')}]: {text}"


def merged(arguments: dict[str, Any], parts: Sequence[Part], word: str = "partition") -> Part:
    """Several parts as one; of those that failed the first."""
    bad = [part for part in parts if part.code is not None]
    if bad:
        return min(bad, key=lambda part: part.parts)
    tally = Tally(**arguments)
    for part in parts:
        name = origin(part.parts, word)
        try:
            tally._merge_bytes(bytes(part.state or b""), name, part.integers)
        except _core.Error as error:  # the state is not what a task wrote
            return Part(part.parts, None, False, getattr(error, "code", None),
                        fault_of(error).removeprefix(f"{name}: "))
    return Part(sorted(n for part in parts for n in part.parts), bytes(tally), tally._integers)


def conclude(whole: Tally, parts: Sequence[Part], word: str = "partition") -> Tally:
    """All parts in one tally. Raises what went wrong in one, and names it."""
    bad = [part for part in parts if part.code is not None]
    if bad:
        first = min(bad, key=lambda part: part.parts)
        raise error_of(first.code)(f"{origin(first.parts, word)}: {first.message}")
    seen: set[int] = set()
    if not parts:
        raise _core.NoExamplesError(f"there is no {word}, so there are 0 examples\n"
                                    "hint: check the step before")
    for part in parts:
        for n in part.parts:
            if n in seen:
                raise _core.BadStateError(f"{word} {n} came twice, so it would count twice")
            seen.add(n)
        whole._merge_bytes(bytes(part.state or b""), origin(part.parts, word), part.integers)
    return whole


def origin(parts: Sequence[int], word: str) -> str:
    return f"{word} {parts[0]}" if len(parts) == 1 else f"{word}s {parts[0]} to {parts[-1]}"


def error_of(code: str | None) -> type[_core.Error]:
    return next((kind for kind in _kinds(_core.Error) if getattr(kind, "code", None) == code),
                _core.Error)


def _kinds(base: type) -> list[type]:
    kinds: list[type] = base.__subclasses__()
    return kinds + [kind for below in kinds for kind in _kinds(below)]


def columns_of(have: Sequence[str], truth: str | None, prediction: str | None, score: str | None,
               weight: str | None) -> tuple[str, str | None, str | None, str | None]:
    """The columns of a table that holds all, by their names or known ones."""
    found = column(have, "truth", truth)
    assert found is not None
    weight = column(have, "weight", weight, required=False)
    score = column(have, "score", score, required=False)
    prediction = column(have, "prediction", prediction, required=score is None)
    one_of(prediction, score)
    return found, prediction, score, weight


def one_of(prediction: str | None, score: str | None) -> None:
    if score is not None and prediction is not None:
        raise _core.WrongUsageError(
            f"there are predictions, {prediction!r}, and scores, {score!r}\n"
            "hint: select the columns that are meant")


def column(have: Sequence[str], role: str, name: str | None, required: bool = True) -> str | None:
    if name is not None and name in have:
        return name
    known = next((known for known in _inputs.KNOWN[role] if known in have), None)
    if name is None and (known is not None or not required):
        return known
    raise _core.UnknownColumnError(
        f"there is no column {name or role!r}; the columns are {', '.join(map(repr, have))}\n"
        f"hint: name it with {role}='...'")


def counter(truth: str | None, prediction: str | None, score: str | None,
            weight: str | None) -> Count:
    """Counts Arrow batches that hold all."""
    def count(tally: Tally, batches: Iterator[Any]) -> None:
        n_rows = 0
        for batch in batches:
            if not batch.num_rows:
                continue
            weights = None if weight is None else whole_column(batch, weight, n_rows)
            whole_column(batch, truth, n_rows)
            whole_column(batch, prediction or score, n_rows)
            scores = None if score is None else batch.column(score)
            tally.update(batch.column(truth), None if score else batch.column(prediction),
                         y_score=scores, weight=weights)
            n_rows += batch.num_rows
    return count


def whole_column(batch: Any, name: Any, n_rows: int) -> Any:
    """A column, which must not have null rows."""
    values = batch.column(name)
    if values.null_count:
        row = values.is_null().index(True).as_py()
        raise _core.BadFormatError(f"row {n_rows + row} of column {name!r} is null\n"
                                   "hint: an example without labels is an empty list")
    return values
