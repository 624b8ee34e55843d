// The chances turn by turn, as a graph to touch.

import { svg } from "../board/svg.js";
import { html, useEffect, useRef } from "../vendor/preact.js";
import { word } from "../words.js";

/** @typedef {import("../protocol").AnalysisView} Analysis */

const WIDTH = 320;
const HEIGHT = 120;
const RIM = 8; // round the line, so that a turning point at the edge is seen

/** @param {{analysis: Analysis, shown: number, choose: (number: number) => void}} properties */
export function ChanceGraph({ analysis, shown, choose }) {
  const place = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => {
    place.current?.replaceChildren(drawn(analysis, shown));
  }, [analysis, shown]);
  const last = Math.max(1, analysis.chances.length - 1);
  const chance = Math.round(100 * (analysis.chances[shown]?.chance ?? 0.5));
  /** @param {PointerEvent} event */
  function point(event) {
    if (event.type === "pointermove" && !event.buttons) return;
    const box = /** @type {HTMLElement} */ (event.currentTarget).getBoundingClientRect();
    const across = (((event.clientX - box.left) / box.width) * WIDTH - RIM) / (WIDTH - 2 * RIM);
    choose(Math.round(Math.max(0, Math.min(1, across)) * last));
  }
  return html`
    <figure class="chances">
      <div
        class="chance-graph"
        ref=${place}
        role="img"
        aria-label=${word("chances")}
        onPointerDown=${point}
        onPointerMove=${point}
      ></div>
      <figcaption>
        <span>${word("chanceOf", { who: analysis.first, percent: chance })}</span>
        <span>${word("chanceOf", { who: analysis.second, percent: 100 - chance })}</span>
      </figcaption>
    </figure>
  `;
}

/** @param {Analysis} analysis @param {number} shown */
function drawn({ chances, points }, shown) {
  const last = Math.max(1, chances.length - 1);
  /** @param {number} number */
  const across = (number) => RIM + (number / last) * (WIDTH - 2 * RIM);
  /** @param {number} chance */
  const down = (chance) => RIM + (1 - chance) * (HEIGHT - 2 * RIM);
  const line = chances.map(({ chance }, number) => `${across(number)},${down(chance)}`).join(" ");
  const dots = points.map(({ number }) =>
    svg("circle", {
      class: "turning-point",
      cx: across(number),
      cy: down(chances[number]?.chance ?? 0.5),
      r: 5,
    }),
  );
  return svg(
    "svg",
    { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none" },
    svg("polygon", { class: "first", points: `${RIM},${HEIGHT} ${line} ${WIDTH - RIM},${HEIGHT}` }),
    svg("line", { class: "even", x1: 0, x2: WIDTH, y1: HEIGHT / 2, y2: HEIGHT / 2 }),
    svg("polyline", { class: "course", points: line }),
    ...dots,
    svg("line", { class: "shown", x1: across(shown), x2: across(shown), y1: 0, y2: HEIGHT }),
  );
}
