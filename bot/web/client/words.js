// The page's words and times, in its member's language.

import { serverTime } from "./server.js";

/** @type {Record<string, string>} */
let words = {};
let language = "en";

const MINUTE = 60_000;
const WEEK = 6 * 24 * 60 * MINUTE; // within which a weekday names one day
const UNITS = /** @type {const} */ ([
  { unit: "minute", milliseconds: MINUTE, until: 60 * MINUTE },
  { unit: "hour", milliseconds: 60 * MINUTE, until: 48 * 60 * MINUTE },
  { unit: "day", milliseconds: 24 * 60 * MINUTE, until: Infinity },
]);

/**
 * @param {Record<string, string>} newWords
 * @param {string} newLanguage
 */
export function setWords(newWords, newLanguage) {
  words = newWords;
  language = newLanguage;
  document.documentElement.lang = newLanguage;
}

/** The language in which the page speaks now. */
export const spokenLanguage = () => language;

/** A word of the page, with its values. @param {string} name @param {Record<string, string | number>} [values] */
export function word(name, values = {}) {
  const text = words[name] ?? "";
  if (!text.includes("{")) return text;
  return text.replace(/\{(\w+)\}/g, (_, key) => String(values[key] ?? ""));
}

/** All words, for the board. */
export function allWords() {
  return words;
}

/** A text with its times as the reader writes them. @param {string} text */
export function withTimes(text) {
  return text.replace(/<t:(\d+):(\w)>/g, (_, seconds, style) => time(Number(seconds), style));
}

/**
 * @param {number} seconds since 1970
 * @param {string} style as Discord has it: R relative, D or d a day, else day and time
 */
function time(seconds, style) {
  const moment = new Date(seconds * 1000);
  if (style === "R") return relative(moment.getTime() - serverTime());
  if (style === "D" || style === "d") return moment.toLocaleDateString(language, { dateStyle: "medium" });
  return moment.toLocaleString(language, { dateStyle: "medium", timeStyle: "short" });
}

/**
 * A time to come, in few letters: with its weekday in the next days, else with its date.
 * @param {number} seconds since 1970
 * @param {number} milliseconds until then
 */
export function shortTime(seconds, milliseconds) {
  const moment = new Date(seconds * 1000);
  if (milliseconds > WEEK) return moment.toLocaleDateString(language, { day: "numeric", month: "short" });
  return moment.toLocaleString(language, { weekday: "short", hour: "numeric", minute: "2-digit" });
}

/** @param {number} milliseconds from now on */
function relative(milliseconds) {
  const size = Math.abs(milliseconds);
  const found = UNITS.find(({ until }) => size < until) ?? UNITS[2];
  const format = new Intl.RelativeTimeFormat(language, { numeric: "auto" });
  return format.format(Math.round(milliseconds / found.milliseconds), found.unit);
}

/** How much time is left, as a clock shows it: 2 d 4 h, 4:05:09, 0:09. @param {number} milliseconds */
export function countdown(milliseconds) {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  const days = Math.floor(seconds / 86_400);
  const hours = Math.floor((seconds % 86_400) / 3_600);
  const minutes = Math.floor((seconds % 3_600) / 60);
  if (days) return word("daysHours", { days, hours });
  const tail = String(seconds % 60).padStart(2, "0");
  if (hours) return `${hours}:${String(minutes).padStart(2, "0")}:${tail}`;
  return `${minutes}:${tail}`;
}
