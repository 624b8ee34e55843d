// Where the page begins: it comes in, and shows what its address says.

import { refresh } from "./doing.js";
import { Later, later, readAhead } from "./later.js";
import { closeDialog, openDialog, page } from "./page.js";
import { HOME, go, read, replace, toCard, toMatch, toRules } from "./route.js";
import { Refused, ask, listeners } from "./server.js";
import { adopt, arrival, embedded, enter, firstSession, forgetKept } from "./session.js";
import { insideDiscord, viewed } from "./session.js";
import { html, render, useLayoutEffect, useState } from "./vendor/preact.js";
import { MatchView } from "./views/match.js";
import { spokenLanguage, word } from "./words.js";

/** @typedef {import("./protocol").SessionView} Session */

function App() {
  const [route, setRoute] = useState(read(location.hash));
  const [, drawAnew] = useState(0);
  useLayoutEffect(() => {
    page.changed = () => drawAnew((count) => count + 1); // before a view gives itself a title
  }, []);
  useLayoutEffect(() => {
    // Not after the first paint: an address that changes before that would be overlooked.
    const moved = () => {
      closeDialog();
      const next = read(location.hash);
      setRoute((last) => {
        if (placeOf(last) !== placeOf(next)) setTimeout(beginAtTop);
        return next;
      });
    };
    addEventListener("hashchange", moved);
    return () => removeEventListener("hashchange", moved);
  }, []);
  return html`
    <${Head} route=${route} />
    ${page.sending && html`<div class="sending" role="progressbar" aria-label=${word("loading")}></div>`}
    ${page.offline && html`<p class="offline" role="status">${word("unsent")}</p>`}
    <main key=${spokenLanguage()} tabindex="-1"><${View} route=${route} /></main>
    <${Later} load=${later.front} quietly dialog=${page.dialog} />
  `;
}

/** What is looked at, whatever of it is shown. @param {import("./route.js").Route} route */
function placeOf(route) {
  return `${route.view} ${"match" in route ? route.match : ""}`;
}

/** Another view is read from its top: by the eyes, and by what reads it aloud. */
function beginAtTop() {
  scrollTo(0, 0);
  const { activeElement } = document;
  if (activeElement && activeElement !== document.body) return;
  document.querySelector("main")?.focus({ preventScroll: true });
}

/** @param {{route: import("./route.js").Route}} properties */
function Head({ route }) {
  const isRules = route.view === "rules";
  const game = isRules ? "" : page.game;
  const named = !["home", "card", "lesson", "puzzle"].includes(route.view); // the others name themselves
  return html`
    <header class="page-head">
      ${route.view === "home"
        ? html`<h1 class="brand">Loophole</h1>`
        : html`<a class="to-home" href=${HOME} aria-label=${word("home")} title=${word("home")}>⌂</a>`}
      ${named ? html`<h1>${page.title}</h1>` : route.view !== "home" && html`<span class="gap"></span>`}
      ${game &&
      html`
        <a class="to-rules" href=${toRules(game)} aria-label=${word("rules")} title=${word("rules")}>
          ?
        </a>
      `}
      <button
        type="button"
        class="plain"
        aria-label=${word("settings")}
        title=${word("settings")}
        onClick=${openSettings}
      >
        ⚙
      </button>
    </header>
  `;
}

/** What an address shows. @param {{route: import("./route.js").Route}} properties */
function View({ route }) {
  if (route.view === "match") {
    const { match, ply, plays } = route;
    return html`<${MatchView} id=${match} ply=${ply} plays=${plays} key=${`m${match}`} />`;
  }
  if (route.view === "think") {
    const { match, spot, shared } = route;
    const about = { id: match, spot, shared };
    return html`<${Later} load=${later.think} ...${about} key=${`t${match}`} />`;
  }
  if (route.view === "analysis") {
    const { match, turn } = route;
    return html`<${Later} load=${later.analysis} id=${match} turn=${turn} key=${`a${match}`} />`;
  }
  if (route.view === "rules") {
    return html`<${Later} load=${later.rules} game=${route.game} key="rules" />`;
  }
  if (route.view === "card") {
    return html`<${Later} load=${later.card} request=${{ press: route.press }} key="card" />`;
  }
  if (route.view === "lesson" || route.view === "puzzle") {
    const request = { what: route.view, game: route.game };
    return html`<${Later} load=${later.card} request=${request} key="card" />`;
  }
  return html`<${Later} load=${later.home} key="home" />`;
}

function openSettings() {
  openDialog(word("settings"), html`<${Later} load=${later.settings} speak=${speak} />`);
}

/** Speak another language, at once and from now on. @param {string} language */
async function speak(language) {
  await showSettings(await ask(viewed("language"), { language }));
  closeDialog();
}

/** Show what was set: here, among all settings, or in the chat. @param {import("./protocol").SettingsView} settings */
async function showSettings(settings) {
  adopt(settings);
  if (page.session) Object.assign(page.session, settings);
  page.changed();
  await refresh();
}

/** Show what the chat asks for: a match, or the card of a press. @param {string | number} target */
function openTarget(target) {
  if (Number(target) > 0) go(toMatch(Number(target)));
  else go(toCard(String(target)));
}

listeners.open = openTarget;
listeners.settings = async () => {
  try {
    await showSettings(await ask(viewed("settings")));
  } catch {
    // What the page shows asks, too, and says what is wrong.
  }
};
listeners.offline = (waits) => {
  if (page.offline === waits) return;
  page.offline = waits;
  page.changed();
};

listeners.farewell = (text) => {
  forgetKept();
  history.replaceState(null, "", HOME); // the address names a match or a card of the member's
  document.title = "Loophole";
  showAlone(text);
};

listeners.sending = (count) => {
  if (page.sending === count > 0) return;
  page.sending = count > 0;
  page.changed();
};

/** The offline Discord round this page says what was pressed in it. @param {MessageEvent} event */
function heard({ origin, data }) {
  if (origin !== location.origin) return;
  if (typeof data?.open === "number") openTarget(data.open);
  if (data?.card?.press) openTarget(data.card.press);
  if (data?.card?.what) go(`#/${data.card.what}/${data.card.game ?? ""}`);
}

async function start() {
  const wanted = read(arrival.hash);
  try {
    page.session = await firstSession;
  } catch (error) {
    showClosed(error);
    return;
  }
  const { to } = page.session;
  if (to && wanted.view === "home") replace(`#/${to.startsWith("card/") ? cardAddress(to) : to}`);
  const place = document.getElementById("app");
  if (place) render(html`<${App} />`, place);
  readAhead();
  if (embedded) window.parent.postMessage("entered", location.origin);
}

/** @type {Promise<boolean> | null} */
let comingIn = null; // for all that have found the page shut

listeners.comeIn = () => {
  comingIn ??= comeInAgain().finally(() => {
    comingIn = null;
  });
  return comingIn;
};

/** Come in again by what this browser kept; where it kept nothing, the page is closed. */
async function comeInAgain() {
  try {
    page.session = await enter();
  } catch (error) {
    if (!(error instanceof Refused)) throw error; // without a connection it is tried again
    showClosed(error);
    return false;
  }
  page.changed();
  return true;
}

/** @param {string} to */
function cardAddress(to) {
  return toCard(to.slice("card/".length)).slice("#/".length);
}

/** Say that whoever was here must come in again. @param {unknown} error */
function showClosed(error) {
  if (insideDiscord && page.session) location.reload();
  if (embedded) window.parent.postMessage("enter", location.origin);
  const sentence = error instanceof Refused ? error.message : "";
  showAlone(sentence || "Open the board from Discord.");
}

/** Show a sentence, and nothing else. @param {string} text */
function showAlone(text) {
  const place = document.getElementById("app");
  if (place) render(html`<p class="waiting" id="note" role="status">${text}</p>`, place);
}

addEventListener("message", heard);
void start();
