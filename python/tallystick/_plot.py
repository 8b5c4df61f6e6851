"""Pictures with matplotlib, which is imported when one is drawn."""

from __future__ import annotations

import math
from typing import Any

from . import _core

#: No two looks differ by colour alone.
_LOOKS = (("#0072b2", "-", "o"), ("#d55e00", "--", "s"), ("#009e73", ":", "^"),
          ("#cc79a7", "-.", "D"), ("#56b4e9", (0, (5, 1)), "v"), ("#e69f00", (0, (1, 1)), "P"))


def _axes(ax: Any) -> Any:
    if ax is not None:
        return ax
    try:
        from matplotlib import pyplot
    except ImportError:
        raise _core.NotAvailableError(
            "pictures need matplotlib, which is not installed\n"
            "hint: pip install 'tallystick[plot]'") from None
    return pyplot.subplots()[1]


class ReportPlots:
    """Pictures of a report. Each returns the matplotlib Axes, and draws on `ax` if one is given.

    What is drawn is what `tallystick plot KIND` draws; `data(KIND)` gives it without drawing.
    """

    def __init__(self, core: _core.Result) -> None:
        self._core = core

    def __call__(self, kind: str, ax: Any = None, **options: Any) -> Any:
        """The picture of that name on the command line."""
        return draw(self.data(kind, **options), ax)

    def data(self, kind: str, **options: Any) -> dict[str, Any]:
        """Columns, axes, layers and guides of a picture, and its finding in a sentence."""
        return dict(_core.plot(self._core, kind, options))

    def figures(self, ax: Any = None) -> Any:
        """Figures between 0 and 1 with their intervals."""
        return self("figures", ax)

    def labels(self, ax: Any = None) -> Any:
        """F1, precision and recall of the labels that are true most often."""
        return self("labels", ax)

    def distribution(self, ax: Any = None) -> Any:
        """How many labels have an F1 of 0 to 0.1, 0.1 to 0.2 and so on."""
        return self("distribution", ax)

    def bias(self, ax: Any = None) -> Any:
        """Frequency against F1, with the trend of prediction bias where there is training data."""
        return self("bias", ax)

    def confusion(self, ax: Any = None) -> Any:
        """Pairs of true and predicted classes."""
        return self("confusion", ax)

    def ladder(self, ax: Any = None) -> Any:
        """Level by level of a hierarchy."""
        return self("ladder", ax)

    def errors(self, ax: Any = None) -> Any:
        """Predicted classes of a hierarchy by kind of error."""
        return self("errors", ax)

    def treemap(self, ax: Any = None) -> Any:
        """Branches of a hierarchy: areas are examples, colours hierarchical F1."""
        return self("treemap", ax)

    def pr(self, ax: Any = None, *, label: Any = None, every_point: bool = False) -> Any:
        """Precision against recall, of all labels' cells or one label's. Needs all scores:
        evaluate with keep_scores=True, as for the other curves."""
        return self("pr", ax, label=label, every_point=every_point)

    def roc(self, ax: Any = None, *, label: Any = None, every_point: bool = False) -> Any:
        """True against false positive rate."""
        return self("roc", ax, label=label, every_point=every_point)

    def thresholds(self, ax: Any = None, *, label: Any = None, every_point: bool = False) -> Any:
        """Precision, recall and F1 at each threshold."""
        return self("thresholds", ax, label=label, every_point=every_point)

    def at_k(self, ax: Any = None, *, most_k: int = 100) -> Any:
        """Precision, recall and F1 of the first k labels."""
        return self("at-k", ax, most_k=most_k)

    def reliability(self, ax: Any = None, *, label: Any = None, bins: int = 15,
                    equal_mass: bool = False) -> Any:
        """Share of true cells against their mean score, bin by bin."""
        return self("reliability", ax, label=label, bins=bins, equal_mass=equal_mass)


class ComparingPlots:
    """Pictures of a comparison."""

    def __init__(self, core: _core.Comparing) -> None:
        self._core = core

    def data(self) -> dict[str, Any]:
        """Columns, axes, layers and guides of the forest."""
        return dict(self._core.plot())

    def forest(self, ax: Any = None) -> Any:
        """Each difference with its interval."""
        return draw(self.data(), ax)

    __call__ = forest


def draw(plot: dict[str, Any], ax: Any = None) -> Any:
    """Draws a picture's data on matplotlib axes, and returns these."""
    ax = _axes(ax)
    if plot["empty"]:
        ax.set_axis_off()
        ax.text(0.5, 0.5, plot["finding"], ha="center", va="center", wrap=True,
                transform=ax.transAxes)
        return ax
    painter = _Painter(plot, ax)
    for layer in plot["layers"]:
        painter.layer(layer)
    painter.guides()
    painter.axes()
    ax.set_title(plot["finding"], loc="left", fontsize="small", wrap=True)
    if ax.get_legend_handles_labels()[1]:
        ax.legend(fontsize="small")
    return ax


class _Painter:
    def __init__(self, plot: dict[str, Any], ax: Any) -> None:
        self.plot, self.ax = plot, ax
        self.columns = plot["columns"]
        self.places = {side: {name: i for i, name in enumerate(plot[side]["names"])}
                       if plot[side]["kind"] == "names" else None for side in "xy"}
        self.colors: Any = None
        if "shade" in plot:
            import matplotlib

            self.colors = matplotlib.colormaps["RdBu" if plot["shade"][1] else "Blues"]

    def values(self, name: str | None, side: str) -> list[float] | None:
        """A column in the coordinates of an axis; rows of names are 0, 1, 2 ..."""
        if name is None:
            return None
        places = self.places[side]
        return [float(value) if places is None else float(places.get(value, math.nan))
                for value in self.columns[name]]

    def shades(self, layer: dict[str, Any]) -> Any:
        if layer["shade"] is None or self.colors is None:
            return None
        return [self.colors(0.5 if math.isnan(v) else v) for v in self.columns[layer["shade"]]]

    def layer(self, layer: dict[str, Any]) -> None:
        color, dashes, symbol = _LOOKS[layer["look"] % len(_LOOKS)]
        name = layer["name"] or None
        x, y = self.values(layer["x"], "x"), self.values(layer["y"], "y")
        x2, y2 = self.values(layer["x2"], "x"), self.values(layer["y2"], "y")
        if y is not None and layer["lift"]:
            y = [value - layer["lift"] for value in y]
        shades, mark = self.shades(layer), layer["mark"]
        if mark in ("line", "steps"):
            self.ax.plot(x, y, color=color, linestyle=dashes, label=name,
                         drawstyle="steps" if mark == "steps" else "default")
        elif mark == "points":
            self.points(layer, x, y, shades or color, symbol, name)
        elif mark == "bars":
            height = 0.8 if not layer["lift"] else 0.25
            self.ax.barh(y, x, height=height, color=shades or color, label=name)
        elif mark == "spans":
            self.ax.hlines(y, x, x2, color=color, label=name)
        else:
            self.boxes(x, y, x2, y2, shades or color, name)
        if mark not in ("line", "steps") and layer["words"]:
            self.words(layer, x, y, x2, y2)

    def points(self, layer: dict[str, Any], x: Any, y: Any, color: Any, symbol: str,
               name: str | None) -> None:
        sizes = None
        if layer["size"] is not None:
            given = self.columns[layer["size"]]
            most = max(given, default=0) or 1
            sizes = [10 + 190 * max(value, 0) / most for value in given]
        self.ax.scatter(x, y, s=sizes, c=color if isinstance(color, list) else None,
                        color=None if isinstance(color, list) else color, marker=symbol, label=name)

    def boxes(self, x: Any, y: Any, x2: Any, y2: Any, color: Any, name: str | None) -> None:
        low = self.plot["y"]["low"]
        n = len(x or x2 or [])
        for i in range(n):
            left = x[i] if x2 is not None else x[i] - 0.5
            width = x2[i] - x[i] if x2 is not None else 1
            if y2 is None:
                bottom, height = (y[i] - 0.5, 1) if self.places["y"] is not None else (low, y[i] - low)
            else:
                bottom = low if y is None else y[i]
                height = y2[i] - bottom
            self.ax.add_patch(_rectangle(left, bottom, width, height,
                                         color[i] if isinstance(color, list) else color,
                                         name if i == 0 else None))

    def words(self, layer: dict[str, Any], x: Any, y: Any, x2: Any, y2: Any) -> None:
        texts = [self.columns[name] for name in layer["words"]]
        for i, lines in enumerate(zip(*texts)):
            text = "\n".join(_word(value) for value in lines)
            middle = layer["mark"] == "boxes"
            at = x[i] if x2 is None or not middle else (x[i] + x2[i]) / 2
            up = y2[i] if y is None else y[i] if y2 is None or not middle else (y[i] + y2[i]) / 2
            if math.isnan(at) or math.isnan(up):
                continue
            self.ax.annotate(text, (at, up), xytext=(0 if middle else 5, 0),
                             textcoords="offset points", fontsize="x-small", va="center",
                             ha="center" if middle else "left", clip_on=True)

    def guides(self) -> None:
        for name, points in self.plot["guides"]:
            xs, ys = [p[0] for p in points], [p[1] for p in points]
            if self.places["y"] is not None and len(points) == 2 and xs[0] == xs[1]:
                self.ax.axvline(xs[0], color="0.5", linestyle=":", label=name or None)
            else:
                self.ax.plot(xs, ys, color="0.5", linestyle=":", label=name or None)

    def axes(self) -> None:
        for side in "xy":
            axis = self.plot[side]
            ticks = getattr(self.ax, f"set_{side}ticks")
            limits = getattr(self.ax, f"set_{side}lim")
            getattr(self.ax, f"set_{side}label")(axis["title"])
            if axis["kind"] == "names":
                n = len(axis["names"])
                ticks(range(n), axis["names"])
                limits(*((n - 0.5, -0.5) if side == "y" else (-0.5, n - 0.5)))
            elif axis["kind"] == "none":
                ticks([])
                limits(axis["low"], axis["high"])
            else:
                if axis["kind"] == "log":
                    getattr(self.ax, f"set_{side}scale")("log")
                limits(axis["low"], axis["high"])


def _rectangle(x: float, y: float, width: float, height: float, color: Any,
               name: str | None) -> Any:
    from matplotlib.patches import Rectangle

    return Rectangle((x, y), width, height, facecolor=color, edgecolor="white", label=name)


def _word(value: Any) -> str:
    if isinstance(value, float):
        return "" if math.isnan(value) else f"{value:.4g}"
    return str(value)
