// Texts: lines with their times, and words that are emphasised.

import { html } from "../vendor/preact.js";
import { withTimes } from "../words.js";

/** Lines, the first of them as large as the text round them. @param {{lines: string[], small?: boolean}} properties */
export function Lines({ lines, small = false }) {
  return html`
    <div class=${small ? "lines small" : "lines"}>
      ${lines.map((line) => html`<p>${withTimes(line.replace(/^- /, "• "))}</p>`)}
    </div>
  `;
}

/** A text in which words between asterisks are emphasised. @param {{text: string}} properties */
export function Emphasised({ text }) {
  const parts = text.split(/\*+([^*]+)\*+/);
  return html`${parts.map((part, number) => (number % 2 ? html`<em>${part}</em>` : part))}`;
}
