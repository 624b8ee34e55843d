// What is marked on the board, each by a form of its own: a dot where something can be played, a
// thin ring in the side's colour round stones that can be used, a thick one round the chosen stone.
// The last turn has the rings and arrows that the server sends.

import { svg } from "./svg.js";

/** @typedef {import("./unpack.js").Site} Site */
/** @typedef {import("./touches.js").Touch} Touch */

const MANY = 60; // targets, from which on their dots are smaller
const BESIDE_NAME = 0.34; // how far below a cell's name its dot is

/**
 * A circle round a cell.
 * @param {Site} site
 * @param {number} radius of its line's middle
 * @param {number} width of its line
 * @param {string} colour
 * @param {Record<string, string | number>} [attributes]
 */
export function ring({ x, y, scale }, radius, width, colour, attributes = {}) {
  return svg("circle", {
    cx: x,
    cy: y,
    r: radius * scale,
    fill: "none",
    stroke: colour,
    "stroke-width": width * scale,
    ...attributes,
  });
}

/**
 * The marks of what can be touched.
 * @param {import("./board.js").Board} board
 * @returns {SVGElement[]}
 */
export function touchMarks(board) {
  const { chosen, touches, sites } = board;
  const count = [...touches.values()].filter(({ kind }) => kind === "to").length;
  const dotRadius = count > MANY ? 0.1 : 0.13;
  /** @type {SVGElement[]} */
  const marks = [];
  for (const site of sites.everywhere) {
    const touch = touches.get(site.cell);
    if (site.cell === chosen) marks.push(...chosenMark(board, site));
    else if (!touch || !board.showsTouches) continue;
    else if (touch.kind === "from") marks.push(usableMark(board, site));
    else marks.push(targetMark(board, site, dotRadius));
  }
  return marks;
}

/**
 * @param {import("./board.js").Board} board
 * @param {Site} site
 */
function chosenMark({ theme }, site) {
  return [
    ring(site, 0.46, 0.15, theme.roles.casing),
    ring(site, 0.46, 0.085, theme.roles.dot, { class: "chosen" }),
  ];
}

/**
 * @param {import("./board.js").Board} board
 * @param {Site} site
 */
function usableMark({ theme, view }, site) {
  const [face, , , rim] = theme.tones[view.stone[0]];
  return svg("g", { class: "usable" },
    ring(site, 0.48, 0.1, theme.roles.casing),
    ring(site, 0.48, 0.065, rim),
    ring(site, 0.48, 0.03, face));
}

/**
 * @param {import("./board.js").Board} board
 * @param {Site} site
 * @param {number} radius
 */
function targetMark(board, site, radius) {
  const { roles } = board.theme;
  const isTaken = board.held.has(site.cell);
  const hasName = board.namedCells.has(site.cell) && site.scale === 1;
  const down = hasName && !isTaken ? BESIDE_NAME : 0;
  return svg("circle", {
    class: "target",
    cx: site.x,
    cy: site.y + down,
    r: (isTaken ? 0.16 : radius) * site.scale,
    fill: roles.dot,
    stroke: roles.casing,
    "stroke-width": (isTaken ? 0.06 : 0.04) * site.scale,
  });
}

/**
 * The marks of cells that a text speaks of: a tinted region with an edge.
 * @param {import("./board.js").Board} board
 * @param {string[]} cells
 * @returns {SVGElement[]}
 */
export function highlightMarks({ sites, theme }, cells) {
  /** @type {Site[]} */
  const found = cells.flatMap((cell) => sites.get(cell) || []);
  const joins = found.flatMap((site, index) =>
    found.slice(index + 1).filter((other) => areNeighbours(site, other)).map((other) =>
      `M${site.x},${site.y}L${other.x},${other.y}`));
  /** @param {number} radius @param {string} colour */
  const blob = (radius, colour) => [
    ...found.map(({ x, y }) => svg("circle", { cx: x, cy: y, r: radius, fill: colour })),
    svg("path", {
      d: joins.join(""),
      stroke: colour,
      "stroke-width": 2 * radius,
      "stroke-linecap": "round",
    }),
  ];
  if (found.length === 0) return [];
  const rings = found.map((site) => ring(site, 0.47, 0.05, theme.roles.win));
  const casings = found.map((site) => ring(site, 0.47, 0.1, theme.roles.casing));
  return [svg("g", { opacity: 0.22 }, ...blob(0.5, theme.roles.win)), ...casings, ...rings];
}

/**
 * @param {Site} one
 * @param {Site} other
 */
function areNeighbours(one, other) {
  return Math.hypot(one.x - other.x, one.y - other.y) < 1.1;
}

/** @typedef {{from: string, to: string, kind: "played" | "better"}} Arrow */

/**
 * Arrows for what was played and what was better; where no stone moves, rings.
 * @param {import("./board.js").Board} board
 * @param {Arrow[]} arrows
 * @returns {SVGElement[]}
 */
export function arrowMarks(board, arrows) {
  return arrows.flatMap((arrow) => {
    const target = board.sites.get(arrow.to);
    const source = board.sites.get(arrow.from);
    if (!target) return [];
    const look = arrow.kind === "better" ? BETTER : PLAYED;
    if (!source || source === target) return [placement(board, target, look)];
    return [board.pen.path({ kind: "path", points: shortened(source, target), ...look })];
  });
}

const PLAYED = {
  fill: "",
  line: "strong",
  width: 0.07,
  closed: false,
  round: 0,
  head: 0.26,
  dash: 0.16,
  casing: "casing",
  alpha: 0.85,
};
const BETTER = { ...PLAYED, line: "dot", width: 0.13, head: 0.4, dash: 0, alpha: 1 };

/**
 * @param {import("./board.js").Board} board
 * @param {Site} site
 * @param {typeof PLAYED} look
 */
function placement({ theme }, site, { line, width, dash, casing, alpha }) {
  const dashes = dash ? `${dash} ${dash * 0.8}` : "none";
  return svg("g", { opacity: alpha },
    ring(site, 0.4, width * 2, theme.roles[casing]),
    ring(site, 0.4, width, theme.roles[line], { "stroke-dasharray": dashes }));
}

/**
 * A line between two cells, clear of their middles.
 * @param {Site} source
 * @param {Site} target
 * @returns {import("./geometry.js").Point[]}
 */
function shortened(source, target) {
  const right = target.x - source.x;
  const down = target.y - source.y;
  const length = Math.hypot(right, down) || 1;
  const start = 0.3 / length;
  const end = 1 - 0.12 / length;
  return [
    [source.x + right * start, source.y + down * start],
    [source.x + right * end, source.y + down * end],
  ];
}

/**
 * Say of each cell what stands there and what can be done.
 * @param {import("./board.js").Board} board
 */
export function labelCells(board) {
  const { cellElements, chosen, held, touches, words } = board;
  for (const [cell, element] of cellElements) {
    const touch = touches.get(cell);
    let can = "";
    if (cell === chosen) can = words.chosen;
    else if (touch) can = words[touch.kind];
    const content = held.get(cell) || words.empty;
    const label = [cell, content, can, effectOf(board, touch)].filter(Boolean).join(", ");
    setAttribute(element, "aria-label", label);
    setAttribute(element, "aria-disabled", String(can === ""));
    if (cell === chosen || touch?.kind === "from") {
      setAttribute(element, "aria-pressed", String(cell === chosen));
    } else {
      element.removeAttribute("aria-pressed");
    }
  }
}

/**
 * What a touch does to other cells, in words.
 * @param {import("./board.js").Board} board
 * @param {Touch | undefined} touch
 */
function effectOf({ view, words }, touch) {
  const moves = touch?.moves || [];
  /** @type {string[][] | undefined} */
  const effect = moves.map((move) => view.does[move]).find(Boolean);
  if (!effect) return "";
  const sentences = [words.takes, words.swaps, words.seals];
  return effect
    .map((cells, index) => cells.length && sentences[index].replace("{cells}", cells.join(" ")))
    .filter(Boolean)
    .join(", ");
}

/**
 * Set an attribute that has another value: what reads the page aloud repeats what is set again.
 * @param {Element} element
 * @param {string} name
 * @param {string} value
 */
function setAttribute(element, name, value) {
  if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}
