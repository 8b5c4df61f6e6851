"""Threads and processes: the interpreter goes on while examples are counted; parts come back whole."""
import copy
import multiprocessing
import pickle
import threading
import time

import numpy as np
import pytest

import tallystick as ts

TRUTH = [["a"], ["a", "b"], ["b"], [], ["c"], ["a", "c"]]
FOUND = [["a"], ["a"], ["b", "c"], ["c"], ["c"], ["b"]]
MEASURES = "f1_micro,f1_macro,hamming_loss"


def count(rows):
    """At the top of the module, so that other processes find it."""
    truth, found = zip(*rows)
    return ts.Tally(measures=MEASURES).update(list(truth), list(found))


def score(seed):
    draw = np.random.default_rng(seed)
    truth, found = draw.random((50, 6)) < 0.4, draw.random((50, 6)) < 0.4
    return ts.evaluate(truth, found, measures=MEASURES)["f1_macro"].value


def parts():
    rows = list(zip(TRUTH, FOUND))
    return [rows[:1], rows[1:4], rows[4:]]


def whole():
    return ts.evaluate(TRUTH, FOUND, measures=MEASURES).to_dict()["measures"]


@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_processes_return_parts(method):
    if method not in multiprocessing.get_all_start_methods():
        pytest.skip(f"there is no {method} here")
    with multiprocessing.get_context(method).Pool(2) as pool:
        tallies = pool.map(count, parts())
    total = tallies[0]
    for other in tallies[1:]:
        total.merge(other)
    assert total.report().to_dict()["measures"] == whole()


def test_joblib():
    joblib = pytest.importorskip("joblib")
    for backend in ("loky", "threading"):
        tallies = joblib.Parallel(n_jobs=2, backend=backend)(
            joblib.delayed(count)(rows) for rows in parts())
        assert sum(tallies[1:], tallies[0]).report().to_dict()["measures"] == whole()


def test_threads_get_the_figures_of_one():
    found = {}

    def work(seed):
        found[seed] = [score(seed) for _ in range(20)]

    threads = [threading.Thread(target=work, args=(seed,)) for seed in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == {seed: [score(seed)] * 20 for seed in range(4)}


@pytest.mark.parametrize("kernel", ["count", "resample"])
def test_other_threads_run_meanwhile(kernel):
    """Were the lock kept, a thread that only ticks would stand still for the whole call."""
    if kernel == "count":
        dense = np.zeros((4000, 4000), dtype=np.int8)
        dense[:, ::7] = 1
        call = lambda: ts.evaluate(dense, dense, measures="f1_micro")  # noqa: E731
    else:
        draw = np.random.default_rng(1)
        truth, found = draw.random((3000, 30)) < 0.2, draw.random((3000, 30)) < 0.2
        call = lambda: ts.evaluate(truth, found, measures="f1_macro",  # noqa: E731
                                   interval="bootstrap", resamples=300)
    # A busy machine may not let the other thread run: one try of several is enough.
    assert any(ticks_during(call) for _ in range(10))


def ticks_during(call):
    ticks, done = [], threading.Event()

    def tick():
        while not done.is_set():
            ticks.append(time.perf_counter())
            time.sleep(0.001)

    thread = threading.Thread(target=tick)
    thread.start()
    try:
        started = time.perf_counter()
        call()
        ended = time.perf_counter()
    finally:
        done.set()
        thread.join()
    inside = [t for t in ticks if started < t < ended]
    gaps = np.diff([started, *inside, ended])
    return len(inside) >= 3 and gaps.max() < 0.8 * (ended - started)


@pytest.mark.parametrize("make", [
    lambda: count(parts()[1]), lambda: ts.Tally(scored=True, measures="lrap").update(
        [["a"]], y_score=[{"a": 0.5, "b": 0.7}]),
    lambda: ts.Tally(taxonomy="isco08", measures="hierarchical_f1_micro").update(["2211"], ["2212"]),
    lambda: ts.Tally(labels=[1, 2, 3], convention="mulan").update([[1]], [[2]])])
def test_tallies_pickle_and_copy(make):
    tally = make()
    for again in (pickle.loads(pickle.dumps(tally)), copy.copy(tally), copy.deepcopy(tally)):
        assert bytes(again) == bytes(tally)
        found, expected = again.report(), tally.report()
        assert found.to_csv() == expected.to_csv() and found.n_examples == expected.n_examples
        assert found.to_dict()["measures"] == expected.to_dict()["measures"]


def test_errors_pickle():
    with pytest.raises(ts.BadFormatError) as caught:
        ts.evaluate([["a"], None], [["a"], ["b"]])
    again = pickle.loads(pickle.dumps(caught.value))
    assert type(again) is ts.BadFormatError and str(again) == str(caught.value)
    assert (again.code, again.hint) == (caught.value.code, caught.value.hint)
