// Thinking: moves are tried for both sides, from any position of a match.

import { doAction, isGone, safely } from "../doing.js";
import { closeDialog, entitle, notify, openDialog, say } from "../page.js";
import { Actions, Lines } from "../parts/basics.js";
import { BoardFrame } from "../parts/board_frame.js";
import { FormFields } from "../parts/form.js";
import { SeatRow, order } from "../parts/seats.js";
import { Plans, Tree } from "../parts/tree.js";
import { askWhich } from "../parts/which.js";
import { HOME, go, replace, toMatch, toThink } from "../route.js";
import { ask, askUntilAnswered } from "../server.js";
import { showsLegal, viewed } from "../session.js";
import { html, useEffect, useRef, useState } from "../vendor/preact.js";
import { withTimes, word } from "../words.js";

/** @typedef {import("../protocol").ThoughtView} Thought */
/** @typedef {import("../protocol").NodeView} Node */

/** @param {{id: number, spot: string, shared: boolean}} properties */
export function ThinkView({ id, spot, shared }) {
  const [thought, setThought] = useState(/** @type {Thought | null} */ (null));
  const busy = useRef(false);
  const shownSpot = thought ? thought.spot.join(".") : "";
  useEffect(() => {
    if (thought && shownSpot === spot && thought.shared === shared) return;
    void read();
  }, [id, spot, shared]);
  useEffect(() => {
    if (!thought) return;
    entitle(`${thought.name} · ${word("think")}`, thought.game);
    say(thought.said);
  }, [thought]);

  async function read() {
    /** @type {Record<string, string | number>} */
    const place = {};
    if (spot) place.spot = spot;
    if (shared) place.shared = 1;
    try {
      setThought(await ask(viewed(`m/${id}/think`, place)));
    } catch (error) {
      notify(error instanceof Error ? error.message || word("offline") : "");
      if (isGone(error)) go(HOME);
    }
  }

  /** Change the lines. @param {string} what @param {object} [more] */
  async function change(what, more = {}) {
    if (busy.current || !thought) return false;
    busy.current = true;
    const body = { do: what, spot: shownSpot, ...more };
    const done = await safely(async () => {
      const next = await askUntilAnswered(viewed(`m/${id}/think`), body);
      if (next.kind === "match") {
        go(toMatch(id));
        return;
      }
      setThought(next);
      replace(toThink(id, next.spot.join("."), next.shared));
    });
    busy.current = false;
    return done;
  }
  if (!thought) return html`<p class="waiting">${word("loading")}</p>`;
  return html`<${Desk} thought=${thought} change=${change} />`;
}

/** @typedef {(what: string, more?: object) => Promise<boolean>} Change */

/** @param {{thought: Thought, change: Change}} properties */
function Desk({ thought, change }) {
  const [above, below] = order(thought);
  /** @param {string} move */
  const choose = (move) => change("walk", { move });
  return html`
    <div class="table think" data-position=${thought.spot.join(".")}>
      <div class="stage">
        <${SeatRow} seat=${above} theme=${thought.theme} />
        <${BoardFrame}
          scene=${thought}
          legal=${showsLegal()}
          live
          choose=${choose}
          which=${(/** @type {string[]} */ moves) => askWhich(moves, choose)}
          illegal=${() => notify(word("notHere"))}
        />
        <${SeatRow} seat=${below} theme=${thought.theme} />
      </div>
      <div class="panel">
        <div class="step-words">
          <p class="step-now">${withTimes(thought.step)}</p>
          <${Lines} lines=${thought.notes} small />
          ${thought.note && html`<p class="note">${thought.note}</p>`}
        </div>
        <${ThinkWays} thought=${thought} change=${change} choose=${choose} />
        <${Tree} thought=${thought} />
        <${Plans} thought=${thought} change=${change} />
        <${LineWays} thought=${thought} change=${change} />
      </div>
    </div>
  `;
}

/**
 * What can be done at a position: what is there now and then first, so that the rest stays in place.
 * @param {{thought: Thought, change: Change, choose: (move: string) => Promise<boolean>}} properties
 */
function ThinkWays({ thought, change, choose }) {
  const { may } = thought;
  const offered = [
    { can: may.draft, label: word("makeMyMove"), what: "draft", main: true },
    { can: may.plan, label: word("plan"), what: "plan", main: true },
    { can: may.unplan, label: word("unplan"), what: "unplan", main: false },
  ];
  return html`
    <div class="ways">
      <${Actions} actions=${thought.actions} act=${doAction} />
      ${thought.specials.map(
        ([move, label]) =>
          html`<button type="button" key=${move} onClick=${() => choose(move)}>${label}</button>`,
      )}
      ${offered
        .filter(({ can }) => can)
        .map(
          ({ label, what, main }) => html`
            <button
              type="button"
              class=${main ? "primary" : "secondary"}
              key=${what}
              onClick=${() => change(what)}
            >
              ${label}
            </button>
          `,
        )}
      <button type="button" disabled=${!may.back} onClick=${() => change("back")}>
        ${word("stepBack")}
      </button>
      <button type="button" onClick=${() => go(toMatch(thought.match))}>${word("backToMatch")}</button>
    </div>
  `;
}

/** What can be done with the lines, and the note. @param {{thought: Thought, change: Change}} properties */
function LineWays({ thought, change }) {
  return html`
    <div class="actions">
      ${!thought.shared &&
      html`
        <button type="button" onClick=${() => writeNote(thought, change)}>${word("note")}</button>
      `}
      ${thought.may.remove &&
      html`
        <button type="button" onClick=${() => change("remove")}>${word("removeLine")}</button>
      `}
      <${OtherLines} thought=${thought} />
    </div>
  `;
}

/** From my lines to the shared ones, and back. @param {{thought: Thought}} properties */
function OtherLines({ thought }) {
  if (!thought.shared && !thought.may.shared) return null;
  const name = thought.shared ? "myLines" : "sharedLines";
  const address = toThink(thought.match, "", !thought.shared);
  return html`<button type="button" onClick=${() => go(address)}>${word(name)}</button>`;
}

/** @param {Thought} thought @param {Change} change */
function writeNote(thought, change) {
  /** @type {import("../protocol").FormView} */
  const form = {
    kind: "form",
    title: word("note"),
    press: "",
    fields: [
      {
        name: "text",
        label: word("note"),
        type: "box",
        value: thought.note,
        example: "",
        required: false,
        choices: [],
      },
    ],
    first: 1,
  };
  /** @param {import("../protocol").FormView} _form @param {Record<string, string>} written */
  async function send(_form, written) {
    closeDialog();
    await change("note", { text: written.text });
  }
  openDialog(form.title, html`<${FormFields} form=${form} send=${send} />`);
}
