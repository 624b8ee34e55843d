// Positions as the board compares them, and those of a board that shows nothing yet.

/** @typedef {import("./scene").Backdrop} Backdrop */
/** @typedef {import("./scene").Decision} Decision */
/** @typedef {import("./scene").View} View */

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
