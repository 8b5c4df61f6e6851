"""The same bits as the command line, on the same data."""
import numpy as np
import pytest

import tallystick as ts


def data(seed, n=60, names=("a", "b", "cc", "d e", "ö", "f")):
    random = np.random.default_rng(seed)
    return [[[names[i] for i in np.flatnonzero(random.random(len(names)) < 0.3)] for _ in range(n)]
            for _ in range(2)]


def write(path, rows):
    lines = ["id\tlabels", *(f"{i:03}\t{';'.join(row)}" for i, row in enumerate(rows))]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("convention", ["sklearn", "mulan", "bioasq", "contingency"])
def test_label_sets(command, tmp_path, seed, convention):
    truth, predicted = data(seed)
    files = write(tmp_path / "t.tsv", truth), write(tmp_path / "p.tsv", predicted)
    theirs = command("evaluate", "--convention", convention, "-m", "standard,label,example",
                     "--per-label", "-o", "json", *files)
    ours = ts.evaluate(truth, predicted, convention=convention, measures="standard,label,example")
    assert ours.to_dict()["measures"] == theirs["measures"]
    assert ours.policies == theirs["policies"]
    assert ours.per_label()["label"] == list(theirs["labels"])
    assert ours.per_label()["f1"] == [row["f1"] for row in theirs["labels"].values()]
    text = command("evaluate", "--convention", convention, "-m", "standard,label,example", "-o",
                   "json", *files, parse=False)
    assert ts.evaluate_files(*files, convention=convention,
                             measures="standard,label,example").to_json() == text
    assert list(ours.to_dict()["measures"]) == list(theirs["measures"])


@pytest.mark.parametrize("seed", range(3))
def test_scores(command, tmp_path, seed):
    random = np.random.default_rng(seed)
    names = [f"l{i}" for i in range(5)]
    truth = [[name for name in names if random.random() < 0.4] or ["l0"] for _ in range(40)]
    scores = (random.integers(0, 9, (40, 5)) / 8).tolist()
    files = write(tmp_path / "t.tsv", truth), tmp_path / "s.tsv"
    files[1].write_text("id\tlabel\tscore\n" + "".join(
        f"{i:03}\t{name}\t{score!r}\n" for i, row in enumerate(scores)
        for name, score in zip(names, row)), encoding="utf-8")
    for options, words in (({}, []), ({"top_k": 2}, ["--top-k", "2"]),
                           ({"threshold": 0.25}, ["--threshold", "0.25"])):
        theirs = command("evaluate", *words, "-m", "standard,ranking,probabilistic", "-o", "json",
                         *files)
        for given in ([dict(zip(names, row)) for row in scores], np.array(scores)):
            more = {"labels": names} if isinstance(given, np.ndarray) else {}
            ours = ts.evaluate(truth, y_score=given, measures="standard,ranking,probabilistic",
                               **more, **options)
            assert ours.to_dict()["measures"] == theirs["measures"]


def test_hierarchy_and_states(command, tmp_path):
    truth = [["2211"], ["2166", "0110"], ["221"]]
    predicted = [["2212"], ["0110"], ["2211"]]
    files = write(tmp_path / "t.tsv", truth), write(tmp_path / "p.tsv", predicted)
    theirs = command("evaluate", "--taxonomy", "isco08", "-m", "standard,hierarchical", "-o", "json",
                     "--save-state", tmp_path / "s.tally", *files)
    ours = ts.evaluate(truth, predicted, taxonomy="isco08", measures="standard,hierarchical")
    assert ours.to_dict()["measures"] == theirs["measures"]
    assert ours.to_dict()["levels"] == theirs["levels"]
    tally = ts.Tally(taxonomy="isco08", measures="standard,hierarchical").update(truth, predicted)
    assert bytes(tally) == (tmp_path / "s.tally").read_bytes()


def test_indicator_files(command, tmp_path):
    random = np.random.default_rng(1)
    truth, predicted = (random.random((2, 30, 4)) < 0.3).astype(int)
    files = []
    for name, rows in (("t", truth), ("p", predicted)):
        files.append(tmp_path / f"{name}.csv")
        files[-1].write_text("id,w,x,y,z\n" + "".join(
            f"{i},{','.join(map(str, row))}\n" for i, row in enumerate(rows)))
    theirs = command("evaluate", "-o", "json", *files)
    ours = ts.evaluate(truth, predicted, labels=["w", "x", "y", "z"])
    assert ours.to_dict()["measures"] == theirs["measures"]


@pytest.mark.parametrize("words, options", [([], {}), (["--convention", "mldr"], {"convention": "mldr"})])
def test_describe(command, tmp_path, words, options):
    truth, _ = data(4)
    path = write(tmp_path / "t.tsv", truth)
    theirs = command("describe", *words, "--per-label", "-o", "json", path)
    assert ts.describe(path, **options).to_dict(labels=True) == theirs
    ours = ts.describe(truth, **options).to_dict(labels=True)
    for facts in (ours, theirs):
        facts.pop("inputs")
        facts.pop("notes", None)
    assert ours == theirs


@pytest.mark.parametrize("method", ["delta", "jackknife", "bootstrap", "bca"])
def test_intervals(command, tmp_path, method):
    truth, predicted = data(5)
    files = write(tmp_path / "t.tsv", truth), write(tmp_path / "p.tsv", predicted)
    theirs = command("evaluate", "-m", "f1_micro,f1_macro", "--interval", method, "--resamples", "200",
                     "--seed", "7", "--level", "0.9", "-o", "json", *files)
    ours = ts.evaluate(truth, predicted, measures="f1_micro,f1_macro", interval=method, resamples=200,
                       seed=7, level=0.9)
    assert ours.to_dict()["measures"] == theirs["measures"]
    score = ours["f1_micro"]
    assert score.low < score.value < score.high
    assert ours.table()["low"][0] == score.low


def test_compare(command, tmp_path):
    truth, one = data(6)
    _, two = data(7)
    files = [write(tmp_path / f"{name}.tsv", rows)
             for name, rows in (("t", truth), ("a", one), ("b", two))]
    theirs = command("compare", "-m", "f1_micro,subset_accuracy", "--resamples", "200", "-o", "json",
                     *files)
    ours = ts.compare_files(*files, measures="f1_micro,subset_accuracy", resamples=200)
    assert ours.to_dict() == theirs
    assert {row["measure"] for row in ours.comparisons} == {"f1_micro", "subset_accuracy"}
    with pytest.raises(ts.WrongUsageError, match="'holm'"):
        ts.compare_files(*files, adjust="some")
