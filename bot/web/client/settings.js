// How boards look on this page: whether what can be played is marked, and the way to all else.

import { Later, later } from "./later.js";
import { openDialog, page } from "./page.js";
import { keep, kept } from "./session.js";
import { html } from "./vendor/preact.js";
import { word } from "./words.js";

const LEGAL = "legal";

let marksLegal = kept(LEGAL) !== "no";

/** Whether the cells that can be played are marked. */
export const showsLegal = () => marksLegal;

/** Mark the cells that can be played from now on, or do not. @param {boolean} on */
export function showLegal(on) {
  marksLegal = on;
  keep(LEGAL, on ? "yes" : "no");
  page.changed();
}

/** Open the settings. @param {(language: string) => Promise<any>} speak */
export function openSettings(speak) {
  openDialog(word("settings"), html`<${Later} load=${later.settings} speak=${speak} />`);
}
