// Coming in: by a link that works once, by what this browser kept of one, or by Discord's word.

import { ask, keepBoards, readAnswer } from "./server.js";
import { setWords } from "./words.js";

/** @typedef {import("./protocol").SessionView} Session */

const LOOK = "look";
const LEGAL = "legal";
const CHOSEN = "chosen"; // what the member has set, when it was read last
const query = new URLSearchParams(location.search);
const discordFrame = query.get("frame_id");

/** Whether the page is shown in a frame of the offline Discord. */
export const embedded = !discordFrame && window.parent !== window;

/** Whether the page is shown inside Discord. */
export const insideDiscord = discordFrame !== null;

// Inside Discord the page's own script has nothing to do, and a proxy's policy may have forbidden it.
// @ts-expect-error It is a script, and no module.
if (!window.arrival && !insideDiscord) await import("./arrival.js");

/** The address with which the page began, and the answer to coming in, if that has begun. */
export const arrival = window.arrival ?? { hash: location.hash, answer: null };

/** How the member likes boards in this browser, in place of what they have set. */
export const look = storedLook();

/** Like boards another way from now on. @param {string} name @param {string} value */
export function changeLook(name, value) {
  look[name] = value;
  keep(LOOK, JSON.stringify(look));
}

/** @returns {Record<string, string>} */
function storedLook() {
  return keptRecord(LOOK);
}

let marksLegal = kept(LEGAL) !== "no";

/** Whether the cells that can be played are marked. */
export const showsLegal = () => marksLegal;

/** Mark the cells that can be played from now on, or do not. @param {boolean} on */
export function showLegal(on) {
  marksLegal = on;
  keep(LEGAL, on ? "yes" : "no");
}

/** What is kept as JSON; empty where that is none. @param {string} name @returns {Record<string, any>} */
function keptRecord(name) {
  try {
    return JSON.parse(kept(name) || "{}");
  } catch {
    return {};
  }
}

/** Speak as the server says, and like boards as the member has set since. @param {import("./protocol").Spoken} spoken */
export function adopt({ words, language, chosen }) {
  setWords(words, language);
  const before = keptRecord(CHOSEN);
  for (const [name, value] of Object.entries(chosen)) {
    if (name in before && before[name] !== value) delete look[name]; // what was set last counts
  }
  keep(LOOK, JSON.stringify(look));
  keep(CHOSEN, JSON.stringify(chosen));
}

/** What this browser keeps under a name; empty where it keeps nothing for us. @param {string} name */
export function kept(name) {
  try {
    return localStorage.getItem(name) ?? "";
  } catch {
    return "";
  }
}

/** Have this browser keep something, if it does so for us. @param {string} name @param {string} value */
export function keep(name, value) {
  try {
    localStorage.setItem(name, value);
  } catch {
    // Nothing is kept in a frame whose storage is closed: the choice lasts as long as the page.
  }
}

/** Keep nothing in this browser any more. */
export function forgetKept() {
  try {
    for (const name of [LOOK, LEGAL, CHOSEN]) localStorage.removeItem(name);
  } catch {
    // Nothing is kept in a frame whose storage is closed.
  }
}

/** Come in. Throws as ``ask`` does. @returns {Promise<Session>} */
export async function enter() {
  const { answer } = arrival;
  arrival.answer = null; // the next time is another
  const session = await (answer ? readAnswer(await answer) : ask("enter", await credentials()));
  adopt(session);
  keepBoards(session.blobs);
  return session;
}

/** @returns {Promise<object>} */
async function credentials() {
  if (discordFrame) {
    const { authorized } = await import("./discord_frame.js");
    return {
      door: "activity",
      code: await authorized(discordFrame).catch(() => ""),
      instance: query.get("instance_id"),
      custom_id: query.get("custom_id"),
    };
  }
  return { door: "browser" };
}

/** The address of a request about what is looked at, in the way it is looked at. @param {string} path @param {Record<string, string | number>} [more] */
export function viewed(path, more = {}) {
  const fields = Object.entries({ ...look, ...more }).map(([name, value]) => [name, String(value)]);
  const text = new URLSearchParams(fields).toString();
  return text ? `${path}?${text}` : path;
}

/**
 * The session with which the page begins; it throws as ``ask`` does. Coming in begins, or its answer
 * is read, as soon as this module and those that it imports have arrived.
 */
export const firstSession = enter();
firstSession.catch(() => {}); // main.js says why the page is closed
