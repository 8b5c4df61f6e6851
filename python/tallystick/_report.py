"""What evaluate returns."""

from __future__ import annotations

import csv
import html
import io
import json
import math
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from . import _core
from ._plot import ReportPlots


class Score:
    """One figure. float(score) is its value.

    value is None where the rules exclude every term; low and high are None without an interval.
    """

    __slots__ = ("high", "low", "n_undefined", "name", "note", "rest", "undefined", "value")

    def __init__(self, name: str, entry: Mapping[str, Any]) -> None:
        self.name = name
        self.value: float | None = _number(entry.get("value"))
        self.low: float | None = _number(entry.get("low"))
        self.high: float | None = _number(entry.get("high"))
        self.n_undefined: int = entry.get("n_undefined", 0)
        self.undefined: str = entry.get("undefined", "")
        self.note: str = entry.get("note", "")
        known = ("value", "low", "high", "n_undefined", "undefined", "note")
        self.rest: dict[str, Any] = {k: v for k, v in entry.items() if k not in known}

    def __float__(self) -> float:
        return math.nan if self.value is None else self.value

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Score):
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in self.__slots__)

    def __hash__(self) -> int:
        return hash((self.name, self.value, self.low, self.high, self.n_undefined))

    def __repr__(self) -> str:
        interval = "" if self.low is None else f", low={self.low!r}, high={self.high!r}"
        undefined = f", n_undefined={self.n_undefined}" if self.n_undefined else ""
        return f"Score({self.name}={self.value!r}{interval}{undefined})"


def _number(value: Any) -> float | None:
    """JSON has no infinity: the report writes it as a text."""
    return None if value is None else float(value)


class Table:
    """Rows with named columns, made of plain Python values.

    A mapping of a column's name to its values; `to_pandas`, `to_polars` and the Arrow stream need
    these libraries, the rest nothing.
    """

    def __init__(self, columns: Mapping[str, list[Any]]) -> None:
        self._columns = dict(columns)

    @property
    def columns(self) -> list[str]:
        return list(self._columns)

    def __getitem__(self, name: str) -> list[Any]:
        return self._columns[name]

    def __contains__(self, name: object) -> bool:
        return name in self._columns

    def __len__(self) -> int:
        return len(next(iter(self._columns.values()), []))

    def __iter__(self) -> Iterator[dict[str, Any]]:
        """Row by row."""
        for values in zip(*self._columns.values()):
            yield dict(zip(self._columns, values))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Table) and self._columns == other._columns

    def to_dict(self) -> dict[str, list[Any]]:
        return {name: list(values) for name, values in self._columns.items()}

    def to_pandas(self) -> Any:
        import pandas

        frame = pandas.DataFrame(self._columns)
        return frame.set_index(self.columns[0]) if len(self.columns) > 1 else frame

    def to_polars(self) -> Any:
        import polars

        return polars.DataFrame(self._columns)

    def to_arrow(self) -> Any:
        import pyarrow

        return pyarrow.table(self._columns)

    def __arrow_c_stream__(self, requested_schema: object = None) -> Any:
        return self.to_arrow().__arrow_c_stream__(requested_schema)

    def to_csv(self) -> str:
        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(self.columns)
        writer.writerows(zip(*self._columns.values()))
        return out.getvalue()

    def _repr_html_(self) -> str:
        return _html_table(self.columns, zip(*self._columns.values()), len(self))

    def __repr__(self) -> str:
        return f"Table({len(self)} rows: {', '.join(self.columns)})"


MOST_ROWS = 200  # of a table in a notebook


def _cell(value: Any) -> str:
    if value is None:
        return "-"
    return f"{value:.4f}" if isinstance(value, float) else html.escape(str(value))


def _html_table(columns: Sequence[str], rows: Any, n_rows: int, caption: str = "") -> str:
    head = "".join(f'<th scope="col">{html.escape(name)}</th>' for name in columns)
    body = []
    for number, row in enumerate(rows):
        if number == MOST_ROWS:
            left = n_rows - MOST_ROWS
            body.append(f'<tr><td colspan="{len(columns)}">and {left} more rows</td></tr>')
            break
        cells = "".join(
            f'<td style="text-align:right">{_cell(v)}</td>' if isinstance(v, (int, float))
            else f"<td>{_cell(v)}</td>" for v in row[1:])
        body.append(f'<tr><th scope="row" style="text-align:left">{_cell(row[0])}</th>{cells}</tr>')
    title = f"<caption>{html.escape(caption)}</caption>" if caption else ""
    return f"<table>{title}<thead><tr>{head}</tr></thead><tbody>{''.join(body)}</tbody></table>"


class Report(Mapping[str, Score]):
    """Figures by their canonical names, and what was done to get them.

    >>> from tallystick import evaluate
    >>> r = evaluate(["a", "b", "b"], ["a", "b", "a"], measures="f1")
    >>> r["f1_micro"].value, list(r)[:2]
    (0.6666666666666666, ['f1_micro', 'f1_macro'])
    """

    def __init__(self, core: _core.Result, integers: bool = False) -> None:
        self._core = core
        self._integers = integers
        self._dict: dict[str, Any] = json.loads(core.json())
        self._scores = {name: Score(name, entry) for name, entry in self._dict["measures"].items()}
        self._labels: Table | None = None

    # A mapping. An alias finds its figure too.

    def __getitem__(self, name: str) -> Score:
        found = self._scores.get(name)
        if found is not None:
            return found
        try:
            return self._scores[canonical(self._core, name)]
        except KeyError:
            raise KeyError(f"{name!r} is not in the report, which has {', '.join(self._scores)}"
                           ) from None

    def __iter__(self) -> Iterator[str]:
        return iter(self._scores)

    def __len__(self) -> int:
        return len(self._scores)

    def __contains__(self, name: object) -> bool:
        return name in self._scores

    # What was evaluated, and how.

    @property
    def convention(self) -> str:
        return str(self._dict["convention"])

    @property
    def n_examples(self) -> int:
        return int(self._dict["n_examples"])

    @property
    def n_labels(self) -> int:
        return int(self._dict["n_labels"])

    @property
    def notes(self) -> list[str]:
        """What a reader should know."""
        return list(self._dict.get("notes", []))

    @property
    def policies(self) -> dict[str, int]:
        """How much was dropped, added or merged."""
        return dict(self._dict["policies"])

    @property
    def passed(self) -> bool:
        """Whether all of `require` held."""
        return all(gate.get("passed", True) for gate in self._dict.get("gates", []))

    @property
    def plot(self) -> ReportPlots:
        """Pictures with matplotlib: `.plot.bias()`, `.plot.pr()` and so on."""
        return ReportPlots(self._core)

    # Tables.

    def per_label(self) -> Table:
        """Each label's cell (tp, fp, fn, tn, support) and label-based measures.

        Integer labels are in the order of their numbers, texts in that of their bytes.
        """
        if self._labels is None:
            rows = json.loads(self._core.json(True))["labels"]
            names = list(rows)
            if self._integers and all(_is_integer(name) for name in names):
                names.sort(key=int)
            columns: dict[str, list[Any]] = {
                "label": [int(name) for name in names] if self._integers and names and
                all(_is_integer(name) for name in names) else names}
            for column in next(iter(rows.values()), {}):
                if column != "undefined":
                    columns[column] = [_plain(rows[name].get(column), column) for name in names]
            self._labels = Table(columns)
        return self._labels

    def per_example(self) -> Table:
        """Each example's sizes and figures. Needs evaluate(..., per_example=True)."""
        if not self._core.has_examples():
            raise _core.WrongUsageError(
                "the report kept nothing of single examples\nhint: evaluate with per_example=True")
        rows = list(csv.reader(io.StringIO(self._core.examples_csv())))
        return Table({name: [_value(name, row[at]) for row in rows[1:]]
                      for at, name in enumerate(rows[0])})

    def levels(self) -> Table:
        """One row a level of the hierarchy."""
        return self._rows("levels")

    def branches(self) -> Table:
        """One row a branch of the hierarchy."""
        return self._rows("branches")

    def errors(self) -> Table:
        """In which ways predicted classes of the hierarchy are right or wrong."""
        return self._rows("errors")

    def _rows(self, name: str) -> Table:
        found = self._dict.get(name, self._dict.get("hierarchy", {}).get(name))
        if found is None:
            raise _core.WrongUsageError(f"the report has no {name}\nhint: evaluate with taxonomy=")
        rows = found if isinstance(found, list) else [{"kind": key, **(
            value if isinstance(value, dict) else {"value": value})} for key, value in found.items()]
        columns = list(dict.fromkeys(key for row in rows for key in row))
        return Table({key: [_plain(row.get(key), key) for row in rows] for key in columns})

    # Outputs. Text, JSON, CSV, Markdown and LaTeX are the command line's bytes.

    def to_dict(self) -> dict[str, Any]:
        return dict(json.loads(self._core.json()))

    def to_json(self) -> str:
        return str(self._core.json())

    def to_text(self, digits: int = 4) -> str:
        return str(self._core.text(digits))

    def to_csv(self) -> str:
        return str(self._core.csv())

    def to_markdown(self, digits: int = 4) -> str:
        return str(self._core.markdown(digits))

    def to_latex(self, digits: int = 4) -> str:
        return str(self._core.latex(digits))

    def table(self) -> Table:
        """One row a figure."""
        scores = list(self._scores.values())
        columns: dict[str, list[Any]] = {"measure": [s.name for s in scores],
                                         "value": [s.value for s in scores]}
        if any(score.low is not None for score in scores):
            columns["low"] = [s.low for s in scores]
            columns["high"] = [s.high for s in scores]
        columns["n_undefined"] = [s.n_undefined for s in scores]
        return Table(columns)

    def to_pandas(self) -> Any:
        return self.table().to_pandas()

    def to_polars(self) -> Any:
        return self.table().to_polars()

    def to_arrow(self) -> Any:
        return self.table().to_arrow()

    def __arrow_c_stream__(self, requested_schema: object = None) -> Any:
        return self.table().__arrow_c_stream__(requested_schema)

    def to_flat(self, prefix: str = "") -> dict[str, float]:
        """Names that MLflow, Weights & Biases, DVC and model cards accept, and plain numbers.

        Of names only letters, digits, '_', '-', '.', '/' and blanks are legal everywhere, so "@",
        ":", "=" and "," become "_at_", "_", "_" and "_". What has no value is left out.
        """
        out = {}
        for name, score in self._scores.items():
            if score.value is None:
                continue
            legal = name.replace("@", "_at_")
            legal = "".join(c if c.isascii() and (c.isalnum() or c in "_-./ ") else "_" for c in legal)
            out[prefix + legal] = score.value
        return out

    def to_html(self, digits: int = 4) -> str:
        """The page of `tallystick evaluate -o html`: one file that loads nothing."""
        return str(self._core.page(digits))

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the report; its form by the ending: .html (a page), .json, .csv, .md, .tex, .txt.

        The file is there whole, or not at all.
        """
        save(path, {".html": self.to_html, ".json": self.to_json, ".csv": self.to_csv,
                    ".md": self.to_markdown, ".tex": self.to_latex, ".txt": self.to_text})

    def _repr_html_(self) -> str:
        return str(self._core.fragment())

    def __str__(self) -> str:
        return self.to_text()

    def __repr__(self) -> str:
        return self.to_text()


def save(path: str | os.PathLike[str], writers: Mapping[str, Callable[[], str]]) -> None:
    """Writes what the ending of the path asks for, beside the path, and then renames it."""
    text = os.fspath(path)
    ending = os.path.splitext(text)[1].lower()
    if ending not in writers:
        raise _core.WrongUsageError(
            f"{text!r} ends in no known form\nhint: it takes {', '.join(writers)}")
    content = writers[ending]()
    partial = f"{text}.{os.getpid()}.partial"
    try:
        with open(partial, "w", encoding="utf-8", newline="") as file:
            file.write(content)
        os.replace(partial, text)
    except OSError as error:
        if os.path.exists(partial):
            os.remove(partial)
        raise _core.CannotWriteError(f"{text}: {error.strerror}") from None


def canonical(core: _core.Result, name: str) -> str:
    """What an alias stands for in this report."""
    try:
        figures = core.with_measures(name).figures()
    except _core.Error:
        raise KeyError(name) from None
    if len(figures) != 1:
        raise KeyError(name)
    return str(figures[0][0])


def _is_integer(name: str) -> bool:
    return name.lstrip("-").isdigit()


_COUNTS = ("tp", "fp", "fn", "tn", "support", "n", "level")


def _plain(value: Any, column: str) -> Any:
    """JSON writes 1.0 as 1, and infinities as texts."""
    if value in ("inf", "-inf"):
        return float(value)
    return float(value) if isinstance(value, int) and column not in _COUNTS else value


def _value(column: str, text: str) -> Any:
    """A field of the table of examples."""
    if column == "id":
        return text
    if text == "":
        return None
    return int(text) if text.isdigit() and column.startswith("n_") else float(text)
