// Small pictures of positions, which nobody touches.

import { Pen } from "./pen.js";
import { svg } from "./svg.js";
import { unpackBoard, unpackItems } from "./unpack.js";

/**
 * A small picture of a position; its width or height is set by CSS (`.board-picture`).
 * @param {Pick<import("./scene").View, "items">} view
 * @param {import("./scene").SentBoard} back
 * @param {import("./sprites.js").Theme} theme
 * @param {string} prefix of the ids in it, another one for each picture of a page
 * @returns {SVGElement}
 */
export function picture(view, back, theme, prefix) {
  const { width, height, top, cells, items } = unpackBoard(back);
  const defs = svg("defs");
  const pen = new Pen(theme, defs, prefix);
  const ground = svg("rect", { y: top, width, height, fill: theme.roles.ground });
  const drawings = [...items, ...unpackItems(view.items, cells)].map((item) => pen.draw(item));
  const attributes = {
    class: "board-picture",
    viewBox: `0 ${top} ${width} ${height}`,
    "aria-hidden": "true",
  };
  return svg("svg", attributes, defs, ground, ...drawings);
}
