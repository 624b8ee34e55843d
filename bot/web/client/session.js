// Coming in: by a link that works once, by what this browser kept of one, or by Discord's word.

import { authorized } from "./discord_frame.js";
import { HOME } from "./route.js";
import { ask, keepBoards } from "./server.js";
import { setWords } from "./words.js";

/** @typedef {import("./protocol").Session} Session */

const CODE = /^#([\w-]{44})$/;
const query = new URLSearchParams(location.search);
const discordFrame = query.get("frame_id");

/** Whether the page is shown in a frame of the offline Discord. */
export const embedded = !discordFrame && window.parent !== window;

/** Whether the page is shown inside Discord. */
export const insideDiscord = discordFrame !== null;

/** How the member likes boards on this page, in place of what they have set. @type {Record<string, string>} */
export const look = {};

/** Come in. Throws as ``ask`` does. @returns {Promise<Session>} */
export async function enter() {
  const session = await ask("enter", await credentials());
  setWords(session.words, session.language);
  keepBoards(session.blobs);
  return session;
}

/** @returns {Promise<object>} */
async function credentials() {
  if (discordFrame) {
    return {
      door: "activity",
      code: await authorized(discordFrame).catch(() => ""),
      instance: query.get("instance_id"),
      custom_id: query.get("custom_id"),
    };
  }
  const code = CODE.exec(location.hash)?.[1];
  if (!code) return { door: "browser" };
  history.replaceState(null, "", `${location.pathname}${HOME}`);
  return { code };
}

/** The address of a request about what is looked at, in the way it is looked at. @param {string} path @param {Record<string, string | number>} [more] */
export function viewed(path, more = {}) {
  const fields = Object.entries({ ...look, ...more }).map(([name, value]) => [name, String(value)]);
  const text = new URLSearchParams(fields).toString();
  return text ? `${path}?${text}` : path;
}
