// Mouse and fingers: a tap, a stone that is dragged, the loupe, a part of the board that is moved,
// two fingers that enlarge it.

import { carry, foretell, forget } from "./ghost.js";
import { letGo, touch } from "./touching.js";

/** @typedef {import("./board.js").Board} Board */
/** @typedef {import("./scene").Site} Site */

const SMALL = 44; // px: where cells are smaller, a finger gets the loupe
const DRAG = { mouse: 7, finger: 10 }; // px that a pointer moves before it drags
const HOLD = 120; // ms that a finger rests before it gets the loupe
const HOLD_ZOOMED = 250; // ms, where a finger may also be about to move the board
const DOUBLE_TAP = { time: 300, distance: 40 }; // ms and px between two taps, at most
const WHEEL = 0.0025; // how much a pixel of the wheel enlarges

/**
 * @typedef {object} Press a pointer that is down
 * @property {number} x where it went down, px
 * @property {number} y
 * @property {number} lastX where it was last
 * @property {number} lastY
 * @property {Site | null} site on which it went down
 * @property {boolean} wasChosen whether the stone there was chosen before
 * @property {boolean} isFinger
 * @property {boolean} isSmall whether it is a finger on cells that are small for it
 * @property {"tap" | "drag" | "loupe" | "pan"} mode what it does so far
 */

/** @typedef {{gap: number, x: number, y: number}} Spread two fingers: their distance and middle */

export class Pointer {
  /** @param {Board} board */
  constructor(board) {
    this.board = board;
    /** @type {import("./loupe.js").Loupe | null} */
    this.loupe = null;
    void this.addLoupe();
    /** @type {Press | null} */
    this.press = null;
    /** @type {Map<number, PointerEvent>} */
    this.pointers = new Map();
    /** @type {{gap: number, factor: number, point: import("./geometry.js").Point} | null} */
    this.pinch = null;
    this.holdTimer = 0;
    this.tapTimer = 0;
    this.lastTap = { time: -Infinity, x: 0, y: 0 };
    const element = board.svg;
    element.addEventListener("pointerdown", (event) => this.down(event));
    element.addEventListener("pointermove", (event) => this.move(event));
    element.addEventListener("pointerup", (event) => this.up(event));
    element.addEventListener("pointercancel", (event) => this.cancel(event));
    element.addEventListener("pointerleave", () => this.leave());
    element.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
  }

  /** The loupe comes a moment later: a finger has to rest before it gets it. */
  async addLoupe() {
    const { Loupe } = await import("./loupe.js");
    this.loupe = new Loupe(`${this.board.prefix}picture`);
    this.board.element.append(this.loupe.element);
  }

  /** @param {PointerEvent} event */
  down(event) {
    const { board } = this;
    if (!board.shown || event.button !== 0) return;
    this.pointers.set(event.pointerId, event);
    board.svg.setPointerCapture(event.pointerId);
    if (this.pointers.size > 1) {
      this.startPinch();
      return;
    }
    const isFinger = event.pointerType !== "mouse";
    const site = board.siteAt(event);
    this.press = {
      x: event.clientX,
      y: event.clientY,
      lastX: event.clientX,
      lastY: event.clientY,
      site,
      wasChosen: site !== null && site.cell === board.chosen,
      isFinger,
      isSmall: isFinger && board.zoom.scale < SMALL,
      mode: "tap",
    };
    if (!board.live) return;
    if (this.press.isSmall) {
      const delay = board.zoomed ? HOLD_ZOOMED : HOLD;
      this.holdTimer = setTimeout(() => this.hold(event), delay);
    } else if (site && board.isUsable(site.cell)) {
      touch(board, site.cell);
    }
  }

  /**
   * A finger rests.
   * @param {PointerEvent} event
   */
  hold(event) {
    if (!this.press) return;
    this.press.mode = "loupe";
    this.magnify(event);
  }

  /** @param {PointerEvent} event */
  move(event) {
    const { board, press } = this;
    if (!board.shown) return;
    if (this.pointers.has(event.pointerId)) this.pointers.set(event.pointerId, event);
    if (this.pinch) {
      this.movePinch();
      return;
    }
    if (!press) {
      if (event.pointerType === "mouse") foretell(board, board.siteAt(event)?.cell || "");
      return;
    }
    if (press.mode === "tap" && this.hasMoved(press, event)) this.startDrag(press);
    if (press.mode === "loupe") this.magnify(event);
    if (press.mode === "pan") {
      board.zoom.panBy(press.lastX - event.clientX, press.lastY - event.clientY);
    }
    if (press.mode === "drag" && board.chosen && press.site?.cell === board.chosen) {
      carry(board, board.zoom.pointAt(event), board.siteAt(event)?.cell || "");
    }
    press.lastX = event.clientX;
    press.lastY = event.clientY;
  }

  /**
   * @param {Press} press
   * @param {PointerEvent} event
   */
  hasMoved(press, event) {
    const threshold = press.isFinger ? DRAG.finger : DRAG.mouse;
    return Math.hypot(event.clientX - press.x, event.clientY - press.y) > threshold;
  }

  /**
   * A press becomes a drag: of a stone, or of the board where only a part of it is seen.
   * @param {Press} press
   */
  startDrag(press) {
    const { board } = this;
    clearTimeout(this.holdTimer);
    const cell = press.site?.cell || "";
    const isStone = board.live && cell !== "" && (cell === board.chosen || board.isUsable(cell));
    if (board.zoomed && !isStone) press.mode = "pan";
    else if (press.isSmall && board.live) press.mode = "loupe";
    else press.mode = "drag";
    // A finger that goes on from a stone takes it along.
    if (isStone && press.isSmall && cell !== board.chosen) touch(board, cell);
  }

  /** @param {PointerEvent} event */
  up(event) {
    const { board, press } = this;
    this.pointers.delete(event.pointerId);
    if (this.pinch) {
      this.pinch = null;
      board.zoom.snap();
      return;
    }
    if (!press) return;
    const target = board.siteAt(event);
    this.stop();
    if (press.mode === "tap") this.tap(press, event);
    else if (press.mode === "drag") this.drop(press, target);
    else if (press.mode === "loupe" && board.live) this.choose(press, target);
  }

  /**
   * @param {Press} press
   * @param {PointerEvent} event
   */
  tap(press, event) {
    const { board } = this;
    if (press.isFinger && this.isSecondTap(event)) {
      clearTimeout(this.tapTimer);
      board.zoomOut();
      return;
    }
    if (!board.live) return;
    const cell = press.site?.cell || "";
    if (cell && cell === board.chosen) {
      if (press.wasChosen) letGo(board);
      return;
    }
    // A second tap would mean the zoom, not a cell on which nothing can be played.
    const waits = press.isFinger && board.zoomed && !board.touches.has(cell);
    if (waits) this.tapTimer = setTimeout(() => touch(board, cell), DOUBLE_TAP.time);
    else touch(board, cell);
  }

  /**
   * Whether a tap is the second of two where a part of the board is enlarged.
   * @param {PointerEvent} event
   */
  isSecondTap({ timeStamp, clientX, clientY }) {
    const { time, x, y } = this.lastTap;
    const isSoon = timeStamp - time < DOUBLE_TAP.time;
    const isNear = Math.hypot(clientX - x, clientY - y) < DOUBLE_TAP.distance;
    this.lastTap = { time: timeStamp, x: clientX, y: clientY };
    return this.board.zoomed && isSoon && isNear;
  }

  /**
   * A stone is let go of above a cell.
   * @param {Press} press
   * @param {Site | null} target
   */
  drop(press, target) {
    const { board } = this;
    if (!board.live || !press.site || !target) return;
    if (target.cell !== press.site.cell) touch(board, target.cell);
  }

  /**
   * A finger leaves the cell that the loupe has shown.
   * @param {Press} press
   * @param {Site | null} target
   */
  choose(press, target) {
    const { board } = this;
    const cell = target?.cell || "";
    const isBack = cell !== "" && cell === board.chosen;
    if (!isBack) touch(board, cell);
    else if (press.wasChosen) letGo(board);
  }

  /** @param {PointerEvent} event */
  cancel(event) {
    this.pointers.delete(event.pointerId);
    this.pinch = null;
    this.stop();
  }

  leave() {
    if (!this.press && !this.board.busy) this.board.layers.ghost.replaceChildren();
  }

  /** The press has ended, or has become something else. */
  stop() {
    clearTimeout(this.holdTimer);
    this.press = null;
    this.loupe?.hide();
    if (!this.board.busy) forget(this.board);
  }

  /** @param {PointerEvent} event */
  magnify(event) {
    const { board } = this;
    const site = board.siteAt(event);
    foretell(board, site?.cell || "");
    this.loupe?.show(board.zoom.pointAt(event), event, site, board.theme);
  }

  startPinch() {
    const { zoom } = this.board;
    const spread = this.spread();
    this.stop();
    const point = zoom.pointAt({ clientX: spread.x, clientY: spread.y });
    this.pinch = { gap: spread.gap, factor: zoom.factor, point };
  }

  movePinch() {
    if (!this.pinch) return;
    const { gap, x, y } = this.spread();
    const factor = (this.pinch.factor * gap) / (this.pinch.gap || 1);
    this.board.zoom.zoomTo(factor, this.pinch.point, { clientX: x, clientY: y });
  }

  /** @returns {Spread} */
  spread() {
    const [one, other] = this.pointers.values();
    return {
      gap: Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY),
      x: (one.clientX + other.clientX) / 2,
      y: (one.clientY + other.clientY) / 2,
    };
  }

  /**
   * The wheel with the control key, as which a touchpad's pinch comes too, enlarges; without it, it
   * moves what is enlarged.
   * @param {WheelEvent} event
   */
  wheel(event) {
    const { board } = this;
    if (event.ctrlKey) board.zoom.zoomAt(Math.exp(-event.deltaY * WHEEL), event);
    else if (board.zoomed) board.zoom.panBy(event.deltaX, event.deltaY);
    else return;
    event.preventDefault();
  }
}
