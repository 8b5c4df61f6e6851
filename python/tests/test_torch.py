"""Beside torch and torchmetrics, where they are installed: `make test-torch`."""
import resource

import numpy as np
import pytest

import tallystick as ts
from tallystick.integrations import BatchMetric, trainer_metrics

torch = pytest.importorskip("torch")
classification = pytest.importorskip("torchmetrics.functional.classification")


@pytest.fixture
def data():
    random = torch.Generator().manual_seed(7)
    scores = torch.rand((200, 12), generator=random)
    return scores, (torch.rand((200, 12), generator=random) < 0.2).long()


@pytest.mark.parametrize("average", ["micro", "macro", "weighted"])
@pytest.mark.parametrize("name, theirs", [
    ("f1", classification.multilabel_f1_score),
    ("precision", classification.multilabel_precision),
    ("recall", classification.multilabel_recall),
    ("jaccard", classification.multilabel_jaccard_index)])
def test_figures_of_torchmetrics(data, name, theirs, average):
    scores, truth = data
    metric = BatchMetric(f"{name}_{average}", convention="torchmetrics")
    for rows in torch.arange(200).split(32):
        metric.update(scores[rows], truth[rows])
    expected = theirs(scores, truth, num_labels=12, average=average).item()
    assert metric.compute()[f"{name}_{average}"] == pytest.approx(expected, abs=1e-6)


def test_ranking_figures_of_torchmetrics(data):
    scores, truth = data
    metric = BatchMetric("lrap,coverage_error,ranking_loss,hamming_loss", convention="torchmetrics")
    metric.update(scores, truth)
    found = metric.compute()
    expected = {"lrap": classification.multilabel_ranking_average_precision,
                "coverage_error": classification.multilabel_coverage_error,
                "ranking_loss": classification.multilabel_ranking_loss}
    for name, theirs in expected.items():
        assert found[name] == pytest.approx(theirs(scores, truth, num_labels=12).item(), abs=1e-6)
    assert found["hamming_loss"] == pytest.approx(
        classification.multilabel_hamming_distance(scores, truth, num_labels=12).item(), abs=1e-6)


def test_threshold_is_exclusive_there_too():
    scores, truth = torch.tensor([[0.5, 0.9]]), torch.tensor([[1, 1]])
    metric = BatchMetric("recall_micro", convention="torchmetrics", threshold=0.5)
    metric.update(scores, truth)
    expected = classification.multilabel_recall(scores, truth, num_labels=2, average="micro").item()
    assert metric.compute()["recall_micro"] == expected == 0.5


def test_tensors_are_read_in_place(data):
    scores, truth = data
    assert ts.evaluate(truth, (scores >= 0.5).long())["f1_micro"].value == ts.evaluate(
        truth.numpy(), (scores >= 0.5).numpy().astype("int64"))["f1_micro"].value


def test_logits_on_the_way_to_the_trainer(data):
    scores, truth = data
    compute = trainer_metrics("f1_macro")
    found = compute((torch.logit(scores).numpy(), truth.numpy()))
    expected = classification.multilabel_f1_score(scores, truth, num_labels=12, average="macro")
    assert found["f1_macro"] == pytest.approx(expected.item(), abs=1e-6)


def test_saved_in_a_checkpoint(data, tmp_path):
    scores, truth = data
    metric = BatchMetric("f1_macro")
    metric.update(scores, truth)
    torch.save({"metric": metric}, tmp_path / "checkpoint.pt")
    again = torch.load(tmp_path / "checkpoint.pt", weights_only=False)["metric"]
    assert again.compute() == metric.compute()


def test_many_labels_in_little_memory():
    """150,000 labels in float batches of 64: one batch is 38 MB, the counts a few more."""
    n_labels, metric = 150_000, BatchMetric("f1_micro")
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for seed in range(20):
        random = np.random.default_rng(seed)
        scores, truth = torch.zeros((64, n_labels)), torch.zeros((64, n_labels), dtype=torch.uint8)
        columns = random.integers(0, n_labels, (64, 5))
        rows = np.repeat(np.arange(64), 5)
        scores[rows, columns.ravel()] = 0.9
        truth[rows, columns.ravel()] = 1
        metric.update(scores, truth)
    assert metric.compute()["f1_micro"] == 1.0
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    assert grown < 400_000, f"{grown} KB"  # all of it would be 768,000 KB of scores
