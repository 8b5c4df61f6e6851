"""Examples in groups: strata, folds, clusters and --by, in memory as in files."""
import json

import pytest

import tallystick as ts

ROWS = [(f"i{n}", "ab"[n % 2] * (n % 3 != 0) or "c", "abc"[n % 3], f"g{n % 4}") for n in range(24)]
TRUTH, FOUND = [[row[1]] for row in ROWS], [[row[2]] for row in ROWS]
GROUPS = [row[3] for row in ROWS]


@pytest.fixture
def path(tmp_path):
    out = tmp_path / "both.tsv"
    out.write_text("id\ttrue\tpred\tsite\n" + "".join("\t".join(row) + "\n" for row in ROWS))
    return out


def bits(report):
    return json.dumps([report.to_dict()[part] for part in ("measures", "groups")
                       if part in report.to_dict()])


OPTIONS = [("stratum", {"measures": "f1_micro,f1_macro", "interval": "bootstrap", "seed": 3,
                        "resamples": 200}),
           ("stratum", {"measures": "accuracy", "interval": "jackknife"}),
           ("cluster", {"measures": "f1_micro", "interval": "bootstrap", "resamples": 200}),
           ("fold", {"measures": "pbc"}), ("by", {"measures": "f1_micro,f1_macro,accuracy"})]


@pytest.mark.parametrize("option, more", OPTIONS)
def test_bits_of_files(path, option, more):
    files = ts.evaluate_files(path, **{option: "site"}, **more)
    lists = ts.evaluate(TRUTH, FOUND, **{option: GROUPS}, **more)
    assert bits(lists) == bits(files).replace('"site"', f'"{option}"')
    assert bits(lists) != bits(ts.evaluate(TRUTH, FOUND, **{"train": TRUTH, **more}))


@pytest.mark.parametrize("option, more", OPTIONS)
@pytest.mark.parametrize("library", ["pandas", "polars", "pyarrow", "reader"])
def test_columns_of_tables(path, option, more, library):
    module = pytest.importorskip({"reader": "pyarrow"}.get(library, library))
    columns = dict(zip(("id", "true", "pred", "site"), map(list, zip(*ROWS))))
    if library == "reader":  # batches of five rows
        table = module.table(columns).to_reader(max_chunksize=5)
    else:
        table = module.table(columns) if library == "pyarrow" else module.DataFrame(columns)
    found = ts.evaluate(table, **{option: "site"}, **more)
    assert bits(found) == bits(ts.evaluate_files(path, **{option: "site"}, **more))


def test_groups_have_the_figures_of_their_examples():
    report = ts.evaluate(TRUTH, FOUND, by=GROUPS, measures="f1_micro")
    groups = report.to_dict()["groups"]
    assert sorted(groups) == ["g0", "g1", "g2", "g3"]
    for name, group in groups.items():
        rows = [i for i, one in enumerate(GROUPS) if one == name]
        alone = ts.evaluate([TRUTH[i] for i in rows], [FOUND[i] for i in rows], measures="f1_micro")
        assert group["n_examples"] == len(rows) == 6
        assert alone["f1_micro"].value == group["measures"]["f1_micro"]["value"]


def test_resamples_keep_the_sizes_of_strata():
    # One stratum is all right, the other all wrong: drawn apart, every resample is half right.
    truth, found = ["a"] * 20, ["a"] * 10 + ["b"] * 10
    more = {"measures": "accuracy", "interval": "bootstrap", "resamples": 100}
    apart = ts.evaluate(truth, found, stratum=[0] * 10 + [1] * 10, **more)["accuracy"]
    assert (apart.low, apart.value, apart.high) == (0.5, 0.5, 0.5)
    together = ts.evaluate(truth, found, **more)["accuracy"]
    assert together.low < 0.5 < together.high


@pytest.mark.parametrize("call, kind, text", [
    (lambda: ts.evaluate(TRUTH, FOUND, stratum=["x"]), ts.RowMismatchError, "stratum has 1"),
    (lambda: ts.evaluate(TRUTH, FOUND, stratum="site"), ts.WrongUsageError, "stratum is a text"),
    (lambda: ts.evaluate(TRUTH, FOUND, by=GROUPS, fold=GROUPS), ts.WrongUsageError, "fold and by"),
    (lambda: ts.evaluate(TRUTH, FOUND, by=[""] * 23 + ["(empty)"]), ts.BadFormatError, "by holds"),
    (lambda: ts.evaluate(TRUTH, FOUND, stratum=[""] * 24), ts.BadFormatError, "no value"),
    (lambda: ts.Tally(stratum="site").update(TRUTH, FOUND), ts.NotAvailableError, "stratum groups"),
])
def test_errors(call, kind, text):
    with pytest.raises(kind, match=text) as caught:
        call()
    assert caught.value.hint
