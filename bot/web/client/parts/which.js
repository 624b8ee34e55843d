// Several decisions go to one cell: which one is meant?

import { closeDialog, openDialog } from "../page.js";
import { html } from "../vendor/preact.js";
import { word } from "../words.js";

/**
 * Ask which decision is meant.
 * @param {string[]} moves
 * @param {(move: string) => any} choose
 */
export function askWhich(moves, choose) {
  openDialog(word("which"), html`<${Which} moves=${moves} choose=${choose} />`);
}

/** @param {{moves: string[], choose: (move: string) => any}} properties */
function Which({ moves, choose }) {
  /** @param {string} move */
  function take(move) {
    closeDialog();
    choose(move);
  }
  return html`
    <div class="actions">
      ${moves.map(
        (move) => html`<button type="button" key=${move} onClick=${() => take(move)}>${move}</button>`,
      )}
    </div>
  `;
}
