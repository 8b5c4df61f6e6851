// Hierarchies as areas: a treemap, of which a branch opens to the whole picture.
import {shadeOf} from "./theme.js";
import {shown} from "./plot.js";

/// Branches, each with the rows below it: they follow it in the table.
function branches(plot) {
  const level = plot.columns[plot.column("level")].numbers;
  const out = [];
  for (let row = 0; row < plot.n; ++row) {
    if (level[row] === 1) out.push({row, below: []});
    else out.at(-1).below.push(row);
  }
  return out;
}

const text = (plot, name, row) => shown(plot.columns[plot.column(name)].texts[row]);
const amount = (plot, row) => plot.columns[plot.column("examples")].numbers[row];

/// The rows that are drawn as tiles of the first order.
function tops(plot, {root}) {
  const all = branches(plot);
  return root === null ? all : [all.find(({row}) => row === root)];
}

function tile(plot, row, look) {
  const f1 = plot.columns[plot.column("f1")].numbers[row];
  const [fill, ink] = shadeOf(plot, f1, look);
  const figure = Number.isNaN(f1) ? "" : "\n" + f1.toFixed(3);
  return {
    name: String(row), value: amount(plot, row),
    itemStyle: {color: fill},  // the number on it says what the colour says
    label: {color: ink, formatter: text(plot, "name", row) + figure},
  };
}

function branch(plot, {row, below}, look, wide) {
  if (below.length === 0) return tile(plot, row, look);
  const children = below.map((each) => tile(plot, each, look));
  const rest = amount(plot, row) - children.reduce((sum, {value}) => sum + value, 0);
  if (rest > 1e-9 * amount(plot, row)) {  // of examples whose class is the branch itself
    children.push({name: "rest" + row, value: rest,
                   itemStyle: {color: look.panel, borderColor: look.rule},
                   label: {color: look.ink, formatter: "ends here"}});
  }
  return {name: String(row), value: amount(plot, row), children,
          upperLabel: {formatter: text(plot, "name", row), width: wide}};
}

export const tree = {
  height: () => 440,
  drills: true,

  option: (plot, look, state) => ({
    series: [{
      type: "treemap", left: 0, right: 0, top: 0, bottom: 0, roam: false, nodeClick: false,
      breadcrumb: {show: false}, visibleMin: 1, childrenVisibleMin: 1, sort: "desc", squareRatio: 1.3,
      label: {fontFamily: look.font, fontSize: 11, lineHeight: 14, overflow: "truncate", padding: 3},
      upperLabel: {show: true, height: 20, color: look.ink, fontFamily: look.font,
                   overflow: "truncate"},
      itemStyle: {borderColor: look.rule, borderWidth: 1, gapWidth: 1},
      levels: [{upperLabel: {show: false}, itemStyle: {borderWidth: 0, gapWidth: 3}}],
      data: tops(plot, state).map((each) => branch(plot, each, look, state.width - 8)),
    }],
  }),

  box(plot, chart, row) {
    const data = chart.getModel().getSeriesByIndex(0).getData();
    const at = data.indexOfName(String(row));
    const node = at < 0 ? null : data.getItemLayout(at);
    if (!node || node.invisible) return null;
    let {x, y} = node;
    for (let up = data.tree.getNodeByDataIndex(at).parentNode; up; up = up.parentNode) {
      const {x: dx = 0, y: dy = 0} = up.getLayout() ?? {};
      x += dx, y += dy;
    }
    return {x, y, width: node.width, height: node.height, tip: x + node.width / 2};
  },

  rowOf: ({name}) => /^\d+$/.test(name) ? Number(name) : null,

  /// Tiles of the branch that is open, or all branches.
  order(plot, state) {
    if (state.root === null) return branches(plot).map(({row}) => row);
    return tops(plot, state)[0].below;
  },

  /// The branch to open where a row is chosen.
  opens(plot, row, {root}) {
    if (root !== null) return null;
    const found = branches(plot).find((each) => each.row === row || each.below.includes(row));
    return found?.below.length ? found.row : null;
  },

  trail: (plot, {root}) => root === null ? [] : [text(plot, "name", root)],
};
