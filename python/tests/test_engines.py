"""On Dask and Ray and beside one process: the same figures. Run by `make test-engines`."""
import random

import pytest
import tallystick as ts

TRUTH, PREDICTED = "truth", "predicted"


def rows(n, seed=1):
    draw = random.Random(seed)
    names = [f"label {i}" for i in range(20)]
    return [{"id": i, TRUTH: draw.sample(names, draw.randrange(4)),
             PREDICTED: draw.sample(names, draw.randrange(4))} for i in range(n)]


def figures(report):
    """All of a report but where its rows came from."""
    return {**report.to_dict(), "inputs": None}


def plain(data, **options):
    return ts.evaluate([row[TRUTH] for row in data], [row[PREDICTED] for row in data], **options)


@pytest.fixture
def dask_threads():
    dask = pytest.importorskip("dask")
    with dask.config.set({"scheduler": "threads", "dataframe.convert-string": False}):
        yield


@pytest.mark.usefixtures("dask_threads")
class TestDask:
    @pytest.mark.parametrize("n_partitions", [1, 3, 40])
    def test_bags(self, n_partitions):
        import dask.bag
        from tallystick import dask as on_dask

        data = rows(200)
        shuffled = random.Random(n_partitions).sample(data, len(data))
        bag = dask.bag.from_sequence(shuffled, npartitions=n_partitions)
        options = {"interval": "bootstrap", "resamples": 50}
        found = on_dask.evaluate(bag, truth=TRUTH, prediction=PREDICTED, **options)
        assert figures(found) == figures(plain(data, **options))
        assert found.to_dict()["inputs"][0]["examples"] == 200

    def test_data_frames(self):
        import dask.dataframe
        import pandas
        from tallystick import dask as on_dask

        data = rows(100)
        frame = dask.dataframe.from_pandas(pandas.DataFrame(data), npartitions=5)
        found = on_dask.evaluate(frame, prediction=PREDICTED)
        assert figures(found) == figures(plain(data))

    def test_lists_that_dask_made_texts(self):
        import dask
        import dask.dataframe
        import pandas
        from tallystick import dask as on_dask

        with dask.config.set({"dataframe.convert-string": True}):
            frame = dask.dataframe.from_pandas(pandas.DataFrame(rows(4)), npartitions=1)
            with pytest.raises(ts.BadFormatError, match="texts of lists"):
                on_dask.evaluate(frame, prediction=PREDICTED)

    def test_faults_name_the_partition(self):
        import dask.bag
        from tallystick import dask as on_dask

        bag = dask.bag.from_sequence([*rows(3), {TRUTH: ["a"], PREDICTED: None}], npartitions=2)
        with pytest.raises(ts.BadFormatError, match=r"partition 1: error \[bad-format\]: row 1 of 'predicted'"):
            on_dask.evaluate(bag, truth=TRUTH, prediction=PREDICTED)
        with pytest.raises(ts.UnknownColumnError, match="partition 1: .*row 1 has no key"):
            on_dask.evaluate(dask.bag.from_sequence([*rows(3), {TRUTH: []}], npartitions=2),
                             truth=TRUTH, prediction=PREDICTED)

    def test_a_partition_that_predicts_nothing(self):
        import dask.bag
        from tallystick import dask as on_dask

        data = rows(20) + [{TRUTH: ["label 1"], PREDICTED: []} for _ in range(20)]
        bag = dask.bag.from_sequence(data, npartitions=2)
        found = on_dask.evaluate(bag, truth=TRUTH, prediction=PREDICTED)
        assert figures(found) == figures(plain(data))


@pytest.fixture(scope="module")
def ray_data():
    ray = pytest.importorskip("ray")
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
    ray.data.DataContext.get_current().enable_progress_bars = False
    yield ray.data
    ray.shutdown()


@pytest.mark.parametrize("n_blocks", [1, 7])
def test_ray_blocks_do_not_matter(ray_data, n_blocks):
    from tallystick import ray as on_ray

    data = rows(200)
    shuffled = random.Random(n_blocks).sample(data, len(data))
    ds = ray_data.from_items(shuffled, override_num_blocks=n_blocks)
    options = {"interval": "bootstrap", "resamples": 50}
    found = on_ray.evaluate(ds, prediction=PREDICTED, **options)
    assert figures(found) == figures(plain(data, **options))
    assert found.to_dict()["inputs"][0]["examples"] == 200


def test_ray_names_the_block_of_a_null_row(ray_data):
    from tallystick import ray as on_ray

    data = [{TRUTH: ["a"], PREDICTED: ["b"]}, {TRUTH: ["c"], PREDICTED: None}]
    with pytest.raises(ts.BadFormatError, match="block that begins with .*row 1 of column 'pred"):
        on_ray.evaluate(ray_data.from_items(data, override_num_blocks=1), prediction=PREDICTED)
