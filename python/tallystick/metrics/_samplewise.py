"""Cells of examples instead of labels."""

from __future__ import annotations

from typing import Any

import numpy as np

from ._targets import Targets


def cells_of_rows(targets: Targets, columns: Any) -> Any:
    """tp, fp, fn, tn of each row."""
    true, predicted = targets.y_true, targets.y_pred
    if columns is not None:
        true, predicted = true[:, columns], predicted[:, columns]
    if hasattr(true, "toarray") or hasattr(predicted, "toarray"):
        tp = np.asarray(true.multiply(predicted).sum(axis=1)).ravel()
        n_true = np.asarray(true.sum(axis=1)).ravel()
        n_predicted = np.asarray(predicted.sum(axis=1)).ravel()
    else:
        true, predicted = np.asarray(true) != 0, np.asarray(predicted) != 0
        tp, n_true = (true & predicted).sum(axis=1), true.sum(axis=1)
        n_predicted = predicted.sum(axis=1)
    cells = np.stack([tp, n_predicted - tp, n_true - tp,
                      true.shape[1] - n_true - n_predicted + tp], axis=1).astype(np.float64)
    return cells if targets.weight is None else cells * np.asarray(targets.weight)[:, None]
