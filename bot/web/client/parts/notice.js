// What is said for a few seconds, at the page's edge or in its dialog.

import { page } from "../page.js";
import { html } from "../vendor/preact.js";

export function Notice() {
  if (!page.notice) return null;
  return html`<p class="notice" role="alert">${page.notice}</p>`;
}
