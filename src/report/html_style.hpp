// What every page of a report carries along: its style and its script.
#pragma once

#include <string_view>

namespace tallystick::detail {

/// Colours come in pairs for light and dark; none of them carries a meaning of its own.
inline constexpr std::string_view kPageStyle = R"css(
:root{color-scheme:light dark;--ink:#1c2430;--soft:#51606f;--paper:#fff;--panel:#f4f6f8;--rule:#c9d1d9;
--mark:#0b5cad;--mark-soft:#8ab6e0;--other:#8a4b00;--bad:#a4161a;--good:#1a6b35}
@media screen and (prefers-color-scheme:dark){:root{--ink:#e8edf2;--soft:#a9b6c3;--paper:#12171d;--panel:#1b222b;
--rule:#3a4653;--mark:#7db8f5;--mark-soft:#35648f;--other:#f0b072;--bad:#ff9a9d;--good:#7fd99a}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:1rem/1.5 system-ui,sans-serif}
main{max-width:60rem;margin:0 auto;padding:1rem}
h1{font-size:1.5rem;margin:.5rem 0}
h2{font-size:1.2rem;margin:2rem 0 .5rem;border-bottom:1px solid var(--rule);padding-bottom:.25rem}
p{margin:.5rem 0}
.lead{font-size:1.15rem}
.facts{color:var(--soft)}
nav ul{display:flex;flex-wrap:wrap;gap:.25rem 1rem;padding:0;list-style:none}
a{color:var(--mark)}
figure{margin:1rem 0;padding:.75rem;background:var(--panel);border-radius:.5rem}
figcaption{margin:.25rem 0 .5rem}
figure>.scroll{max-height:none}
svg{display:block;max-width:100%;min-width:30rem;height:auto}
figure button{font:inherit;color:var(--mark);background:none;border:1px solid var(--soft);
border-radius:.25rem;padding:.25rem .5rem;margin:.5rem .5rem 0 0;cursor:pointer}
.scroll{overflow-x:auto;max-height:36rem;overflow-y:auto}
table{border-collapse:collapse;font-variant-numeric:tabular-nums;font-size:.95rem}
caption{text-align:left;font-weight:600;padding:.25rem 0}
th,td{padding:.2rem .6rem;border-bottom:1px solid var(--rule);text-align:left;vertical-align:top;
overflow-wrap:anywhere;max-width:28rem}
td:first-child,th:first-child{min-width:7rem}
th{position:sticky;top:0;background:var(--panel)}
.r{text-align:right;white-space:nowrap}
th button{font:inherit;font-weight:600;color:inherit;background:none;border:0;padding:0;cursor:pointer;
text-decoration:underline dotted}
th[aria-sort=ascending] button::after{content:" \2191"}
th[aria-sort=descending] button::after{content:" \2193"}
button:focus-visible,a:focus-visible,input:focus-visible,summary:focus-visible,.scroll:focus-visible{
outline:3px solid var(--mark);outline-offset:2px}
input{font:inherit;padding:.25rem .5rem;background:var(--paper);color:var(--ink);
border:1px solid var(--soft);border-radius:.25rem;width:100%;max-width:24rem}
summary{cursor:pointer}
.pass{color:var(--good);font-weight:600}
.fail{color:var(--bad);font-weight:600}
.script{display:none}
dl{display:grid;grid-template-columns:minmax(8rem,max-content) 1fr;gap:.25rem 1rem;margin:.5rem 0}
dt{font-weight:600;overflow-wrap:anywhere}
dd{margin:0}
@media(max-width:30rem){dl{grid-template-columns:1fr}main{padding:.75rem}}
@media print{:root{color-scheme:light}nav,.script,.save,summary{display:none!important}details>*{display:block}
details::details-content{content-visibility:visible;block-size:auto}.scroll{max-height:none;
overflow:visible}figure{break-inside:avoid}th{position:static}}
)css";

/// Sorts tables by their heads, shows the rows that hold what was typed, and unpacks the script of
/// interactive pictures. The page is whole without it.
inline constexpr std::string_view kPageScript = R"js(
"use strict";
for (const head of document.querySelectorAll("table.sorts th")) {
  const button = document.createElement("button");
  button.type = "button";
  button.append(...head.childNodes);
  head.append(button);
  button.addEventListener("click", () => {
    const row = head.parentElement, column = [...row.children].indexOf(head);
    const down = head.getAttribute("aria-sort") === "ascending";
    for (const other of row.children) other.removeAttribute("aria-sort");
    head.setAttribute("aria-sort", down ? "descending" : "ascending");
    const body = head.closest("table").tBodies[0];
    const text = (line) => line.cells[column].textContent.trim();
    const number = (line) => parseFloat(text(line));
    const lines = [...body.rows];
    const numbers = lines.every((line) => /^-?\*?$/.test(text(line)) || !Number.isNaN(number(line)));
    lines.sort((a, b) => {
      const [x, y] = numbers ? [number(a), number(b)] : [text(a), text(b)];
      const last = numbers && Number.isNaN(x) - Number.isNaN(y);
      return last || (x < y ? -1 : x > y ? 1 : 0) * (down ? -1 : 1);
    });
    body.append(...lines);
  });
}
for (const box of document.querySelectorAll("input[data-table]")) {
  const body = document.getElementById(box.dataset.table).tBodies[0];
  const count = document.getElementById(box.dataset.table + "-count");
  box.addEventListener("input", () => {
    const wanted = box.value.toLowerCase();
    let shown = 0;
    for (const line of body.rows) {
      line.hidden = !line.cells[0].textContent.toLowerCase().includes(wanted);
      if (!line.hidden) ++shown;
    }
    count.textContent = shown + " shown";
  });
}
for (const figure of document.querySelectorAll("figure[data-name]")) {
  const offer = (title, ending, type, content) => {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "save";
    button.textContent = title;
    button.addEventListener("click", () => {
      const link = document.createElement("a");
      link.href = URL.createObjectURL(new Blob([content()], {type}));
      link.download = figure.dataset.name + ending;
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 60000);  // a slow disk may still read it
    });
    figure.append(button);
  };
  const svg = figure.querySelector("svg");
  offer("Save picture (SVG)", ".svg", "image/svg+xml",
        () => {
          const whole = svg.cloneNode(true);
          const {width, height} = svg.viewBox.baseVal;
          whole.setAttribute("width", width);
          whole.setAttribute("height", height);
          return new XMLSerializer().serializeToString(whole);
        });
  const numbers = figure.querySelector("pre");
  if (numbers) offer("Save numbers (CSV)", ".csv", "text/csv", () => numbers.textContent);
}
for (const part of document.querySelectorAll(".script")) part.style.display = "block";
const packed = document.getElementById("charts");
if (packed && "DecompressionStream" in window) {
  const bytes = Uint8Array.from(atob(packed.content.textContent), (c) => c.charCodeAt(0));
  const plain = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  new Response(plain).text().then((text) => {
    const script = document.createElement("script");
    script.textContent = text;  // the policy names its hash, too
    document.head.append(script);
  });
}
)js";

/// Of that script, as a content security policy names it: the test of pages computes it anew.
inline constexpr std::string_view kScriptHash =
    "sha256-sCZHNELliYHXVaTUaJ6x0Nw76B6WSZMiOK+Sms3I3G4=";

}  // namespace tallystick::detail
