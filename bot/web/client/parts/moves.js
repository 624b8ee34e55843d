// The moves of a match as text, turn by turn: each one is a place to go.

import { html, useEffect, useRef } from "../vendor/preact.js";
import { word } from "../words.js";

/** @typedef {import("../protocol").MatchView} MatchView */

/** @param {{match: MatchView, go: (ply: number) => void}} properties */
export function Moves({ match, go }) {
  const list = useRef(/** @type {HTMLElement | null} */ (null));
  const current = turnAt(match);
  useEffect(() => {
    const show = () => scrollToCurrent(list.current);
    show();
    addEventListener("resize", show); // as when a phone is turned
    return () => removeEventListener("resize", show);
  }, [current, match.turns.length]);
  if (!match.turns.length) return null;
  return html`
    <section class="moves" aria-label=${word("moves")}>
      <${Steps} match=${match} current=${current} go=${go} />
      <ol class="move-list" ref=${list}>
        ${match.turns.map(
          (turn) => html`
            <li key=${turn.number}>
              <button
                type="button"
                aria-current=${turn.number === current ? "step" : null}
                onClick=${() => go(turn.ply)}
              >
                <span class="move-number">${turn.number}</span> ${turn.mark} ${turn.moves}
              </button>
            </li>
          `,
        )}
      </ol>
    </section>
  `;
}

/** Have the turn that is shown in the middle of the list. @param {HTMLElement | null} list */
function scrollToCurrent(list) {
  const chosen = list?.querySelector("[aria-current]");
  if (!list || !(chosen instanceof HTMLElement)) return;
  list.scrollTop = chosen.offsetTop - list.offsetTop - list.clientHeight / 2;
}

/** The number of the turn that is shown; 0 for the start. @param {MatchView} match */
function turnAt(match) {
  return match.ends.findIndex((end) => end >= match.ply);
}

/** Steps through the turns; they stay where they are. @param {{match: MatchView, current: number, go: (ply: number) => void}} properties */
function Steps({ match, current, go }) {
  const last = match.ends.length - 1;
  const turn = match.turns[current - 1];
  const steps = [
    { sign: "«", name: word("firstTurn"), target: 0 },
    { sign: "‹", name: word("turnBack"), target: current - 1 },
    { sign: "›", name: word("turnOn"), target: current + 1 },
    { sign: "»", name: word("lastTurn"), target: last },
  ];
  const buttons = steps.map(
    ({ sign, name, target }) => html`
      <button
        type="button"
        class="step"
        aria-label=${name}
        title=${name}
        disabled=${target < 0 || target > last || target === current}
        onClick=${() => go(match.ends[target])}
      >
        ${sign}
      </button>
    `,
  );
  return html`
    <div class="steps">
      ${buttons.slice(0, 2)}
      <span class="shown-move">
        ${turn ? `${turn.number}. ${turn.mark} ${turn.moves}` : word("start")}
      </span>
      ${buttons.slice(2)}
    </div>
  `;
}
