// The loupe: the part of the board under a finger, enlarged beside it, with the cell that is meant.

import { clamp } from "./geometry.js";
import { svg } from "./svg.js";

/** @typedef {import("./scene").Site} Site */

const WIDTH = 150; // px
const SEEN = 2.9; // cells across it
const ABOVE = 56; // px between the finger and the loupe
const MARGIN = 4; // px between the loupe and the edge of the window

export class Loupe {
  /** @param {string} pictureId id of the drawing that it enlarges */
  constructor(pictureId) {
    this.use = svg("use", { href: `#${pictureId}` });
    this.target = svg("circle", { class: "loupe-target", fill: "none", "stroke-width": 0.06 });
    this.lens = svg("svg", { width: WIDTH, height: WIDTH });
    this.name = document.createElement("b");
    this.element = document.createElement("div");
    this.element.className = "board-loupe";
    this.element.setAttribute("aria-hidden", "true");
    this.element.append(this.lens, this.name);
    this.hide();
  }

  /**
   * @param {import("./geometry.js").Point} point of the board under the finger
   * @param {import("./zoom.js").ScreenPlace} finger
   * @param {Site | null} site that is meant
   * @param {import("./sprites.js").Theme} theme
   */
  show([x, y], finger, site, theme) {
    this.lens.setAttribute("viewBox", `${x - SEEN / 2} ${y - SEEN / 2} ${SEEN} ${SEEN}`);
    this.lens.replaceChildren(this.use);
    if (site) {
      this.target.setAttribute("cx", String(site.x));
      this.target.setAttribute("cy", String(site.y));
      this.target.setAttribute("r", String(0.48 * site.scale));
      this.target.setAttribute("stroke", theme.roles.strong);
      this.lens.append(this.target);
    }
    this.name.textContent = site?.cell || "";
    this.element.style.background = theme.roles.ground;
    this.moveBeside(finger);
    this.element.hidden = false;
  }

  hide() {
    this.element.hidden = true;
    this.lens.replaceChildren();
  }

  /**
   * Stand above a finger, or beside it where there is no room above.
   * @param {import("./zoom.js").ScreenPlace} finger
   */
  moveBeside({ clientX, clientY }) {
    let left = clientX - WIDTH / 2;
    const top = clientY - WIDTH - ABOVE;
    if (top < MARGIN - ABOVE / 2) {
      const isOnTheRight = clientX > innerWidth / 2;
      left = isOnTheRight ? clientX - WIDTH - ABOVE : clientX + ABOVE;
    }
    this.element.style.left = `${clamp(left, MARGIN, innerWidth - WIDTH - MARGIN)}px`;
    this.element.style.top = `${Math.max(top, MARGIN)}px`;
  }
}
