// Where cells are, and which one a touch means.

/** @typedef {import("./geometry.js").Point} Point */
/** @typedef {import("./scene").Site} Site */

const REACH = 0.8; // from a cell's centre to a touch that still means it, in cells
const UNTOUCHABLE = 0.35; // by how much further away a cell seems that can't be touched
const ONE_ROW = 0.2; // between the heights of cells of one row, at most

/** The sites of a board's cells. */
export class Sites {
  /** @param {import("./scene").Backdrop} backdrop */
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
