"""Interactive pictures: every kind is drawn, and says by mouse and by keyboard what the JSON says."""
import re

import page_data
import pytest
from pages import (FAINT, KINDS, Opened, axe, browser, draw_all, opened, violations,  # noqa: F401
                   written)

ON_PAGES = {
    "demo": {"figures", "labels", "distribution", "bias"},
    "classes": {"confusion"},
    "hierarchy": {"ladder", "treemap", "errors", "confusion"},
    "scores": {"pr", "roc", "thresholds", "at-k", "reliability"},
    "comparison": {"forest", "flips", "label-moves", "branch-moves"},
}


@pytest.fixture(autouse=True)
def built_with_charts(written):
    """Without the bundle pages are those of test_page.py alone."""
    if 'id="charts"' not in written("demo")[0].read_text(encoding="utf-8"):
        pytest.skip("this build has no interactive pictures: cmake says why, --version that")


def plane_of(page, kind, number=0):
    plane = page.locator(f"figure[data-name={kind}] .chart-plane").nth(number)
    plane.scroll_into_view_if_needed()
    plane.locator("svg").first.wait_for()
    return plane


def told(plane):
    """The facts beside a mark."""
    return dict(plane.evaluate("""(plane) => [...plane.querySelectorAll('.chart-tip:not([hidden]) dt')]
        .map((term) => [term.textContent, term.nextElementSibling.textContent])"""))


def walk(page, plane, keys=("ArrowDown",), most=2000):
    """The facts of mark after mark, until the keys lead no further."""
    plane.focus()
    page.keyboard.press("Home")
    facts = [told(plane)]
    for i in range(most):
        page.keyboard.press(keys[i % len(keys)])
        now = told(plane)
        if now == facts[-1]:
            return facts
        facts.append(now)
    raise AssertionError("there is no end of marks")


def marks(plane):
    """What is drawn: shapes with their places and colours."""
    return sorted(plane.evaluate("""(plane) => [...plane.querySelectorAll('svg path, svg text')].map(
        (e) => ['d', 'fill', 'transform'].map((name) => e.getAttribute(name) ?? e.textContent))"""))


def report_of(command, written, name, *more):
    return command("evaluate", "-o", "json", "--per-label", *more, *written(name)[1])


@pytest.mark.parametrize("name", ON_PAGES)
def test_every_picture_is_drawn(name, opened, written):
    page = opened(name)
    draw_all(page)
    figures = page.locator("figure")
    names = [figure.get_attribute("data-name") for figure in figures.all()]
    assert ON_PAGES[name] <= set(names)
    for number, kind in enumerate(names):
        plane = figures.nth(number).locator(".chart-plane")
        assert plane.count() == 1, kind
        shapes = [d for d, fill, _ in marks(plane) if d.startswith("M")]
        assert len(shapes) > 4, kind
        assert figures.nth(number).locator(".scroll").first.is_hidden(), kind
        heard = plane.locator("[role=img]").get_attribute("aria-label")
        assert heard == figures.nth(number).locator("figcaption").inner_text().strip(), kind
    assert written(name)[0].read_text(encoding="utf-8").count('id="charts"') == 1


def test_keyboard_tells_the_numbers_of_labels(opened, written, command):
    page = opened("demo", reduced_motion="reduce")
    labels = report_of(command, written, "demo")["labels"]
    plane = plane_of(page, "labels")
    facts = walk(page, plane)
    assert len(facts) == 40
    for fact in facts:
        wanted = labels[fact["label"]]
        assert int(fact["support"]) == wanted["support"]
        for figure in ("precision", "recall", "f1"):
            assert float(fact[figure]) == wanted[figure]
    said = page.locator("figure[data-name=labels] .chart-said").inner_text()
    assert said == ", ".join(f"{name} {value}" for name, value in facts[-1].items())


def test_keyboard_tells_figures_levels_and_errors(opened, written, command):
    page = opened("hierarchy", reduced_motion="reduce")
    report = report_of(command, written, "hierarchy")
    facts = walk(page, plane_of(page, "figures"))
    assert len(facts) > 10
    for fact in facts:
        wanted = report["measures"][fact["measure"]]
        assert [float(fact[key]) for key in ("value", "low", "high")] == [
            wanted["value"], wanted["low"], wanted["high"]]
    facts = walk(page, plane_of(page, "ladder"))
    assert [int(fact["level"]) for fact in facts] == [1, 2, 3, 4]
    for fact, wanted in zip(facts, report["levels"]):
        assert all(float(fact[key]) == wanted[key] for key in ("accuracy", "precision", "recall", "f1"))
    facts = walk(page, plane_of(page, "errors"))
    assert {fact["kind"].replace(" ", "_"): float(fact["share"]) for fact in facts} == {
        kind: wanted["share"] for kind, wanted in report["hierarchy"]["errors"].items()}


def test_mouse_tells_the_same(opened, written, command):
    """Over each row of a picture of names, over the columns of a distribution and over a curve."""
    page = opened("scores", reduced_motion="reduce")
    report = report_of(command, written, "scores")
    plane = plane_of(page, "figures")
    box = plane.bounding_box()
    seen = {}
    for y in range(8, int(box["height"]) - 50, 13):
        plane.hover(position={"x": box["width"] * 0.6, "y": y})
        fact = told(plane)
        if fact:
            seen[fact["measure"]] = float(fact["value"])
    wanted = {name: facts["value"] for name, facts in report["measures"].items()
              if facts["value"] is not None and 0 <= facts["value"] <= 1}
    assert len(seen) > 15 and all(seen[name] == wanted[name] for name in seen) and seen == wanted
    page.mouse.move(0, 0)
    assert told(plane) == {}

    plane = plane_of(page, "distribution")
    box = plane.bounding_box()
    counts = {}
    for step in range(60):
        plane.hover(position={"x": 60 + (box["width"] - 90) * step / 60, "y": box["height"] / 2})
        fact = told(plane)
        if fact:
            counts[float(fact["f1 from"])] = int(fact["labels"])
    values = [label["f1"] for label in report["labels"].values()]
    assert counts == {i / 10: sum(min(int(f1 * 10), 9) == i for f1 in values) for i in range(10)}

    plane = plane_of(page, "at-k")
    box = plane.bounding_box()
    plane.hover(position={"x": box["width"] * 0.95, "y": box["height"] / 2})
    fact = told(plane)
    wanted = report_of(command, written, "scores", "-m", f"precision@{fact['k']}")["measures"]
    assert float(fact["precision"]) == wanted[f"precision@{fact['k']}"]["value"]


def test_matrices_have_two_directions(opened):
    page = opened("hierarchy", reduced_motion="reduce")
    plane = plane_of(page, "confusion")
    rows = walk(page, plane, keys=("ArrowDown", "ArrowRight"))
    places = [(fact["truth"], fact["predicted"]) for fact in rows]
    assert len(set(places)) == len(places) > 10
    diagonal = [fact for fact in rows if fact["truth"] == fact["predicted"]]
    assert len(diagonal) > 8 and sum(int(fact["count"]) for fact in diagonal) > 50


def test_comparisons_tell_what_the_json_tells(opened, written, command):
    page = opened("comparison", reduced_motion="reduce")
    found = command("compare", "-o", "json", *written("comparison")[1])["comparisons"]
    wanted = {row["measure"]: row for row in found}
    facts = walk(page, plane_of(page, "forest"))
    assert len(facts) > 10
    for fact in facts:
        row = wanted[fact["measure"]]
        assert [float(fact[key]) for key in ("difference", "low", "high")] == [
            row["difference"], row["low"], row["high"]]
        assert fact["verdict"].startswith(row["verdict"].replace("_", " "))


def test_legend_hides_series(opened):
    page = opened("scores", reduced_motion="reduce")
    plane = plane_of(page, "thresholds")
    before = marks(plane)
    button = page.locator("figure[data-name=thresholds]").get_by_role("button", name="recall")
    assert button.get_attribute("aria-pressed") == "true"
    button.focus()
    page.keyboard.press("Space")
    assert button.get_attribute("aria-pressed") == "false"
    hidden = marks(plane)
    recall = {fill for _, fill, _ in before} - {fill for _, fill, _ in hidden}
    assert len(recall) == 1 and len(hidden) < len(before)
    page.keyboard.press("Space")
    assert marks(plane) == before


@pytest.mark.parametrize("kind", ["bias", "pr", "distribution"])
def test_zoom(kind, opened):
    """By keys and by buttons; what is magnified is still what is pointed at."""
    page = opened("scores", reduced_motion="reduce")
    plane = plane_of(page, kind)
    whole = marks(plane)
    plane.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    fact = told(plane)
    page.keyboard.press("+")
    page.wait_for_timeout(200)
    near = marks(plane)
    assert near != whole and told(plane) == fact
    assert plane.locator(".chart-mark").first.is_visible()
    # Once more, around a mark in the middle: it stays in sight.
    page.keyboard.press("0")
    for _ in range(5):
        page.keyboard.press("PageDown")
    fact = told(plane)
    for _ in range(3):
        page.keyboard.press("+")
    page.wait_for_timeout(200)
    assert told(plane) == fact and plane.locator(".chart-mark").first.is_visible()
    page.keyboard.press("0")
    page.wait_for_timeout(200)
    assert marks(plane) == whole
    figure = page.locator(f"figure[data-name={kind}]")
    figure.get_by_role("button", name="Zoom in").click()
    page.wait_for_timeout(200)
    assert marks(plane) != whole
    figure.get_by_role("button", name="Show all").click()
    page.wait_for_timeout(200)
    assert marks(plane) == whole
    # A wheel without Ctrl turns the page.
    plane.hover()
    page.mouse.wheel(0, 40)
    page.wait_for_timeout(200)
    assert marks(plane) == whole


def test_branches_open(opened, written, command):
    """By keyboard, down and up again; the areas are those of the branch alone."""
    page = opened("hierarchy", reduced_motion="reduce")
    branches = {row["code"]: row for row in
                report_of(command, written, "hierarchy")["hierarchy"]["branches"]}
    plane = plane_of(page, "treemap")
    tops = walk(page, plane)
    assert {fact["code"] for fact in tops} == set(branches)
    for fact in tops:
        assert float(fact["f1"]) == branches[fact["code"]]["hierarchical_f1"]
        assert int(fact["examples"]) == branches[fact["code"]]["n"]
    whole = marks(plane)
    page.keyboard.press("Home")
    code = told(plane)["code"]
    page.keyboard.press("Enter")
    below = walk(page, plane)
    assert all(fact["level"] == "2" and fact.get("code", code).startswith(code) for fact in below)
    assert sum(int(fact["examples"]) for fact in below) <= branches[code]["n"]
    assert marks(plane) != whole
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    assert marks(plane) == whole
    box = plane.bounding_box()
    plane.click(position={"x": 40, "y": box["height"] / 4})
    assert marks(plane) != whole
    page.get_by_role("button", name="All branches").click()
    assert marks(plane) == whole
    assert plane.evaluate("(plane) => plane === document.activeElement")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_everybody_can_use_it(scheme, opened, axe):
    """axe-core finds nothing where marks are pointed at, series are hidden and a branch is open."""
    page = opened("scores", color_scheme=scheme, reduced_motion="reduce")
    draw_all(page)
    for button in page.get_by_role("button", name="recall").all():
        button.click()
    treemap = plane_of(page, "treemap")
    treemap.focus()
    for key in ("Home", "Enter", "ArrowRight"):
        page.keyboard.press(key)
    assert told(treemap)["level"] == "2"
    assert violations(page, axe) == []
    assert page.evaluate(FAINT) == []


def test_keyboard_is_not_caught(opened):
    """Tab leaves a picture, and keys that it has no use for do what they always do."""
    page = opened("demo", reduced_motion="reduce")
    plane = plane_of(page, "figures")
    plane.focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.localName") == "summary"
    assert told(plane) == {}
    page.keyboard.press("Shift+Tab")
    assert plane.evaluate("(plane) => plane === document.activeElement")
    kept = plane.evaluate("""(plane) => ['a', 'Enter', 'Escape', 'Tab', '+'].filter((key) =>
        !plane.dispatchEvent(new KeyboardEvent('keydown', {key, bubbles: true, cancelable: true})))""")
    assert kept == []


def test_switch_to_static_pictures(opened):
    page = opened("demo")
    draw_all(page)
    page.get_by_label("Interactive pictures").focus()
    page.keyboard.press("Space")
    assert page.locator(".chart:visible").count() == 0
    assert page.locator("svg.plot[role=img]:visible").count() == page.locator("figure").count()
    page.keyboard.press("Space")
    assert page.locator(".chart:visible").count() == page.locator("figure").count()


def test_paper_has_static_pictures(opened):
    page = opened("demo")
    draw_all(page)
    page.emulate_media(media="print")
    assert page.locator(".chart:visible, .chart-switch:visible").count() == 0
    assert page.locator("svg.plot[role=img]:visible").count() == page.locator("figure").count()


def test_saved_pictures_are_the_static_ones(opened):
    page = opened("demo")
    plane_of(page, "labels")
    figure = page.locator("figure[data-name=labels]")
    with page.expect_download() as download:
        figure.get_by_role("button", name="SVG").click()
    text = download.value.path().read_text(encoding="utf-8")
    assert 'class="plot"' in text and 'role="img"' in text and "chart" not in text


def test_colours_are_the_page_s(opened):
    """Of light and dark, at once where readers switch, and those of the static picture."""
    page = opened("demo", reduced_motion="reduce")
    plane = plane_of(page, "labels")
    colours = []
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        page.wait_for_timeout(200)
        static = page.evaluate("""() => [...document.querySelectorAll(
            'figure[data-name=labels] .scroll svg .mark')].map((e) => getComputedStyle(e).fill)""")
        drawn = set(static) & {fill for _, fill, _ in marks(plane)}
        assert len(drawn) == len(set(static)) == 3
        colours.append(drawn)
    assert colours[0].isdisjoint(colours[1])


def test_motion_only_where_it_is_wanted(opened):
    for motion, moves in [("reduce", False), ("no-preference", True)]:
        page = opened("demo", reduced_motion=motion)
        plane = plane_of(page, "labels")
        page.wait_for_timeout(600)
        button = page.locator("figure[data-name=labels]").get_by_role("button", name="precision")
        first, last = button.evaluate("""async (button) => {
            const svg = button.closest('figure').querySelector('.chart-plane svg');
            const shapes = () => [...svg.querySelectorAll('path')].map((e) => e.getAttribute('transform')).join();
            button.click();
            await new Promise(requestAnimationFrame);
            await new Promise(requestAnimationFrame);
            const first = shapes();
            await new Promise((done) => setTimeout(done, 700));
            return [first, shapes()];
        }""")
        assert (first != last) == moves, motion


def test_labels_stay_text(opened):
    """HTML in labels is shown in pictures and beside marks as it is."""
    page = opened("hostile", reduced_motion="reduce")
    draw_all(page)
    facts = walk(page, plane_of(page, "labels"))
    shown = {fact["label"] for fact in facts}
    for label in page_data.HOSTILE:
        assert label.replace("\u202e", "\\u202e") in shown
    assert page.locator("figure img, figure script, figure b").count() == 0


def test_touch(browser, written):
    """A finger that taps is told what a mouse is told."""
    seen = Opened(browser, written("demo")[0], has_touch=True)
    plane = plane_of(seen.page, "labels")
    box = plane.bounding_box()
    seen.page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    assert "f1" in told(plane)
    assert seen.faults == []
    seen.context.close()


def test_without_scripts_nothing_is_interactive(opened):
    page = opened("demo", java_script_enabled=False)
    assert page.locator(".chart, .chart-switch").count() == 0
    assert page.locator("svg.plot:visible").count() == page.locator("figure").count() > 3


def test_size(written):
    """The bundle is in a page once, packed, and a page of large data stays below its bound."""
    text = written("large")[0].read_text(encoding="utf-8")
    packed = re.search('<template id="charts">([^<]*)</template>', text).group(1)
    assert len(packed) < 320_000 and len(text) < 2_000_000
    assert text.count(packed[:200]) == 1


def test_every_kind_of_data_is_covered():
    assert set(ON_PAGES) <= set(KINDS)
