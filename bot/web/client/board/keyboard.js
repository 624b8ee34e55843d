// The board by keyboard: arrows go from row to row and along a row, Q E Z C to the diagonals, Home
// and End to a row's ends, Page Up and Page Down to the first and last row.

import { foretell } from "./ghost.js";
import { letGo, touch } from "./touching.js";
import { aslant, beside, nearestInRow, rowOf } from "./walking.js";

/** @typedef {import("./board.js").Board} Board */

const ZOOM_STEP = 1.5;
/** Steps down and to the right. @type {Record<string, [number, number]>} */
const DIAGONALS = { q: [-1, -1], e: [-1, 1], z: [1, -1], c: [1, 1] };

export class Keyboard {
  /** @param {Board} board */
  constructor(board) {
    this.board = board;
    // Where the way up or down began: on hexagons no cell is straight above another, so that the
    // way bends left and right by turns, and the way back leads through the same cells.
    this.column = 0;
    this.level = 1;
    this.reached = ""; // the cell that the way has come to
    // Listeners stand on the element round the drawing: with them, a part of a drawing would be
    // something that gets the focus itself.
    board.element.addEventListener("keydown", (event) => this.press(event));
    board.element.addEventListener("focusin", ({ target }) => {
      const cell = /** @type {Element} */ (target).getAttribute("data-cell");
      if (cell) this.enter(cell);
    });
    // What reads the page aloud presses a cell without a pointer and without a key.
    board.element.addEventListener("click", ({ target, detail }) => {
      const cell = /** @type {Element} */ (target).getAttribute("data-cell");
      if (cell && detail === 0) touch(board, cell);
    });
    board.element.addEventListener("focusout", () => {
      if (!board.busy) board.layers.ghost.replaceChildren();
    });
  }

  /**
   * A cell has got the focus.
   * @param {string} cell
   */
  enter(cell) {
    const { board } = this;
    board.makeFocusable(cell);
    const site = board.sites.get(cell);
    const element = board.cellElements.get(cell);
    if (!site || !element?.matches(":focus-visible")) return;
    board.zoom.reveal(site);
    foretell(board, cell);
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (this.act(event.key) || this.walk(event.key)) event.preventDefault();
  }

  /**
   * Whether a key does something at the cell that has the focus.
   * @param {string} key
   */
  act(key) {
    const { board } = this;
    switch (key) {
      case "Enter":
      case " ": touch(board, board.focused); return true;
      case "Escape": letGo(board); return true;
      case "+": board.zoomBy(ZOOM_STEP); return true;
      case "-": board.zoomBy(1 / ZOOM_STEP); return true;
      case "0": board.zoomOut(); return true;
      default: return false;
    }
  }

  /**
   * Whether a key leads to another cell, or would if there were one.
   * @param {string} key
   */
  walk(key) {
    const { focused, sites } = this.board;
    const row = rowOf(sites, focused);
    switch (key) {
      case "ArrowLeft": return this.goTo(beside(sites, focused, -1));
      case "ArrowRight": return this.goTo(beside(sites, focused, 1));
      case "ArrowUp": return this.goToRow(row - 1);
      case "ArrowDown": return this.goToRow(row + 1);
      case "PageUp": return this.goToRow(0);
      case "PageDown": return this.goToRow(sites.rows.length - 1);
      case "Home": return this.goTo(sites.rows[row]?.[0].cell || "");
      case "End": return this.goTo(sites.rows[row]?.at(-1)?.cell || "");
      default: return this.goAslant(key);
    }
  }

  /** @param {string} key */
  goAslant(key) {
    const diagonal = DIAGONALS[key.toLowerCase()];
    if (!diagonal) return false;
    const [down, right] = diagonal;
    const { focused, sites } = this.board;
    return this.goTo(aslant(sites, focused, down, right));
  }

  /** @param {string} cell */
  goTo(cell) {
    if (cell) this.board.focusCell(cell);
    return true;
  }

  /** @param {number} row */
  goToRow(row) {
    const { focused, sites } = this.board;
    if (focused !== this.reached) {
      this.column = sites.get(focused)?.x || 0;
      this.level = sites.levelOf(focused);
    }
    const cell = nearestInRow(sites, row, this.column, this.level);
    if (!cell) return true;
    this.reached = cell;
    return this.goTo(cell);
  }
}
