// A figure's picture as data: what is drawn stands in its attribute, the numbers in the table that
// the page keeps for "Save numbers", so that both are the same.

/// Rows of cells as RFC 4180 has them.
function cells(csv) {
  const rows = [];
  let row = [], cell = "", quoted = false;
  for (let i = 0; i < csv.length; ++i) {
    const c = csv[i];
    if (quoted) {
      if (c !== '"') cell += c;
      else if (csv[i + 1] === '"') cell += csv[++i];
      else quoted = false;
    } else if (c === '"') {
      quoted = true;
    } else if (c === ",") {
      row.push(cell);
      cell = "";
    } else if (c === "\n") {
      row.push(cell);
      rows.push(row);
      row = [];
      cell = "";
    } else {
      cell += c;
    }
  }
  return rows;
}

const UNSEEN = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;

/// Text that cannot hide or turn other text.
export function shown(text) {
  return text.replace(UNSEEN, (c) => "\\u" + c.codePointAt(0).toString(16).padStart(4, "0"));
}

export function cut(text, most) {
  const letters = [...text];
  return letters.length > most ? letters.slice(0, most - 1).join("") + "\u2026" : text;
}

export class Plot {
  constructor(figure) {
    const spec = JSON.parse(figure.dataset.plot);
    const [head, ...rows] = cells(figure.querySelector("pre").textContent);
    Object.assign(this, {x: {}, y: {}, layers: [], guides: [], ...spec});
    this.kind = figure.dataset.name;
    this.finding = figure.querySelector("figcaption").textContent.trim();
    this.n = rows.length;
    const words = new Set(spec.words);
    this.columns = head.map((name, at) => {
      const texts = rows.map((row) => row[at]);
      if (words.has(at)) return {name, texts, words: true};
      const numbers = texts.map((text) => text === "" ? NaN : Number(text));
      return {name, texts, numbers, whole: numbers.every((x) => Number.isNaN(x) || x % 1 === 0)};
    });
    for (const [axis, column] of [[this.x, "x"], [this.y, "y"]]) {
      if (axis.kind !== "names") continue;
      axis.names ??= [...new Set(this.columns[this.layers[0][column]].texts)];
      axis.shown = axis.names.map(shown);
      axis.places = new Map(axis.names.map((name, place) => [name, place]));
    }
  }

  /// Where a row stands on an axis; NaN: nowhere.
  at(axis, column, row) {
    if (!(column >= 0)) return NaN;
    const {texts, numbers} = this.columns[column];
    return axis.kind === "names" ? axis.places.get(texts[row]) ?? NaN : numbers[row];
  }

  /// What is written at a mark.
  written(column, row) {
    const {texts, numbers, whole} = this.columns[column];
    if (!numbers) return shown(texts[row]);
    if (Number.isNaN(numbers[row])) return "-";
    return whole ? texts[row] : numbers[row].toFixed(3);
  }

  column(name) {
    return this.columns.findIndex((column) => column.name === name);
  }

  /// Every figure of a row, all its digits, without what only says where marks stand.
  facts(row) {
    const places = /^((frame_)?[xy]2?|shown.*|pair|rung|row)$/;
    const code = this.column("code");
    const titled = code >= 0 && this.columns[code].texts[row] !== "";
    return this.columns
      .filter(({name, texts}) => !places.test(name) && !(titled && name === "name") &&
                                 texts[row] !== "")
      .map(({name, texts}) => [name.replaceAll("_", " "), shown(texts[row])]);
  }
}
