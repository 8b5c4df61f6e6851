"""scikit-learn's names, signatures and results; and a function for each measure.

Names of sklearn.metrics (`f1_score`, `confusion_matrix`, `roc_auc_score` ...) return what
scikit-learn's do, and take label lists too. Names of the catalogue (`f1`, `lrap`,
`hierarchical_f1` ...) return a Score; they are made of the catalogue.

    >>> from tallystick import metrics
    >>> metrics.f1_score([0, 1, 2, 0], [0, 2, 2, 0], average="macro")
    0.5555555555555556
    >>> metrics.jaccard([["a", "b"], ["c"]], [["b"], ["c"]], average="samples").value
    0.75
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from . import _measures
from ._measures import *  # noqa: F403
from ._measures import CATALOGUE
from ._classification import (
    accuracy_score,
    balanced_accuracy_score,
    classification_report,
    cohen_kappa_score,
    confusion_matrix,
    f1_score,
    fbeta_score,
    hamming_loss,
    jaccard_score,
    matthews_corrcoef,
    multilabel_confusion_matrix,
    precision_recall_fscore_support,
    precision_score,
    recall_score,
    zero_one_loss,
)
from ._ranking import (
    average_precision_score,
    brier_score_loss,
    coverage_error,
    dcg_score,
    label_ranking_average_precision_score,
    label_ranking_loss,
    log_loss,
    ndcg_score,
    roc_auc_score,
    top_k_accuracy_score,
)

__all__ = [
    "accuracy_score",
    "average_precision_score",
    "balanced_accuracy_score",
    "brier_score_loss",
    "classification_report",
    "cohen_kappa_score",
    "confusion_matrix",
    "coverage_error",
    "dcg_score",
    "f1_score",
    "fbeta_score",
    "hamming_loss",
    "jaccard_score",
    "label_ranking_average_precision_score",
    "label_ranking_loss",
    "log_loss",
    "matthews_corrcoef",
    "multilabel_confusion_matrix",
    "ndcg_score",
    "precision_recall_fscore_support",
    "precision_score",
    "recall_score",
    "roc_auc_score",
    "top_k_accuracy_score",
    "zero_one_loss",
]
__all__ += _measures.__all__  # a form that type checkers know


def __dir__() -> list[str]:
    return sorted(__all__)


if not TYPE_CHECKING:  # else every name would be one to type checkers

    def __getattr__(name: str) -> Any:
        raise AttributeError(f"there is no measure {name!r}; see tallystick.measures()")
