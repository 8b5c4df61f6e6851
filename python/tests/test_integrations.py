"""Objects for training loops."""
import collections

import numpy as np
import pytest

import tallystick as ts
from tallystick.integrations import BatchMetric, trainer_metrics

SCORES = np.array([[0.9, 0.2, 0.6], [0.4, 0.7, 0.1], [0.1, 0.2, 0.3]], dtype="float32")
TRUTH = np.array([[1, 0, 0], [1, 1, 0], [0, 0, 1]])


def test_batches_give_the_figures_of_one_pass():
    whole = ts.evaluate(TRUTH, y_score=SCORES, measures="f1_micro,f1_macro,lrap")
    metric = BatchMetric("f1_micro,f1_macro,lrap")
    for row in range(3):
        metric.update(SCORES[row:row + 1], TRUTH[row:row + 1])
    assert metric.compute() == {name: score.value for name, score in whole.items()}
    other = BatchMetric("f1_micro,f1_macro,lrap")
    other.update(SCORES[:2], TRUTH[:2])
    rest = BatchMetric("f1_micro,f1_macro,lrap")
    rest.update(SCORES[2:], TRUTH[2:])
    rest.merge(other)
    assert rest.compute() == metric.compute()
    metric.reset()
    assert metric(SCORES, TRUTH) == rest.compute()


def test_labels():
    metric = BatchMetric("accuracy")
    metric.update(np.array([1, 2]), np.array([1, 1]))
    assert metric.compute() == {"accuracy": 0.5}


def test_trainer():
    prediction = collections.namedtuple("EvalPrediction", "predictions label_ids")
    compute = trainer_metrics(("f1_micro", "precision@1"))
    logits = np.log(SCORES / (1 - SCORES))
    assert compute(prediction(logits, TRUTH))["f1_micro"] == ts.evaluate(
        TRUTH, y_score=SCORES)["f1_micro"].value
    assert compute(prediction(logits[:1], TRUTH[:1]), compute_result=False) == {}
    assert set(compute(prediction(logits[1:], TRUTH[1:]), True)) == {"f1_micro", "precision_at_1"}
    single = trainer_metrics("accuracy", single_label=True)
    assert single((SCORES, np.array([0, 1, 2]))) == {"accuracy": 1.0}


def test_torch():
    torch = pytest.importorskip("torch")
    metric = BatchMetric("f1_micro")
    metric.update(torch.tensor(SCORES), torch.tensor(TRUTH))
    assert metric.compute()["f1_micro"] == ts.evaluate(TRUTH, y_score=SCORES)["f1_micro"].value


def test_many_labels_in_sparse_batches():
    """150,000 labels: what is kept grows with the labels, not with the examples."""
    scipy_sparse = pytest.importorskip("scipy.sparse")
    import tracemalloc

    n_labels, metric = 150_000, BatchMetric("f1_micro,f1_macro")
    columns = np.arange(1000) * 137 % n_labels

    def batch(hits):
        rows = np.repeat(np.arange(200), 5)
        found = np.where(np.arange(1000) < hits, columns, (columns + 1) % n_labels)
        return [scipy_sparse.csr_array((np.ones(1000, "int8"), (rows, which)), (200, n_labels))
                for which in (found, columns)]

    tracemalloc.start()
    for hits in (1000, 500) * 10:
        metric.update(*batch(hits))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert metric.compute()["f1_micro"] == 0.75
    assert metric.report().n_examples == 4000 and metric.report().n_labels == n_labels
    assert peak < 64 << 20  # a dense batch would be 30 MB a side, all of them 600 MB
    assert len(bytes(metric._tally)) < 32 << 20
