"""Every Python example of the documentation and of docstrings is run."""
import doctest
import importlib
import pathlib
import pkgutil
import re
import shutil
import subprocess

import pytest

import tallystick


def pages(root):
    return [page for page in sorted([*root.glob("*.md"), *root.glob("docs/*.md")])
            if "\n```python\n>>>" in page.read_text(encoding="utf-8")]


# Pages of other libraries' users, which need them.
NEEDED = {"torchmetrics.md": ["torch", "torchmetrics"], "hugging-face.md": ["evaluate"],
          "scikit-learn.md": ["sklearn"], "duckdb.md": ["duckdb", "pyarrow"]}


def test_pages_are_found(root):
    names = {page.name for page in pages(root)}
    assert {"README.md", "python.md", *NEEDED} <= names


@pytest.mark.parametrize("page", pages(pathlib.Path(__file__).resolve().parents[2]),
                         ids=lambda page: page.name)
def test_page(page, root, monkeypatch):
    for name in NEEDED.get(page.name, []):
        pytest.importorskip(name)
    monkeypatch.chdir(root)
    monkeypatch.setenv("HF_EVALUATE_OFFLINE", "1")
    failed, attempted = doctest.testfile(str(page), module_relative=False)
    assert failed == 0 and attempted > 0


MODULES = [name for _, name, _ in pkgutil.walk_packages(tallystick.__path__, "tallystick.")
           if ".hf." not in name]


@pytest.mark.parametrize("name", MODULES)
def test_docstrings(name):
    if name == "tallystick._parquet":
        pytest.importorskip("pyarrow")
    failed, _ = doctest.testmod(importlib.import_module(name))
    assert failed == 0


def test_perl_prints_the_same_table(root, tmp_path):
    """The module's snippet on its users' page, run by Perl, prints what the page shows."""
    perl = shutil.which("perl")
    if perl is None or subprocess.run([perl, "-MStatistics::Contingency", "-e", "1"],
                                      capture_output=True, check=False).returncode:
        pytest.skip("Perl's Statistics::Contingency is not installed")
    text = (root / "docs/statistics-contingency.md").read_text(encoding="utf-8")
    snippet = re.search(r"```perl\n(.*?)```", text, re.S)[1]
    (tmp_path / "snippet.pl").write_text(snippet)
    printed = subprocess.run([perl, tmp_path / "snippet.pl"], capture_output=True, text=True,
                             check=True).stdout
    assert printed == re.search(r"^```\n(\+--.*?)```", text, re.S | re.M)[1]
    table = tallystick.Contingency(categories=["sports", "politics", "finance", "world"])
    table.add_result(["sports", "finance"], ["sports"])
    table.add_result(["sports", "finance"], "politics")
    assert table.stats_table() == printed
