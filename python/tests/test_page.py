"""The page of a report in a real browser: accessible, offline, readable, usable by keyboard alone."""
import base64
import csv
import io
import xml.etree.ElementTree as ElementTree

import numpy
import page_data
import pytest
from pages import (DESK, FAINT, KINDS, Opened, axe, browser, draw_all, opened,  # noqa: F401
                   violations, written)

LARGEST = 2_000_000  # bytes of a page, however large the data
PHONE = {"width": 360, "height": 740}


# What sticks out of a narrow page: only what scrolls on its own may be wider.
WIDE = """() => [...document.querySelectorAll('main *')].filter(
    (e) => !e.closest('.scroll') && e.getBoundingClientRect().right > innerWidth + 1).map(
    (e) => e.outerHTML.slice(0, 120))"""


@pytest.mark.parametrize("name", KINDS)
def test_everybody_can_read_it(name, opened, axe, written):
    """axe-core finds nothing, in light and in dark, and a phone needs no scrolling sideways."""
    assert written(name)[0].stat().st_size < LARGEST
    page = opened(name)
    page.set_viewport_size(PHONE)
    draw_all(page)
    assert page.evaluate(WIDE) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    page.set_viewport_size(DESK)
    switch = page.get_by_label("Interactive pictures")
    for interactive in [True, False] if switch.count() else [False]:
        if switch.count():
            switch.set_checked(interactive)
        page.emulate_media(color_scheme="light")
        draw_all(page)
        assert violations(page, axe) == []
        assert page.evaluate(FAINT) == []
        page.emulate_media(color_scheme="dark")
        draw_all(page)
        assert violations(page, axe, ["color-contrast"]) == []
        assert page.evaluate(FAINT) == []


def test_load_time(browser, written, record_property):
    """Logged; asserted loosely, for machines differ."""
    for name, most in [("demo", 5), ("large", 15)]:
        seconds = min(opened_once(browser, written(name)[0]) for _ in range(3))
        record_property(f"seconds_{name}", round(seconds, 3))
        print(f"page of {name} loads in {seconds:.2f} s, {written(name)[0].stat().st_size} bytes")
        assert seconds < most


def opened_once(browser, path):
    opened = Opened(browser, path)
    opened.context.close()
    return opened.seconds


def column(page, table, number):
    """Texts of the shown cells of a column."""
    return page.evaluate("""([table, number]) => [...document.querySelector(table).tBodies[0].rows]
        .filter((row) => row.checkVisibility()).map((row) => row.cells[number].textContent)""",
                         [table, number])


def numbers(texts):
    return [float(text.rstrip("*")) for text in texts if text != "-"]


def test_sorting_by_mouse(opened):
    page = opened("demo")
    head = page.locator("#labels-table th", has_text="support")
    before = sorted(column(page, "#labels-table", 0))
    head.get_by_role("button").click()
    rising = numbers(column(page, "#labels-table", 1))
    assert rising == sorted(rising) and len(set(rising)) > 1
    assert head.get_attribute("aria-sort") == "ascending"
    head.get_by_role("button").click()
    falling = numbers(column(page, "#labels-table", 1))
    assert falling == sorted(rising, reverse=True)
    assert head.get_attribute("aria-sort") == "descending"
    # Codes are texts: they sort by character, and no row is lost.
    page.locator("#labels-table th", has_text="label").get_by_role("button").click()
    assert column(page, "#labels-table", 0) == before
    assert page.locator("#labels-table [aria-sort]").count() == 1


def test_undefined_figures_sort_last_both_ways(opened):
    page = opened("groups")
    head = page.locator("#labels-table th", has_text="precision")
    at = head.evaluate("(head) => head.cellIndex")
    ends = []
    for _ in range(2):
        head.get_by_role("button").click()
        texts = column(page, "#labels-table", at)
        assert len(texts) > 2 and texts[-1].startswith("-") and not texts[0].startswith("-")
        ends.append(texts[0])
    assert ends[0] < ends[1]


def focused(page):
    return page.evaluate("""() => { const e = document.activeElement, s = getComputedStyle(e);
        return [e.tagName, e.textContent.slice(0, 40), s.outlineStyle !== 'none' && s.outlineWidth]; }""")


def test_keyboard_alone(opened):
    """Tab reaches everything that a mouse can use, in order and with a ring around it."""
    page = opened("hierarchy")
    wanted = page.evaluate("""() => [...document.querySelectorAll(
        'a[href], button, input, summary, [tabindex="0"]')].filter((e) => e.checkVisibility()).length""")
    seen = []
    for _ in range(wanted + 1):
        page.keyboard.press("Tab")
        tag, text, ring = focused(page)
        if tag == "BODY":
            break
        assert ring, f"no ring around {tag} {text}"
        seen.append(tag)
    assert len(seen) == wanted and len(set(seen)) > 3

    page.locator("input[type=search]").focus()
    page.keyboard.type("221")
    shown = column(page, "#labels-table", 0)
    assert shown and all("221" in text for text in shown)
    for _ in range(20):
        page.keyboard.press("Tab")
        if focused(page)[1].strip() == "f1":
            break
    page.keyboard.press("Enter")
    at = page.evaluate("document.activeElement.closest('th').cellIndex")
    rising = numbers(column(page, "#labels-table", at))
    assert rising == sorted(rising)
    page.keyboard.press("Space")
    assert numbers(column(page, "#labels-table", at)) == rising[::-1]
    page.locator("summary").first.focus()
    page.keyboard.press("Enter")
    assert page.locator("details table").first.is_visible()


def test_searching(opened):
    page = opened("large")
    box = page.locator("input[type=search]")
    box.fill("LABEL 1000")
    shown = column(page, "#labels-table", 0)
    assert 0 < len(shown) < 1000 and all("label 1000" in text for text in shown)
    assert page.locator("#labels-table-count").inner_text() == f"{len(shown)} shown"
    box.fill("no such label")
    assert page.locator("#labels-table-count").inner_text() == "0 shown"
    box.fill("")
    assert len(column(page, "#labels-table", 0)) == 1000
    assert "1000 labels that are true most often" in page.locator("#labels").inner_text()


def test_details_open(opened):
    page = opened("scores")
    opening = page.locator("details")
    assert opening.locator("table").count() > 10
    for i in range(opening.count()):
        hidden = opening.nth(i).locator("table, ul").first  # numbers, or rules
        assert not hidden.is_visible()
        opening.nth(i).locator("summary").click()
        hidden.wait_for(state="visible")


def saved(page, kind, ending, number=0):
    """What the button of a picture saves, and under which name."""
    figure = page.locator(f"figure[data-name={kind}]").nth(number)
    with page.expect_download() as download:
        figure.get_by_role("button", name=ending.upper()).click()
    path = download.value.path()
    assert download.value.suggested_filename == f"{kind}.{ending}"
    return path.read_text(encoding="utf-8")


def test_saved_numbers_are_those_of_the_json(opened, written, command):
    page = opened("demo")
    report = command("evaluate", "-o", "json", "--per-label", *written("demo")[1])
    rows = list(csv.DictReader(io.StringIO(saved(page, "figures", "csv"))))
    values = {row["measure"]: float(row["value"]) for row in rows}
    wanted = {name: facts["value"] for name, facts in report["measures"].items()
              if 0 <= facts["value"] <= 1}
    assert len(values) > 5 and all(values[name] == wanted[name] for name in values)
    rows = list(csv.DictReader(io.StringIO(saved(page, "labels", "csv"))))
    assert rows
    labels = report["labels"]
    for row in rows:
        for name in ("precision", "recall", "f1"):
            assert float(row[name]) == labels[row["label"]][name]


def squares(shot, size=None):
    """A screenshot's size, and the colours of its squares of 8 by 8: text may stand half a pixel off."""
    image = pytest.importorskip("PIL.Image").open(io.BytesIO(shot)).convert("RGB")
    image = image if size is None else image.resize(size)
    return image.size, numpy.asarray(image.reduce(8), dtype=float)


@pytest.mark.parametrize("name", ["demo", "hierarchy", "scores", "comparison"])
def test_saved_pictures_look_as_in_the_page(name, opened):
    """Screenshots of each picture in the page, without scripts, and of the file that is saved of it, alone.

    Both are drawn by one browser, so that fonts of the machine do not matter.
    """
    page, still = opened(name), opened(name, java_script_enabled=False)
    figures = still.locator("figure[data-name]")
    seen = {}
    for i in range(figures.count()):
        kind = figures.nth(i).get_attribute("data-name")
        number = seen[kind] = seen.get(kind, -1) + 1
        drawn = figures.nth(i).locator("svg").first
        alone = drawn.page.context.new_page()
        below = drawn.evaluate("(svg) => getComputedStyle(svg.closest('figure')).backgroundColor")
        file = base64.b64encode(saved(page, kind, "svg", number).encode()).decode()
        alone.set_content(f"<body style='margin:0;background:{below}'><img style='display:block;width:"
                          f"{drawn.bounding_box()['width']}px' src='data:image/svg+xml;base64,{file}'>")
        size, ours = squares(drawn.screenshot())
        _, theirs = squares(alone.locator("img").screenshot(), size)
        alone.close()
        assert numpy.abs(ours - theirs).max() < 64, kind
        assert numpy.abs(ours - ours[:, ::-1]).max() > 64, kind  # of another picture it would be
    assert len(seen) > (0 if name == "comparison" else 3)


def test_saved_pictures_are_whole(opened):
    """An SVG file of its own, with its colours, that says what it shows."""
    page = opened("scores")
    for kind in ("figures", "ladder", "treemap", "labels", "bias", "pr", "confusion"):
        text = saved(page, kind, "svg")
        root = ElementTree.fromstring(text)
        assert root.tag == "{http://www.w3.org/2000/svg}svg"
        finding = page.locator(f"figure[data-name={kind}] figcaption").first.inner_text()
        assert " ".join(root.find("{*}title").text.split()) == " ".join(finding.split())
        assert root.get("width") and root.get("height")
        assert not any(name.startswith("on") for each in root.iter() for name in each.keys())
        fills = {each.get("fill") for each in root.iter()}
        assert len(fills - {None, "none"}) > 1


def test_table_of_labels_is_that_of_the_json(opened, written, command):
    page = opened("groups")
    report = command("evaluate", "-o", "json", "--per-label", *written("groups")[1], status=1)
    heads = [head.strip() for head in page.locator("#labels-table th").all_inner_texts()]
    labels = report["labels"]
    names = column(page, "#labels-table", 0)
    assert set(names) == set(labels) and len(names) > 3
    for at, head in enumerate(heads[1:], start=1):
        for name, text in zip(names, column(page, "#labels-table", at)):
            wanted = labels[name][head]
            assert text == "-*" if wanted is None else (
                float(text.rstrip("*")) == pytest.approx(wanted, abs=5.1e-5))
    verdicts = page.locator("#gates").inner_text()
    assert "f1_micro" in verdicts and page.locator("#gates .fail").count() == 1


def test_labels_are_text(opened):
    """HTML in labels is shown as it is, in the table and in pictures."""
    page = opened("hostile")
    texts = column(page, "#labels-table", 0)
    for label in page_data.HOSTILE:
        plain = label.replace("\u202e", "\\u202e")
        assert label in texts or plain in texts or any(text.startswith(label[:400]) for text in texts)
    assert page.locator("main img, main script, main b").count() == 0
    assert page.evaluate("document.scripts.length") <= 3
    cell = page.locator("#labels-table td", has_text="\u05e2\u05d1").first
    assert cell.evaluate("(e) => getComputedStyle(e).direction") == "rtl"


def test_print(opened):
    """Paper has no buttons; what is folded on the screen lies open."""
    page = opened("hierarchy", color_scheme="dark")
    page.emulate_media(media="print")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    assert page.evaluate("""() => [...document.querySelectorAll('nav, .script, .save, summary')]
        .filter((e) => e.checkVisibility()).length""") == 0
    closed = page.evaluate("""() => [...document.querySelectorAll('details table')].filter(
        (e) => !e.checkVisibility({contentVisibilityAuto: true}) || !e.getClientRects().length).length""")
    assert closed == 0
    wide = page.evaluate("""() => { document.body.style.width = '180mm';
        return [...document.querySelectorAll('svg.plot')].filter(
        (e) => e.getBoundingClientRect().width > document.body.clientWidth).length; }""")
    assert wide == 0
    assert page.pdf(format="A4").startswith(b"%PDF-")


@pytest.mark.parametrize("name", ["scores", "hostile"])
def test_without_scripts_the_page_is_whole(name, opened, browser, written):
    page = opened(name, java_script_enabled=False)
    assert page.locator("#labels-table tbody tr").count() > 5
    assert page.locator("svg.plot").count() == page.locator("figure").count() > 3
    assert page.locator("input[type=search]").is_hidden()
    page.locator("summary").first.click()
    assert page.locator("details table").first.is_visible()
