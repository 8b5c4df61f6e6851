// Pictures with a row for each name: bars, points and spans.
import {named, numeric, series} from "./marks.js";

const ROW = 26;

/// Words of a layer stand in a column of their own, at the right.
function wordsBeside(plot, look, width) {
  const column = plot.layers.find((layer) => layer.words)?.words[0];
  const axis = named(plot.y, look, width);
  const place = new Map(plot.columns[plot.layers[0].y].texts.map((name, row) => [name, row]));
  const text = (name) => column >= 0 && place.has(name) ? plot.written(column, place.get(name)) : "";
  axis.position = "right";
  axis.axisLine.show = false;
  axis.axisLabel.margin = 14;  // beside symbols at the end of the axis
  axis.axisLabel.formatter = (at) => text(plot.y.names[at]);
  return axis;
}

export const rows = {
  height: (plot) => plot.y.names.length * ROW + 64,

  option: (plot, look, state) => ({
    grid: {left: 8, right: 12, top: 8, bottom: 36, outerBoundsMode: "same",
           outerBoundsContain: "axisLabel"},
    xAxis: {...numeric(plot.x, look, state.width * 0.4), nameGap: 28},
    yAxis: [named(plot.y, look, Math.min(260, state.width * 0.36)),
            wordsBeside(plot, look, Math.min(200, state.width * 0.24))],
    series: series(plot, look, state, ROW),
  }),

  box(plot, chart, row) {
    const {x, y} = plot.layers[0];
    const at = plot.at(plot.y, y, row);
    if (Number.isNaN(at)) return null;
    const [left, middle] = chart.convertToPixel("grid", [plot.x.low, at]);
    const [right] = chart.convertToPixel("grid", [plot.x.high, at]);
    const far = plot.at(plot.x, x, row);
    const end = Number.isNaN(far) ? left : chart.convertToPixel("grid", [far, at])[0];
    return {x: left, y: middle - ROW / 2, width: right - left, height: ROW, tip: end};
  },

  rowAt(plot, chart, x, y) {
    if (!chart.containPixel("grid", [x, y])) return null;
    const name = plot.y.names[Math.round(chart.convertFromPixel("grid", [x, y])[1])];
    const row = plot.columns[plot.layers[0].y].texts.indexOf(name);
    return row < 0 ? null : row;
  },
};
