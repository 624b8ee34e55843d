// A lesson, a puzzle, or another card of the chat that has a board to touch.

import { safely } from "../doing.js";
import { closeDialog, entitle, openDialog, say } from "../page.js";
import { BoardFrame } from "../parts/board_frame.js";
import { CardParts } from "../parts/card_parts.js";
import { Lines } from "../parts/text.js";
import { HOME, go, replace, toCard, toMatch } from "../route.js";
import { askUntilAnswered } from "../server.js";
import { viewed } from "../session.js";
import { showsLegal } from "../settings.js";
import { html, useEffect, useRef, useState } from "../vendor/preact.js";
import { withTimes, word } from "../words.js";

/** @typedef {import("../protocol").Card} Card */
/** @typedef {import("../protocol").Answer} Answer */

/**
 * @param {{request: Record<string, string>}} properties what asks for the card
 */
export function CardView({ request }) {
  const [card, setCard] = useState(/** @type {Card | null} */ (null));
  const busy = useRef(false);
  const key = JSON.stringify(request);
  useEffect(() => {
    if (card && request.press === card.address) return;
    void show(request);
  }, [key]);
  useEffect(() => {
    if (!card) return;
    entitle(card.title);
    say(card.said);
  }, [card]);

  /** Ask for a card, and show it here. @param {Record<string, string>} body */
  async function show(body) {
    if (busy.current) return;
    busy.current = true;
    await safely(async () => {
      const answer = await askUntilAnswered(viewed("act"), body);
      showAnswer(answer);
    });
    busy.current = false;
  }
  /** @param {Answer} answer */
  function showAnswer(answer) {
    if (answer.kind === "open") go(toMatch(answer.match));
    if (answer.kind === "word") openDialog("", html`<${Lines} lines=${answer.text.split("\n")} />`);
    if (answer.kind !== "card") return;
    closeDialog();
    setCard(answer);
    replace(toCard(answer.address));
  }
  if (!card) return html`<p class="waiting">${word("loading")}</p>`;
  /** @param {string} press @param {{value?: string}} [more] */
  const press = (press, more = {}) => show({ press, ...more });
  return html`
    <div class="table card">
      <div class="stage">
        ${card.board &&
        html`
          <${BoardFrame}
            scene=${card.board}
            position=${card.address}
            legal=${showsLegal()}
            live=${card.board.moves.length > 0}
            focus=${card.focus}
            choose=${(/** @type {string} */ move) => press(card.press + move)}
            which=${(/** @type {string[]} */ moves) => press(card.press + moves[0])}
          />
        `}
      </div>
      <div class="panel">
        <h2 class="card-title">${withTimes(card.title)}</h2>
        <${CardParts} card=${card} act=${press} />
        <div class="ways">
          ${card.match > 0 &&
          html`
            <button type="button" onClick=${() => go(toMatch(card.match))}>
              ${word("backToMatch")}
            </button>
          `}
          <button type="button" onClick=${() => go(HOME)}>${word("home")}</button>
        </div>
      </div>
    </div>
  `;
}
