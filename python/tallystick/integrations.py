"""Objects in the shapes that training loops expect: torchmetrics' and the Hugging Face Trainer's.

Neither torch nor transformers is imported. Counts alone are kept, batch by batch, so hundreds of
thousands of labels fit in memory.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from . import _inputs
from ._report import Report
from ._tally import Tally


def _is_scores(value: Any) -> bool:
    dtype = str(getattr(value, "dtype", ""))
    return "float" in dtype and len(getattr(value, "shape", ())) == 2


class BatchMetric:
    """update(preds, target), compute(), reset(), in torchmetrics' order of arguments.

    A matrix of floats is taken for scores, anything else for labels.

    >>> import numpy as np
    >>> metric = BatchMetric(measures="f1_micro", threshold=0.5)
    >>> metric.update(np.array([[0.9, 0.2], [0.4, 0.7]]), np.array([[1, 0], [1, 1]]))
    >>> metric.compute()
    {'f1_micro': 0.8}
    """

    def __init__(self, measures: str | Sequence[str] = "standard", **options: Any) -> None:
        self._arguments = {"measures": measures, **options}
        self._tally: Tally | None = None

    def update(self, preds: Any, target: Any, weight: Any = None) -> None:
        """Adds a batch."""
        scored = _is_scores(preds)
        if self._tally is None:
            self._tally = Tally(**self._arguments, scored=scored)
        if scored:
            self._tally.update(target, y_score=preds, weight=weight)
        else:
            self._tally.update(target, preds, weight=weight)

    def report(self) -> Report:
        """The whole report so far."""
        return (Tally(**self._arguments) if self._tally is None else self._tally).report()

    def compute(self) -> dict[str, float | None]:
        """The figures so far, by name."""
        return {name: score.value for name, score in self.report().items()}

    def merge(self, other: BatchMetric) -> None:
        """Adds what another process counted."""
        if other._tally is None:
            return
        if self._tally is None:
            self._tally = other._tally.copy()
        else:
            self._tally.merge(other._tally)

    def reset(self) -> None:
        self._tally = None

    def __call__(self, preds: Any, target: Any) -> dict[str, float | None]:
        """The batch's own figures; it is added, too."""
        alone = BatchMetric(**self._arguments)
        alone.update(preds, target)
        self.update(preds, target)
        return alone.compute()


def trainer_metrics(measures: str | Sequence[str] = ("f1_micro", "f1_macro"), *, threshold: float = 0.0,
                    single_label: bool = False, **options: Any) -> Callable[..., dict[str, float]]:
    """A compute_metrics for the Hugging Face Trainer.

    Predictions are logits: of several labels those from `threshold` up are predicted (0 is a
    probability of one half), with single_label the highest one. With the Trainer's batch_eval_metrics
    each batch is counted and let go.

    >>> import numpy as np
    >>> compute = trainer_metrics("f1_micro")
    >>> compute((np.array([[2.0, -1.0], [-3.0, 0.5]]), np.array([[1, 0], [1, 1]])))
    {'f1_micro': 0.8}
    """
    metric = BatchMetric(measures, **options, **({} if single_label else {"threshold": threshold}))

    def compute_metrics(prediction: Any, compute_result: bool = True) -> dict[str, float]:
        logits, target = (prediction.predictions, prediction.label_ids) if hasattr(
            prediction, "label_ids") else prediction
        if isinstance(logits, tuple):
            logits = logits[0]
        if single_label:
            logits = logits.argmax(-1)
        metric.update(_inputs.normal(logits), _inputs.normal(target))
        if not compute_result:
            return {}
        flat = metric.report().to_flat()
        metric.reset()
        return flat

    return compute_metrics
