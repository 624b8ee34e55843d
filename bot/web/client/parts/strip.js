// What is asked in a match, above its board, with what can be answered.

import { html } from "../vendor/preact.js";
import { Actions } from "./actions.js";

/** @typedef {import("../protocol").Request} Request */

/** @param {{requests: Request[], act: (action: import("../protocol").Action) => Promise<any>}} properties */
export function Strip({ requests, act }) {
  if (!requests.length) return null;
  return html`
    <section class="strip">
      ${requests.map(
        (request) => html`
          <div class="request" key=${request.kind}>
            <p>${request.text}</p>
            <${Actions} actions=${request.actions} act=${act} />
          </div>
        `,
      )}
    </section>
  `;
}
