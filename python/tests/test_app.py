"""The apps on the cards, without a network."""
import importlib.util
import pathlib
import urllib.request

import pytest

import tallystick as ts

pytest.importorskip("gradio")


def load(name):
    path = pathlib.Path(ts.hf_module_path(name)) / "app.py"
    spec = importlib.util.spec_from_file_location(f"app_{name}", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_scores():
    app = load("isco_hierarchical_accuracy")
    said, figures, levels, branches = app.score(app.EXAMPLE_TRUE, app.EXAMPLE_PREDICTED, None, None,
                                                "micro", 1)
    # Of four codes two are right, and two share three of four classes.
    assert said == "4 examples" and figures[0] == ["accuracy", 0.5]
    assert figures[3] == ["hierarchical F-measure", 0.875]
    assert [row[0] for row in levels] == [1, 2, 3, 4] and levels[3][2] == 0.5
    assert branches[0][:2] == ["1", "Managers"] and branches[0][3] == 0.75
    assert "9999" in app.score("9999", "2211", None, None, "micro", 1)[0]
    assert load("multilabel").score("a\na;b", "a\nb")[0] == "2 examples"


@pytest.mark.parametrize("name", ["isco_hierarchical_accuracy", "multilabel"])
def test_starts_offline(name):
    app = load(name).make_app()
    app.launch(prevent_thread_lock=True, share=False, quiet=True)
    try:
        page = urllib.request.urlopen(app.local_url).read().decode()
    finally:
        app.close()
    assert "fonts.googleapis" not in page and "gradio" in page
