// Pictures with two axes of numbers: curves, scatters and distributions. They can be magnified.
import {anchors, numeric, series} from "./marks.js";

const REACH = 40;  // pixels around a point of a scatter

const upright = (plot) => plot.layers[0].mark === "boxes";
const isLine = ({mark}) => mark === "line" || mark === "steps";

function places(plot, chart, row, hidden) {
  if (upright(plot)) {
    const {x, x2, y2} = plot.layers[0];
    const from = plot.at(plot.x, x, row), to = plot.at(plot.x, x2, row);
    return [chart.convertToPixel("grid", [(from + to) / 2, plot.at(plot.y, y2, row)])];
  }
  return anchors(plot, row, hidden).map((place) => chart.convertToPixel("grid", place));
}

export const plane = {
  height: () => 360,
  zooms: true,

  option: (plot, look, state) => ({
    grid: {left: 34, right: 20, top: 16, bottom: 36, outerBoundsMode: "same",
           outerBoundsContain: "axisLabel"},
    xAxis: {...numeric(plot.x, look, state.width - 90), nameGap: 28},
    yAxis: {...numeric(plot.y, look, 270), nameGap: 44},
    // A wheel turns the page, unless Ctrl is held; a finger moves it, too.
    dataZoom: [["xAxisIndex", 0], ["yAxisIndex", 0]].map(([axis, at]) => ({
      type: "inside", [axis]: at, filterMode: "none", zoomOnMouseWheel: "ctrl",
      moveOnMouseMove: true, moveOnMouseWheel: false, preventDefaultMouseMove: false, minSpan: 1,
    })),
    series: series(plot, look, state),
  }),

  box(plot, chart, row, {hidden}) {
    const at = places(plot, chart, row, hidden);
    if (at.length === 0) return null;
    const seen = at.filter((place) => chart.containPixel("grid", place));
    const [x, y] = seen[0] ?? at[0];
    const radius = 8;
    return {x: x - radius, y: y - radius, width: 2 * radius, height: 2 * radius, tip: x,
            rings: seen.map(([px, py]) => ({x: px - radius, y: py - radius}))};
  },

  rowAt(plot, chart, x, y, {hidden}) {
    if (!chart.containPixel("grid", [x, y])) return null;
    const lines = plot.layers.some(isLine);
    let best = null, least = lines || upright(plot) ? Infinity : REACH ** 2;
    for (let row = 0; row < plot.n; ++row) {
      for (const [px, py] of places(plot, chart, row, hidden)) {
        // Of lines that is meant which is nearest along the axis, of points the nearest one.
        const far = upright(plot) ? Math.abs(px - x)
          : lines ? (px - x) ** 2 * 16 + (py - y) ** 2 : (px - x) ** 2 + (py - y) ** 2;
        if (far < least) [best, least] = [row, far];
      }
    }
    return best;
  },

  /// Rows from left to right.
  order(plot) {
    const {x} = plot.layers[0];
    const value = (row) => plot.at(plot.x, x, row);
    return Array.from({length: plot.n}, (_, row) => row).sort((a, b) => value(a) - value(b) || a - b);
  },
};
