// A lesson, a puzzle, or another card of the chat that has a board to touch.

import { openForm, openQuestion, showFiles } from "../answering.js";
import { refreshers, safely } from "../doing.js";
import { closeDialog, entitle, openDialog, page, say } from "../page.js";
import { BackToMatch } from "../parts/back_to_match.js";
import { Lines } from "../parts/basics.js";
import { BoardFrame } from "../parts/board_frame.js";
import { CardParts } from "../parts/card_parts.js";
import { askWhich } from "../parts/which.js";
import { HOME, go, replace, toCard, toMatch } from "../route.js";
import { THINKING_MILLISECONDS, ask, askUntilAnswered, listeners } from "../server.js";
import { showsLegal, viewed } from "../session.js";
import { html, useEffect, useRef, useState } from "../vendor/preact.js";
import { withTimes, word } from "../words.js";

/** @typedef {import("../protocol").CardView} Card */
/** @typedef {import("../protocol").SceneView} Scene */
/** @typedef {import("../protocol").Answer} Answer */

const SHOWN_MILLISECONDS = 3_500; // for which it is shown what came of a wrong answer

/**
 * @typedef {object} Shown
 * @property {Card} card
 * @property {Card | null} board the card whose board can be touched
 * @property {Scene | null} consequence what came of the last answer, shown for a moment
 */

/**
 * @param {{request: Record<string, string>}} properties what asks for the card
 */
export function CardView({ request }) {
  const [shown, setShown] = useState(/** @type {Shown | null} */ (null));
  const [thinks, setThinks] = useState(false);
  const asked = useRef(0);
  const key = JSON.stringify(request);
  useEffect(() => {
    if (shown?.card.address && request.press === shown.card.address) return;
    void show({ ...request, as: "card" }).then((done) => {
      if (!done && !shown) go(HOME); // there is no such card any more
    });
  }, [key]);
  useEffect(() => {
    if (!shown) return;
    entitle(shown.card.title, shown.card.game);
    const lines = shown.card.board ? shown.card.blocks[0]?.lines : [];
    say([...(lines ?? []), shown.card.said].join(" "));
  }, [shown]);
  useRefresh(readAgain);
  useConsequence(shown, setShown);

  /**
   * Ask for a card, and show it here; the latest request counts, and none to somebody who has gone
   * elsewhere meanwhile.
   * @param {object} body
   */
  async function show(body) {
    const place = location.hash;
    asked.current += 1;
    const number = asked.current;
    setThinks(true);
    const done = await safely(async () => {
      const answer = await askUntilAnswered(viewed("act"), body, THINKING_MILLISECONDS);
      if (number === asked.current && location.hash === place) showAnswer(answer, body);
    });
    if (number === asked.current) setThinks(false);
    return done;
  }
  /** Read what is shown anew; nothing is said of what cannot be. */
  async function readAgain() {
    const address = shown?.card.address;
    if (!address) return;
    asked.current += 1;
    const number = asked.current;
    const body = { press: address, as: "card" };
    const answer = await ask(viewed("act"), body).catch(() => null);
    if (answer && number === asked.current) setShown((last) => following(last, answer, address));
  }
  /** @param {Answer} answer @param {{press?: string}} body what was asked */
  function showAnswer(answer, body) {
    if (answer.kind === "farewell") listeners.farewell(answer.text);
    if (answer.kind === "open") go(toMatch(answer.match));
    if (answer.kind === "question") openQuestion(answer, ({ press }) => show({ press }));
    if (answer.kind === "form") openForm(answer, ({ press }, written) => show({ press, written }));
    if (answer.kind === "word") {
      closeDialog();
      if (answer.text) openDialog("", html`<${Lines} lines=${answer.text.split("\n")} />`);
      void readAgain();
    }
    if (answer.kind === "files") showFiles(answer);
    if (answer.kind !== "card") return;
    closeDialog();
    setShown((last) => following(last, answer, body.press ?? ""));
    if (answer.address) replace(toCard(answer.address)); // else it would be done again
  }
  if (!shown) return html`<p class="waiting">${word("loading")}</p>`;
  /** @param {string} press @param {{value?: string}} [more] */
  const press = (press, more = {}) => show({ press, ...more });
  return html`<${CardTable} shown=${shown} thinks=${thinks} press=${press} setShown=${setShown} />`;
}

/**
 * What is shown after an answer: where that has no board to touch, the one before stays ready.
 * @param {Shown | null} last
 * @param {Card} card
 * @param {string} press which it answers
 * @returns {Shown}
 */
function following(last, card, press) {
  if (card.board) return { card, board: card, consequence: null };
  const before = last?.board ?? null;
  const picture = card.blocks.find((block) => block.picture?.scene)?.picture;
  if (!before || !picture?.scene || !leadsBack(card, before, press)) {
    return { card, board: null, consequence: null };
  }
  const blocks = card.blocks.filter((block) => !block.picture);
  return { card: { ...card, blocks }, board: before, consequence: picture.scene };
}

/**
 * Whether the same can be tried again after a card: its game and task are the same.
 * @param {Card} card
 * @param {Card} before
 * @param {string} press after which it is shown
 */
function leadsBack(card, before, press) {
  return card.title === before.title || press.startsWith(before.press);
}

/** Read the card anew where all is. @param {() => Promise<any>} read */
function useRefresh(read) {
  const latest = useRef(read);
  latest.current = read;
  useEffect(() => {
    const readLatest = () => latest.current();
    refreshers.add(readLatest);
    return () => void refreshers.delete(readLatest);
  }, []);
}

/** Have the board ready again after a moment. @param {Shown | null} shown @param {(shown: Shown) => void} setShown */
function useConsequence(shown, setShown) {
  useEffect(() => {
    if (!shown?.consequence) return undefined;
    const timer = setTimeout(() => setShown({ ...shown, consequence: null }), SHOWN_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [shown]);
}

/**
 * @param {{shown: Shown, thinks: boolean, press: (press: string, more?: {value?: string}) => Promise<boolean>, setShown: (shown: Shown) => void}} properties
 */
function CardTable({ shown, thinks, press, setShown }) {
  const { card, board, consequence } = shown;
  const scene = consequence ?? board?.board;
  const prefix = board?.press ?? "";
  const choose = (/** @type {string} */ move) => press(prefix + move);
  return html`
    <div class=${scene ? "table card" : "card-alone"}>
      ${scene &&
      html`
        <div class="stage">
          <${BoardFrame}
            scene=${scene}
            legal=${showsLegal()}
            live=${!consequence && scene.moves.length > 0}
            focus=${card.focus}
            choose=${choose}
            which=${(/** @type {string[]} */ moves) => askWhich(moves, choose)}
          />
        </div>
      `}
      <div class="panel">
        <h1 class="card-title">${withTimes(card.title)}</h1>
        ${thinks && html`<p class="thinking" role="status">${word("thinking")}</p>`}
        <${CardParts} card=${card} act=${press} />
        <div class="ways">
          ${consequence &&
          html`
            <button
              type="button"
              class="primary"
              onClick=${() => setShown({ ...shown, consequence: null })}
            >
              ${word("tryAgain")}
            </button>
          `}
          <${BackToMatch} match=${card.match || page.match} />
          <button type="button" onClick=${() => go(HOME)}>${word("home")}</button>
        </div>
      </div>
    </div>
  `;
}
