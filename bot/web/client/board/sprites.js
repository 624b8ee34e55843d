// The pieces: each look is defined once in a document, 1 wide, and used wherever it stands.

import { pathData, pointAround } from "./geometry.js";
import { svg } from "./svg.js";

/** @typedef {import("./geometry.js").Point} Point */

/**
 * @typedef {object} Theme
 * @property {Record<string, string>} roles colours by role
 * @property {Record<string, string[]>} tones of each material the face, light, side, rim, mark and
 *   dusk
 * @property {number} shadow how dark shadows are, 0 to 1
 * @property {boolean} dark
 */

/** @typedef {{shape: string, tone: string, level: number, glyph: string, ghost: boolean}} Look */

const HIGH = -0.0275; // the middle of a piece's face
const LOW = 0.0275; // the middle of its foot
const DISC_RADIUS = 0.4725;
const CORNER_RADIUS = 0.15; // of tiles
const HALF_PI = Math.PI / 2;
const BRIGHT = 380; // sum of red, green and blue above which dark letters are read on a face

/** @type {Point[]} */
const HEXAGON = [0, 1, 2, 3, 4, 5].map((corner) =>
  pointAround([0, 0], (corner * Math.PI) / 3 - HALF_PI, 1 / Math.sqrt(3)));

export class Sprites {
  /**
   * @param {Theme} theme
   * @param {SVGElement} defs where they are defined
   * @param {string} prefix of their ids
   */
  constructor(theme, defs, prefix) {
    this.theme = theme;
    this.defs = defs;
    this.prefix = prefix;
    this.gradients = 0;
    /** @type {Map<string, string>} */
    this.addresses = new Map();
    defs.replaceChildren();
    this.shadow = this.gradient("radialGradient", {}, [
      [0, "#000", theme.shadow],
      [0.84, "#000", theme.shadow],
      [1, "#000", 0],
    ]);
  }

  /**
   * The address of a piece's picture in the document.
   * @param {Look} look
   */
  address(look) {
    const name = [look.shape, look.tone, look.level, look.glyph, look.ghost].join("-");
    let address = this.addresses.get(name);
    if (!address) {
      const id = `${this.prefix}piece-${name.replace(/[^\w-]/g, "_")}`;
      this.defs.append(svg("g", { id }, ...this.drawing(look)));
      address = `#${id}`;
      this.addresses.set(name, address);
    }
    return address;
  }

  /**
   * @param {Look} look
   * @returns {SVGElement[]}
   */
  drawing({ shape, tone, level, glyph, ghost }) {
    const [face, light, side, rim, mark, dusk] = this.theme.tones[tone];
    if (ghost) return [this.outline(face, rim)];
    if (shape === "tile") {
      const { top, bottom } = lightOf(level);
      const lit = this.light(blend(dusk, light, top), blend(dusk, light, bottom));
      return [
        this.fallenShadow(0.02 * (level + 1)),
        ...[LOW, HIGH].map((middle) => edged(tile(middle, 1, rim), rim)),
        tile(LOW, 0.95, side),
        tile(HIGH, 0.94, lit),
        ...glyphDrawing(glyph, mark, face),
      ];
    }
    return [
      this.fallenShadow(0.04),
      ...[LOW, HIGH].map((middle) => edged(disc(middle, 1, rim), rim)),
      disc(LOW, 0.95, side),
      disc(HIGH, 0.95, this.light(light, face)),
      ...glyphDrawing(glyph, mark, face),
    ];
  }

  /**
   * The outline of a piece that has left the board.
   * @param {string} face
   * @param {string} rim
   */
  outline(face, rim) {
    return svg("circle", {
      r: 0.44,
      fill: face,
      "fill-opacity": 0.27,
      stroke: rim,
      "stroke-width": 0.05,
      "stroke-dasharray": "0.138 0.092",
    });
  }

  /** @param {number} fall how far it falls */
  fallenShadow(fall) {
    return svg("circle", { cx: fall / 2, cy: HIGH + fall, r: 0.55, fill: this.shadow });
  }

  /**
   * Light that falls on a face from above.
   * @param {string} top
   * @param {string} bottom
   */
  light(top, bottom) {
    return this.gradient("linearGradient", { x2: 0, y2: 1 }, [[0, top, 1], [1, bottom, 1]]);
  }

  /**
   * @param {string} kind
   * @param {Record<string, string | number>} attributes
   * @param {[number, string, number][]} stops offset, colour and opacity
   */
  gradient(kind, attributes, stops) {
    const id = `${this.prefix}gradient${this.gradients}`;
    this.gradients += 1;
    const children = stops.map(([offset, colour, alpha]) =>
      svg("stop", { offset, "stop-color": colour, "stop-opacity": alpha }));
    this.defs.append(svg(kind, { id, ...attributes }, ...children));
    return `url(#${id})`;
  }
}

/**
 * How bright a tile's face is at its top and bottom: higher levels are brighter.
 * @param {number} level
 */
function lightOf(level) {
  const bottom = Math.min(0.9, (level - 1) * 0.225);
  return { bottom, top: bottom + (1 - bottom) * 0.7 };
}

/**
 * @param {number} middle
 * @param {number} share of a whole piece's size
 * @param {string} fill
 */
function disc(middle, share, fill) {
  return svg("circle", { cy: middle, r: DISC_RADIUS * share, fill });
}

/**
 * @param {number} middle
 * @param {number} share of a whole piece's size
 * @param {string} fill
 */
function tile(middle, share, fill) {
  const corners = HEXAGON.map(([x, y]) => /** @type {Point} */ ([x * share, y * share]));
  const d = pathData(corners, CORNER_RADIUS * share, true);
  return svg("path", { d, transform: `translate(0 ${middle})`, fill });
}

/**
 * A form with an edge at least a pixel wide, however small the piece.
 * @param {SVGElement} form
 * @param {string} colour
 */
function edged(form, colour) {
  form.setAttribute("stroke", colour);
  form.setAttribute("vector-effect", "non-scaling-stroke");
  return form;
}

/**
 * The mark on a piece.
 * @param {string} glyph
 * @param {string} mark its colour
 * @param {string} face
 * @returns {SVGElement[]}
 */
function glyphDrawing(glyph, mark, face) {
  const line = { fill: "none", stroke: mark, "stroke-width": 0.036, "stroke-linecap": "round" };
  if (glyph === "ring") return [svg("circle", { cy: HIGH, r: 0.183, ...line })];
  if (glyph === "glint") {
    const start = pointAround([0, HIGH], (188 * Math.PI) / 180, 0.325);
    const end = pointAround([0, HIGH], (262 * Math.PI) / 180, 0.325);
    return [svg("path", { d: `M${start}A.325 .325 0 0 1 ${end}`, ...line, "stroke-width": 0.04 })];
  }
  if (glyph === "leaper") {
    const stroke = isBright(face) ? "#26221f" : "#ece6dc";
    return [0, 1, 2].map((spoke) => {
      const angle = (spoke * Math.PI) / 3;
      const start = pointAround([0, HIGH], angle, -0.27);
      const end = pointAround([0, HIGH], angle, 0.27);
      return svg("path", { d: `M${start}L${end}`, ...line, stroke, "stroke-width": 0.075 });
    });
  }
  return [];
}

/** @param {string} colour as #rrggbb */
function channels(colour) {
  return [1, 3, 5].map((start) => parseInt(colour.slice(start, start + 2), 16));
}

/**
 * A colour with a share of another mixed in.
 * @param {string} one
 * @param {string} other
 * @param {number} share 0 to 1
 */
function blend(one, other, share) {
  const others = channels(other);
  const mixed = channels(one).map((value, index) =>
    Math.round(value + (others[index] - value) * share));
  return `rgb(${mixed})`;
}

/** @param {string} colour */
function isBright(colour) {
  const [red, green, blue] = channels(colour);
  return red + green + blue > BRIGHT;
}
