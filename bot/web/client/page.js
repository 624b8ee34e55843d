// What the whole page shares: who is here, notices at its edge, and the dialog in front of it.

import { withTimes } from "./words.js";

/** @typedef {import("./protocol").SessionView} Session */
/** @typedef {import("./protocol").Answer} Answer */

/**
 * @typedef {object} Dialog
 * @property {string} title
 * @property {any} content a Preact element
 */

/** What is shown round every view; ``changed`` draws it anew. */
export const page = {
  /** @type {Session | null} */
  session: null,
  notice: "",
  offline: false,
  /** Whether a change is on its way to the server. */
  sending: false,
  /** @type {Dialog | null} */
  dialog: null,
  /** The game whose rules the question mark leads to. */
  game: "",
  title: "",
  /** The match that was looked at last; rules and lessons lead back to it. */
  match: 0,
  changed() {},
};

/**
 * What came along with coming in: once, for later it has to be read anew.
 * @template {"home" | "match"} Name
 * @param {Name} name
 * @returns {Session[Name]}
 */
export function takeFirst(name) {
  const first = page.session?.[name];
  if (page.session) delete page.session[name];
  return first;
}

const NOTICE_MILLISECONDS = 6_000;
let noticeTimer = 0;

/** Say something for a few seconds; nothing takes away what is said. @param {string} text */
export function notify(text) {
  clearTimeout(noticeTimer);
  page.notice = withTimes(text);
  page.changed();
  if (!text) return;
  noticeTimer = setTimeout(() => {
    page.notice = "";
    page.changed();
  }, NOTICE_MILLISECONDS);
}

/** Show something in front of the page. @param {string} title @param {any} content */
export function openDialog(title, content) {
  page.dialog = { title, content };
  page.changed();
}

export function closeDialog() {
  page.dialog = null;
  page.changed();
}

/** Name what is shown: above it, and in the browser's tab. @param {string} title @param {string} [game] */
export function entitle(title, game = "") {
  if (page.title === title && page.game === game) return;
  page.title = title;
  page.game = game;
  document.title = title ? `${title} · Loophole` : "Loophole";
  page.changed();
}

/** Have screen readers say something. @param {string} text */
export function say(text) {
  const place = document.getElementById("said");
  if (place && place.textContent !== text) place.textContent = text;
}
