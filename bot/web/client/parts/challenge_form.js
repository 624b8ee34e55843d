// Challenging somebody: whom, on which side, with which clock.

import { refresh, safely } from "../doing.js";
import { closeDialog, notify } from "../page.js";
import { askUntilAnswered } from "../server.js";
import { viewed } from "../session.js";
import { html, useState } from "../vendor/preact.js";
import { word } from "../words.js";

/** @typedef {import("../protocol").GameCard} GameCard */
/** @typedef {import("../protocol").Opponent} Opponent */

const CLOCKS = ["", "none", "1d", "3d", "7d"];
const SIDES = ["random", "first", "second"];

/** @param {{game: GameCard, opponents: Opponent[]}} properties */
export function ChallengeForm({ game, opponents }) {
  const [opponent, setOpponent] = useState("");
  const [clock, setClock] = useState("");
  const [side, setSide] = useState("random");
  const [busy, setBusy] = useState(false);

  /** @param {Event} event */
  async function send(event) {
    event.preventDefault();
    setBusy(true);
    const body = { game: game.slug, opponent, clock, side };
    await safely(async () => {
      const answer = await askUntilAnswered(viewed("challenge"), body);
      closeDialog();
      notify(answer.text);
      await refresh();
    });
    setBusy(false);
  }

  const people = [{ id: "", name: word("anyone") }, ...opponents];
  return html`
    <form class="form" onSubmit=${send}>
      <${Choices}
        label=${word("opponent")}
        choices=${people.map(({ id, name }) => [id, name])}
        chosen=${opponent}
        choose=${setOpponent}
      />
      <${Choices}
        label=${word("clock")}
        choices=${CLOCKS.map((value) => [value, word(`clock-${value || "usual"}`)])}
        chosen=${clock}
        choose=${setClock}
      />
      <${Choices}
        label=${word("firstMove")}
        choices=${SIDES.map((value) => [value, word(`side-${value}`)])}
        chosen=${side}
        choose=${setSide}
      />
      <p class="small">${opponent ? word("challengePosted") : word("challengeOpen")}</p>
      <button type="submit" class="primary" disabled=${busy}>${word("challenge")}</button>
    </form>
  `;
}

/**
 * A choice of few, all of them in sight.
 * @param {{label: string, choices: string[][], chosen: string, choose: (value: string) => void}} properties
 */
function Choices({ label, choices, chosen, choose }) {
  return html`
    <fieldset class="choices">
      <legend>${label}</legend>
      ${choices.map(
        ([value, name]) => html`
          <button
            type="button"
            aria-pressed=${value === chosen}
            key=${value}
            onClick=${() => choose(value)}
          >
            ${name}
          </button>
        `,
      )}
    </fieldset>
  `;
}
