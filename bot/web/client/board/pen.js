// Draws a scene's items as SVG, as render/raster draws them in pixels: paths, discs, areas, pieces, texts.

const NS = "http://www.w3.org/2000/svg";

/** @typedef {{roles: Record<string, string>, tones: Record<string, string[]>, shadow: number, dark: boolean}} Theme */

/**
 * An SVG element. @param {string} name @param {Record<string, string | number>} attributes @param {...Node} parts
 * @returns {SVGElement}
 */
export function svg(name, attributes = {}, ...parts) {
  const made = document.createElementNS(NS, name);
  for (const key in attributes) made.setAttribute(key, String(attributes[key]));
  made.append(...parts);
  return made;
}

/** @param {number[]} flat @returns {[number, number][]} */
const pairs = (flat) => Array.from({ length: flat.length / 2 }, (_, at) => [flat[2 * at], flat[2 * at + 1]]);

/** @param {[number, number]} a @param {[number, number]} b @param {number} share @returns {[number, number]} */
const along = (a, b, share) => [a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share];

/** @param {[number, number]} a @param {[number, number]} b */
const dist = (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1]);

/** A line or outline with round corners. @param {[number, number][]} points @param {number} radius @param {boolean} closed */
function outline(points, radius, closed) {
  const count = points.length;
  let d = "";
  points.forEach((corner, at) => {
    const [before, next] = [points[(at + count - 1) % count], points[(at + 1) % count]];
    if (!radius || (!closed && (!at || at === count - 1))) {
      d += `${at ? "L" : "M"}${corner}`;
      return;
    }
    const [one, other] = [before, next].map((side) => along(corner, side, Math.min(radius / (dist(corner, side) || 1), 0.5)));
    d += `${at ? "L" : "M"}${one}Q${corner} ${other}`;
  });
  return closed ? `${d}Z` : d;
}

/** The corners of an arrow's head, and its line shortened to end in it. @param {[number, number][]} line @param {number} head */
function arrow(line, head) {
  const tip = line[line.length - 1];
  const back = [...line].reverse().find((point) => dist(point, tip) >= head * 0.8) || line[0];
  const angle = Math.atan2(tip[1] - back[1], tip[0] - back[0]);
  const [dx, dy, half] = [Math.cos(angle), Math.sin(angle), head * 0.58];
  const base = [tip[0] - dx * head, tip[1] - dy * head];
  /** @type {[number, number][]} */
  const corners = [
    tip, [base[0] - dy * half, base[1] + dx * half],
    [base[0] + dx * head * 0.18, base[1] + dy * head * 0.18], [base[0] + dy * half, base[1] - dx * half],
  ];
  const kept = line.slice(0, -1).filter((point) => dist(point, tip) >= head * 0.75);
  /** @type {[number, number]} */
  const end = [tip[0] - dx * head * 0.7, tip[1] - dy * head * 0.7];
  return { corners, line: [...(kept.length ? kept : line.slice(0, 1)), end] };
}

/** @param {string} one @param {string} other @param {number} share */
function blend(one, other, share) {
  const part = (/** @type {string} */ colour, /** @type {number} */ at) => parseInt(colour.slice(at, at + 2), 16);
  return `rgb(${[1, 3, 5].map((at) => Math.round(part(one, at) + (part(other, at) - part(one, at)) * share))})`;
}

/** The items of a list in which those that differ only in their place are together. @param {any[][]} groups @param {any[][]} cells */
export function unpacked(groups, cells) {
  const at = (/** @type {any} */ place) => (typeof place === "number" ? cells[place].slice(1, 3) : place);
  return groups.flatMap(([kind, places, ...rest]) => {
    if (kind === 2) return [[2, places.flatMap(at), rest[0].flatMap(at), ...rest.slice(1)]];
    if (kind) return places.map((/** @type {any} */ place) => [kind, at(place), ...rest]);
    const [form, ...style] = rest;
    return places.map((/** @type {any} */ place) => {
      const [x, y] = form ? at(place) : [0, 0];
      return [0, form ? form.map((/** @type {number} */ value, /** @type {number} */ n) => value + (n % 2 ? y : x)) : place.flatMap(at), ...style];
    });
  });
}

/** A board as it was sent, with its cells (name, x, y, level) and its items; a theme as it is. @param {any} back */
export function opened(back) {
  if (back.at) {
    const [xs, ys] = back.at.map((/** @type {number[]} */ steps) => steps.map(((sum) => (/** @type {number} */ step) => (sum += step) / 1000)(0)));
    back.cells = back.names.split(" ").map((/** @type {string} */ name, /** @type {number} */ n) => [name, xs[n], ys[n], back.levels[n] || 1]);
    back.items = unpacked(back.items, back.cells);
  }
  return back;
}

/** A picture's paints and pieces, for one theme. */
export class Pen {
  /** @param {Theme} theme @param {SVGElement} defs @param {string} [prefix] of the ids in a document with several */
  constructor(theme, defs, prefix = "") {
    this.theme = theme;
    this.defs = defs;
    this.prefix = prefix;
    defs.replaceChildren();
    this.shadow = this.gradient("radialGradient", {}, [0, "#000", theme.shadow], [0.84, "#000", theme.shadow], [1, "#000", 0]);
  }

  /** @param {string} kind @param {Record<string, string | number>} more @param {...[number, string, number]} stops */
  gradient(kind, more, ...stops) {
    const id = `${this.prefix}g${this.defs.childElementCount}`;
    this.defs.append(svg(kind, { id, ...more }, ...stops.map(([offset, colour, alpha]) =>
      svg("stop", { offset, "stop-color": colour, "stop-opacity": alpha }))));
    return `url(#${id})`;
  }

  /** @param {any[]} item @returns {SVGElement} */
  item([kind, ...fields]) {
    const draw = /** @type {Function} */ ([this.path, this.disc, this.area, this.piece, this.text][kind]);
    return draw.apply(this, fields);
  }

  /** @param {number[]} flat */
  path(flat, fill = "", line = "", width = 0, closed = 0, round = 0, head = 0, dash = 0, casing = "", alpha = 1) {
    const { roles } = this.theme;
    const made = svg("g", alpha < 1 ? { opacity: alpha } : {});
    let points = pairs(flat);
    if (fill) made.append(svg("path", { d: outline(points, round, true), fill: roles[fill] }));
    if (!line) return made;
    const tip = head ? arrow(points, head) : null;
    if (tip) points = tip.line;
    const d = outline(points, round, !!closed);
    for (const [role, border] of /** @type {[string, number][]} */ (casing ? [[casing, width / 2], [line, 0]] : [[line, 0]])) {
      const wide = { stroke: roles[role], "stroke-linejoin": "round", "stroke-linecap": "round" };
      if (tip) made.append(svg("path", { ...wide, d: outline(tip.corners, 0, true), fill: roles[role], "stroke-width": 2 * border + head * 0.12 }));
      made.append(svg("path", { ...wide, d, fill: "none", "stroke-width": width + 2 * border, ...(dash ? { "stroke-dasharray": `${dash} ${dash * 0.8}` } : {}) }));
    }
    return made;
  }

  /** @param {number[]} at @param {number} radius */
  disc([cx, cy], radius, fill = "", line = "", width = 0, casing = "", alpha = 1) {
    const { roles } = this.theme;
    const made = svg("g", alpha < 1 ? { opacity: alpha } : {});
    if (fill) made.append(svg("circle", { cx, cy, r: radius, fill: roles[fill] }));
    if (line && casing) made.append(svg("circle", { cx, cy, r: radius - width / 2, fill: "none", stroke: roles[casing], "stroke-width": width * 1.9 }));
    if (line) made.append(svg("circle", { cx, cy, r: radius - width / 2, fill: "none", stroke: roles[line], "stroke-width": width }));
    return made;
  }

  /** @param {number[]} points @param {number[]} joins @param {number} radius @param {string} fill */
  area(points, joins, radius, fill, alpha = 1) {
    const colour = this.theme.roles[fill];
    let d = "";
    for (let at = 0; at < joins.length; at += 4) d += `M${joins[at]},${joins[at + 1]}L${joins[at + 2]},${joins[at + 3]}`;
    return svg("g", { opacity: alpha },
      ...pairs(points).map(([cx, cy]) => svg("circle", { cx, cy, r: radius, fill: colour })),
      svg("path", { d, stroke: colour, "stroke-width": radius * 2, "stroke-linecap": "round" }));
  }

  /** @param {number[]} at @param {string} shape @param {string} tone @param {number} size */
  piece([x, y], shape, tone, size, level = 0, glyph = "", ghost = 0) {
    const id = `${this.prefix}p-${[shape, tone, level, glyph, ghost].join("-")}`;
    if (!this.defs.querySelector(`[id="${id}"]`)) this.defs.append(svg("g", { id }, ...this.sprite(shape, tone, level, glyph, !!ghost)));
    return svg("use", { href: `#${id}`, transform: `translate(${x} ${y}) scale(${size})`, "data-piece": `${x} ${y}` });
  }

  /** A piece of width 1. @param {string} shape @param {string} tone @param {number} level @param {string} glyph @param {boolean} ghost */
  sprite(shape, tone, level, glyph, ghost) {
    const [face, light, side, rim, mark, dusk] = this.theme.tones[tone];
    if (ghost) {
      return [svg("circle", { r: 0.44, fill: face, "fill-opacity": 0.27, stroke: rim, "stroke-width": 0.05, "stroke-dasharray": "0.138 0.092" })];
    }
    const tile = shape === "tile";
    const [high, low] = [-0.0275, 0.0275];
    const corners = /** @type {[number, number][]} */ (Array.from({ length: 6 }, (_, n) => [Math.sin((n * Math.PI) / 3) / Math.sqrt(3), -Math.cos((n * Math.PI) / 3) / Math.sqrt(3)]));
    // An edge is at least a pixel wide, however small the piece.
    const form = (/** @type {number} */ y, /** @type {number} */ share, /** @type {string} */ fill) => {
      const look = { fill, ...(fill === rim && { stroke: rim, "vector-effect": "non-scaling-stroke" }) };
      return tile ? svg("path", { d: outline(corners.map(([a, b]) => [a * share, b * share]), 0.15 * share, true), transform: `translate(0 ${y})`, ...look })
        : svg("circle", { cy: y, r: 0.4725 * share, ...look });
    };
    const fall = tile ? 0.02 * (level + 1) : 0.04;
    const [bottom, top] = tile ? [Math.min(0.9, (level - 1) * 0.225)].flatMap((from) => [from, from + (1 - from) * 0.7]) : [0, 1];
    const lit = this.gradient("linearGradient", { x2: 0, y2: 1 },
      [0, tile ? blend(dusk, light, top) : light, 1], [1, tile ? blend(dusk, light, bottom) : face, 1]);
    return [
      svg("circle", { cx: fall / 2, cy: low + fall, r: 0.55, fill: this.shadow }),
      form(low, 1, rim), form(high, 1, rim), form(low, 0.95, side), form(high, tile ? 0.94 : 0.95, lit), ...this.glyph(glyph, mark, face),
    ];
  }

  /** @param {string} glyph @param {string} mark @param {string} face */
  glyph(glyph, mark, face) {
    const y = -0.0275;
    const line = { fill: "none", stroke: mark, "stroke-width": 0.036, "stroke-linecap": "round" };
    if (glyph === "ring") return [svg("circle", { cy: y, r: 0.183, ...line })];
    if (glyph === "glint") {
      const [one, other] = [188, 262].map((angle) => [0.325 * Math.cos((angle * Math.PI) / 180), y + 0.325 * Math.sin((angle * Math.PI) / 180)]);
      return [svg("path", { d: `M${one}A.325 .325 0 0 1 ${other}`, ...line, "stroke-width": 0.04 })];
    }
    if (glyph !== "leaper") return [];
    const bright = [1, 3, 5].reduce((sum, at) => sum + parseInt(face.slice(at, at + 2), 16), 0) > 380;
    return [0, 1, 2].map((spoke) => {
      const [dx, dy] = [Math.cos((spoke * Math.PI) / 3) * 0.27, Math.sin((spoke * Math.PI) / 3) * 0.27];
      return svg("path", { d: `M${-dx},${y - dy}L${dx},${y + dy}`, ...line, stroke: bright ? "#26221f" : "#ece6dc", "stroke-width": 0.075 });
    });
  }

  /** @param {number[]} at @param {string} text @param {number} size */
  text([x, y], text, size, role = "text", anchor = "mm", bold = 0, casing = "", alpha = 1) {
    const { roles } = this.theme;
    const made = svg("text", {
      x, y, "font-size": size, fill: roles[role], "text-anchor": { l: "start", m: "middle", r: "end" }[anchor[0]] || "middle",
      "dominant-baseline": "central", "font-weight": bold ? 700 : 500, opacity: alpha,
      ...(casing ? { stroke: roles[casing], "stroke-width": size / 4.5, "paint-order": "stroke" } : {}),
    });
    made.textContent = text;
    return made;
  }
}
