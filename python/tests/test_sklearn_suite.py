"""scikit-learn's own tests of its functions, run against ours.

Its installed package has them. What differs on purpose stands in sklearn_differences.txt with the
reason; any other failure fails here, and so does a difference that is none any more.
"""
import os
import pathlib
import re
import subprocess
import sys

import pytest

pytest.importorskip("sklearn.metrics.tests.test_classification")

HERE = pathlib.Path(__file__).parent


def differences():
    """Names of tests, some parameters of which may pass."""
    lines = (HERE / "sklearn_differences.txt").read_text(encoding="utf-8").splitlines()
    return {line.strip() for line in lines if line.strip() and not line.startswith("#")}


def test_suite(tmp_path):
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "sklearn_with_ours", "-p", "no:cacheprovider",
         "--tb=no", "-rfE", "--pyargs", "sklearn.metrics.tests.test_classification",
         "sklearn.metrics.tests.test_ranking"],
        capture_output=True, text=True, check=False, cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(HERE)})
    failed = {re.sub(r"\[.*", "", line.split("::")[-1].split(" - ")[0]).strip()
              for line in done.stdout.splitlines() if line.startswith(("FAILED", "ERROR"))}
    passed = int(re.search(r"(\d+) passed", done.stdout)[1])
    known = differences()
    assert failed - known == set(), done.stdout[-3000:]
    assert known - failed == set(), "these differ no more"
    assert passed > 400
