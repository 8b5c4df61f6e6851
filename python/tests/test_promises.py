"""What is promised of imports, copies and bad input."""
import re
import subprocess
import sys

import numpy as np
import pytest

import tallystick as ts


def run(program):
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_import_brings_no_other_library():
    loaded = run("import sys, tallystick\nprint(*{name.split('.')[0] for name in sys.modules})").split()
    for library in ("numpy", "pandas", "pyarrow", "polars", "scipy", "sklearn", "matplotlib",
                    "evaluate", "duckdb", "torch"):
        assert library not in loaded


PEAK = """
import ctypes, resource, sys
import numpy as np
import tallystick as ts
ts.evaluate([["a"]], [["a"]])
{make}
def peak():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
# What making the data took must not hide what counting takes: fill up to the peak so far.
with open("/proc/self/statm") as file:
    now = int(file.read().split()[1]) * resource.getpagesize()
filler = np.ones(max(0, peak() - now), dtype=np.int8)
before = peak()
{call}
print(peak() - before, {size})
"""

DENSE = """
truth = np.zeros((20000, 2000), dtype=np.{kind})
truth[::3, ::50] = 1
found = truth
"""
SPARSE = """
from scipy import sparse
indptr = np.arange(0, 12_000_001, 12, dtype=np.int32)
indices = np.tile(np.arange(0, 12, dtype=np.int32) * 80, 1_000_000)
truth = sparse.csr_matrix((np.ones(12_000_000, dtype=np.int8), indices, indptr), (1_000_000, 1000))
found = truth
"""


@pytest.mark.parametrize("make, size", [
    (DENSE.format(kind="int8"), "truth.nbytes"),
    (DENSE.format(kind="float32"), "truth.nbytes"),
    (SPARSE, "truth.indices.nbytes + truth.data.nbytes + truth.indptr.nbytes")])
def test_contiguous_input_is_not_copied(make, size):
    if not sys.platform.startswith("linux"):
        pytest.skip("reads /proc")
    if "sparse" in make:
        pytest.importorskip("scipy")
    for call in ('ts.evaluate(truth, found, measures="f1_micro,f1_macro")',
                 'ts.metrics.f1_score(truth, found, average="macro")'):
        grown, given = map(int, run(PEAK.format(make=make, call=call, size=size)).split())
        # Blocks of rows, and the measures' own code; a copy of one side would be all of `given`.
        assert grown < given / 4, f"{call} took {grown} bytes for {given} bytes of input"


class Gpu:
    """A tensor that is not in main memory."""

    ndim, shape, dtype = 2, (1, 2), "float32"

    def __dlpack_device__(self):
        return (2, 0)

    def __dlpack__(self, **_):
        raise AssertionError("nobody may look at it")


BAD = [
    ("shapes", lambda: ts.evaluate(np.eye(2, dtype=int), np.eye(3, dtype=int)), ts.RowMismatchError,
     "2 examples, but y_pred has 3"),
    ("columns", lambda: ts.evaluate(np.zeros((2, 2), int), np.zeros((2, 3), int)), ts.RowMismatchError,
     "2 columns, but y_pred has 3"),
    ("None", lambda: ts.evaluate([["a"], None], [["a"], ["b"]]), ts.BadFormatError,
     "row 1 of y_true is None"),
    ("None label", lambda: ts.evaluate([["a", None]], [["a"]]), ts.BadFormatError,
     "row 0 of y_true holds None"),
    ("NaN label", lambda: ts.evaluate([["a"], [float("nan")]], [["a"], ["b"]]), ts.BadFormatError,
     "row 1 of y_true holds NaN"),
    ("NaN array", lambda: ts.evaluate(np.array([1.0, np.nan]), np.array([1.0, 2.0])),
     ts.BadFormatError, "row 1 of y_true holds NaN"),
    ("NaN matrix", lambda: ts.evaluate(np.array([[1.0, np.nan]]), np.array([[1.0, 0.0]])),
     ts.BadFormatError, "row 0 of y_true holds NaN"),
    ("ragged", lambda: ts.evaluate([["a"], "b"], [["a"], ["b"]]), ts.BadFormatError,
     "row 1 of y_true is a str, but row 0 is a list"),
    ("mixed", lambda: ts.evaluate([["a"], [1]], [["a"], ["b"]]), ts.BadFormatError,
     "row 1 of y_true holds the integer 1, but row 0 of y_true holds the text 'a'"),
    ("negative scores", lambda: ts.evaluate([["a"]], y_score=[{"a": -0.5}], measures="log_loss"),
     ts.BadNumberError, "-0.5"),
    ("NaN score", lambda: ts.evaluate([["a"]], y_score=[{"a": float("nan")}], measures="lrap"),
     ts.BadNumberError, "NaN"),
    ("GPU", lambda: ts.evaluate(Gpu(), Gpu()), ts.NotAvailableError, "move it there, with .cpu()"),
    ("taxonomy", lambda: ts.evaluate(["2211", "99x"], ["2211", "2211"], taxonomy="isco08"),
     ts.UnknownLabelError, "99x"),
]


@pytest.mark.parametrize("call, kind, text", [row[1:] for row in BAD], ids=[row[0] for row in BAD])
def test_bad_input(call, kind, text):
    with pytest.raises(ValueError) as caught:
        call()
    assert type(caught.value) is kind and text in str(caught.value)
    error = caught.value
    # Contract: place: error [code]: fact, then the hint.
    assert str(error).split("\nhint: ") == [f"tallystick: error [{error.code}]: {error.fact}", error.hint] \
        or re.match(r"\S+: error \[" + error.code + r"\]: .+\nhint: .+", str(error))
    assert isinstance(error, ts.Error) and error.hint and error.code


def test_columns_in_another_order():
    pandas = pytest.importorskip("pandas")
    one = pandas.DataFrame({"a": [1, 0], "b": [0, 1]})
    with pytest.raises(ts.RowMismatchError, match="same names in another order"):
        ts.evaluate(one, one[["b", "a"]])
    with pytest.raises(ts.RowMismatchError, match="'b' is in one table and not in the other"):
        ts.evaluate(one, one.rename(columns={"b": "c"}))
