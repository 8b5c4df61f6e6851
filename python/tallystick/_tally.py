"""Counting batch by batch, in many processes."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

from . import _core, _inputs
from ._report import Report
from ._setup import Setup


class Tally:
    """Counts that grow batch by batch, merge in any order and save to bytes.

    Takes what `evaluate` takes, all but the examples. Merging parts gives the bits of one pass.

    >>> t = Tally(measures="f1_micro")
    >>> t.update([["a"]], [["a"]]).update([["b"]], [["a"]]).report()["f1_micro"].value
    0.5
    """

    def __init__(self, *, measures: str | Sequence[str] = "standard", labels: Any = None,
                 taxonomy: Any = None, train: Any = None, thresholds: Any = None,
                 scored: bool = False, **options: Any) -> None:
        self._arguments: dict[str, Any] = {
            "measures": measures, "labels": labels, "taxonomy": taxonomy, "train": train,
            "thresholds": thresholds, "scored": scored, **options}
        self._setup = Setup(labels=labels, taxonomy=taxonomy, train=train, thresholds=thresholds,
                            measures=measures, options=options, scored=scored)
        self._integers = self._setup.integers
        self.reset()

    def reset(self) -> Tally:
        """Forgets every example."""
        self._feeder = _core.Feeder(self._setup.options, self._setup.core)
        self._empty = True
        return self

    def update(self, y_true: Any, y_pred: Any = None, *, y_score: Any = None,
               weight: Any = None) -> Tally:
        """Adds a batch of examples, in any form that evaluate takes. A tally made with scored=True
        takes y_score."""
        scored = bool(self._setup.core["scored"])
        if scored != (y_score is not None) or scored == (y_pred is not None):
            raise _core.WrongUsageError(
                "a tally of scores takes y_score\nhint: Tally(scored=True) is for scores, one without "
                "it for y_pred")
        self._feeder.add(_inputs.normal(y_true), _inputs.normal(y_pred), _inputs.normal(y_score),
                         _inputs.weights(weight), None)
        self._empty = False
        self._integers = self._integers or bool(self._feeder.integers)
        return self

    def merge(self, other: Tally) -> Tally:
        """Adds the counts of another tally; labels are matched by name."""
        return self._merge_bytes(bytes(other), "the other tally", other._integers)

    def _merge_bytes(self, state: bytes, origin: str, integers: bool = False) -> Tally:
        self._feeder.merge_state(state, origin)
        self._empty = False
        self._integers = self._integers or integers
        return self

    __iadd__ = merge

    def __add__(self, other: Tally) -> Tally:
        return self.copy().merge(other)

    def report(self) -> Report:
        """The figures so far."""
        return Report(self._feeder.result(), self._integers)

    @property
    def n_examples(self) -> int:
        return int(self._feeder.result().n_examples())

    def __bytes__(self) -> bytes:
        """The counts, for saving and for `tallystick merge`."""
        return bytes(self._feeder.state())

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes bytes(self), whole or not at all."""
        text = os.fspath(path)
        partial = f"{text}.{os.getpid()}.partial"
        with open(partial, "wb") as file:
            file.write(bytes(self))
        os.replace(partial, text)

    @classmethod
    def from_bytes(cls, state: bytes, *, origin: str = "the state", **arguments: Any) -> Tally:
        """A tally that goes on from saved counts, by the same options."""
        return cls(**arguments)._merge_bytes(state, origin)

    @classmethod
    def load(cls, path: str | os.PathLike[str], **arguments: Any) -> Tally:
        """The same from a file."""
        text = os.fspath(path)
        try:
            with open(text, "rb") as file:
                state = file.read()
        except FileNotFoundError:
            raise _core.NoSuchFileError(f"{text}: error [no-such-file]: there is no such file") from None
        return cls.from_bytes(state, origin=text, **arguments)

    def copy(self) -> Tally:
        out = Tally(**self._arguments)
        return out if self._empty else out._merge_bytes(bytes(self), "the copy", self._integers)

    def __copy__(self) -> Tally:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, Any]) -> Tally:
        return self.copy()

    def __getstate__(self) -> dict[str, Any]:
        return {"arguments": self._arguments, "state": None if self._empty else bytes(self),
                "integers": self._integers}

    def __setstate__(self, saved: dict[str, Any]) -> None:
        self.__init__(**saved["arguments"])  # type: ignore[misc]
        if saved["state"] is not None:
            self._merge_bytes(saved["state"], "the pickle", saved["integers"])

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Tally) and bytes(self) == bytes(other)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"Tally({self.n_examples} examples)"
