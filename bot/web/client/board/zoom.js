// How much of the board is seen: all of it, or a part that fingers, wheel or buttons enlarge.

import { clamp } from "./geometry.js";

/** @typedef {import("./geometry.js").Point} Point */
/** A place on the screen. @typedef {{clientX: number, clientY: number}} ScreenPlace */

const MOST = 4; // cells that are seen at least, across the shorter side of the box
const NEARLY_WHOLE = 1.15; // up to so many times its size, the board snaps back to being seen whole

export class Zoom {
  /**
   * @param {SVGElement} element
   * @param {() => void} changed called when the board is no longer seen whole, or is again
   */
  constructor(element, changed) {
    this.element = element;
    this.changed = changed;
    this.board = { width: 1, height: 1, top: 0 };
    this.box = { width: 0, height: 0 };
    this.factor = 1; // how many times larger cells are than where the whole board is seen
    this.left = 0; // of what is seen, in board units
    this.top = 0;
  }

  get zoomed() {
    return this.factor > 1;
  }

  /** Pixels of a cell. */
  get scale() {
    return this.wholeScale * this.factor;
  }

  /** Pixels of a cell where the whole board is seen. */
  get wholeScale() {
    const { width, height } = this.box;
    return Math.min(width / this.board.width, height / this.board.height);
  }

  /** How many times larger cells can be. */
  get mostFactor() {
    const { width, height } = this.box;
    return Math.max(1, Math.min(width, height) / MOST / this.wholeScale);
  }

  /**
   * Another board, which is seen whole.
   * @param {{width: number, height: number, top: number}} board
   * @param {boolean} keeps whether its cells are where they were, and stay as large as they are
   */
  setBoard(board, keeps) {
    const { scale, left, top } = this;
    this.board = board;
    if (keeps && this.zoomed) {
      this.setFactor(clamp(scale / this.wholeScale, 1, this.mostFactor));
      this.place(left, top);
    } else {
      this.zoomOut();
    }
  }

  /**
   * The box on the screen has another size.
   * @param {number} width px
   * @param {number} height px
   */
  resize(width, height) {
    if (!width || !height) return; // hidden
    const middle = this.middle;
    this.box = { width, height };
    this.setFactor(Math.min(this.factor, this.mostFactor));
    this.centre(middle);
  }

  /** The middle of what is seen. @returns {Point} */
  get middle() {
    if (!this.box.width) return [this.board.width / 2, this.board.top + this.board.height / 2];
    const { width, height } = this.box;
    return [this.left + width / this.scale / 2, this.top + height / this.scale / 2];
  }

  /**
   * The point of the board at a place on the screen.
   * @param {ScreenPlace} place
   * @returns {Point}
   */
  pointAt({ clientX, clientY }) {
    const box = this.element.getBoundingClientRect();
    const right = (clientX - box.left) / this.scale;
    const down = (clientY - box.top) / this.scale;
    return [this.left + right, this.top + down];
  }

  /**
   * Make cells so many times larger, with a point of the board at a place on the screen.
   * @param {number} factor 1 where the whole board is seen
   * @param {Point} point
   * @param {ScreenPlace} place
   */
  zoomTo(factor, point, { clientX, clientY }) {
    const box = this.element.getBoundingClientRect();
    this.setFactor(clamp(factor, 1, this.mostFactor));
    this.place(
      point[0] - (clientX - box.left) / this.scale,
      point[1] - (clientY - box.top) / this.scale,
    );
  }

  /**
   * Make cells larger or smaller, round a point that stays where it is.
   * @param {number} factor
   * @param {ScreenPlace} place
   */
  zoomAt(factor, place) {
    this.zoomTo(this.factor * factor, this.pointAt(place), place);
  }

  /**
   * Make cells larger or smaller, round the middle.
   * @param {number} factor
   */
  zoomBy(factor) {
    const middle = this.middle;
    this.setFactor(clamp(this.factor * factor, 1, this.mostFactor));
    this.snap();
    this.centre(middle);
  }

  /** See the whole board. */
  zoomOut() {
    this.setFactor(1);
    this.place(0, 0);
  }

  /** See the whole board if that is nearly so. */
  snap() {
    if (this.factor < NEARLY_WHOLE) this.zoomOut();
  }

  /**
   * See what lies beside, as far as the board goes.
   * @param {number} right px
   * @param {number} down px
   */
  panBy(right, down) {
    this.place(this.left + right / this.scale, this.top + down / this.scale);
  }

  /**
   * See a cell that is out of sight.
   * @param {import("./scene").Site} site
   */
  reveal({ x, y }) {
    const width = this.box.width / this.scale;
    const height = this.box.height / this.scale;
    const left = clamp(this.left, x + 1 - width, x - 1);
    const top = clamp(this.top, y + 1 - height, y - 1);
    if (this.zoomed) this.place(left, top);
  }

  /** @param {Point} middle */
  centre([x, y]) {
    const { width, height } = this.box;
    this.place(x - width / this.scale / 2, y - height / this.scale / 2);
  }

  /** @param {number} factor */
  setFactor(factor) {
    const before = this.zoomed;
    this.factor = factor;
    if (this.zoomed === before) return;
    this.element.classList.toggle("zoomed", this.zoomed);
    this.changed();
  }

  /**
   * Show what begins at a point, but nothing beyond the board that room is not left for.
   * @param {number} left
   * @param {number} top
   */
  place(left, top) {
    const { board, box } = this;
    if (!box.width || !box.height) {
      this.element.setAttribute("viewBox", `0 ${board.top} ${board.width} ${board.height}`);
      return;
    }
    const width = box.width / this.scale;
    const height = box.height / this.scale;
    this.left = within(left, 0, board.width, width);
    this.top = within(top, board.top, board.height, height);
    this.element.setAttribute("viewBox", `${this.left} ${this.top} ${width} ${height}`);
  }
}

/**
 * Where a window begins: within the board, or with the board in its middle if it is larger.
 * @param {number} start
 * @param {number} boardStart
 * @param {number} boardLength
 * @param {number} length of the window
 */
function within(start, boardStart, boardLength, length) {
  const spare = boardLength - length;
  if (spare <= 0) return boardStart + spare / 2;
  return clamp(start, boardStart, boardStart + spare);
}
