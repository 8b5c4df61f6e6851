"""Accuracy and hierarchical precision, recall and F-measure of ISCO-08 codes."""

import math
from typing import Any

import datasets
import evaluate

import tallystick

_CITATION = """\
@inproceedings{kiritchenko2006learning,
  title = {Learning and Evaluation in the Presence of Class Hierarchies: Application to Text Categorization},
  author = {Kiritchenko, Svetlana and Matwin, Stan and Nock, Richard and Famili, A. Fazel},
  booktitle = {Advances in Artificial Intelligence (Canadian AI 2006)},
  pages = {395--406},
  year = {2006},
  doi = {10.1007/11766247_34}
}
"""

_DESCRIPTION = """\
Exact accuracy beside hierarchical precision, recall and F-measure: a predicted code earns credit for
the classes above it that are also above the true one. ISCO-08 is built in; any tree or graph will do.
"""

_INPUTS = """
Args:
    predictions: one code an example, or a list of codes. Codes are text: "0110", never 110.
    references: one code an example, or a list of codes that are all true.
    beta: weight of recall in the F-measure (1).
    aggregation: "micro" adds up all examples (default), "samples" is the mean over examples,
        "macro" the mean over classes, "means" the F of mean precision and mean recall, "union" takes
        one set of classes over the whole data, as the metric was first published.
    taxonomy: "isco08" (default), a file, a tallystick.Taxonomy, or a list of [parent, child] pairs.
    zero_division: 0 (default), 1 or nan: what 0/0 counts as.
Returns:
    accuracy, hierarchical_precision, hierarchical_recall, hierarchical_fmeasure.
Examples:
    >>> metric = evaluate.load(tallystick.hf_module_path("isco_hierarchical_accuracy"))
    >>> metric.compute(references=["2211"], predictions=["2212"])["hierarchical_fmeasure"]
    0.75
"""

AGGREGATIONS = ("micro", "samples", "macro", "means", "union")


def _one_or_many() -> list[Any]:
    one, many = datasets.Value("string"), datasets.Sequence(datasets.Value("string"))
    return [datasets.Features({"predictions": predictions, "references": references})
            for predictions in (one, many) for references in (one, many)]


def _taxonomy(given: Any) -> Any:
    if isinstance(given, (list, tuple)):
        return tallystick.Taxonomy.from_edges([(parent, child) for parent, child in given])
    return given


def _undefined(zero_division: float) -> str:
    value = float(zero_division)
    if math.isnan(value):
        return "exclude"
    words = {0.0: "zero", 1.0: "one"}
    if value not in words:
        raise ValueError(f"zero_division has no value {zero_division!r}; it takes 0, 1, nan")
    return words[value]


def compute(predictions: Any, references: Any, beta: float = 1.0, aggregation: str = "micro",
            taxonomy: Any = "isco08", zero_division: float = 0) -> dict[str, float]:
    """The figures, without evaluate's storing of the lists."""
    if aggregation not in AGGREGATIONS:
        raise ValueError(
            f"aggregation has no value {aggregation!r}; it takes {', '.join(map(repr, AGGREGATIONS))}")
    beta = float(beta)
    rates = "samples" if aggregation == "means" else aggregation
    names = ["subset_accuracy", f"hierarchical_precision_{rates}", f"hierarchical_recall_{rates}"]
    names.append(f"hierarchical_f1_{aggregation}" if beta == 1
                 else f"hierarchical_fbeta_{aggregation}:beta={beta!r}")
    report = tallystick.evaluate(
        references, predictions, measures=names, taxonomy=_taxonomy(taxonomy),
        convention="isco-hf" if aggregation == "union" else "sklearn",
        undefined=_undefined(zero_division))
    keys = ("accuracy", "hierarchical_precision", "hierarchical_recall", "hierarchical_fmeasure")
    return {key: float(score) for key, score in zip(keys, report.values())}


@evaluate.utils.file_utils.add_start_docstrings(_DESCRIPTION, _INPUTS)
class IscoHierarchicalAccuracy(evaluate.Metric):
    """For evaluate.load, evaluate.combine and add_batch."""

    def _info(self) -> Any:
        return evaluate.MetricInfo(
            description=_DESCRIPTION, citation=_CITATION, inputs_description=_INPUTS,
            features=_one_or_many(),
            reference_urls=["https://doi.org/10.1007/11766247_34",
                            "https://www.ilo.org/public/english/bureau/stat/isco/isco08/"])

    def _compute(self, predictions: Any, references: Any, beta: float = 1.0,
                 aggregation: str = "micro", taxonomy: Any = "isco08",
                 zero_division: float = 0) -> dict[str, float]:
        return compute(predictions, references, beta, aggregation, taxonomy, zero_division)
