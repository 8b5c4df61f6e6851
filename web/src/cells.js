// Matrices: a cell for each pair of names, its shade and its number.
import {named} from "./marks.js";
import {shadeOf} from "./theme.js";

const CELL = 30;
const HEAD = 120;  // of names above

export const cells = {
  height: (plot) => plot.y.names.length * CELL + HEAD + 24,

  option(plot, look, {width}) {
    const [layer] = plot.layers;
    const wide = plot.x.names.length * CELL * 2;
    const names = Math.min(220, width * 0.3);
    const above = named(plot.x, look, HEAD - 34);
    Object.assign(above, {position: "top", inverse: false, name: plot.x.title, nameLocation: "middle",
                          nameGap: HEAD - 26,
                          nameTextStyle: {color: look.soft, fontFamily: look.font}});
    above.axisLabel.rotate = -90;
    const beside = named(plot.y, look, names);
    Object.assign(beside, {name: plot.y.title, nameLocation: "start",
                           nameTextStyle: {color: look.soft, fontFamily: look.font, align: "right",
                                           padding: [0, 8, 0, 0]}});
    return {
      grid: {left: names + 16, right: Math.max(12, width - names - 28 - wide), top: HEAD, bottom: 8,
             outerBoundsMode: "none"},
      xAxis: above, yAxis: beside,
      series: [{
        type: "custom", encode: {x: 0, y: 1},
        data: Array.from({length: plot.n}, (_, row) => [plot.at(plot.x, layer.x, row),
                                                        plot.at(plot.y, layer.y, row)]),
        renderItem: (params, api) => {
          const [x, y] = api.coord([api.value(0), api.value(1)]);
          const [w, h] = api.size([1, 1]);
          const row = params.dataIndex;
          const [fill, ink] = shadeOf(plot, plot.columns[layer.shade].numbers[row], look);
          const text = plot.written(layer.words[0], row);
          return {
            type: "rect",
            shape: {x: x - w / 2 + 0.5, y: y - h / 2 + 0.5, width: w - 1, height: h - 1},
            style: {fill, stroke: look.soft, lineWidth: 0.5},
            textContent: {style: {text: text.length * 7 < w ? text : "", fill: ink, fontSize: 11,
                                  fontFamily: look.font}},
            textConfig: {position: "inside"},
          };
        },
      }],
    };
  },

  box(plot, chart, row) {
    const [layer] = plot.layers;
    const at = [plot.at(plot.x, layer.x, row), plot.at(plot.y, layer.y, row)];
    if (at.some(Number.isNaN)) return null;
    const [x, y] = chart.convertToPixel("grid", at);
    const [next, below] = chart.convertToPixel("grid", at.map((place) => place + 1));
    const w = next - x, h = below - y;
    return {x: x - w / 2, y: y - h / 2, width: w, height: h, tip: x};
  },

  rowAt(plot, chart, x, y) {
    if (!chart.containPixel("grid", [x, y])) return null;
    const [px, py] = chart.convertFromPixel("grid", [x, y]).map(Math.round);
    return this.rowOf(plot, px, py);
  },

  rowOf(plot, px, py) {
    const [layer] = plot.layers;
    for (let row = 0; row < plot.n; ++row) {
      if (plot.at(plot.x, layer.x, row) === px && plot.at(plot.y, layer.y, row) === py) return row;
    }
    return null;
  },

  /// A matrix has two directions.
  step(plot, row, key) {
    const [layer] = plot.layers;
    const by = {ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1]}[key];
    if (!by) return undefined;
    if (row === null) return this.rowOf(plot, 0, 0);
    return this.rowOf(plot, plot.at(plot.x, layer.x, row) + by[0],
                      plot.at(plot.y, layer.y, row) + by[1]) ?? row;
  },
};
