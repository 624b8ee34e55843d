// The board: shows a position, says what can be touched, and turns touches, drags and keys into
// decisions. It knows no rule: which decisions there are, and what stands where, the server says.

import { labelCells, touchMarks } from "./marks.js";
import { Pen } from "./pen.js";
import { Sites } from "./sites.js";
import { svg } from "./svg.js";
import { findAlternatives, findTouches, onlySource } from "./touches.js";
import { NO_BOARD, NO_DECISION, NO_VIEW, haveSameCells, isSamePosition } from "./unpack.js";
import { cellWords, unpackBoard, unpackDecision, unpackItems } from "./unpack.js";
import { Zoom } from "./zoom.js";

/** @import { Arrow } from "./notes.js" */
/** @import { Backdrop, BoardEvents, BoardOptions, Decision, Layer, SentBoard, View } from "./scene" */
/** @import { Theme } from "./sprites.js" */
/** @import { Touches } from "./touches.js" */

const RETRY_MILLISECONDS = 2_000; // after which a module that did not arrive is asked for again

let boardCount = 0;

export class Board {
  /**
   * @param {Record<string, string>} words of the page: board, empty, from, to, chosen
   * @param {BoardEvents} events
   */
  constructor(words, events) {
    boardCount += 1;
    this.prefix = `board${boardCount}-`;
    this.words = words;
    this.events = events;
    /** @type {View} */
    this.view = NO_VIEW;
    this.options = ""; // with which it is shown
    /** @type {Theme} */
    this.theme = { roles: {}, tones: {}, shadow: 0, dark: false };
    /** @type {Decision[]} that can be made */
    this.decisions = [];
    /** @type {Decision} that others may replace */
    this.draft = NO_DECISION;
    /** @type {Touches} */
    this.touches = new Map();
    /** @type {Map<string, string>} words for pieces, by cell */
    this.held = new Map();
    /** @type {Set<string>} cells with their name in them */
    this.namedCells = new Set();
    /** @type {Map<string, SVGElement>} what can have the focus, by cell */
    this.cellElements = new Map();
    this.chosen = "";
    this.focused = ""; // the cell that has, or will get, the focus
    this.busy = false; // while a decision is on its way
    /** @type {Decision} that is on its way, or was the last that was */
    this.decided = NO_DECISION;
    /** @type {string[]} cells that were touched meanwhile, or before the hands were there */
    this.waitingTouches = [];
    /** @type {((cell: string) => void) | null} does what a touch means, once the hands are there */
    this.touch = null;
    this.pressedEarly = false; // the latest press began before the hands were there
    this.live = false;
    this.instead = false;
    this.showsTouches = true;
    this.hasHands = false; // what listens to fingers and keys has been asked for
    /** @type {string[]} cells that a text speaks of */
    this.highlighted = [];
    /** @type {Arrow[]} */
    this.shownArrows = [];
    this.layers = makeLayers();
    this.ground = svg("rect", { class: "board-ground", rx: 0.35 });
    this.defs = svg("defs");
    this.svg = this.makeDrawing();
    this.element = document.createElement("div");
    this.element.className = "board";
    this.element.append(this.svg);
    this.zoom = new Zoom(this.svg, () => this.events.zoomed?.());
    this.pen = new Pen(this.theme, this.defs, this.prefix);
    this.backdrop = NO_BOARD;
    this.sites = new Sites(NO_BOARD);
    const observer = new ResizeObserver(([{ contentRect }]) => {
      this.zoom.resize(contentRect.width, contentRect.height);
    });
    observer.observe(this.svg);
    this.svg.addEventListener("pointerdown", () => {
      this.pressedEarly = !this.touch;
    });
    this.svg.addEventListener("click", (event) => this.noteTouch(event));
  }

  /** Fingers and keys come a moment later: the first board does not wait for them. */
  addHands() {
    if (this.hasHands) return;
    this.hasHands = true;
    readHands().then(
      ({ Pointer, Keyboard, touch }) => {
        new Pointer(this);
        new Keyboard(this);
        this.touch = (cell) => touch(this, cell);
        this.catchUp();
      },
      () => {
        this.hasHands = false;
        setTimeout(() => this.addHands(), RETRY_MILLISECONDS);
      },
    );
  }

  /**
   * Keep what is touched before the hands are there, or begins to be.
   * @param {MouseEvent} event
   */
  noteTouch(event) {
    if (!this.live || (this.touch && !this.pressedEarly)) return;
    this.pressedEarly = false;
    // What reads the page aloud presses a cell, and no place on the screen.
    const pressed = /** @type {Element} */ (event.target).getAttribute("data-cell");
    const cell = event.detail === 0 ? pressed : this.siteAt(event)?.cell;
    if (cell) this.keepTouch(cell);
    this.catchUp();
  }

  /**
   * Keep a touch that cannot be answered yet; of an impatient finger's, the first.
   * @param {string} cell
   */
  keepTouch(cell) {
    if (this.waitingTouches.at(-1) !== cell) this.waitingTouches.push(cell);
  }

  /** Do what was touched while that could not be answered. */
  catchUp() {
    while (this.touch && !this.busy) {
      const cell = this.waitingTouches.shift();
      if (cell === undefined) return;
      this.touch(cell);
    }
  }

  /** @returns {SVGSVGElement} */
  makeDrawing() {
    const { back, items, highlights, arrows, marks, ghost, cells } = this.layers;
    const picture = svg("g", { id: `${this.prefix}picture`, "aria-hidden": "true" });
    picture.append(this.ground, back, items, highlights, arrows, marks, ghost);
    const attributes = { class: "board-drawing", role: "group", "aria-label": this.words.board };
    return /** @type {SVGSVGElement} */ (svg("svg", attributes, this.defs, picture, cells));
  }

  /**
   * Show a position. A stone that was chosen stays so while the position is the same.
   *
   * Highlights and arrows stay until others are given.
   * @param {View} view
   * @param {SentBoard} back
   * @param {Theme} theme
   * @param {BoardOptions} [options]
   */
  show(view, back, theme, { legal = true, live = true, instead = false } = {}) {
    const options = JSON.stringify({ legal, live, instead });
    const isSame = isSamePosition(this.view, view) && this.options === options;
    const looksSame = theme === this.theme && unpackBoard(back) === this.backdrop;
    this.view = view;
    if (isSame && looksSame && !this.busy) return;
    if (!isSame && !this.busy) this.waitingTouches = []; // they were meant for another position
    const hadFocus = this.layers.cells.contains(document.activeElement);
    this.options = options;
    this.live = live;
    this.instead = instead;
    this.showsTouches = legal && !instead;
    this.busy = false;
    this.setBackdrop(unpackBoard(back), theme);
    this.decisions = live ? view.moves.map(unpackDecision) : [];
    this.draft = instead ? this.findDraft() : NO_DECISION;
    this.held = cellWords(view.held);
    this.choose(isSame ? this.chosen : "");
    this.drawItems();
    this.mark();
    if (hadFocus && !this.layers.cells.contains(document.activeElement)) this.focusCell();
    this.addHands();
    setTimeout(() => this.catchUp()); // when the view, too, has done with the decision
  }

  /** The width of the whole board beside its height: the shape of a box that it fills. */
  get ratio() {
    return this.backdrop.width / this.backdrop.height;
  }

  /** Whether a position is shown. */
  get shown() {
    return this.options !== "";
  }

  /**
   * @param {Backdrop} backdrop
   * @param {Theme} theme
   */
  setBackdrop(backdrop, theme) {
    if (this.backdrop === backdrop && this.theme === theme) return;
    const { width, height, top } = backdrop;
    this.zoom.setBoard(backdrop, haveSameCells(this.backdrop, backdrop));
    if (this.theme !== theme) this.setTheme(theme);
    this.backdrop = backdrop;
    this.sites = new Sites(backdrop);
    for (const [name, value] of Object.entries({ y: top, width, height })) {
      this.ground.setAttribute(name, String(value));
    }
    this.layers.back.replaceChildren(...backdrop.items.map((item) => this.pen.draw(item)));
    this.makeCells();
  }

  /** @param {Theme} theme */
  setTheme(theme) {
    this.theme = theme;
    this.pen = new Pen(theme, this.defs, this.prefix);
    this.ground.setAttribute("fill", theme.roles.ground);
    this.element.style.setProperty("--board-focus", theme.roles.strong);
  }

  /** The cells as what can have the focus, in reading order. */
  makeCells() {
    if (!this.sites.get(this.focused)) this.focused = this.sites.middle;
    this.cellElements.clear();
    for (const { cell, x, y } of this.sites.rows.flat()) {
      const element = svg("circle", {
        cx: x,
        cy: y,
        r: 0.46,
        class: "cell",
        role: "button",
        tabindex: cell === this.focused ? 0 : -1,
        "data-cell": cell,
      });
      this.cellElements.set(cell, element);
    }
    this.layers.cells.replaceChildren(...this.cellElements.values());
  }

  /** Draw what lies on the board, as the server says it. */
  drawItems() {
    const items = unpackItems(this.view.items, this.backdrop.cells);
    this.namedCells = new Set(items.flatMap((item) => (item.kind === "text" ? item.text : [])));
    this.layers.items.replaceChildren(...items.map((item) => this.pen.draw(item)));
    this.layers.ghost.replaceChildren();
    this.drawNotes();
  }

  /** Draw what can be touched, and say it. */
  mark() {
    this.layers.marks.replaceChildren(...touchMarks(this));
    this.svg.classList.toggle("live", this.touches.size > 0);
    labelCells(this);
  }

  /**
   * Choose a stone, or none: the only one that can be used is chosen by itself.
   * @param {string} cell
   */
  choose(cell) {
    this.chosen = cell;
    this.touches = this.findTouches();
    const only = this.instead ? "" : onlySource(this.decisions);
    if (only) this.chosen = only;
    else if (!this.decisions.some(({ source }) => source === cell)) this.chosen = "";
    if (this.chosen !== cell) this.touches = this.findTouches();
  }

  findTouches() {
    if (this.instead) return findAlternatives(this.decisions, this.draft, this.chosen);
    return findTouches(this.decisions, this.chosen);
  }

  /**
   * The decision of the turn that another one would replace, with those that followed it.
   * @returns {Decision}
   */
  findDraft() {
    const { made = [], instead = 1 } = this.view;
    const drafted = made.at(-Math.max(1, instead));
    return this.decisions.find(({ text }) => text === drafted) || NO_DECISION;
  }

  /**
   * Whether there is a stone on a cell that can be chosen.
   * @param {string} cell
   */
  isUsable(cell) {
    return this.touches.get(cell)?.kind === "from";
  }

  /**
   * The site that is meant by a place on the screen.
   * @param {import("./zoom.js").ScreenPlace} place
   */
  siteAt(place) {
    const isMeant = (/** @type {string} */ cell) => this.touches.has(cell) || cell === this.chosen;
    return this.sites.nearest(this.zoom.pointAt(place), isMeant);
  }

  /** Show again what the server has said. */
  reset() {
    if (!this.shown) return;
    this.busy = false;
    this.waitingTouches = [];
    this.choose("");
    this.drawItems();
    this.mark();
  }

  /**
   * Give the keyboard's focus to the board.
   * @param {string} [cell] that gets it
   */
  focusCell(cell = this.focused) {
    this.cellElements.get(cell)?.focus();
  }

  /**
   * Let the keyboard come to a cell first.
   * @param {string} cell
   */
  makeFocusable(cell) {
    this.cellElements.get(this.focused)?.setAttribute("tabindex", "-1");
    this.focused = cell;
    this.cellElements.get(cell)?.setAttribute("tabindex", "0");
  }

  /**
   * Mark the cells that a text speaks of.
   * @param {string[]} cells
   */
  highlight(cells) {
    this.highlighted = cells;
    this.drawNotes();
  }

  /**
   * Show what was played and what was better.
   * @param {Arrow[]} arrows
   */
  arrows(arrows) {
    this.shownArrows = arrows;
    this.drawNotes();
  }

  /** Draw what is said about the position. */
  async drawNotes() {
    const { highlights, arrows } = this.layers;
    highlights.replaceChildren();
    arrows.replaceChildren();
    const hasNotes = this.highlighted.length > 0 || this.shownArrows.length > 0;
    if (!this.shown || !hasNotes) return;
    const { arrowMarks, highlightMarks } = await import("./notes.js");
    highlights.replaceChildren(...highlightMarks(this, this.highlighted));
    arrows.replaceChildren(...arrowMarks(this, this.shownArrows));
  }

  get zoomed() {
    return this.zoom.zoomed;
  }

  /**
   * Make the board larger or smaller, round its middle.
   * @param {number} factor
   */
  zoomBy(factor) {
    this.zoom.zoomBy(factor);
  }

  /** Show the whole board. */
  zoomOut() {
    this.zoom.zoomOut();
  }
}

/** Read what listens to fingers and keys, with all that it needs: at once, not one after another. */
async function readHands() {
  const [pointer, keyboard, touching] = await Promise.all([
    import("./pointer.js"),
    import("./keyboard.js"),
    import("./touching.js"),
    import("./ghost.js"),
    import("./walking.js"),
  ]);
  return { ...pointer, ...keyboard, ...touching };
}

/**
 * What lies above each other, the lowest first.
 * @returns {Record<Layer, SVGElement>}
 */
function makeLayers() {
  const layer = (/** @type {Layer} */ name) => svg("g", { class: `layer-${name}` });
  return {
    back: layer("back"),
    items: layer("items"),
    highlights: layer("highlights"),
    arrows: layer("arrows"),
    marks: layer("marks"),
    ghost: layer("ghost"),
    cells: layer("cells"),
  };
}
