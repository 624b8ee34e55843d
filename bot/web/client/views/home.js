// Home: what waits for the member, what they play, and what they can begin.

import { act, doAction, refreshers, safely } from "../doing.js";
import { Later, later } from "../later.js";
import { entitle, openDialog, page, takeFirst } from "../page.js";
import { Actions } from "../parts/basics.js";
import { SmallBoard } from "../parts/small_board.js";
import { go, toCard, toLesson, toMatch, toPuzzle, toRules } from "../route.js";
import { Refused, ask } from "../server.js";
import { viewed } from "../session.js";
import { html, useEffect, useRef, useState } from "../vendor/preact.js";
import { withTimes, word } from "../words.js";

/** @typedef {import("../protocol").Home} Home */
/** @typedef {import("../protocol").SmallMatch} SmallMatch */
/** @typedef {import("../protocol").Invitation} Invitation */
/** @typedef {import("../protocol").GameCard} GameCard */
/** @typedef {import("../protocol").Action} Action */

const POLL_MILLISECONDS = 2_000;
const HIDDEN_MILLISECONDS = 60_000;
const TOO_MUCH = 429; // the status of what is refused for a while
const COMMAND = "/"; // begins what is done, not shown
const FIRST_MATCHES = 6; // of a list; the games below it stay near

export function HomeView() {
  const [home, setHome] = useState(() => takeFirst("home") ?? null);
  const latest = useRef(/** @type {Home | null} */ (null));
  latest.current = home;
  useEffect(() => {
    entitle("");
    page.match = 0;
    const read = () => safely(async () => setHome(await ask(viewed("home"))));
    const readIfChanged = () =>
      safely(async () => {
        const changed = await askIfAllowed(latest.current?.tag);
        if (changed) setHome(changed);
      });
    refreshers.add(read);
    if (!home) void read();
    const stop = repeatedly(readIfChanged);
    return () => {
      stop();
      refreshers.delete(read);
    };
  }, []);
  if (!home) return html`<p class="waiting">${word("loading")}</p>`;
  return html`
    <div class="home">
      <${AskedOfMe} home=${home} />
      <${Menu} entries=${home.menu} />
      <${Matches} title=${word("yourTurn")} matches=${home.waiting} />
      <${Matches} title=${word("theirTurn")} matches=${home.running} />
      <${Invitations} title=${word("myChallenges")} invitations=${home.mine} />
      <${Games} home=${home} />
    </div>
  `;
}

/**
 * Home, if it has changed; a question that nobody has asked for is refused in silence.
 * @param {string} [tag] of what is shown
 * @returns {Promise<Home | null>}
 */
async function askIfAllowed(tag) {
  try {
    return await ask(viewed("home"), null, tag);
  } catch (error) {
    if (error instanceof Refused && error.status === TOO_MUCH) return null;
    throw error;
  }
}

/** How long to wait before home is read again, in milliseconds. */
function pause() {
  return document.hidden ? HIDDEN_MILLISECONDS : POLL_MILLISECONDS;
}

/**
 * Read again and again, and at once when somebody looks again.
 * @param {() => Promise<any>} read
 */
function repeatedly(read) {
  let timer = 0;
  let stopped = false;
  const next = () => {
    clearTimeout(timer); // of one that was read meanwhile
    if (!stopped) timer = setTimeout(again, pause());
  };
  const again = () => void read().finally(next);
  const wake = () => {
    if (document.hidden) return;
    clearTimeout(timer);
    again();
  };
  document.addEventListener("visibilitychange", wake);
  next();
  return () => {
    stopped = true;
    clearTimeout(timer);
    document.removeEventListener("visibilitychange", wake);
  };
}

/** What else there is to see. @param {{entries: Action[]}} properties */
function Menu({ entries }) {
  return html`
    <nav class="home-menu">
      ${entries.map(({ press, label }) =>
        press.startsWith(COMMAND)
          ? html`<button type="button" key=${press} onClick=${() => act(press)}>${label}</button>`
          : html`<a href=${toCard(press)} key=${press}>${label}</a>`,
      )}
    </nav>
  `;
}

/** What somebody waits for: challenges, and requests in matches. @param {{home: Home}} properties */
function AskedOfMe({ home }) {
  if (!home.challenges.length && !home.asked.length) return null;
  return html`
    <section class="asked">
      <h2>${word("askedOfYou")}</h2>
      ${home.challenges.map((one) => html`<${InvitationRow} invitation=${one} key=${one.text} />`)}
      ${home.asked.map(
        ({ match, text, actions }) => html`
          <div class="request" key=${`${match}${text}`}>
            <p><a href=${toMatch(match)}>${withTimes(text)}</a></p>
            <${Actions} actions=${actions} act=${doAction} />
          </div>
        `,
      )}
    </section>
  `;
}

/** @param {{title: string, invitations: Invitation[]}} properties */
function Invitations({ title, invitations }) {
  if (!invitations.length) return null;
  return html`
    <section>
      <h2>${title}</h2>
      ${invitations.map((one, number) => html`<${InvitationRow} invitation=${one} key=${number} />`)}
    </section>
  `;
}

/** @param {{invitation: Invitation}} properties */
function InvitationRow({ invitation }) {
  return html`
    <div class="request">
      <p>${withTimes(invitation.text)}</p>
      <p class="small">${withTimes(invitation.terms)}</p>
      ${invitation.fair && html`<p class="small">${withTimes(invitation.fair)}</p>`}
      ${invitation.note && html`<p class="note">${invitation.note}</p>`}
      <${Actions} actions=${invitation.actions} act=${doAction} />
    </div>
  `;
}

/** @param {{title: string, matches: SmallMatch[]}} properties */
function Matches({ title, matches }) {
  const [all, setAll] = useState(false);
  if (!matches.length) return null;
  const shown = all ? matches : matches.slice(0, FIRST_MATCHES);
  const others = matches.length - shown.length;
  return html`
    <section>
      <h2>${title}</h2>
      <ul class="match-list" aria-label=${title}>
        ${shown.map((match) => html`<${MatchRow} match=${match} key=${match.id} />`)}
      </ul>
      ${others > 0 &&
      html`
        <button type="button" onClick=${() => setAll(true)}>${word("more")} (${others})</button>
      `}
    </section>
  `;
}

/** @param {{match: SmallMatch}} properties */
function MatchRow({ match }) {
  return html`
    <li>
      <a class=${match.waits ? "match-row waits" : "match-row"} href=${toMatch(match.id)}>
        ${match.scene && html`<${SmallBoard} scene=${match.scene} />`}
        <b>${match.who}</b>
        <span>${match.game}</span>
        <span class="small">${withTimes(match.status)}</span>
      </a>
    </li>
  `;
}

/** @param {{home: Home}} properties */
function Games({ home }) {
  return html`
    <section>
      <h2>${word("play")}</h2>
      <ul class="game-list" aria-label=${word("play")}>
        ${home.games.map((game) => html`<${GameRow} game=${game} home=${home} key=${game.slug} />`)}
      </ul>
    </section>
  `;
}

/** @param {{game: GameCard, home: Home}} properties */
function GameRow({ game, home }) {
  /** @param {string} title @param {string} [first] whom the form proposes */
  function open(title, first) {
    const { opponents } = home;
    openDialog(
      title,
      html`
        <${Later}
          load=${later.challenge}
          game=${game}
          opponents=${opponents}
          open=${home.open}
          first=${first}
        />
      `,
    );
  }
  const challenge = () => open(word("challengeTo", { game: game.name }));
  const chooseLevel = () => open(game.name, "computer");
  const about = [game.minutes, game.difficulty].filter(Boolean).join(" · ");
  return html`
    <li class="game">
      <${SmallBoard} scene=${game.scene} />
      <div class="game-words">
        <h3>${game.name}</h3>
        <p>${game.aim}</p>
        <p class="small">${about}</p>
      </div>
      <div class="game-actions" role="group" aria-label=${game.name}>
        <div class="computer">
          <${Actions} actions=${[game.computer]} act=${doAction} />
          <button type="button" onClick=${chooseLevel}>${word("level")} …</button>
        </div>
        <button type="button" onClick=${challenge}>${word("challenge")}</button>
        ${game.lessons &&
        html`<button type="button" onClick=${() => go(toLesson(game.slug))}>${word("learn")}</button>`}
        ${game.puzzles &&
        html`<button type="button" onClick=${() => go(toPuzzle(game.slug))}>${word("puzzle")}</button>`}
        <button type="button" onClick=${() => go(toRules(game.slug))}>${word("rules")}</button>
      </div>
    </li>
  `;
}
