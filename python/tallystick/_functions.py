"""One function for each measure of the catalogue, made of its entry."""

from __future__ import annotations

import ast
import inspect
import pathlib
from collections.abc import Callable
from typing import Any

from . import _catalogue


def reserved() -> frozenset[str]:
    """Names of sklearn.metrics, which return what scikit-learn's functions do, not a Score: those
    that `metrics` names in its __all__, read without importing it, for it needs numpy."""
    source = (pathlib.Path(__file__).parent / "metrics" / "__init__.py").read_text(encoding="utf-8")
    for statement in ast.parse(source).body:
        if isinstance(statement, ast.Assign) and getattr(statement.targets[0], "id", "") == "__all__":
            return frozenset(ast.literal_eval(statement.value))
    raise AssertionError("metrics has no __all__")


def named() -> list[_catalogue.Measure]:
    """The measures that have a function."""
    taken = reserved()
    return [m for m in _catalogue.measures() if not m.table and m.name not in taken]


def make(measure: _catalogue.Measure) -> Callable[..., Any]:
    """A function of the measure's name. It returns a Score."""
    scores = measure.needs == "scores"
    either = measure.takes_k and not scores and not measure.hierarchical
    parameters = [inspect.Parameter("y_true", inspect.Parameter.POSITIONAL_OR_KEYWORD),
                  inspect.Parameter("y_score" if scores else "y_pred",
                                    inspect.Parameter.POSITIONAL_OR_KEYWORD,
                                    default=None if either else inspect.Parameter.empty)]

    def keyword(name: str, default: Any = inspect.Parameter.empty) -> None:
        parameters.append(inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default))

    if either:
        keyword("y_score", None)
    if measure.averages:
        keyword("average", None)
    if measure.takes_k:
        keyword("k", inspect.Parameter.empty if measure.needs_k else None)
    for parameter in measure.params:
        if parameter.name not in ("label",):
            keyword(python_name(parameter.name), None)
    if measure.hierarchical:
        keyword("taxonomy")
    if measure.training:
        keyword("train")
    signature = inspect.Signature([*parameters, inspect.Parameter(
        "options", inspect.Parameter.VAR_KEYWORD)])

    def function(*args: Any, **kwargs: Any) -> Any:
        from ._api import evaluate

        bound = signature.bind(*args, **kwargs).arguments
        options = dict(bound.pop("options", {}))
        y_true = bound.pop("y_true")
        y_pred, y_score = bound.pop("y_pred", None), bound.pop("y_score", None)
        for name in ("taxonomy", "train"):
            if name in bound:
                options[name] = bound.pop(name)
        name = spec(measure, bound)
        report = evaluate(y_true, y_pred, y_score=y_score, measures=name, **options)
        return next(iter(report.values()))

    function.__name__ = function.__qualname__ = measure.name
    function.__module__ = "tallystick.metrics"
    function.__doc__ = docstring(measure)
    function.__signature__ = signature  # type: ignore[attr-defined]
    return function


def python_name(parameter: str) -> str:
    return parameter + "_" if parameter in ("is", "in", "from") else parameter


def spec(measure: _catalogue.Measure, chosen: dict[str, Any]) -> str:
    """name[_average][@k][:param=value,...]"""
    name = measure.name
    average = chosen.get("average")
    if average is not None:
        name += f"_{average}"
    if chosen.get("k") is not None:
        name += f"@{chosen['k']}"
    params = []
    for parameter in measure.params:
        value = chosen.get(python_name(parameter.name))
        if value is not None:
            word = str(value).lower() if isinstance(value, bool) else value
            params.append(f"{parameter.name}={word}")
    return name + (":" + ",".join(params) if params else "")


def docstring(measure: _catalogue.Measure) -> str:
    def bound(value: float) -> str:
        return repr(int(value)) if value == int(value) else repr(value)

    finite = [value for value in (measure.low, measure.high) if abs(value) != float("inf")]
    span = ("[" if measure.low in finite else "(") + ", ".join(
        bound(v) if v in finite else str(v) for v in (measure.low, measure.high)) + (
        "]" if measure.high in finite else ")")
    better = {"higher": "higher is better", "lower": "lower is better",
              "neither": "neither direction is better"}[measure.direction]
    side = "y_score" if measure.needs == "scores" else "y_pred"
    lines = [f"{measure.title}: {measure.formula}", "", f"In {span}, {better}.", "", "Args:",
             f"    y_true, {side}: as in tallystick.evaluate, in the same order."]
    if measure.takes_k and side == "y_pred" and not measure.hierarchical:
        lines.append("    y_score: scores instead, as k asks for.")
    if measure.averages:
        lines.append(f"    average: {', '.join(map(repr, measure.averages))}; None is the convention's.")
    if measure.takes_k:
        lines.append("    k: how many labels of each example are looked at, from the first."
                     if not measure.hierarchical else "    k: the level.")
    for parameter in measure.params:
        if parameter.name != "label":
            lines.append(f"    {python_name(parameter.name)}: {parameter.sentence} "
                         f"({parameter.values}) [{parameter.initial}]")
    if measure.hierarchical:
        lines.append("    taxonomy: the hierarchy that the labels are classes of.")
    if measure.training:
        lines.append("    train: labels of the training examples, or their file.")
    lines += ["    options: as in tallystick.evaluate.", "", "Returns:", "    A Score.", "",
              "Raises:", "    tallystick.Error: which is a ValueError."]
    if measure.undefined:
        lines += ["", f"0/0: {measure.undefined}."]
    if measure.source:
        lines += ["", f"Source: {measure.source}"]
    return "\n".join(lines)


def stub() -> str:
    """The types of all functions, for type checkers; written when the package is built."""
    lines = ["from typing import Any", "", "from .._report import Score", ""]
    for measure in named():
        parts = []
        for parameter in inspect.signature(make(measure)).parameters.values():
            default = "" if parameter.default is inspect.Parameter.empty else " = ..."
            if parameter.kind is inspect.Parameter.VAR_KEYWORD:
                parts.append(f"**{parameter.name}: Any")
                continue
            if parameter.kind is inspect.Parameter.KEYWORD_ONLY and "*" not in parts:
                parts.append("*")
            kind = {"average": "str | None", "k": "int | None" if default else "int"}.get(
                parameter.name, "Any")
            parts.append(f"{parameter.name}: {kind}{default}")
        lines.append(f"def {measure.name}({', '.join(parts)}) -> Score: ...")
    names = ", ".join(repr(measure.name) for measure in named())
    return "\n".join([*lines, "", "CATALOGUE: tuple[str, ...]", f"__all__ = [{names}]", ""])
