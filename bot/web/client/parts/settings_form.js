// The settings of this page: how boards look, and in which language it speaks.

import { refresh } from "../doing.js";
import { page } from "../page.js";
import { changeLook, look, showLegal, showsLegal } from "../session.js";
import { html, useState } from "../vendor/preact.js";
import { word } from "../words.js";

/** @param {{speak: (language: string) => Promise<any>}} properties */
export function SettingsForm({ speak }) {
  const [, drawAnew] = useState(0);
  const { session } = page;
  if (!session) return null;
  /** @param {string} name @param {string} value */
  async function choose(name, value) {
    changeLook(name, value);
    drawAnew((count) => count + 1);
    await refresh();
    page.changed();
  }
  /** @param {boolean} on */
  function markLegal(on) {
    showLegal(on);
    drawAnew((count) => count + 1);
    page.changed();
  }
  const { chosen } = session;
  return html`
    <${Switch} label=${word("legal")} on=${showsLegal()} choose=${markLegal} />
    <${Switch}
      label=${word("flip")}
      on=${(look.flip ?? (chosen.flip ? "1" : "0")) === "1"}
      choose=${(/** @type {boolean} */ on) => choose("flip", on ? "1" : "0")}
    />
    <${Switch}
      label=${word("sight")}
      on=${look.sight === "1"}
      choose=${(/** @type {boolean} */ on) => choose("sight", on ? "1" : "0")}
    />
    <${Choice}
      label=${word("theme")}
      choices=${session.themes}
      chosen=${look.theme ?? chosen.theme}
      choose=${(/** @type {string} */ value) => choose("theme", value)}
    />
    <${Choice}
      label=${word("coordinates")}
      choices=${session.coordinates}
      chosen=${look.coordinates ?? chosen.coordinates}
      choose=${(/** @type {string} */ value) => choose("coordinates", value)}
    />
    <${Choice}
      label=${word("language")}
      choices=${session.languages}
      chosen=${chosen.language}
      choose=${speak}
    />
  `;
}

/** @param {{label: string, on: boolean, choose: (on: boolean) => void}} properties */
function Switch({ label, on, choose }) {
  return html`
    <label class="check">
      <input
        type="checkbox"
        checked=${on}
        onChange=${(/** @type {any} */ event) => choose(event.target.checked)}
      />
      <span>${label}</span>
    </label>
  `;
}

/** @param {{label: string, choices: string[][], chosen: string, choose: (value: string) => void}} properties */
function Choice({ label, choices, chosen, choose }) {
  return html`
    <label class="field">
      <span>${label}</span>
      <select onChange=${(/** @type {any} */ event) => choose(event.target.value)}>
        ${choices.map(
          ([value, name]) =>
            html`<option value=${value} selected=${value === chosen}>${name}</option>`,
        )}
      </select>
    </label>
  `;
}
