"""Types: what a user writes passes a strict type checker, and the stub knows every name."""
import pathlib
import shutil
import subprocess
import sys

import pytest

import tallystick as ts

pytest.importorskip("mypy")

USE = """
import tallystick as ts
r = ts.evaluate([["a"]], [["a"]], measures="f1_micro")
value: float | None = r["f1_micro"].value
rows: list[int] = r.per_label()["tp"]
t: ts.Tally = ts.Tally(measures="f1").update([["a"]], [["a"]])
state: bytes = bytes(t)
depth: int = ts.Taxonomy.isco08().depth("2211")
try:
    ts.evaluate_files("truth.tsv", "pred.tsv")
except ts.NoSuchFileError as error:
    text: str = str(error)
table = ts.Contingency(categories=["a"])
micro: float = table.micro_F1
accuracy: float = ts.metrics.accuracy_score([0], [0])
loss: float = ts.metrics.hamming_loss([0], [0])
jaccard: ts.Score = ts.metrics.jaccard([["a"]], [["a"]], average="micro")
f1: float | None = ts.metrics.f1([["a"]], [["a"]], average="macro").value
ranking: ts.Score = ts.metrics.ndcg([["a"]], [{"a": 0.5}], k=3)
tree: ts.Score = ts.metrics.hierarchical_f1(["2211"], ["2212"], taxonomy="isco08")
score: float = ts.metrics.f1_score([0], [0], average="micro")
"""
MISUSE = [
    "import tallystick as ts\nx: str = ts.evaluate([], [])\nprint(x)\n",
    "import tallystick as ts\nts.metrics.f1([], [], averages='micro', options=1, k=2)\n"
    "ts.metrics.hierarchical_f1([], [])\n",  # the taxonomy is lacking
    "import tallystick as ts\nts.metrics.f1_makro([], [])\n",
]


@pytest.mark.parametrize("checker", ["mypy", "pyright"])
def test_use(tmp_path, checker):
    pytest.importorskip(checker)

    def judge(text):
        (tmp_path / "use.py").write_text(text)
        (tmp_path / "pyrightconfig.json").write_text('{"typeCheckingMode": "strict"}')
        arguments = {"mypy": ["--strict", "use.py"],
                     "pyright": ["--pythonpath", sys.executable, "-p", "."]}[checker]
        return subprocess.run([sys.executable, "-m", checker, *arguments], capture_output=True,
                              text=True, check=False, cwd=tmp_path)

    done = judge(USE)
    assert done.returncode == 0, done.stdout
    for text in MISUSE:
        assert judge(text).returncode == 1, text


@pytest.mark.parametrize("checker", ["mypy", "pyright"])
def test_own_sources(root, tmp_path, checker):
    """As installed, so with the stubs that the build makes; the rules are pyproject.toml's."""
    pytest.importorskip(checker)
    shutil.copytree(pathlib.Path(ts.__file__).parent, tmp_path / "tallystick")
    shutil.copy(root / "pyproject.toml", tmp_path)
    arguments = {"mypy": [], "pyright": ["--pythonpath", sys.executable, "-p", "."]}[checker]
    done = subprocess.run([sys.executable, "-m", checker, *arguments], capture_output=True, text=True,
                          check=False, cwd=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr


def test_stub_knows_every_name():
    stub = pathlib.Path(ts._core.__file__).with_name("_core.pyi").read_text()
    for name in dir(ts._core):
        if not name.startswith("_"):
            assert f"class {name}" in stub or f"def {name}" in stub, name


def test_every_error_is_exported():
    errors = [name for name in dir(ts._core) if name.endswith("Error")]
    assert len(errors) >= 29
    for name in errors:
        assert getattr(ts, name) is getattr(ts._core, name) and name in ts.__all__
        assert issubclass(getattr(ts, name), (ts.Error, ValueError))


def test_reserved_names_are_those_of_scikit_learn():
    from tallystick import _functions, metrics

    assert _functions.reserved() == set(metrics.__all__) - set(metrics.CATALOGUE)
    assert not _functions.reserved() & set(metrics.CATALOGUE)
