// A match: board, players, what is asked, what can be done, and the moves.

import { actThinking, doAction, isGone, refreshers, safely } from "../doing.js";
import { Later, later } from "../later.js";
import { entitle, notify, openDialog, page, say, takeFirst } from "../page.js";
import { Actions, Lines, Strip } from "../parts/basics.js";
import { BoardFrame } from "../parts/board_frame.js";
import { SeatRow, order } from "../parts/seats.js";
import { HOME, go, replace, toAnalysis, toCard, toMatch, toPly, toThink } from "../route.js";
import { Refused, ask, askUntilAnswered } from "../server.js";
import { showsLegal, viewed } from "../session.js";
import { html, useEffect, useLayoutEffect, useRef, useState } from "../vendor/preact.js";
import { withTimes, word } from "../words.js";

/** @typedef {import("../protocol").MatchView} Match */
/** @typedef {import("../protocol").ActionGroup} Group */

/** What is not behind ⋯. @type {Group[]} */
const FIRST_GROUPS = ["claim", "after", "resume", "team"];

const POLL_MILLISECONDS = 2_000;
const HIDDEN_MILLISECONDS = 20_000;
const REPLAY_MILLISECONDS = 1_000; // for which each turn is shown
const RESTING_MILLISECONDS = 600;

/**
 * @param {{id: number, ply: number | null, plays: boolean}} properties
 */
export function MatchView({ id, ply, plays }) {
  const [match, setMatch] = useState(() => (ply === null ? firstOf(id) : null));
  const [resting, setResting] = useState(false);
  const [busy, setBusy] = useState(false);
  const acting = useRef(false);
  useMatch(id, ply, match, setMatch, acting);
  useReplay(match, plays);
  useNextMatch(match);
  useEffect(() => {
    if (!match) return;
    entitle(match.title, match.game);
    page.match = match.id;
    say(spoken(match));
  }, [match]);
  if (!match) return html`<p class="waiting">${word("loading")}</p>`;

  /**
   * Do something on the board, and show what became of it.
   * @param {string} what
   * @param {object} more
   */
  async function change(what, more) {
    if (acting.current || !match) return false;
    acting.current = true;
    setBusy(true);
    const body = { version: match.version, drafted: match.made.length, ...more };
    let isStale = false;
    const done = await safely(async () => {
      const next = await changed(match.id, what, body);
      isStale = next.error !== undefined;
      setMatch(next);
      setBusy(false); // at once with the match, so that all is drawn once
    });
    acting.current = false;
    setBusy(false);
    if (what === "play") rest();
    return done && !isStale;
  }
  /** For a moment nothing can be pressed: a second tap hits nothing that is new there. */
  function rest() {
    setResting(true);
    setTimeout(() => setResting(false), RESTING_MILLISECONDS);
  }
  return html`<${Table} match=${match} ply=${ply} change=${change} resting=${resting || busy} />`;
}

/** What is read aloud once it is shown: the position, what is to be done, and what is asked. @param {Match} match */
function spoken({ said, step, requests }) {
  const questions = requests.map(({ text }) => text);
  return withTimes([said, step, ...questions].filter(Boolean).join(" "));
}

/** The match that came along with coming in, if it is this one. @param {number} id @returns {Match | null} */
function firstOf(id) {
  const first = takeFirst("match");
  return first?.id === id ? first : null;
}

/**
 * The match after a change; of one that came too late, as it is now.
 * @param {number} id
 * @param {string} what
 * @param {object} body
 * @returns {Promise<Match>}
 */
async function changed(id, what, body) {
  try {
    return await askUntilAnswered(viewed(`m/${id}/${what}`), body);
  } catch (error) {
    if (!(error instanceof Refused) || !error.content?.items) throw error;
    notify(error.message);
    return error.content;
  }
}

/**
 * Read the match, and again when it may have changed.
 * @param {number} id
 * @param {number | null} ply
 * @param {Match | null} match
 * @param {(match: Match) => void} setMatch
 * @param {{current: boolean}} acting
 */
function useMatch(id, ply, match, setMatch, acting) {
  const latest = useRef(match);
  latest.current = match;
  useEffect(() => {
    let current = true;
    let timer = 0;
    const shown = () => (latest.current?.id === id ? latest.current : null);
    async function read(anew = true) {
      const tag = anew || ply !== null ? "" : (shown()?.tag ?? "");
      const next = await ask(viewed(`m/${id}`, ply === null ? {} : { ply }), null, tag);
      if (current && next && !acting.current) setMatch(next);
    }
    async function poll() {
      try {
        if (!acting.current && ply === null) await read(false).catch(leaveIfGone);
      } finally {
        again();
      }
    }
    function again() {
      if (!current) return;
      timer = setTimeout(poll, document.hidden ? HIDDEN_MILLISECONDS : POLL_MILLISECONDS);
    }
    const readAnew = () => safely(() => read());
    const wake = () => {
      if (!document.hidden) void readAnew();
    };
    refreshers.add(readAnew);
    document.addEventListener("visibilitychange", wake);
    if (ply !== null || !shown() || shown()?.ply !== shown()?.last) {
      void read().catch(leaveIfGone);
    }
    again();
    return () => {
      current = false;
      clearTimeout(timer);
      refreshers.delete(readAnew);
      document.removeEventListener("visibilitychange", wake);
    };
  }, [id, ply]);
}

/** Go home from a match that may not be seen any more. @param {unknown} error */
function leaveIfGone(error) {
  if (error instanceof Refused && error.status === 401) throw error; // the page begins anew
  if (!isGone(error)) return;
  notify(error instanceof Error ? error.message : "");
  go(HOME);
}

/**
 * @typedef {object} TableProperties
 * @property {Match} match
 * @property {number | null} ply
 * @property {(what: string, more: object) => Promise<boolean>} change
 * @property {boolean} resting nothing can be pressed beside the board
 */

/** @param {TableProperties} properties */
function Table({ match, ply, change, resting }) {
  const [above, below] = order(match);
  const now = match.ply === match.last;
  const replaced = match.instead;
  const news = useHeldHeight(now);

  /** @param {string} move */
  function choose(move) {
    return change("choose", replaced ? { move, instead: replaced } : { move });
  }
  /** Ask which of several moves is meant. @param {string[]} moves */
  function which(moves) {
    void safely(async () => {
      const { askWhich } = await import("../parts/which.js");
      askWhich(moves, choose);
    });
  }
  /** Have the server say why a touch is no move. @param {string} cell @param {string} chosen */
  function illegal(cell, chosen) {
    void safely(async () => {
      const reason = await ask(viewed(`m/${match.id}/objection`, { cell, from: chosen }));
      notify(reason.text);
    });
  }
  /** @param {number} target */
  function look(target) {
    const address = target === match.last ? toMatch(match.id) : toPly(match.id, target);
    if (now) news.hold();
    if (ply === null) go(address);
    else replace(address);
  }
  useArrowKeys(match, look);
  return html`
    <div class="table" data-position=${positionOf(match)}>
      <div class="stage">
        <${SeatRow} seat=${above} theme=${match.theme} />
        <${BoardFrame}
          scene=${match}
          legal=${showsLegal()}
          live=${match.mine && now}
          instead=${match.instead > 0}
          choose=${choose}
          which=${which}
          illegal=${illegal}
        />
        <${SeatRow} seat=${below} theme=${match.theme} />
      </div>
      <div class="panel" inert=${resting}>
        <div class="news" ref=${news.place}>
          <${Strip} requests=${match.requests} act=${doAction} />
          <${Outcome} match=${match} />
          <${Step} match=${match} now=${now} />
        </div>
        <${Ways} match=${match} now=${now} change=${change} look=${look} />
        <${Later} load=${later.moves} quietly match=${match} go=${look} />
        ${match.tournament &&
        html`<p><a href=${toCard(match.tournament.press)}>${match.tournament.label}</a></p>`}
        <p class="small">${match.aim}</p>
        <p class="small">${withTimes(match.terms)}</p>
      </div>
    </div>
  `;
}

/**
 * Keeps what is below an element in its place while earlier turns are looked at, of which less or
 * more is to be said: the element becomes no lower than it was.
 * @param {boolean} now whether the latest turn is shown
 */
function useHeldHeight(now) {
  const place = useRef(/** @type {HTMLElement | null} */ (null));
  const height = useRef(0);
  useLayoutEffect(() => {
    const element = place.current;
    if (!element) return;
    element.style.minHeight = "";
    if (now) return;
    height.current = Math.max(height.current, element.getBoundingClientRect().height);
    element.style.minHeight = `${height.current}px`;
  });
  function hold() {
    height.current = place.current?.getBoundingClientRect().height ?? 0;
  }
  return { place, hold };
}

/** Names what is shown of a match. @param {Match} match */
function positionOf({ id, version, ply, made }) {
  return [id, version, ply, made.join("+")].join(".");
}

/** How the match has ended. @param {{match: Match}} properties */
function Outcome({ match }) {
  const { result } = match;
  if (!result) return null;
  return html`
    <section class=${result.won ? "outcome won" : "outcome"}>
      <h2>${result.title}</h2>
      <p>${withTimes(result.why)}</p>
      ${result.count && html`<p class="final-count">${result.count}</p>`}
    </section>
  `;
}

/** What is to be done now, and what there is to know. @param {{match: Match, now: boolean}} properties */
function Step({ match, now }) {
  return html`
    <div class="step-words">
      ${!match.made.length && now && html`<${Lines} lines=${match.played} small />`}
      ${match.step && html`<p class="step-now">${withTimes(match.step)}</p>`}
      <${Lines} lines=${match.notes} small />
    </div>
  `;
}

/**
 * What can be done: the turn first, then what else.
 * @param {{match: Match, now: boolean, change: TableProperties["change"], look: (ply: number) => void}} properties
 */
function Ways({ match, now, change, look }) {
  const first = match.actions.filter(({ group }) => FIRST_GROUPS.includes(group));
  const more = match.actions.filter((action) => !first.includes(action));
  function openMore() {
    openDialog(word("more"), html`<${Later} load=${later.more} actions=${more} match=${match} />`);
  }
  return html`
    <div class="ways">
      ${!now &&
      match.running &&
      html`
        <button type="button" class="primary play" onClick=${() => look(match.last)}>
          ${word("now")}
        </button>
      `}
      ${now && html`<${TurnWays} match=${match} change=${change} />`}
      ${match.following > 0 &&
      html`
        <button
          type="button"
          class="primary play"
          onClick=${() => go(toMatch(match.following))}
        >
          ${word("nextMatch")}
        </button>
      `}
      <${Actions} actions=${first} act=${doAction} />
      <div class="last-ways">
        ${match.can.analyse &&
        html`
          <button type="button" onClick=${() => go(toAnalysis(match.id))}>${word("analyse")}</button>
        `}
        ${match.can.think &&
        html`
          <button type="button" onClick=${() => go(thinkFrom(match))}>${word("think")}</button>
        `}
        <button
          type="button"
          class="more"
          aria-label=${word("more")}
          title=${word("more")}
          onClick=${openMore}
        >
          ⋯
        </button>
      </div>
    </div>
  `;
}

/** @param {Match} match */
function thinkFrom(match) {
  return toThink(match.id, match.ply < match.last ? `${match.ply}.0` : "");
}

/** Whether the member plays in a match. @param {Match} match */
const isPlayer = (match) => match.seats.some(({ me }) => me);

/**
 * What touches no cell, then playing the turn and taking a step back: those two stay where they are.
 * @param {{match: Match, change: TableProperties["change"]}} properties
 */
function TurnWays({ match, change }) {
  const [draw, setDraw] = useState(false);
  if (!match.running || match.paused || !isPlayer(match)) return null;
  /** @param {MouseEvent} event */
  async function play(event) {
    const byKeyboard = event.detail === 0;
    const played = await change("play", { ply: match.ply, made: match.made, draw });
    if (played && byKeyboard) focusBoard();
  }
  return html`
    <div class="turn-ways">
      ${match.specials.map(
        ([move, label]) => html`
          <button
            type="button"
            class="primary special"
            key=${move}
            onClick=${() => change("choose", { move })}
          >
            ${label}
          </button>
        `,
      )}
      ${match.can.draw &&
      html`
        <label class="check">
          <input
            type="checkbox"
            checked=${draw}
            onChange=${(/** @type {any} */ event) => setDraw(event.target.checked)}
          />
          <span>${word("withDraw")}</span>
        </label>
      `}
      <button type="button" class="primary play" disabled=${!match.whole} onClick=${play}>
        ${word("playTurn")}
      </button>
      <${BesidePlay} match=${match} change=${change} />
    </div>
  `;
}

/** A step back in the turn; where it has none yet, a hint. @param {{match: Match, change: TableProperties["change"]}} properties */
function BesidePlay({ match, change }) {
  if (match.made.length > 0) {
    return html`
      <button type="button" class="beside-play" onClick=${() => change("undo", {})}>
        ${match.undo}
      </button>
    `;
  }
  if (match.rated) return null;
  return html`
    <button
      type="button"
      class="beside-play"
      disabled=${!match.can.hint}
      onClick=${() => actThinking(match.can.hint)}
    >
      ${word(match.can.hint_again ? "hintAgain" : "hint")}
    </button>
  `;
}

/** Go on with the keyboard on the board. */
function focusBoard() {
  const cell = document.querySelector('.board-drawing .cell[tabindex="0"]');
  if (cell instanceof SVGElement) cell.focus();
}

/** Go on to the next match when its challenge is accepted while this one is looked at. @param {Match | null} match */
function useNextMatch(match) {
  const last = useRef(match);
  useEffect(() => {
    const awaited = last.current?.result && !last.current.following;
    last.current = match;
    if (awaited && match?.following && isPlayer(match)) go(toMatch(match.following));
  }, [match]);
}

/** Go on from turn to turn by itself, to the end. @param {Match | null} match @param {boolean} plays */
function useReplay(match, plays) {
  useEffect(() => {
    if (!match || !plays) return undefined;
    const next = match.ends.find((end) => end > match.ply);
    const address = next === undefined ? toMatch(match.id) : toPly(match.id, next, true);
    const timer = setTimeout(() => replace(address), REPLAY_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [match, plays]);
}

/** Left and right look through the turns, wherever no cell has the focus. @param {Match} match @param {(ply: number) => void} look */
function useArrowKeys(match, look) {
  useEffect(() => {
    /** @param {KeyboardEvent} event */
    function pressed(event) {
      if (event.target !== document.body) return;
      if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
      const current = match.ends.findIndex((end) => end >= match.ply);
      const next = match.ends[current + (event.key === "ArrowLeft" ? -1 : 1)];
      if (next !== undefined) look(next);
    }
    addEventListener("keydown", pressed);
    return () => removeEventListener("keydown", pressed);
  }, [match]);
}
