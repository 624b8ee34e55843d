// What is said about a position, drawn on the board: cells that a text speaks of, and arrows.

import { ring } from "./marks.js";
import { svg } from "./svg.js";

/** @typedef {import("./scene").Site} Site */

/**
 * The marks of cells that a text speaks of: a tinted region with an edge.
 * @param {import("./board.js").Board} board
 * @param {string[]} cells
 * @returns {SVGElement[]}
 */
export function highlightMarks({ sites, theme }, cells) {
  /** @type {Site[]} */
  const found = cells.flatMap((cell) => sites.get(cell) || []);
  const joins = found.flatMap((site, index) =>
    found.slice(index + 1).filter((other) => areNeighbours(site, other)).map((other) =>
      `M${site.x},${site.y}L${other.x},${other.y}`));
  /** @param {number} radius @param {string} colour */
  const blob = (radius, colour) => [
    ...found.map(({ x, y }) => svg("circle", { cx: x, cy: y, r: radius, fill: colour })),
    svg("path", {
      d: joins.join(""),
      stroke: colour,
      "stroke-width": 2 * radius,
      "stroke-linecap": "round",
    }),
  ];
  if (found.length === 0) return [];
  const rings = found.map((site) => ring(site, 0.47, 0.05, theme.roles.win));
  const casings = found.map((site) => ring(site, 0.47, 0.1, theme.roles.casing));
  return [svg("g", { opacity: 0.22 }, ...blob(0.5, theme.roles.win)), ...casings, ...rings];
}

/**
 * @param {Site} one
 * @param {Site} other
 */
function areNeighbours(one, other) {
  return Math.hypot(one.x - other.x, one.y - other.y) < 1.1;
}

/** @typedef {{from: string, to: string, kind: "played" | "better"}} Arrow */

/**
 * Arrows for what was played and what was better; where no stone moves, rings.
 * @param {import("./board.js").Board} board
 * @param {Arrow[]} arrows
 * @returns {SVGElement[]}
 */
export function arrowMarks(board, arrows) {
  return arrows.flatMap((arrow) => {
    const target = board.sites.get(arrow.to);
    const source = board.sites.get(arrow.from);
    if (!target) return [];
    const look = arrow.kind === "better" ? BETTER : PLAYED;
    if (!source || source === target) return [placement(board, target, look)];
    return [board.pen.path({ kind: "path", points: shortened(source, target), ...look })];
  });
}

const PLAYED = {
  fill: "",
  line: "strong",
  width: 0.07,
  closed: false,
  round: 0,
  head: 0.26,
  dash: 0.16,
  casing: "casing",
  alpha: 0.85,
};
const BETTER = { ...PLAYED, line: "dot", width: 0.13, head: 0.4, dash: 0, alpha: 1 };

/**
 * @param {import("./board.js").Board} board
 * @param {Site} site
 * @param {typeof PLAYED} look
 */
function placement({ theme }, site, { line, width, dash, casing, alpha }) {
  const dashes = dash ? `${dash} ${dash * 0.8}` : "none";
  return svg("g", { opacity: alpha },
    ring(site, 0.4, width * 2, theme.roles[casing]),
    ring(site, 0.4, width, theme.roles[line], { "stroke-dasharray": dashes }));
}

/**
 * A line between two cells, clear of their middles.
 * @param {Site} source
 * @param {Site} target
 * @returns {import("./geometry.js").Point[]}
 */
function shortened(source, target) {
  const right = target.x - source.x;
  const down = target.y - source.y;
  const length = Math.hypot(right, down) || 1;
  const start = 0.3 / length;
  const end = 1 - 0.12 / length;
  return [
    [source.x + right * start, source.y + down * start],
    [source.x + right * end, source.y + down * end],
  ];
}
