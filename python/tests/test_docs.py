"""Every Python example of the documentation and of docstrings is run."""
import doctest
import importlib
import pkgutil

import pytest

import tallystick


def pages(root):
    return [page for page in sorted([*root.glob("*.md"), *root.glob("docs/*.md")])
            if "\n```python\n>>>" in page.read_text(encoding="utf-8")]


def test_pages(root, monkeypatch):
    monkeypatch.chdir(root)
    found = pages(root)
    assert root / "docs/python.md" in found
    for page in found:
        failed, _ = doctest.testfile(str(page), module_relative=False)
        assert failed == 0, page


MODULES = [name for _, name, _ in pkgutil.walk_packages(tallystick.__path__, "tallystick.")
           if ".hf." not in name]


@pytest.mark.parametrize("name", MODULES)
def test_docstrings(name):
    if name == "tallystick._parquet":
        pytest.importorskip("pyarrow")
    failed, _ = doctest.testmod(importlib.import_module(name))
    assert failed == 0
