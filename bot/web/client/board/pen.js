// Draws a scene's items as SVG, as render/raster draws them in pixels.

import { arrowHead, pathData } from "./geometry.js";
import { Sprites } from "./sprites.js";
import { svg } from "./svg.js";

/** @typedef {import("./sprites.js").Theme} Theme */
/** @typedef {import("./scene").Item} Item */

const ANCHORS = { l: "start", m: "middle", r: "end" };

/** Draws with the colours and pieces of one theme. */
export class Pen {
  /**
   * @param {Theme} theme
   * @param {SVGElement} defs
   * @param {string} prefix of the ids in a document with several boards
   */
  constructor(theme, defs, prefix) {
    this.theme = theme;
    this.roles = theme.roles;
    this.sprites = new Sprites(theme, defs, prefix);
  }

  /**
   * @param {Item} item
   * @returns {SVGElement}
   */
  draw(item) {
    switch (item.kind) {
      case "path": return this.path(item);
      case "disc": return this.disc(item);
      case "area": return this.area(item);
      case "piece": return this.piece(item);
      case "text": return this.text(item);
    }
  }

  /** @param {import("./scene").PathItem} item */
  path({ points, fill, line, width, closed, round, head, dash, casing, alpha }) {
    const group = translucent(alpha);
    if (fill) {
      group.append(svg("path", { d: pathData(points, round, true), fill: this.roles[fill] }));
    }
    if (!line) return group;
    const arrow = head ? arrowHead(points, head) : null;
    const data = pathData(arrow ? arrow.line : points, round, closed);
    const lines = [{ role: line, border: 0 }];
    if (casing) lines.unshift({ role: casing, border: width / 2 });
    for (const { role, border } of lines) {
      const colour = this.roles[role];
      const look = { stroke: colour, "stroke-linejoin": "round", "stroke-linecap": "round" };
      if (arrow) {
        const d = pathData(arrow.corners, 0, true);
        const edge = 2 * border + head * 0.12;
        group.append(svg("path", { ...look, d, fill: colour, "stroke-width": edge }));
      }
      const stroke = svg("path", { ...look, d: data, fill: "none" });
      stroke.setAttribute("stroke-width", String(width + 2 * border));
      if (dash) stroke.setAttribute("stroke-dasharray", `${dash} ${dash * 0.8}`);
      group.append(stroke);
    }
    return group;
  }

  /** @param {import("./scene").DiscItem} item */
  disc({ point, radius, fill, line, width, casing, alpha }) {
    const [cx, cy] = point;
    const group = translucent(alpha);
    if (fill) group.append(svg("circle", { cx, cy, r: radius, fill: this.roles[fill] }));
    if (!line) return group;
    const ring = { cx, cy, r: radius - width / 2, fill: "none" };
    const widths = casing ? { [casing]: width * 1.9, [line]: width } : { [line]: width };
    for (const [role, wide] of Object.entries(widths)) {
      group.append(svg("circle", { ...ring, stroke: this.roles[role], "stroke-width": wide }));
    }
    return group;
  }

  /** @param {import("./scene").AreaItem} item */
  area({ points, joins, radius, fill, alpha }) {
    const colour = this.roles[fill];
    const discs = points.map(([cx, cy]) => svg("circle", { cx, cy, r: radius, fill: colour }));
    const d = joins.map(([start, end]) => `M${start}L${end}`).join("");
    const look = { stroke: colour, "stroke-width": radius * 2, "stroke-linecap": "round" };
    const bands = svg("path", { d, ...look });
    return svg("g", { opacity: alpha }, ...discs, bands);
  }

  /** @param {import("./scene").PieceItem} item */
  piece({ point, size, ...look }) {
    const [x, y] = point;
    return svg("use", {
      href: this.sprites.address(look),
      transform: `translate(${x} ${y}) scale(${size})`,
      "data-piece": `${x} ${y}`,
    });
  }

  /** @param {import("./scene").TextItem} item */
  text({ point, text, size, role, anchor, bold, casing, alpha }) {
    const [x, y] = point;
    const element = svg("text", {
      x,
      y,
      "font-size": size,
      fill: this.roles[role],
      "text-anchor": ANCHORS[/** @type {"l" | "m" | "r"} */ (anchor[0])] || "middle",
      "dominant-baseline": "central",
      "font-weight": bold ? 700 : 500,
      opacity: alpha,
    });
    if (casing) {
      element.setAttribute("stroke", this.roles[casing]);
      element.setAttribute("stroke-width", String(size / 4.5));
      element.setAttribute("paint-order", "stroke");
    }
    element.textContent = text;
    return element;
  }
}

/** @param {number} alpha */
function translucent(alpha) {
  return svg("g", alpha < 1 ? { opacity: alpha } : {});
}
