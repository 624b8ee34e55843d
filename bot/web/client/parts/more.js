// What else can be done in a match, behind ⋯.

import { saveFile } from "../answering.js";
import { doAction, safely } from "../doing.js";
import { closeDialog } from "../page.js";
import { go, toPly, toRules } from "../route.js";
import { ask } from "../server.js";
import { html } from "../vendor/preact.js";
import { word } from "../words.js";
import { Actions } from "./basics.js";

/** @typedef {import("../protocol").Action} Action */
/** @typedef {import("../protocol").ActionGroup} Group */
/** @typedef {import("../protocol").MatchView} Match */

/** The groups in the order in which they are listed. @type {Group[]} */
const GROUPS = ["ask", "other", "help", "hear"];

/** @param {{actions: Action[], match: Match}} properties */
export function MoreList({ actions, match }) {
  /** @param {Group} group */
  const listed = (group) => {
    const inGroup = actions.filter((action) => action.group === group);
    return html`<${Actions} actions=${inGroup} act=${doAction} key=${group} />`;
  };
  return html`
    ${GROUPS.map(listed)}
    <div class="actions">
      ${match.turns.length > 0 &&
      html`
        <button type="button" onClick=${() => leaveFor(toPly(match.id, 0, true))}>
          ${word("replay")}
        </button>
        <button type="button" onClick=${() => saveRecord(match)}>${word("record")}</button>
      `}
      <button type="button" onClick=${() => leaveFor(toRules(match.game))}>${word("rules")}</button>
    </div>
    ${listed("end")}
  `;
}

/** @param {string} address */
function leaveFor(address) {
  closeDialog();
  go(address);
}

/** Keep a match as a text file. @param {Match} match */
function saveRecord(match) {
  return safely(async () => {
    const { name, text } = await ask(`m/${match.id}/record`);
    saveFile(name, text, "text/plain");
    closeDialog();
  });
}
