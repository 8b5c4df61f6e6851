// Colours as the page has them at that moment: of the reader's scheme, and of no second list.
const dark = matchMedia("(prefers-color-scheme: dark)");
const still = matchMedia("(prefers-reduced-motion: reduce)");
let probe;

/// The colour in which the page would draw a series: the static pictures' own rules decide.
function series(layer) {
  if (!probe) {
    const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    svg.setAttribute("class", "plot");
    svg.style.display = "none";
    probe = svg.appendChild(document.createElementNS(svg.namespaceURI, "g"));
    document.body.append(svg);
  }
  probe.setAttribute("class", `s${layer.look} mark`);
  probe.setAttribute("fill", layer.colour);
  return getComputedStyle(probe).fill;
}

export function theme() {
  const page = getComputedStyle(document.documentElement);
  const colour = (name) => page.getPropertyValue("--" + name).trim();
  return {
    ink: colour("ink"), soft: colour("soft"), rule: colour("rule"), panel: colour("panel"),
    none: "#e3e6ea", onNone: "#1c2430", series,
    font: getComputedStyle(document.body).fontFamily, still: still.matches,
  };
}

/// Calls back when readers change their mind about colours or motion.
export function onThemeChange(redraw) {
  for (const query of [dark, still]) query.addEventListener("change", redraw);
}

/// The shade of a value of 0 to 1, as [fill, ink].
export function shadeOf(plot, value, look) {
  if (!(value >= 0)) return [look.none, look.onNone];
  const {steps} = plot.shade;
  return steps[Math.min(Math.floor(value * steps.length), steps.length - 1)];
}
