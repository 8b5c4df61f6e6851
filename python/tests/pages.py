"""Pages in a real browser: written by the command line, opened, and whatever goes wrong in them."""
import pathlib
import shutil
import time

import page_data
import pytest

KINDS = {kind.__name__: kind for kind in page_data.KINDS}
COMMANDS = {"comparison": "compare"}
DESK = {"width": 1200, "height": 900}


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


@pytest.fixture(scope="module")
def written(command, root, tmp_path_factory):
    """Path of the page of a kind of data, and the arguments that made it; each is made once."""
    made = {}

    def page_of(name):
        if name not in made:
            folder = tmp_path_factory.mktemp(name)
            arguments = KINDS[name](folder, root)
            gates = "--require" in arguments
            command(COMMANDS.get(name, "evaluate"), "-o", "html", "--out", folder / "page.html", *arguments, parse=False,
                    status=1 if gates else 0)
            made[name] = folder / "page.html", arguments
        return made[name]

    return page_of


class Opened:
    """A page, and whatever went wrong in it."""

    def __init__(self, browser, path, **settings):
        self.context = browser.new_context(viewport=DESK, **settings)
        self.page = self.context.new_page()
        self.page.set_default_timeout(15_000)
        self.faults = []
        self.page.on("console", lambda message: self.faults.append(f"console: {message.text}"))
        self.page.on("pageerror", lambda error: self.faults.append(f"error: {error}"))
        self.page.on("dialog", lambda dialog: (self.faults.append("dialog"), dialog.dismiss()))
        self.page.on("request", self.requested)
        self.address = path.as_uri()
        started = time.monotonic()
        self.page.goto(self.address, wait_until="load")
        self.seconds = time.monotonic() - started
        if settings.get("java_script_enabled", True) and self.page.locator("figure[data-plot]").count():
            self.page.wait_for_selector("figure.live")  # they are unpacked beside the page

    def requested(self, request):
        if request.url != self.address and not request.url.startswith(("blob:", "data:")):
            self.faults.append(f"request: {request.url}")


@pytest.fixture
def opened(browser, written):
    """Opens the page of a kind of data; at the end nothing may have gone wrong in it."""
    all_opened = []

    def open_page(name, **settings):
        all_opened.append(Opened(browser, written(name)[0], **settings))
        return all_opened[-1].page

    yield open_page
    for each in all_opened:
        each.context.close()
    assert [fault for each in all_opened for fault in each.faults] == []


@pytest.fixture(scope="module")
def axe():
    """Source of axe-core: evaluated, since the page's policy lets no script in."""
    package = pytest.importorskip("axe_playwright_python")
    return (pathlib.Path(package.__file__).parent / "axe.min.js").read_text(encoding="utf-8")


def draw_all(page):
    """Interactive pictures are drawn where they come into sight: brings all of them there."""
    for plane in page.locator(".chart-plane").all():
        if plane.is_visible():
            plane.scroll_into_view_if_needed()
            plane.locator("svg").first.wait_for()


def violations(page, axe, rules=None):
    """What axe-core objects to. Tables keep 20 rows, for rows are alike and axe is slow."""
    page.evaluate("""() => document.querySelectorAll('tbody').forEach(
        (body) => [...body.rows].slice(20).forEach((row) => row.remove()))""")
    page.evaluate(axe)
    found = page.evaluate("(only) => axe.run(document, {resultTypes: ['violations'], ...only})",
                          {"runOnly": rules} if rules else {})
    return [f"{rule['id']}: {node['html'][:200]} {node['failureSummary']}"
            for rule in found["violations"] for node in rule["nodes"]]


# Text in pictures, which axe leaves undecided: its colour against that of what lies below its middle.
FAINT = """() => {
  const light = (colour) => {
    const [r, g, b] = colour.match(/[0-9.]+/g).slice(0, 3).map((part) => part / 255)
      .map((c) => c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const faint = [];
  for (const text of document.querySelectorAll('figure svg text')) {
    if (!text.checkVisibility()) continue;
    text.scrollIntoView({block: 'center', inline: 'center'});
    const box = text.getBoundingClientRect();
    const below = document.elementsFromPoint(box.x + box.width / 2, box.y + box.height / 2)
      .find((e) => e.localName !== 'text' && (e instanceof SVGGeometryElement
        ? !['none', 'rgba(0, 0, 0, 0)'].includes(getComputedStyle(e).fill)
          && +getComputedStyle(e).fillOpacity === 1
        : getComputedStyle(e).backgroundColor !== 'rgba(0, 0, 0, 0)'));
    if (!below) continue;
    const style = getComputedStyle(below);
    const under = below instanceof SVGGeometryElement ? style.fill : style.backgroundColor;
    const pair = [light(getComputedStyle(text).fill), light(under)].sort((a, b) => a - b);
    const contrast = (pair[1] + 0.05) / (pair[0] + 0.05);
    if (contrast < 4.5) faint.push(`${text.textContent} on ${under}: ${contrast.toFixed(2)}`);
  }
  return faint;
}"""
