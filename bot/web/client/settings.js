// How boards look on this page, and in which language it speaks.

import { openDialog, page } from "./page.js";
import { refresh } from "./doing.js";
import { changeLook, keep, kept, look } from "./session.js";
import { html, useState } from "./vendor/preact.js";
import { word } from "./words.js";

const LEGAL = "legal";

let marksLegal = kept(LEGAL) !== "no";

/** Whether the cells that can be played are marked. */
export const showsLegal = () => marksLegal;

/** Open the settings. @param {(language: string) => Promise<any>} speak */
export function openSettings(speak) {
  openDialog(word("settings"), html`<${Settings} speak=${speak} />`);
}

/** @param {{speak: (language: string) => Promise<any>}} properties */
function Settings({ speak }) {
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
  function showLegal(on) {
    marksLegal = on;
    keep(LEGAL, on ? "yes" : "no");
    drawAnew((count) => count + 1);
    page.changed();
  }
  const { chosen } = session;
  return html`
    <${Switch} label=${word("legal")} on=${showsLegal()} choose=${showLegal} />
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
