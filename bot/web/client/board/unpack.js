// Gives names to what the server sends in short: a position's items, its decisions, its board; and
// says which of these are the same. `render/packing.py` and `bot/web/scenes.py` are the other side.

import { pointsOf } from "./geometry.js";

/** @import { Point } from "./geometry.js" */
/** @import { AreaItem, DiscItem, Item, PathItem, PieceItem, TextItem } from "./scene" */
/** @import { Backdrop, Cell, Decision, PackedItem, Place, SentBoard, SentDecision } from "./scene" */
/** @import { View } from "./scene" */

/** @type {Backdrop} */
export const NO_BOARD = { width: 1, height: 1, top: 0, cells: [], items: [], maps: [] };

/** @type {View} */
export const NO_VIEW = {
  back: "",
  theme: "",
  flip: false,
  look: [],
  items: [],
  held: [],
  moves: [],
  leaves: false,
  does: {},
  stone: [],
};

/** @type {Decision} */
export const NO_DECISION = { text: "", source: "", target: "" };

const PATH = 0;
const DISC = 1;
const AREA = 2;
const PIECE = 3;

/**
 * A decision with its cells.
 * @param {SentDecision} sent
 * @returns {Decision}
 */
export function unpackDecision(sent) {
  if (typeof sent !== "string") {
    const [text, source, target] = sent;
    return { text, source, target };
  }
  const dash = sent.indexOf("-");
  if (dash < 0) return { text: sent, source: "", target: sent };
  return { text: sent, source: sent.slice(0, dash), target: sent.slice(dash + 1) };
}

/** @type {WeakMap<SentBoard, Backdrop>} */
const backdrops = new WeakMap();

/**
 * A board with its cells and items, which are found once for each.
 * @param {SentBoard} sent
 * @returns {Backdrop}
 */
export function unpackBoard(sent) {
  const known = backdrops.get(sent);
  if (known) return known;
  const [width, bottom, top] = sent.size;
  const cells = unpackCells(sent);
  const items = unpackItems(sent.items, cells);
  const maps = sent.maps.map(([cell, x, y, scale]) => ({ cell, x, y, scale }));
  const backdrop = { width, top, height: bottom - top, cells, items, maps };
  backdrops.set(sent, backdrop);
  return backdrop;
}

/**
 * @param {SentBoard} sent
 * @returns {Cell[]}
 */
function unpackCells(sent) {
  const xs = runningSums(sent.at[0]);
  const ys = runningSums(sent.at[1]);
  return sent.names.split(" ").map((name, number) => ({
    name,
    x: xs[number] / 1000,
    y: ys[number] / 1000,
    level: sent.levels[number] || 1,
  }));
}

/** @param {number[]} steps */
function runningSums(steps) {
  let sum = 0;
  return steps.map((step) => {
    sum += step;
    return sum;
  });
}

/**
 * Items one by one: those that differ only in their place are sent together.
 * @param {PackedItem[]} groups
 * @param {Cell[]} cells
 * @returns {Item[]}
 */
export function unpackItems(groups, cells) {
  return groups.flatMap((group) => unpackGroup(group, cells));
}

/**
 * @param {PackedItem} group
 * @param {Cell[]} cells
 * @returns {Item[]}
 */
function unpackGroup([kind, places, ...fields], cells) {
  /** @param {Place} place @returns {Point} */
  const pointOf = (place) => {
    if (typeof place !== "number") return place;
    return [cells[place].x, cells[place].y];
  };
  if (kind === AREA) return [unpackArea(places.map(pointOf), fields[0].map(pointOf), fields)];
  if (kind === PATH) return unpackPaths(places, fields, pointOf);
  return places.map((/** @type {Place} */ place) => {
    const point = pointOf(place);
    if (kind === DISC) return unpackDisc(point, fields);
    if (kind === PIECE) return unpackPiece(point, fields);
    return unpackText(point, fields);
  });
}

/**
 * @param {any[]} places of each path its middle, or all its points
 * @param {any[]} fields
 * @param {(place: Place) => Point} pointOf
 * @returns {PathItem[]}
 */
function unpackPaths(places, [outline, ...style], pointOf) {
  return places.map((place) => {
    if (!outline) return unpackPath(place.map(pointOf), style);
    const [x, y] = pointOf(place);
    const points = pointsOf(outline).map(([right, down]) => [x + right, y + down]);
    return unpackPath(/** @type {Point[]} */ (points), style);
  });
}

/**
 * @param {Point[]} points
 * @param {any[]} style
 * @returns {PathItem}
 */
function unpackPath(points, style) {
  const [fill = "", line = "", width = 0, closed = 0, round = 0, head = 0] = style;
  const [dash = 0, casing = "", alpha = 1] = style.slice(6);
  const form = { points, closed: Boolean(closed), round, head };
  return { kind: "path", ...form, fill, line, width, dash, casing, alpha };
}

/**
 * @param {Point} point
 * @param {any[]} fields
 * @returns {DiscItem}
 */
function unpackDisc(point, [radius, fill = "", line = "", width = 0, casing = "", alpha = 1]) {
  return { kind: "disc", point, radius, fill, line, width, casing, alpha };
}

/**
 * @param {Point[]} points
 * @param {Point[]} ends of the joins, two of each
 * @param {any[]} fields
 * @returns {AreaItem}
 */
function unpackArea(points, ends, [, radius, fill, alpha = 1]) {
  /** @type {[Point, Point][]} */
  const joins = [];
  for (let index = 0; index < ends.length; index += 2) {
    joins.push([ends[index], ends[index + 1]]);
  }
  return { kind: "area", points, joins, radius, fill, alpha };
}

/**
 * @param {Point} point
 * @param {any[]} fields
 * @returns {PieceItem}
 */
function unpackPiece(point, [shape, tone, size, level = 0, glyph = "", ghost = 0]) {
  return { kind: "piece", point, shape, tone, size, level, glyph, ghost: Boolean(ghost) };
}

/**
 * @param {Point} point
 * @param {any[]} fields
 * @returns {TextItem}
 */
function unpackText(point, fields) {
  const [text, size, role = "text", anchor = "mm", bold = 0, casing = "", alpha = 1] = fields;
  return { kind: "text", point, text, size, role, anchor, bold: Boolean(bold), casing, alpha };
}

/**
 * What stands on cells, in words, by cell.
 * @param {[string, string[]][]} held words, and the cells that hold what they say
 * @returns {Map<string, string>}
 */
export function cellWords(held) {
  /** @type {Map<string, string>} */
  const words = new Map();
  for (const [what, cells] of held) {
    for (const cell of cells) words.set(cell, what);
  }
  return words;
}

/**
 * Whether two views are of one position, in which the same can be played.
 * @param {View} one
 * @param {View} other
 */
export function isSamePosition(one, other) {
  if (one === other) return true;
  return sameness(one) === sameness(other);
}

/**
 * Whether boards have the same cells in the same places.
 * @param {Backdrop} one
 * @param {Backdrop} other
 */
export function haveSameCells(one, other) {
  return JSON.stringify(one.cells) === JSON.stringify(other.cells);
}

/** @param {View} view */
function sameness({ items, held, moves, stone }) {
  return JSON.stringify([items, held, moves, stone]);
}
