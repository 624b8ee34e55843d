// From cell to cell: the next one in a row, the nearest one in another row.

/** @typedef {import("./scene").Site} Site */
/** @typedef {import("./sites.js").Sites} Sites */

const SAME_PLACE = 0.01; // between cells that lie upon each other, at most
const SAME_COLUMN = 0.2; // between a cell and those straight above it, at most

/**
 * @param {Sites} sites
 * @param {string} cell
 * @returns {number} the number of its row, -1 for none
 */
export function rowOf(sites, cell) {
  return sites.rows.findIndex((row) => row.some((site) => site.cell === cell));
}

/**
 * The cell beside another in its row.
 * @param {Sites} sites
 * @param {string} cell
 * @param {number} step -1 to the left, 1 to the right
 */
export function beside(sites, cell, step) {
  const row = sites.rows[rowOf(sites, cell)] || [];
  const index = row.findIndex((site) => site.cell === cell);
  return row[index + step]?.cell || "";
}

/**
 * The cell of a row that is nearest to a column; of several at one place, to a level.
 * @param {Sites} sites
 * @param {number} row
 * @param {number} column x
 * @param {number} level
 */
export function nearestInRow(sites, row, column, level) {
  const inRow = sites.rows[row] || [];
  const nearest = sites.get(nearestTo(inRow, column));
  if (!nearest) return "";
  const levelsAway = (/** @type {Site} */ { cell }) => Math.abs(sites.levelOf(cell) - level);
  const place = inRow.filter(({ x }) => Math.abs(x - nearest.x) < SAME_PLACE);
  place.sort((one, other) => levelsAway(one) - levelsAway(other));
  return place[0].cell;
}

/**
 * The cell of the row above or below that lies to one side of a cell.
 * @param {Sites} sites
 * @param {string} cell
 * @param {number} down -1 for the row above, 1 for the row below
 * @param {number} right -1 for the left side, 1 for the right
 */
export function aslant(sites, cell, down, right) {
  const site = sites.get(cell);
  const row = sites.rows[rowOf(sites, cell) + down] || [];
  if (!site) return "";
  const aside = row.filter(({ x }) => (x - site.x) * right > SAME_COLUMN);
  return nearestTo(aside, site.x);
}

/**
 * The cell that is nearest to a column; of two as near, the left one.
 * @param {Site[]} sites from left to right
 * @param {number} column x
 */
function nearestTo(sites, column) {
  let nearest = "";
  let least = Infinity;
  for (const { cell, x } of sites) {
    const away = Math.abs(x - column);
    if (away < least - 1e-3) {
      nearest = cell;
      least = away;
    }
  }
  return nearest;
}
