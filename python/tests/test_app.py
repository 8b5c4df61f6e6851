"""The apps on the cards, without a network: what they compute, and driven in a real browser."""
import contextlib
import importlib.util
import pathlib
import shutil
import urllib.parse

import pytest

import tallystick as ts

pytest.importorskip("gradio")
APPS = ["isco_hierarchical_accuracy", "multilabel"]


def load(name, file="app.py"):
    path = pathlib.Path(ts.hf_module_path(name)) / file
    spec = importlib.util.spec_from_file_location(f"{path.stem}_{name}", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("beta", [1, 2])
def test_aggregations_are_those_of_the_module(beta):
    pytest.importorskip("evaluate")
    app = load("isco_hierarchical_accuracy")
    module = load("isco_hierarchical_accuracy", "isco_hierarchical_accuracy.py")
    assert sorted(app.AGGREGATIONS) == sorted(module.AGGREGATIONS)
    truth, found = "1111\n1112\n1120\n1211", "1111\n1111\n1111\n121"
    for aggregation in app.AGGREGATIONS:
        figures = app.score(truth, found, None, None, aggregation, beta)[1]
        expected = module.compute(found.split(), truth.split(), beta, aggregation)
        assert [value for _, value in figures] == [round(x, 4) for x in expected.values()], aggregation


def test_scores():
    app = load("isco_hierarchical_accuracy")
    said, figures, levels, branches = app.score(app.EXAMPLE_TRUE, app.EXAMPLE_PREDICTED, None, None,
                                                "micro", 1)
    # Of four codes two are right, and two share three of four classes.
    assert said == "4 examples" and figures[0] == ["accuracy", 0.5]
    assert figures[3] == ["hierarchical F-measure", 0.875]
    assert [row[0] for row in levels] == [1, 2, 3, 4] and levels[3][2] == 0.5
    assert branches[0][:2] == ["1", "Managers"] and branches[0][3] == 0.75
    quoted = app.score('"2211"\n', "'2212'", None, None, "union", 2)
    assert quoted[0] == "1 example" and quoted[1][3] == ["hierarchical F-measure", 0.75]
    assert "9999" in app.score("9999", "2211", None, None, "micro", 1)[0]
    assert load("multilabel").score("a\na;b", "a\nb")[0] == "2 examples"


@pytest.fixture(scope="module")
def browser():
    """Debian's Chromium: nothing is downloaded."""
    api = pytest.importorskip("playwright.sync_api")
    program = shutil.which("chromium")
    if program is None:
        pytest.skip("there is no chromium")
    with api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        yield browser
        browser.close()


@contextlib.contextmanager
def opened(browser, name):
    """A page of the running app, and the requests that left it for another host, which are blocked."""
    module = load(name)
    app = module.make_app()
    abroad = []

    def route(call):
        host = urllib.parse.urlsplit(call.request.url).hostname
        if host in ("127.0.0.1", "localhost", None):
            return call.continue_()
        abroad.append(call.request.url)
        return call.abort()

    module.launch(app, prevent_thread_lock=True, quiet=True)
    try:
        page = browser.new_page()
        page.route("**/*", route)
        page.goto(app.local_url, wait_until="networkidle")
        yield page, abroad
        page.close()
    finally:
        app.close()


def table(page, name, width):
    """The rows of a table on the page, as texts."""
    texts = [text.strip() for text in page.locator(f"#{name} [role=gridcell]").all_inner_texts()]
    return [texts[i:i + width] for i in range(0, len(texts), width)]


def test_typed_codes_are_scored(browser):
    from playwright.sync_api import expect

    with opened(browser, "isco_hierarchical_accuracy") as (page, abroad):
        said = page.locator("#said textarea, #said input").first
        page.locator("#true textarea").fill("2211\n2352")
        page.locator("#predicted textarea").fill("2212\n2352")
        page.locator("#score").click()
        expect(said).to_have_value("2 examples", timeout=20_000)
        expect(page.locator("#figures")).to_contain_text("hierarchical F-measure")
        # 2211 and 2212 share 2, 22 and 221; 2352 is right: 3 + 4 of 8 classes on either side.
        figures = dict(table(page, "figures", 2))
        assert figures == {"accuracy": "0.5", "hierarchical precision": "0.875",
                           "hierarchical recall": "0.875", "hierarchical F-measure": "0.875"}
        assert table(page, "levels", 3) == [
            ["1", "2", "1"], ["2", "2", "1"], ["3", "2", "1"], ["4", "2", "0.5"]]
        assert table(page, "branches", 4) == [["2", "Professionals", "2", "0.875"]]

        page.locator("#predicted textarea").fill("9999\n2352")
        page.locator("#score").click()
        expect(said).not_to_have_value("2 examples", timeout=20_000)
        assert "9999" in said.input_value()
    assert abroad == []


def test_uploaded_codes_are_scored(browser, tmp_path):
    from playwright.sync_api import expect

    true, predicted = tmp_path / "true.txt", tmp_path / "predicted.txt"
    true.write_text("2211\n2211\n2211\n")
    predicted.write_text("221\n222\n22\n")
    with opened(browser, "isco_hierarchical_accuracy") as (page, abroad):
        page.locator("#true_file input[type=file]").set_input_files(true)
        page.locator("#predicted_file input[type=file]").set_input_files(predicted)
        expect(page.locator("#predicted_file")).to_contain_text("predicted", timeout=20_000)
        page.wait_for_load_state("networkidle")
        page.locator("#score").click()
        expect(page.locator("#said textarea, #said input").first).to_have_value(
            "3 examples", timeout=20_000)
        # 3 + 2 + 2 classes in both, of 3 + 3 + 2 predicted and 3 * 4 true ones.
        assert dict(table(page, "figures", 2))["hierarchical precision"] == "0.875"
    assert abroad == []


def test_typed_labels_are_scored(browser):
    from playwright.sync_api import expect

    with opened(browser, "multilabel") as (page, abroad):
        page.locator("#true textarea").fill("a\na;b\nc")
        page.locator("#predicted textarea").fill("a\nb\nc")
        page.locator("#score").click()
        expect(page.locator("#said textarea, #said input").first).to_have_value(
            "3 examples", timeout=20_000)
        # Three right labels, one missed.
        figures = dict(table(page, "figures", 2))
        assert figures["recall_micro"] == "0.75" and figures["precision_micro"] == "1"
    assert abroad == []


@pytest.mark.parametrize("name", APPS)
def test_fonts_are_local(browser, name):
    with opened(browser, name) as (page, abroad):
        font = page.evaluate("getComputedStyle(document.querySelector('button')).fontFamily")
        assert font.startswith("system-ui") and "analytics_enabled\":true" not in page.content()
    assert abroad == []
