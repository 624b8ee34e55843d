// A finished match gone over: the chances turn by turn, and what was better.

import { html } from "../vendor/preact.js";
import { word } from "../words.js";

/** @param {{id: number}} properties */
export function AnalysisView({ id }) {
  return html`<p class="waiting">${word("loading")} ${id}</p>`;
}
