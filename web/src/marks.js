// What pictures with axes are made of: axes, layers of marks and guides as ECharts has them.
import {cut} from "./plot.js";

const FEW = 60;      // rows of a line that all have symbols
const SYMBOLS = 12;  // else so many, spread along it

export const dashes = (text) => text ? text.split(" ").map(Number) : "solid";

export const isHidden = (mark, hidden) => mark.name && hidden.has(mark.name);

/// Where the marks of a row stand, in values of the axes.
export function anchors(plot, row, hidden) {
  const out = [];
  for (const layer of plot.layers) {
    if (isHidden(layer, hidden)) continue;
    const x = plot.at(plot.x, layer.x, row);
    const y = plot.at(plot.y, layer.y >= 0 ? layer.y : layer.y2, row);
    if (!Number.isNaN(x) && !Number.isNaN(y)) out.push([x, y]);
  }
  return out;
}

const rows = (plot) => Array.from({length: plot.n}, (_, row) => row);

function line(plot, layer, look) {
  const color = look.series(layer);
  const data = rows(plot).map((row) => ({
    value: [plot.at(plot.x, layer.x, row), plot.at(plot.y, layer.y, row)],
  }));
  if (plot.n > FEW) {
    const kept = new Set(rows(plot).slice(0, SYMBOLS).map(
      (i) => Math.floor(i * (plot.n - 1) / (SYMBOLS - 1))));
    data.forEach((item, row) => { if (!kept.has(row)) item.symbol = "none"; });
  }
  return {
    type: "line", data, color, step: layer.mark === "steps" && "start", showAllSymbol: true,
    symbol: "path://" + layer.symbol, symbolSize: 8, itemStyle: {color},
    lineStyle: {color, width: 2, type: dashes(layer.dashes)}, clip: true,
  };
}

/// How far along its axis a value stands, 0 to 1.
function share({kind, low, high}, value) {
  const at = kind === "log" ? Math.log : Number;
  return (at(value) - at(low)) / (at(high) - at(low));
}

function points(plot, layer, look, {height, width}) {
  const most = layer.size >= 0 ? Math.max(...plot.columns[layer.size].numbers, 0) : 0;
  const size = (row) => layer.size >= 0 && most > 0
    ? 2 * (2.5 + 6.5 * Math.sqrt(plot.columns[layer.size].numbers[row] / most))
    : plot.n > 200 ? 7 : 10;
  const clear = plot.n > FEW || layer.size >= 0;
  const words = plot.y.kind !== "names" && layer.words;
  return {
    type: "scatter", clip: true, symbol: "path://" + layer.symbol,
    symbolOffset: [0, -(layer.lift ?? 0) * (height ?? 0)],
    itemStyle: {color: look.series(layer), opacity: clear ? 0.6 : 1},
    data: rows(plot).map((row) => ({
      value: [plot.at(plot.x, layer.x, row), plot.at(plot.y, layer.y, row)],
      symbolSize: size(row),
      // There is more room towards the middle.
      label: {position: share(plot.x, plot.at(plot.x, layer.x, row)) > 0.5 ? "left" : "right"},
    })),
    label: {
      show: Boolean(words), color: look.ink, fontFamily: look.font,
      formatter: ({dataIndex}) => cut(plot.written(words[0], dataIndex), Math.min(24, width / 24)),
    },
    labelLayout: {hideOverlap: true},
  };
}

function bars(plot, layer, look) {
  const color = look.series(layer);
  const pale = plot.layers.length > 1;  // other marks are to be seen on them
  return {
    type: "bar", barWidth: "70%",
    itemStyle: {color, borderColor: color, borderWidth: pale ? 1 : 0, opacity: pale ? 0.35 : 1},
    data: rows(plot).map((row) => [plot.at(plot.x, layer.x, row), plot.at(plot.y, layer.y, row)]),
  };
}

function spans(plot, layer, look) {
  const stroke = look.series(layer);
  return {
    type: "custom", clip: true, encode: {x: [0, 2], y: 1},
    data: rows(plot).map((row) => [plot.at(plot.x, layer.x, row), plot.at(plot.y, layer.y, row),
                                   plot.at(plot.x, layer.x2, row)]),
    renderItem: (params, api) => {
      const [from, y] = api.coord([api.value(0), api.value(1)]);
      const [to] = api.coord([api.value(2), api.value(1)]);
      if (!Number.isFinite(from + to + y)) return null;
      return {type: "line", shape: {x1: from, y1: y, x2: to, y2: y}, style: {stroke, lineWidth: 3}};
    },
  };
}

/// Columns of a distribution, with their numbers above.
function columns(plot, layer, look) {
  const fill = look.series(layer);
  return {
    type: "custom", clip: true, encode: {x: [0, 1], y: 2},
    data: rows(plot).map((row) => [plot.at(plot.x, layer.x, row), plot.at(plot.x, layer.x2, row),
                                   plot.at(plot.y, layer.y2, row)]),
    renderItem: (params, api) => {
      const [x, y] = api.coord([api.value(0), api.value(2)]);
      const [x2, bottom] = api.coord([api.value(1), plot.y.low]);
      return {
        type: "rect", shape: {x: x + 1, y, width: Math.max(x2 - x - 2, 1), height: bottom - y},
        style: {fill},
        textContent: {style: {text: layer.words ? plot.written(layer.words[0], params.dataIndex) : "",
                              fill: look.ink, fontFamily: look.font}},
        textConfig: {position: "top"},
      };
    },
  };
}

export function guide(plot, {points: places}, look) {
  return {
    type: "custom", clip: true, silent: true, data: [0],
    renderItem: (params, api) => {
      const {y, height} = params.coordSys;
      // In rows of names a guide runs from the first to the last.
      const place = ([a, b]) => plot.y.kind === "names"
        ? [api.coord([a, 0])[0], y + b * height] : api.coord([a, b]);
      return {type: "polyline", shape: {points: places.map(place)},
              style: {stroke: look.soft, lineWidth: 1.5, lineDash: [5, 4], fill: "none"}};
    },
  };
}

const MAKERS = {line, steps: line, points, bars, spans, boxes: columns};

/// The guides and the layers that are not hidden.
export function series(plot, look, {hidden, width}, height) {
  const seen = (mark) => !isHidden(mark, hidden);
  return [...plot.guides.filter(seen).map((each) => guide(plot, each, look)),
          ...plot.layers.filter(seen).map((layer) => MAKERS[layer.mark](plot, layer, look, {height, width}))];
}

/// 1, 2 and 5 times the powers of ten.
function ticks({low, high}) {
  const out = [];
  for (let power = Math.floor(Math.log10(low)); 10 ** power <= high; ++power) {
    out.push(...[1, 2, 5].map((times) => Number(`${times}e${power}`)));
  }
  return out.filter((value) => value >= low && value <= high);
}

/// An axis of numbers.
export function numeric(axis, look, width) {
  const log = axis.kind === "log";
  const at = log ? {customValues: ticks(axis)} : {};
  return {
    type: log ? "log" : "value", min: axis.low, max: axis.high, minInterval: axis.whole ? 1 : 0,
    axisTick: {show: true, ...at},
    name: axis.title, nameLocation: "middle",
    nameTextStyle: {color: look.soft, fontFamily: look.font, width, overflow: "truncate"},
    axisLabel: {color: look.soft, fontFamily: look.font, hideOverlap: true, ...at},
    axisLine: {show: true, lineStyle: {color: look.soft}},
    splitLine: {lineStyle: {color: look.rule}},
  };
}

export function named(axis, look, width) {
  return {
    type: "category", data: axis.names.map((_, place) => place), inverse: true,
    axisTick: {show: false}, axisLine: {show: true, lineStyle: {color: look.soft}},
    axisLabel: {
      color: look.ink, fontFamily: look.font, interval: 0, width, overflow: "truncate",
      formatter: (place) => cut(axis.shown[place], 40),
    },
  };
}
