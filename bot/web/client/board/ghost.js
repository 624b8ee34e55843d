// What a decision would do, drawn before it is made; and what it does, before the server says so.

import { ring } from "./marks.js";

/** @typedef {import("./board.js").Board} Board */
/** @typedef {import("./geometry.js").Point} Point */

const AT_CELL = 0.25; // from a cell's centre to the lower pieces of a column on it, at most
const DISC_SIZE = 0.8;
const TILE_SIZE = 0.96;
const CARRIED_SIZE = 0.9;

/**
 * Show what a touch of a cell would do.
 * @param {Board} board
 * @param {string} cell
 */
export function foretell(board, cell) {
  const touch = board.touches.get(cell);
  if (board.busy || !touch || touch.kind !== "to") {
    board.layers.ghost.replaceChildren();
    return;
  }
  const [taken, swapped, sealed] = board.view.does[touch.moves[0]] || [[], [], []];
  const comes = board.held.has(cell) ? null : stoneOn(board, cell, 0.55);
  board.layers.ghost.replaceChildren(
    ...(comes ? [comes] : []),
    ...dashedRings(board, taken, "loss", "0.2 0.12"),
    ...dashedRings(board, swapped, "past", "0.3 0.15"),
    ...dashedRings(board, sealed, "win", "0.12 0.12"),
  );
}

/**
 * @param {Board} board
 * @param {string[]} cells
 * @param {string} role
 * @param {string} dashes
 */
function dashedRings({ sites, theme }, cells, role, dashes) {
  return cells.flatMap((cell) => {
    const site = sites.get(cell);
    if (!site) return [];
    return [ring(site, 0.44, 0.09, theme.roles[role], { "stroke-dasharray": dashes })];
  });
}

/**
 * Show a decision as if it had been made.
 * @param {Board} board
 * @param {import("./scene").Decision} decision
 */
export function showDecision(board, { text, source, target }) {
  const [taken, swapped] = board.view.does[text] || [[], []];
  if (board.instead) hideDraft(board);
  else if (swapped.length === 2) exchange(board, swapped[0], swapped[1]);
  lift(board, source, true);
  for (const cell of taken) lift(board, cell, true);
  const isTakenOff = source === "" && taken.includes(target);
  const comes = isTakenOff || swapped.includes(target) ? null : stoneOn(board, target, 1);
  board.layers.ghost.replaceChildren(...(comes ? [comes] : []));
}

/**
 * Hide the stone of a decision that another one replaces.
 * @param {Board} board
 */
function hideDraft(board) {
  const site = board.sites.get(board.draft.target);
  if (!site) return;
  const pieces = piecesOn(board, site);
  pieces[pieces.length - 1]?.classList.add("hidden");
}

/**
 * Show that pieces leave their cell, or that they stay.
 * @param {Board} board
 * @param {string} cell
 * @param {boolean} isLifted
 */
export function lift(board, cell, isLifted) {
  const site = board.sites.get(cell);
  if (!site) return;
  const leaves = board.view.leaves || !board.decisions.some(({ source }) => source === cell);
  if (!leaves) return;
  for (const piece of piecesOn(board, site)) piece.classList.toggle("lifted", isLifted);
}

/**
 * Let the pieces of two cells change places.
 * @param {Board} board
 * @param {string} one
 * @param {string} other
 */
function exchange(board, one, other) {
  const from = board.sites.get(one);
  const to = board.sites.get(other);
  if (!from || !to) return;
  const pieces = piecesOn(board, from);
  const others = piecesOn(board, to);
  for (const piece of pieces) shift(piece, to.x - from.x, to.y - from.y);
  for (const piece of others) shift(piece, from.x - to.x, from.y - to.y);
}

/**
 * @param {Element} piece
 * @param {number} right
 * @param {number} down
 */
function shift(piece, right, down) {
  const transform = piece.getAttribute("transform");
  piece.setAttribute("transform", `translate(${right} ${down}) ${transform}`);
}

/**
 * The drawn pieces of a cell, the topmost last.
 * @param {Board} board
 * @param {import("./scene").Site} site
 * @returns {Element[]}
 */
function piecesOn(board, { x, y }) {
  return [...board.layers.items.querySelectorAll("[data-piece]")].filter((piece) => {
    const [pieceX, pieceY] = (piece.getAttribute("data-piece") || "").split(" ").map(Number);
    return Math.hypot(pieceX - x, pieceY - y) < AT_CELL;
  });
}

/**
 * The stone that is placed next, on a cell.
 * @param {Board} board
 * @param {string} cell
 * @param {number} alpha
 */
function stoneOn(board, cell, alpha) {
  const site = board.sites.get(cell);
  if (!site) return null;
  const isTile = board.view.stone[2] === "tile";
  const level = isTile ? board.sites.levelOf(cell) : 0;
  const size = isTile ? TILE_SIZE * 0.9 ** (level - 1) : DISC_SIZE;
  const piece = stone(board, [site.x, site.y], size, level);
  piece.setAttribute("opacity", String(alpha));
  return piece;
}

/**
 * @param {Board} board
 * @param {Point} point
 * @param {number} size
 * @param {number} level
 */
function stone({ pen, view }, point, size, level) {
  const [tone, glyph, shape] = view.stone;
  return pen.piece({ kind: "piece", point, shape, tone, size, level, glyph, ghost: false });
}

/**
 * Let the chosen stone follow a pointer.
 * @param {Board} board
 * @param {Point} point
 * @param {string} cell that is meant
 */
export function carry(board, point, cell) {
  foretell(board, cell);
  lift(board, board.chosen, true);
  const level = board.view.stone[2] === "tile" ? 1 : 0;
  board.layers.ghost.append(stone(board, point, CARRIED_SIZE, level));
}

/**
 * Show nothing more of what might be.
 * @param {Board} board
 */
export function forget(board) {
  board.layers.ghost.replaceChildren();
  for (const piece of board.layers.items.querySelectorAll(".lifted")) {
    piece.classList.remove("lifted");
  }
}
