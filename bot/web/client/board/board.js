// The board: shows a position, says what can be touched, and turns touches, drags and keys into decisions. It knows no
// rule: which decisions there are, and what stands where, comes from the server.

import { Pen, svg, unpacked } from "./draw.js";

const REACH = 0.8; // how far from a cell's centre a touch still means it, where nothing nearer can be touched; cells
const SMALL = 44; // px: where cells are smaller, a finger gets a loupe; two fingers enlarge the board
const DRAG = 7; // px that a pointer moves before a touch becomes a drag
const HOLD = 120; // ms that a finger rests before it gets the loupe

/** @typedef {{cell: string, x: number, y: number, scale: number}} Site */
/** @typedef {{kind: "from" | "to", moves: string[]}} Touch */

/** A small picture of a position. @param {any} state @param {any} back @param {any} theme */
export function picture(state, back, theme) {
  const defs = svg("defs");
  const pen = new Pen(theme, defs, `s${state.id}-`);
  const [width, height, top] = back.size;
  const made = svg("svg", { viewBox: `0 ${top} ${width} ${height - top}`, "aria-hidden": "true" }, defs, ...[...back.items, ...unpacked(state.items, back.cells)].map((item) => pen.item(item)));
  made.style.background = theme.roles.ground;
  return made;
}

export class Board {
  /**
   * @param {HTMLElement} frame @param {HTMLElement} loupe
   * @param {(move: string) => void} choose @param {(moves: string[]) => void} which @param {Record<string, string>} words
   */
  constructor(frame, loupe, choose, which, words) {
    this.frame = frame;
    this.loupe = loupe;
    this.choose = choose;
    this.which = which;
    this.words = words;
    this.defs = svg("defs");
    const layer = (/** @type {string} */ name) => svg("g", { class: name });
    this.layers = { back: layer("back"), items: layer("items"), marks: layer("marks"), ghost: layer("ghost"), cells: layer("cells") };
    this.all = svg("g", { id: "all" }, this.layers.back, this.layers.items, this.layers.marks, this.layers.ghost);
    this.svg = /** @type {SVGSVGElement} */ (svg("svg", { id: "board", role: "group", "aria-label": words.board }, this.defs, this.all, this.layers.cells));
    frame.replaceChildren(this.svg);
    /** @type {any} */ this.state = null;
    /** @type {any} */ this.back = null;
    /** @type {any} */ this.theme = null;
    /** @type {any} */ this.pen = null;
    /** @type {Site[]} */ this.sites = [];
    /** @type {Site[]} */ this.maps = [];
    /** @type {Map<string, Site>} */ this.named = new Map();
    /** @type {Map<string, string>} */ this.held = new Map();
    /** @type {Map<string, any>} */ this.elements = new Map(); // what has the focus, by cell
    this.chosen = "";
    this.at = ""; // the cell that has, or will get, the focus
    this.busy = false;
    this.wide = 1; // of the board, as far as it is shown
    this.listen();
  }

  /** @param {any} state @param {any} back @param {any} theme */
  show(state, back, theme) {
    const focused = this.layers.cells.contains(document.activeElement);
    if (this.theme !== theme) {
      this.theme = theme;
      this.pen = new Pen(theme, this.defs);
      this.back = null;
    }
    if (this.back !== back) {
      this.back = back;
      const [width, height, top] = back.size;
      this.zoom(width, { x: 0, y: top }, { x: 0, y: 0 });
      this.svg.style.aspectRatio = `${width} / ${height - top}`;
      this.frame.style.background = theme.roles.ground;
      this.layers.back.replaceChildren(...back.items.map((/** @type {any[]} */ item) => this.pen.item(item)));
      this.sites = back.cells.map((/** @type {any[]} */ [cell, x, y]) => ({ cell, x, y, scale: 1 }));
      this.maps = back.maps.map((/** @type {any[]} */ [cell, x, y, scale]) => ({ cell, x, y, scale }));
      this.named = new Map(this.sites.map((site) => [site.cell, site]));
      this.cells();
    }
    const same = this.state && !state.card && this.state.id === state.id && String(this.state.spot) === String(state.spot) && this.state.version === state.version && this.state.made.length === state.made.length;
    this.state = state;
    this.busy = false;
    if (!same || !this.touches().has(this.chosen)) this.chosen = "";
    const sources = new Set(state.moves.map((/** @type {string[]} */ move) => move[1]));
    if (sources.size === 1 && !sources.has("")) this.chosen = [...sources][0]; // only one stone can be used
    this.layers.items.replaceChildren(...unpacked(state.items, back.cells).map((item) => this.pen.item(item)));
    this.layers.ghost.replaceChildren();
    this.held = new Map(state.held.flatMap((/** @type {[string, string[]]} */ [words, cells]) => cells.map((/** @type {string} */ cell) => [cell, words])));
    this.mark();
    if (focused && !this.layers.cells.contains(document.activeElement)) this.focus(this.at);
  }

  /** What can be touched now, by cell. @returns {Map<string, Touch>} */
  touches() {
    /** @type {Map<string, Touch>} */
    const touches = new Map();
    const moves = this.state.moves;
    const sources = new Set(moves.map((/** @type {string[]} */ move) => move[1]).filter(Boolean));
    const add = (/** @type {string} */ cell, /** @type {"from" | "to"} */ kind, /** @type {string} */ move) => {
      const known = touches.get(cell);
      if (known && known.kind === kind) known.moves.push(move);
      else if (!known || kind === "to") touches.set(cell, { kind, moves: [move] });
    };
    for (const cell of sources) if (cell !== this.chosen) add(cell, "from", "");
    for (const [move, source, target] of moves) {
      if (!source || source === this.chosen) add(target, "to", move);
    }
    if (this.chosen) return touches;
    /** @type {Map<string, string[]>} */
    const direct = new Map();
    for (const [move, source, target] of moves) {
      if (source && !sources.has(target) && !touches.has(target)) direct.set(target, [...(direct.get(target) || []), move]);
    }
    for (const [cell, only] of direct) if (only.length === 1) add(cell, "to", only[0]);
    return touches;
  }

  /** A touch of a cell. @param {string} cell */
  touch(cell) {
    if (this.busy || !this.state) return;
    const touch = this.touches().get(cell);
    if (!touch) {
      this.chosen = "";
    } else if (touch.kind === "from") {
      this.chosen = cell;
    } else if (touch.moves.length > 1) {
      this.which(touch.moves);
    } else {
      this.decide(touch.moves[0]);
      return;
    }
    this.layers.ghost.replaceChildren();
    this.mark();
  }

  /** Show a decision at once, and ask for it. @param {string} move */
  decide(move) {
    this.busy = true;
    const [, source, target] = this.state.moves.find((/** @type {string[]} */ [text]) => text === move) || [move, "", ""];
    this.chosen = "";
    this.choose(move); // on its way while the stone is drawn
    if (!target) return;
    this.layers.marks.replaceChildren();
    this.lift(source, true);
    this.layers.ghost.replaceChildren(...this.stone(target, 1));
  }

  /** Back to what the server has said. */
  reset() {
    this.busy = false;
    this.layers.ghost.replaceChildren();
    for (const piece of this.layers.items.querySelectorAll(".lifted")) piece.classList.remove("lifted");
    this.mark();
  }

  /** Show that a piece leaves its cell, or stays. @param {string} cell @param {boolean} lifted */
  lift(cell, lifted) {
    const site = this.named.get(cell);
    if (!site || !this.state.leaves) return;
    for (const piece of this.layers.items.querySelectorAll("[data-piece]")) {
      const [x, y] = (piece.getAttribute("data-piece") || "").split(" ").map(Number);
      if (Math.hypot(x - site.x, y - site.y) < 0.25) piece.classList.toggle("lifted", lifted);
    }
  }

  /** The mover's stone on a cell. @param {string} cell @param {number} alpha @returns {SVGElement[]} */
  stone(cell, alpha) {
    const site = this.named.get(cell);
    if (!site || (this.held.has(cell) && alpha < 1)) return [];
    const [tone, glyph, shape] = this.state.stone;
    const level = shape === "tile" ? this.back.cells.find((/** @type {any[]} */ [name]) => name === cell)[3] : 0;
    const size = shape === "tile" ? 0.96 * 0.9 ** (level - 1) : 0.8;
    const piece = this.pen.piece([site.x, site.y], shape, tone, size, level, glyph);
    piece.setAttribute("opacity", String(alpha));
    return [piece];
  }

  /** Draw what can be touched, and say it. */
  mark() {
    const touches = this.touches();
    const { roles } = this.theme;
    const named = new Set(this.state.items.filter((/** @type {any[]} */ [kind]) => kind === 4).map((/** @type {any[]} */ item) => item[2]));
    const many = this.state.moves.length > 60 && !this.chosen;
    /** @type {SVGElement[]} */
    const marks = [];
    const ring = (/** @type {Site} */ { x, y, scale }, /** @type {number} */ r, /** @type {string} */ colour, /** @type {number} */ width, /** @type {string} */ kind) =>
      svg("circle", { cx: x, cy: y, r: r * scale, fill: "none", stroke: colour, "stroke-width": width * scale, class: kind });
    for (const site of [...this.sites, ...this.maps]) {
      const touch = touches.get(site.cell);
      const taken = this.held.has(site.cell);
      if (site.cell === this.chosen) {
        marks.push(ring(site, 0.47, roles.casing, 0.13, ""), ring(site, 0.47, roles.accent, 0.075, "chosen"));
      } else if (touch?.kind === "from") {
        marks.push(ring(site, 0.45, roles.accent, 0.05, "from"));
      } else if (touch) {
        if (taken) marks.push(ring(site, 0.4, roles.casing, 0.12, ""), ring(site, 0.4, roles.accent, 0.07, ""));
        const r = (many ? 0.1 : 0.13) * site.scale;
        const cy = site.y + (named.has(site.cell) && site.scale === 1 ? 0.34 : 0); // clear of its name
        marks.push(svg("circle", { cx: site.x, cy, r, fill: roles.accent, stroke: roles.casing, "stroke-width": 0.04 * site.scale, class: "to" }));
      }
    }
    this.layers.marks.replaceChildren(...marks);
    this.svg.classList.toggle("live", touches.size > 0);
    for (const [cell, element] of this.elements) {
      const can = cell === this.chosen ? this.words.chosen : touches.get(cell) ? this.words[touches.get(cell)?.kind || "to"] : "";
      const does = touches.get(cell)?.moves.map((move) => this.state.does[move]).find(Boolean);
      const what = does ? does.flat().join(" ") : "";
      const label = [cell, this.held.get(cell) || this.words.empty, can, what].filter(Boolean).join(", ");
      for (const [name, value] of [["aria-label", label], ["aria-disabled", String(!can)]]) if (element.getAttribute(name) !== value) element.setAttribute(name, value);
    }
  }

  /** What a decision would do, where it is pointed at. @param {string} cell */
  foretell(cell) {
    if (this.busy || !this.state) return;
    const touch = this.touches().get(cell);
    if (!touch || touch.kind !== "to") {
      this.layers.ghost.replaceChildren();
      return;
    }
    const { roles } = this.theme;
    const [taken, swapped, sealed] = this.state.does[touch.moves[0]] || [[], [], []];
    const ring = (/** @type {string} */ role, /** @type {string} */ dash) => (/** @type {string} */ name) => {
      const site = this.named.get(name);
      return site ? [svg("circle", { cx: site.x, cy: site.y, r: 0.44, fill: "none", stroke: roles[role], "stroke-width": 0.09, "stroke-dasharray": dash })] : [];
    };
    this.layers.ghost.replaceChildren(...this.stone(cell, 0.55), ...taken.flatMap(ring("loss", "0.2 0.12")),
      ...swapped.flatMap(ring("past", "0.3 0.15")), ...sealed.flatMap(ring("win", "0.12 0.12")));
  }

  /** The cells as what can have the focus. */
  cells() {
    if (!this.named.has(this.at)) this.at = this.sites[Math.floor(this.sites.length / 2)]?.cell || "";
    this.elements = new Map(this.sites.map(({ cell, x, y }) => [cell, svg("circle", {
      cx: x, cy: y, r: 0.46, "data-cell": cell, role: "button", tabindex: cell === this.at ? 0 : -1, class: "cell",
    })]));
    this.layers.cells.replaceChildren(...this.elements.values());
  }

  /** @param {string} cell */
  focus(cell) {
    this.elements.get(cell)?.focus();
  }

  /** The cell next to the focus in a direction. @param {number} dx @param {number} dy */
  next(dx, dy) {
    const from = this.named.get(this.at);
    let [best, least] = ["", Infinity];
    if (!from) return best;
    for (const { cell, x, y } of this.sites) {
      const [right, down] = [x - from.x, y - from.y];
      const [ahead, aside] = [right * dx + down * dy, Math.abs(right * dy - down * dx)];
      const cost = ahead + 2.2 * aside;
      if (ahead > 0.2 && aside <= ahead * 1.8 && cost < least) [best, least] = [cell, cost];
    }
    return best;
  }

  /** The site meant at a place of the screen: what can be touched first. @param {PointerEvent} event @returns {Site | null} */
  under(event) {
    const point = this.place(event);
    const touches = this.touches();
    let [best, least] = [/** @type {Site | null} */ (null), Infinity];
    for (const site of [...this.sites, ...this.maps]) {
      const away = Math.hypot(point.x - site.x, point.y - site.y) / site.scale;
      const cost = touches.has(site.cell) || site.cell === this.chosen ? away : away + 0.35;
      // Of cells at one place the highest is on top, and later.
      if (away < REACH && cost < least + 1e-6) [best, least] = [site, cost];
    }
    return best;
  }

  get pixels() {
    return this.svg.clientWidth / this.wide;
  }

  /** The place of the board at a place of the screen. @param {{x: number, y: number}} at @returns {{x: number, y: number}} */
  place({ x, y }) {
    return new DOMPoint(x, y).matrixTransform(this.svg.getScreenCTM()?.inverse());
  }

  /** Show so much of the board's width, with a place of it at a place of the screen. @param {number} width @param {{x: number, y: number}} place @param {{x: number, y: number}} at */
  zoom(width, place, at) {
    const [whole, height, top] = this.back.size;
    const within = (/** @type {number} */ value, /** @type {number} */ least, /** @type {number} */ most) => Math.max(least, Math.min(value, most));
    this.wide = within(width, Math.min(whole, 4), whole);
    const high = ((height - top) * this.wide) / whole;
    const show = (/** @type {number} */ x, /** @type {number} */ y) => this.svg.setAttribute("viewBox", `${x} ${y} ${this.wide} ${high}`);
    show(0, 0);
    const off = this.place(at);
    show(within(place.x - off.x, 0, whole - this.wide), within(place.y - off.y, top, height - high));
  }

  listen() {
    /** @type {{x: number, y: number, site: Site | null, was: string, finger: boolean, drags: boolean} | null} */
    let down = null;
    /** @type {Map<number, PointerEvent>} */
    const fingers = new Map();
    /** @type {{gap: number, wide: number, place: {x: number, y: number}} | null} */
    let pinch = null;
    let held = 0;
    const spread = () => {
      const [one, other] = fingers.values();
      return { gap: Math.hypot(one.x - other.x, one.y - other.y), x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 };
    };
    const stop = () => {
      clearTimeout(held);
      this.lift(down?.site?.cell || "", false);
      down = null;
      this.loupe.hidden = true;
      this.layers.ghost.replaceChildren();
    };
    this.svg.addEventListener("pointerdown", (event) => {
      if (!this.state || event.button) return;
      fingers.set(event.pointerId, event);
      if (fingers.size > 1) {
        const now = spread();
        pinch = { gap: now.gap, wide: this.wide, place: this.place(now) };
        return stop();
      }
      const site = this.under(event);
      down = { x: event.clientX, y: event.clientY, site, was: this.chosen, drags: false, finger: event.pointerType !== "mouse" && this.pixels < SMALL };
      this.svg.setPointerCapture(event.pointerId);
      if (down.finger) held = setTimeout(() => this.magnify(event), HOLD);
      else if (site && this.touches().get(site.cell)?.kind === "from") this.touch(site.cell);
    });
    this.svg.addEventListener("pointermove", (event) => {
      if (!this.state) return;
      if (fingers.has(event.pointerId)) fingers.set(event.pointerId, event);
      if (pinch) {
        const now = spread();
        return this.zoom((pinch.wide * pinch.gap) / now.gap, pinch.place, now);
      }
      if (!down) {
        if (event.pointerType === "mouse") this.foretell(this.under(event)?.cell || "");
        return;
      }
      if (down.finger) {
        clearTimeout(held);
        this.magnify(event);
        return;
      }
      if (Math.hypot(event.clientX - down.x, event.clientY - down.y) > DRAG) down.drags = true;
      if (down.drags && this.chosen && down.site?.cell === this.chosen) this.carry(event);
    });
    this.svg.addEventListener("pointerup", (event) => {
      fingers.delete(event.pointerId);
      pinch = null;
      if (!down) return;
      const { site, was, drags, finger } = down;
      const target = this.under(event);
      stop();
      if (finger) this.touch(target?.cell || "");
      else if (drags && site && target && target.cell !== site.cell) this.touch(target.cell);
      else if (!drags && site && this.chosen === site.cell && was === site.cell) this.touch("");
      else if (!drags && !(site && this.chosen === site.cell)) this.touch(site?.cell || "");
    });
    this.svg.addEventListener("pointercancel", () => {
      fingers.clear();
      pinch = null;
      stop();
    });
    this.svg.addEventListener("pointerleave", () => down || this.layers.ghost.replaceChildren());
    this.layers.cells.addEventListener("keydown", (event) => {
      const { key } = /** @type {KeyboardEvent} */ (event);
      const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key];
      if (way) {
        const cell = this.next(way[0], way[1]);
        if (cell) this.focus(cell);
      } else if (key === "Enter" || key === " ") this.touch(this.at);
      else if (key === "Escape") this.touch("");
      else return;
      event.preventDefault();
    });
    this.layers.cells.addEventListener("focusin", ({ target }) => {
      this.elements.get(this.at)?.setAttribute("tabindex", "-1");
      this.at = /** @type {Element} */ (target).getAttribute("data-cell") || this.at;
      this.elements.get(this.at)?.setAttribute("tabindex", "0");
      this.foretell(this.at);
    });
  }

  /** A stone follows the pointer. @param {PointerEvent} event */
  carry(event) {
    const point = this.place(event);
    const target = this.under(event);
    this.foretell(target?.cell || "");
    this.lift(this.chosen, true);
    const [tone, glyph, shape] = this.state.stone;
    this.layers.ghost.append(this.pen.piece([point.x, point.y], shape, tone, 0.9, shape === "tile" ? 1 : 0, glyph));
  }

  /** The part of the board under a finger, enlarged above it, with the cell that is meant. @param {PointerEvent} event */
  magnify(event) {
    const target = this.under(event);
    this.foretell(target?.cell || "");
    const [wide, shown] = [150, (150 / SMALL) * 0.85]; // px, and the cells that they show
    const point = this.place(event);
    const lens = svg("svg", { viewBox: `${point.x - shown / 2} ${point.y - shown / 2} ${shown} ${shown}`, width: wide, height: wide },
      svg("use", { href: "#all" }),
      ...(target ? [svg("circle", { cx: target.x, cy: target.y, r: 0.48 * target.scale, fill: "none", stroke: this.theme.roles.accent, "stroke-width": 0.06 })] : []));
    const name = document.createElement("b");
    name.textContent = target?.cell || "";
    this.loupe.replaceChildren(lens, name);
    this.loupe.hidden = false;
    this.loupe.style.background = this.theme.roles.ground;
    this.loupe.style.left = `${Math.min(Math.max(event.clientX - wide / 2, 4), innerWidth - wide - 4)}px`;
    this.loupe.style.top = `${Math.max(event.clientY - wide - 56, 4)}px`;
  }
}
