// The way back to the match from which somebody came here.

import { page } from "../page.js";
import { go, toMatch } from "../route.js";
import { html } from "../vendor/preact.js";
import { word } from "../words.js";

/** @param {{match?: number}} properties */
export function BackToMatch({ match = page.match }) {
  if (!match) return null;
  return html`
    <button type="button" onClick=${() => go(toMatch(match))}>${word("backToMatch")}</button>
  `;
}
