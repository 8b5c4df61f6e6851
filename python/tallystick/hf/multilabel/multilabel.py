"""Flat measures of label lists: precision, recall, F1 in every average, and more."""

from typing import Any

import datasets
import evaluate

import tallystick

_CITATION = """\
@incollection{tsoumakas2010mining,
  title = {Mining Multi-label Data},
  author = {Tsoumakas, Grigorios and Katakis, Ioannis and Vlahavas, Ioannis},
  booktitle = {Data Mining and Knowledge Discovery Handbook},
  edition = {2},
  pages = {667--685},
  publisher = {Springer},
  year = {2010},
  doi = {10.1007/978-0-387-09823-4_34}
}
"""

_DESCRIPTION = """\
Measures of multi-label classification for lists of label lists: no one-hot encoding, any number of
labels. Precision, recall and F1 in micro, macro, weighted and samples averages, Jaccard indices,
Hamming loss, exact match; or any measure of tallystick's catalogue.
"""

_INPUTS = """
Args:
    predictions: a list of labels for each example.
    references: a list of labels for each example.
    measures: names or groups of the catalogue ("standard").
    labels: all labels there are; those never seen count in macro averages too.
    convention: whose rules: "sklearn" (default), "mulan", "bioasq" ...
    zero_division: 0 (default) or 1: what 0/0 counts as. Left out: the convention's rule.
Returns:
    each measure's value by its name.
Examples:
    >>> metric = evaluate.load(tallystick.hf_module_path("multilabel"))
    >>> metric.compute(references=[["a"], ["a", "b"]], predictions=[["a"], ["b"]])["f1_micro"]
    0.8
"""


def compute(predictions: Any, references: Any, measures: Any = "standard", labels: Any = None,
            convention: str = "sklearn", zero_division: int | None = None) -> dict[str, float | None]:
    """The figures, without evaluate's storing of the lists."""
    words = {None: None, 0: "zero", 1: "one"}
    if zero_division not in words:
        raise ValueError(f"zero_division has no value {zero_division!r}; it takes 0, 1")
    report = tallystick.evaluate(references, predictions, measures=measures,
                                 labels=labels, convention=convention,
                                 undefined=words[zero_division], task="multi")
    return {name: score.value for name, score in report.items()}


@evaluate.utils.file_utils.add_start_docstrings(_DESCRIPTION, _INPUTS)
class Multilabel(evaluate.Metric):
    """For evaluate.load, evaluate.combine and add_batch."""

    def _info(self) -> Any:
        texts = datasets.Sequence(datasets.Value("string"))
        numbers = datasets.Sequence(datasets.Value("int64"))
        return evaluate.MetricInfo(
            description=_DESCRIPTION, citation=_CITATION, inputs_description=_INPUTS,
            features=[datasets.Features({"predictions": kind, "references": kind})
                      for kind in (texts, numbers)])

    def _compute(self, predictions: Any, references: Any, measures: Any = "standard",
                 labels: Any = None, convention: str = "sklearn",
                 zero_division: int | None = None) -> dict[str, float | None]:
        return compute(predictions, references, measures, labels, convention, zero_division)
