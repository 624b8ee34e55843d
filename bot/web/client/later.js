// What is read when it is first needed: the first board does not wait for it.

import { notify } from "./page.js";
import { html, useEffect, useState } from "./vendor/preact.js";
import { word } from "./words.js";

/** @typedef {() => Promise<any>} Load gives a component */

const READING_AHEAD_MILLISECONDS = 2_000; // after the first view is shown

/** @type {Record<string, Load>} */
export const later = {
  answering: () => import("./answering.js"),
  analysis: async () => (await import("./views/analysis.js")).AnalysisView,
  moves: async () => (await import("./parts/moves.js")).Moves,
  home: async () => (await import("./views/home.js")).HomeView,
  card: async () => (await import("./views/card.js")).CardView,
  challenge: async () => (await import("./parts/challenge_form.js")).ChallengeForm,
  front: async () => (await import("./parts/front.js")).Front,
  more: async () => (await import("./parts/more.js")).MoreList,
  cardParts: async () => (await import("./parts/card_parts.js")).CardParts,
  form: async () => (await import("./parts/form.js")).FormFields,
  rules: async () => (await import("./views/rules.js")).RulesView,
  settings: async () => (await import("./parts/settings_form.js")).SettingsForm,
  think: async () => (await import("./views/think.js")).ThinkView,
};

/**
 * A component whose module is read when it is first shown.
 * @param {{load: Load, quietly?: boolean, [name: string]: any}} properties and those of the component;
 *   `quietly`: nothing says that it is awaited
 */
export function Later({ load, quietly = false, ...properties }) {
  const [shown, show] = useState({ component: /** @type {any} */ (null) });
  useEffect(() => {
    let current = true;
    load().then(
      (component) => current && show({ component }),
      () => notify(word("offline")),
    );
    return () => {
      current = false;
    };
  }, [load]);
  if (!shown.component && quietly) return null;
  if (!shown.component) return html`<p class="waiting">${word("loading")}</p>`;
  return html`<${shown.component} ...${properties} />`;
}

/** Read what may be needed next, while there is nothing else to do. */
export function readAhead() {
  setTimeout(() => {
    for (const load of Object.values(later)) load().catch(() => {}); // it is tried again
  }, READING_AHEAD_MILLISECONDS);
}
