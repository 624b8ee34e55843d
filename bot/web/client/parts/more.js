// What else can be done in a match, behind ⋯.

import { doAction } from "../doing.js";
import { closeDialog, openDialog } from "../page.js";
import { html } from "../vendor/preact.js";
import { word } from "../words.js";
import { Actions } from "./actions.js";

/** @typedef {import("../protocol").Action} Action */
/** @typedef {import("../protocol").Group} Group */

/** The groups in the order in which they are listed. @type {Group[]} */
const GROUPS = ["ask", "other", "help", "hear", "end"];

/** @param {{actions: Action[]}} properties */
export function More({ actions }) {
  if (!actions.length) return null;
  function open() {
    openDialog(word("more"), html`<${MoreList} actions=${actions} />`);
  }
  return html`
    <button type="button" class="more" aria-label=${word("more")} title=${word("more")} onClick=${open}>
      ⋯
    </button>
  `;
}

/** @param {{actions: Action[]}} properties */
function MoreList({ actions }) {
  /** @param {Action} action */
  async function act(action) {
    closeDialog();
    await doAction(action);
  }
  return html`
    ${GROUPS.map((group) => {
      const inGroup = actions.filter((action) => action.group === group);
      return html`<${Actions} actions=${inGroup} act=${act} key=${group} />`;
    })}
  `;
}
