// Gives names to what the server sends in short: a position's items, its decisions, its board.
// `render/packing.py` and `bot/web/scenes.py` are the other side of it.

import { pointsOf } from "./geometry.js";

/** @typedef {import("./geometry.js").Point} Point */

/**
 * @typedef {object} PathItem a polygon or a line
 * @property {"path"} kind
 * @property {Point[]} points
 * @property {string} fill role of its area, "" for none; as the other roles
 * @property {string} line
 * @property {number} width
 * @property {boolean} closed
 * @property {number} round radius of its corners
 * @property {number} head length of an arrow head at its end
 * @property {number} dash length of its dashes
 * @property {string} casing role of a wider line beneath it
 * @property {number} alpha
 */

/**
 * @typedef {object} DiscItem a circle
 * @property {"disc"} kind
 * @property {Point} point
 * @property {number} radius
 * @property {string} fill
 * @property {string} line
 * @property {number} width
 * @property {string} casing
 * @property {number} alpha
 */

/**
 * @typedef {object} AreaItem a tinted region: discs, and bands as wide that join them
 * @property {"area"} kind
 * @property {Point[]} points
 * @property {[Point, Point][]} joins
 * @property {number} radius
 * @property {string} fill
 * @property {number} alpha
 */

/**
 * @typedef {object} PieceItem
 * @property {"piece"} kind
 * @property {Point} point
 * @property {string} shape "disc" or "tile"
 * @property {string} tone
 * @property {number} size its width
 * @property {number} level how high it stands
 * @property {string} glyph
 * @property {boolean} ghost whether it has left the board
 */

/**
 * @typedef {object} TextItem
 * @property {"text"} kind
 * @property {Point} point
 * @property {string} text
 * @property {number} size
 * @property {string} role
 * @property {string} anchor first letter: l, m or r
 * @property {boolean} bold
 * @property {string} casing
 * @property {number} alpha
 */

/** @typedef {PathItem | DiscItem | AreaItem | PieceItem | TextItem} Item */

/** A cell, and its place. @typedef {{name: string, x: number, y: number, level: number}} Cell */

/** A place at which a cell can be touched; on a map of a level it is smaller than 1.
 * @typedef {{cell: string, x: number, y: number, scale: number}} Site */

/**
 * @typedef {object} Backdrop a board without what lies on it
 * @property {number} width
 * @property {number} top where it begins, below what the chat's pictures have there
 * @property {number} height from `top` down
 * @property {Cell[]} cells
 * @property {Item[]} items
 * @property {Site[]} maps
 */

/**
 * @typedef {object} SentBoard a board as the server sends it
 * @property {[number, number, number]} size
 * @property {string} names
 * @property {number[]} levels
 * @property {[number[], number[]]} at
 * @property {PackedItem[]} items
 * @property {[string, number, number, number][]} maps
 */

/** A decision that can be made: its text, the stone that it uses ("" for none), where it goes.
 * @typedef {{text: string, source: string, target: string}} Decision */

/** A decision as it is sent: its text alone where that is its cells with a dash between them.
 * @typedef {string | string[]} SentDecision */

/** The kind of an item, where it is, and its other fields, of which the last may be left out.
 * @typedef {any[]} PackedItem */

/** A point, or the number of a cell. @typedef {number | [number, number]} Place */

/**
 * A position as the server sends it, as far as the board reads it; of a match, with the decisions
 * of the turn that is being made, and how many of them one of `moves` would take the place of.
 * @typedef {import("../protocol").Scene & {made?: string[], instead?: number}} View
 */

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
