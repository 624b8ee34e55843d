// Where cells are: which one a touch means, which one is next to another.

/** @typedef {import("./geometry.js").Point} Point */
/** @typedef {import("./unpack.js").Site} Site */

const REACH = 0.8; // from a cell's centre to a touch that still means it, in cells
const UNTOUCHABLE = 0.35; // by how much further away a cell seems that can't be touched
const ONE_ROW = 0.2; // between the heights of cells of one row, at most
const SAME_PLACE = 0.01; // between cells that lie upon each other, at most
const SAME_COLUMN = 0.2; // between a cell and those straight above it, at most

/** The sites of a board's cells. */
export class Sites {
  /** @param {import("./unpack.js").Backdrop} backdrop */
  constructor(backdrop) {
    /** @type {Site[]} */
    this.all = backdrop.cells.map(({ name, x, y }) => ({ cell: name, x, y, scale: 1 }));
    this.maps = backdrop.maps;
    this.byCell = new Map(this.all.map((site) => [site.cell, site]));
    this.levels = new Map(backdrop.cells.map(({ name, level }) => [name, level]));
    this.rows = rowsOf(this.all);
  }

  /**
   * @param {string} cell
   * @returns {Site | undefined}
   */
  get(cell) {
    return this.byCell.get(cell);
  }

  /** @param {string} cell */
  levelOf(cell) {
    return this.levels.get(cell) || 1;
  }

  /** All sites of a board and of the maps of its levels. */
  get everywhere() {
    return [...this.all, ...this.maps];
  }

  /** The cell in the middle of the middle row. */
  get middle() {
    const row = this.rows[Math.floor(this.rows.length / 2)] || [];
    return row[Math.floor(row.length / 2)]?.cell || "";
  }

  /**
   * The site that a touch means; what can be touched is meant before what can't.
   * @param {Point} point
   * @param {(cell: string) => boolean} touchable
   * @returns {Site | null}
   */
  nearest([x, y], touchable) {
    /** @type {Site | null} */
    let nearest = null;
    let least = Infinity;
    for (const site of this.everywhere) {
      const away = Math.hypot(x - site.x, y - site.y) / site.scale;
      const cost = touchable(site.cell) ? away : away + UNTOUCHABLE;
      // Of cells at one place the highest is on top, and later.
      if (away < REACH && cost < least + 1e-6) {
        nearest = site;
        least = cost;
      }
    }
    return nearest;
  }

  /**
   * @param {string} cell
   * @returns {number} the number of its row, -1 for none
   */
  rowOf(cell) {
    return this.rows.findIndex((row) => row.some((site) => site.cell === cell));
  }

  /**
   * The cell beside another in its row.
   * @param {string} cell
   * @param {number} step -1 to the left, 1 to the right
   */
  beside(cell, step) {
    const row = this.rows[this.rowOf(cell)] || [];
    const index = row.findIndex((site) => site.cell === cell);
    return row[index + step]?.cell || "";
  }

  /**
   * The cell of a row that is nearest to a column; of several at one place, to a level.
   * @param {number} row
   * @param {number} column x
   * @param {number} level
   */
  nearestInRow(row, column, level) {
    const sites = this.rows[row] || [];
    const nearest = this.get(nearestTo(sites, column));
    if (!nearest) return "";
    const levelsAway = (/** @type {Site} */ { cell }) => Math.abs(this.levelOf(cell) - level);
    const place = sites.filter(({ x }) => Math.abs(x - nearest.x) < SAME_PLACE);
    place.sort((one, other) => levelsAway(one) - levelsAway(other));
    return place[0].cell;
  }

  /**
   * The cell of the row above or below that lies to one side of a cell.
   * @param {string} cell
   * @param {number} down -1 for the row above, 1 for the row below
   * @param {number} right -1 for the left side, 1 for the right
   */
  diagonal(cell, down, right) {
    const site = this.get(cell);
    const row = this.rows[this.rowOf(cell) + down] || [];
    if (!site) return "";
    const aside = row.filter(({ x }) => (x - site.x) * right > SAME_COLUMN);
    return nearestTo(aside, site.x);
  }
}

/**
 * The cells row by row from the top, each row from the left.
 * @param {Site[]} sites
 * @returns {Site[][]}
 */
function rowsOf(sites) {
  const ordered = [...sites].sort((one, other) => one.y - other.y);
  /** @type {Site[][]} */
  const rows = [];
  let height = -Infinity;
  for (const site of ordered) {
    if (site.y - height > ONE_ROW) {
      rows.push([]);
      height = site.y;
    }
    rows[rows.length - 1].push(site);
  }
  for (const row of rows) row.sort((one, other) => one.x - other.x);
  return rows;
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
