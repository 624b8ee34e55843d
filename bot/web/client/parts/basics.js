// What all views are made of: lines of text, buttons for what can be done, and what is asked.

import { html, useState } from "../vendor/preact.js";
import { withTimes } from "../words.js";

/** @typedef {import("../protocol").Action} Action */
/** @typedef {import("../protocol").RequestView} Request */

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

/**
 * A row of actions. While one is done, none can be pressed.
 * @param {{actions: Action[], act: (action: Action) => Promise<any>, label?: string}} properties
 */
export function Actions({ actions, act, label = "" }) {
  const [busy, setBusy] = useState(false);
  if (!actions.length) return null;
  /** @param {Action} action */
  async function press(action) {
    if (busy) return;
    setBusy(true);
    await act(action);
    setBusy(false);
  }
  return html`
    <div class="actions" role=${label ? "group" : null} aria-label=${label || null}>
      ${actions.map(
        (action) => html`
          <button
            type="button"
            class=${action.style}
            disabled=${busy}
            key=${action.press}
            onClick=${() => press(action)}
          >
            ${action.label}
          </button>
        `,
      )}
    </div>
  `;
}

/**
 * What is asked in a match, above its board, with what can be answered.
 * @param {{requests: Request[], act: (action: Action) => Promise<any>}} properties
 */
export function Strip({ requests, act }) {
  if (!requests.length) return null;
  return html`
    <section class="strip">
      ${requests.map(
        (request) => html`
          <div class="request" key=${request.kind}>
            <p>${withTimes(request.text)}</p>
            <${Actions} actions=${request.actions} act=${act} />
          </div>
        `,
      )}
    </section>
  `;
}
