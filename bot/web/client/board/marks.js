// What is marked on the board, each by a form of its own: a dot where something can be played, a
// thin ring in the side's colour round stones that can be used, a thick one round the chosen stone.
// The last turn has the rings and arrows that the server sends.

import { svg } from "./svg.js";

/** @typedef {import("./scene").Site} Site */
/** @typedef {import("./touches.js").Touch} Touch */

const MANY = 60; // targets, from which on their dots are smaller
const BESIDE_NAME = 0.34; // how far below a cell's name its dot is

/**
 * A circle round a cell.
 * @param {Site} site
 * @param {number} radius of its line's middle
 * @param {number} width of its line
 * @param {string} colour
 * @param {Record<string, string | number>} [attributes]
 */
export function ring({ x, y, scale }, radius, width, colour, attributes = {}) {
  return svg("circle", {
    cx: x,
    cy: y,
    r: radius * scale,
    fill: "none",
    stroke: colour,
    "stroke-width": width * scale,
    ...attributes,
  });
}

/**
 * The marks of what can be touched.
 * @param {import("./board.js").Board} board
 * @returns {SVGElement[]}
 */
export function touchMarks(board) {
  const { chosen, touches, sites } = board;
  const count = [...touches.values()].filter(({ kind }) => kind === "to").length;
  const dotRadius = count > MANY ? 0.1 : 0.13;
  /** @type {SVGElement[]} */
  const marks = [];
  for (const site of sites.everywhere) {
    const touch = touches.get(site.cell);
    if (site.cell === chosen) marks.push(...chosenMark(board, site));
    else if (!touch || !board.showsTouches) continue;
    else if (touch.kind === "from") marks.push(usableMark(board, site));
    else marks.push(targetMark(board, site, dotRadius));
  }
  return marks;
}

/**
 * @param {import("./board.js").Board} board
 * @param {Site} site
 */
function chosenMark({ theme }, site) {
  return [
    ring(site, 0.46, 0.15, theme.roles.casing),
    ring(site, 0.46, 0.085, theme.roles.dot, { class: "chosen" }),
  ];
}

/**
 * @param {import("./board.js").Board} board
 * @param {Site} site
 */
function usableMark({ theme, view }, site) {
  const [face, , , rim] = theme.tones[view.stone[0]];
  return svg("g", { class: "usable" },
    ring(site, 0.48, 0.1, theme.roles.casing),
    ring(site, 0.48, 0.065, rim),
    ring(site, 0.48, 0.03, face));
}

/**
 * @param {import("./board.js").Board} board
 * @param {Site} site
 * @param {number} radius
 */
function targetMark(board, site, radius) {
  const { roles } = board.theme;
  const isTaken = board.held.has(site.cell);
  const hasName = board.namedCells.has(site.cell) && site.scale === 1;
  const down = hasName && !isTaken ? BESIDE_NAME : 0;
  return svg("circle", {
    class: "target",
    cx: site.x,
    cy: site.y + down,
    r: (isTaken ? 0.16 : radius) * site.scale,
    fill: roles.dot,
    stroke: roles.casing,
    "stroke-width": (isTaken ? 0.06 : 0.04) * site.scale,
  });
}

/**
 * Say of each cell what stands there and what can be done.
 * @param {import("./board.js").Board} board
 */
export function labelCells(board) {
  const { cellElements, chosen, held, touches, words } = board;
  for (const [cell, element] of cellElements) {
    const touch = touches.get(cell);
    let can = "";
    if (cell === chosen) can = words.chosen;
    else if (touch) can = words[touch.kind];
    const content = held.get(cell) || words.empty;
    const label = [cell, content, can, effectOf(board, touch)].filter(Boolean).join(", ");
    setAttribute(element, "aria-label", label);
    setAttribute(element, "aria-disabled", String(can === ""));
    if (cell === chosen || touch?.kind === "from") {
      setAttribute(element, "aria-pressed", String(cell === chosen));
    } else {
      element.removeAttribute("aria-pressed");
    }
  }
}

/**
 * What a touch does to other cells, in words.
 * @param {import("./board.js").Board} board
 * @param {Touch | undefined} touch
 */
function effectOf({ view, words }, touch) {
  const moves = touch?.moves || [];
  /** @type {string[][] | undefined} */
  const effect = moves.map((move) => view.does[move]).find(Boolean);
  if (!effect) return "";
  const sentences = [words.takes, words.swaps, words.seals];
  return effect
    .map((cells, index) => cells.length && sentences[index].replace("{cells}", cells.join(" ")))
    .filter(Boolean)
    .join(", ");
}

/**
 * Set an attribute that has another value: what reads the page aloud repeats what is set again.
 * @param {Element} element
 * @param {string} name
 * @param {string} value
 */
function setAttribute(element, name, value) {
  if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}
