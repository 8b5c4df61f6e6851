// One figure made interactive: tools, the drawing, what a mark says, mouse and keyboard alike.
import {cells} from "./cells.js";
import {init} from "./echarts.js";
import {dashes} from "./marks.js";
import {plane} from "./plane.js";
import {Plot} from "./plot.js";
import {rows} from "./rows.js";
import {theme} from "./theme.js";
import {tree} from "./tree.js";

const FEWEST = 1;     // percent of an axis that can fill the picture
const MAGNIFIED = 2;  // by a press of a button

/// How to draw a picture; undefined: it stays as it is.
function kindOf({kind, x, y}) {
  if (kind === "treemap") return tree;
  if (x.kind === "none" || y.kind === "none") return undefined;
  if (y.kind !== "names") return x.kind === "names" ? undefined : plane;
  return x.kind === "names" ? cells : rows;
}

function element(name, settings = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(settings)) {
    if (key in made) made[key] = value;
    else made.setAttribute(key, value);
  }
  made.append(...children);
  return made;
}

function drawn(name, attributes, parent) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  parent?.append(made);
  return made;
}

let count = 0;

export class Picture {
  /// The picture of a figure, or null where there is none to make.
  static of(figure) {
    const plot = new Plot(figure);
    const kind = kindOf(plot);
    return kind ? new Picture(figure, plot, kind) : null;
  }

  constructor(figure, plot, kind) {
    Object.assign(this, {figure, plot, kind, chart: null, row: null});
    this.state = {hidden: new Set(), root: null, width: 0};
    this.keys = element("p", {className: "chart-keys facts", id: `chart-keys-${++count}`}, this.help());
    this.canvas = element("div");
    this.marks = element("div");
    this.tip = element("div", {className: "chart-tip", hidden: true, "aria-hidden": "true"});
    this.said = element("p", {className: "chart-said", role: "status"});
    this.plane = element("div", {
      className: "chart-plane", tabIndex: 0, role: "application",
      "aria-label": `interactive picture: ${plot.kind}`, "aria-describedby": this.keys.id,
    }, this.canvas, this.marks, this.tip);
    this.tools = element("div", {className: "chart-tools"});
    this.shell = element("div", {className: "chart"}, this.tools, this.plane, this.keys, this.said);
    this.plane.addEventListener("keydown", (event) => this.pressed(event));
    this.plane.addEventListener("focus", () => this.draw());
    this.plane.addEventListener("blur", () => this.point(null));
    this.plane.addEventListener("pointerleave", ({pointerType}) => {
      if (pointerType === "mouse") this.point(null);  // a finger is lifted to look
    });
    figure.querySelector(".scroll").after(this.shell);
    this.show(true);
    this.fillTools();
  }

  help() {
    const {drills, zooms} = this.kind;
    return "Arrow keys go from mark to mark" +
      (zooms ? "; + and - magnify, 0 shows all; Ctrl and the wheel magnify, too." : "") +
      (drills ? "; Enter or a click opens a branch, Escape closes it." : "") +
      (drills || zooms ? "" : ".");
  }

  show(live) {
    this.live = live;
    this.shell.hidden = !live;
    this.figure.classList.toggle("live", live);
    if (live) this.canvas.style.height = `${this.kind.height(this.plot)}px`;
    if (live && this.chart) this.redraw();
  }

  /// The first time that it is looked at.
  draw() {
    if (this.chart || !this.live) return;
    this.chart = init(this.canvas, null, {renderer: "svg"});
    new ResizeObserver(() => this.live && this.redraw()).observe(this.canvas);
    const zr = this.chart.getZr();
    if (this.kind.drills) {
      this.chart.on("mouseover", (event) => this.point(this.kind.rowOf(event)));
      this.chart.on("mouseout", () => this.point(null));
      this.chart.on("click", (event) => this.open(this.kind.rowOf(event)));
    } else {
      const look = ({offsetX, offsetY}) =>
        this.point(this.kind.rowAt(this.plot, this.chart, offsetX, offsetY, this.state));
      zr.on("mousemove", look);
      zr.on("click", look);
    }
    this.chart.on("dataZoom", () => this.point(null));
    this.redraw();
  }

  redraw() {
    if (!this.chart || this.canvas.clientWidth === 0) return;
    this.point(null);
    const look = theme();
    this.state.width = this.canvas.clientWidth;
    const zoom = this.chart.getOption()?.dataZoom ?? [];
    this.chart.resize({width: this.state.width, height: this.canvas.clientHeight, silent: true});
    const {series, ...rest} = this.kind.option(this.plot, look, this.state);
    this.chart.setOption({
      animation: !look.still, animationDuration: 300, animationDurationUpdate: 300,
      backgroundColor: "transparent", textStyle: {color: look.ink, fontFamily: look.font},
      aria: {enabled: true, label: {description: this.plot.finding}, decal: {show: false}},
      ...rest,
      // What is pointed at has a frame; colours keep their meaning.
      series: series.map((each) => ({...each, emphasis: {disabled: true}})),
    }, true);
    zoom.forEach(({start, end}, at) => this.window(at, start, end));
  }

  // What a mark says.

  point(row, aloud = false) {
    this.row = row;
    const box = row === null ? null
      : this.kind.box(this.plot, this.chart, row, this.state);
    this.marks.replaceChildren(...this.frames(box));
    this.tip.hidden = row === null;
    if (row === null) return;
    const facts = this.plot.facts(row);
    this.tip.replaceChildren(element("dl", {}, ...facts.flatMap(([name, value]) => [
      element("dt", {}, name), element("dd", {dir: "auto"}, value)])));
    if (box) this.place(box);
    if (aloud) this.said.textContent = facts.map((fact) => fact.join(" ")).join(", ");
  }

  /// Around what is pointed at: a frame, or a ring for each series.
  frames(box) {
    if (!box) return [];
    return (box.rings ?? [box]).map(({x, y}) => {
      const frame = element("div", {className: box.rings ? "chart-mark round" : "chart-mark"});
      const {width, height} = box;
      Object.assign(frame.style, {left: `${x}px`, top: `${y}px`, width: `${width}px`, height: `${height}px`});
      return frame;
    });
  }

  place(box) {
    const {clientWidth, clientHeight} = this.plane;
    const {offsetWidth, offsetHeight} = this.tip;
    const between = (low, x, high) => Math.max(low, Math.min(x, high));
    this.tip.style.left = `${between(0, box.tip + 12, clientWidth - offsetWidth)}px`;
    const below = box.y + box.height + 6;
    const above = box.y - offsetHeight - 6;
    this.tip.style.top = below + offsetHeight <= clientHeight || above < 0
      ? `${below}px` : `${above}px`;
  }

  // Keyboard.

  pressed(event) {
    if (event.altKey || event.ctrlKey || event.metaKey || !this.chart) return;
    const moved = this.next(event.key);
    if (moved !== undefined) this.point(moved, true);
    else if (!this.did(event.key)) return;
    event.preventDefault();
  }

  next(key) {
    if (this.kind.step && key.startsWith("Arrow")) return this.kind.step(this.plot, this.row, key);
    const all = this.kind.order?.(this.plot, this.state) ??
      Array.from({length: this.plot.n}, (_, row) => row);
    const order = all.filter((row) => this.kind.box(this.plot, this.chart, row, this.state));
    if (order.length === 0) return undefined;
    const at = order.indexOf(this.row), last = order.length - 1;
    const page = Math.max(1, Math.round(order.length / 10));
    const by = {ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1, PageDown: page,
                PageUp: -page, Home: -Infinity, End: Infinity}[key];
    if (by === undefined) return undefined;
    if (at < 0) return order[by < 0 && key !== "Home" ? last : key === "End" ? last : 0];
    return order[Math.max(0, Math.min(at + by, last))];
  }

  did(key) {
    if (key === "Escape" && (this.row !== null || this.state.root !== null)) {
      if (this.row !== null) this.point(null);
      else this.close();
      return true;
    }
    if (this.kind.zooms && "+=-0".includes(key)) {
      this.zoom(key === "0" ? 0 : key === "-" ? 1 / MAGNIFIED : MAGNIFIED);
      return true;
    }
    if (this.kind.drills && key === "Enter" && this.row !== null) return this.open(this.row);
    if (this.kind.drills && key === "Backspace") return this.close();
    return false;
  }

  // Magnifying: both axes by the same factor, around the mark that is pointed at. 0: all.

  window(at, start, end) {
    this.chart.dispatchAction({type: "dataZoom", dataZoomIndex: at, start, end});
  }

  zoom(factor) {
    this.draw();
    const {row} = this;
    const box = row === null ? null : this.kind.box(this.plot, this.chart, row, this.state);
    const {x, y, width, height} = this.chart.getModel().getComponent("grid").coordinateSystem.getRect();
    const share = box?.rings.length
      ? [(box.x + box.width / 2 - x) / width, 1 - (box.y + box.height / 2 - y) / height] : [0.5, 0.5];
    this.chart.getOption().dataZoom.forEach(({start, end}, at) => {
      const span = factor === 0 ? 100 : Math.max(FEWEST, Math.min((end - start) / factor, 100));
      const middle = start + (end - start) * share[at];
      const from = Math.max(0, Math.min(middle - span * share[at], 100 - span));
      this.window(at, from, from + span);
    });
    if (row !== null) this.point(row);
  }

  // Branches.

  open(row) {
    const root = row === null ? null : this.kind.opens(this.plot, row, this.state);
    if (root === null) return false;
    this.state.root = root;
    this.turned(this.kind.trail(this.plot, this.state).at(-1));
    return true;
  }

  close() {
    if (this.state.root === null) return false;
    this.state.root = null;
    this.turned("all branches");
    return true;
  }

  turned(where) {
    this.fillTools();
    this.chart.clear();
    this.redraw();
    this.said.textContent = where;
  }

  // Tools above the drawing.

  button(words, press, settings = {}) {
    return element("button", {type: "button", onclick: press, ...settings}, words);
  }

  fillTools() {
    const tools = [...this.legend(), ...this.shades()];
    if (this.kind.zooms) {
      tools.push(element("span", {className: "chart-zoom"},
                         this.button("Zoom in", () => this.zoom(MAGNIFIED)),
                         this.button("Zoom out", () => this.zoom(1 / MAGNIFIED)),
                         this.button("Show all", () => this.zoom(0))));
    }
    if (this.kind.drills && this.state.root !== null) {
      tools.push(this.button("All branches", () => {
        this.close();
        this.plane.focus();
      }), element("span", {dir: "auto"}, this.kind.trail(this.plot, this.state).join(" \u203a ")));
    }
    this.tools.replaceChildren(...tools);
  }

  legend() {
    const named = new Map();
    for (const layer of this.plot.layers) if (layer.name && !named.has(layer.name)) named.set(layer.name, layer);
    for (const guide of this.plot.guides) if (guide.name && !named.has(guide.name)) named.set(guide.name, guide);
    return [...named].map(([name, mark]) => {
      const button = this.button("", () => {
        const {hidden} = this.state;
        if (!hidden.delete(name)) hidden.add(name);
        button.setAttribute("aria-pressed", !hidden.has(name));
        this.draw();
        this.redraw();
      }, {"aria-pressed": !this.state.hidden.has(name)});
      button.append(this.key(mark), name);
      return button;
    });
  }

  /// How a series looks, as the static picture draws it.
  key(mark) {
    const svg = drawn("svg", {class: "plot", viewBox: "-15 -7 30 14", "aria-hidden": "true"});
    const {mark: kind, look, colour, symbol} = mark;
    const lined = ["line", "steps", "spans"].includes(kind) || !kind;
    if (lined) {
      const line = drawn("g", {class: kind ? `s${look} line` : "guide", stroke: colour ?? "#51606f",
                               "stroke-width": 2, fill: "none"}, svg);
      const dash = kind ? dashes(mark.dashes) : [5, 4];
      drawn("path", {d: "M-15 0H15", ...(dash === "solid" ? {} : {"stroke-dasharray": dash.join(" ")})}, line);
    }
    if (kind && kind !== "spans") {
      const fill = drawn("g", {class: `s${look} mark`, fill: colour}, svg);
      if (kind === "bars" || kind === "boxes") drawn("rect", {x: -13, y: -5, width: 26, height: 10}, fill);
      else drawn("path", {d: symbol}, fill);
    }
    return svg;
  }

  shades() {
    const {shade} = this.plot;
    if (!shade) return [];
    const n = shade.steps.length;
    const text = (i) => (i / n).toFixed(1);
    return [element("span", {}, shade.title + ":"), ...shade.steps.map(([fill, ink], i) => {
      const step = element("span", {className: "chart-shade"}, `${text(i)} \u2013 ${text(i + 1)}`);
      Object.assign(step.style, {background: fill, color: ink});
      return step;
    })];
  }
}
