// What is asked of the server. The token is in this page's memory alone.

import { opened } from "./draw.js";

let token = "";
/** What to do when a button in the chat has asked for another board. */
export const asked = { open: (/** @type {string} */ _to) => {} };

/** An answer that is no success: its status, and a sentence for the reader if there is one. */
export class Refused extends Error {
  /** @param {number} status @param {any} content */
  constructor(status, content) {
    super(content?.error || "");
    this.status = status;
    this.content = content;
  }
}

/**
 * The JSON of an answer; null where nothing has changed. Throws Refused, and TypeError without a connection.
 * @param {string} path @param {object | null} [body] @param {string} [tag]
 * @returns {Promise<any>}
 */
export async function ask(path, body = null, tag = "") {
  /** @type {Record<string, string>} */
  const headers = {};
  if (token) headers.Authorization = `Bearer ${token}`;
  if (body) headers["Content-Type"] = "application/json";
  if (tag) headers["If-None-Match"] = tag;
  const answer = await fetch(`api/${path}`, {
    method: body ? "POST" : "GET", headers, body: body && JSON.stringify(body), cache: "no-store",
    credentials: "omit", signal: AbortSignal.timeout(15000),
  });
  token = answer.headers.get("X-Token") || token;
  const to = answer.headers.get("X-Open");
  if (to) setTimeout(() => asked.open(to));
  if (answer.status === 304) return null;
  const content = await answer.json().catch(() => ({}));
  for (const shown of [content, content.match]) if (shown?.moves) shown.moves = shown.moves.map(cells);
  if (!answer.ok) throw new Refused(answer.status, content);
  if (content.token) token = content.token;
  if (answer.headers.has("ETag")) content.tag = answer.headers.get("ETag");
  return content;
}

/** A decision's text, source and target, of which the text is sent alone where it is these. @param {any} move */
const cells = (move) => (typeof move === "string" ? [move, ...(move.includes("-") ? move.split("-") : ["", move])] : move);

/** @type {Map<string, Promise<any>>} */
const kept = new Map();

/** Keep what came along. @param {Record<string, any>} blobs */
export function keep(blobs) {
  for (const hash in blobs) kept.set(hash, Promise.resolve(opened(blobs[hash])));
}

/** What never changes, by its hash. @param {string} hash @returns {Promise<any>} */
export function back(hash) {
  let found = kept.get(hash);
  if (!found) {
    found = fetch(`api/back/${hash}`, { credentials: "omit" }).then((answer) => {
      if (!answer.ok) throw new Refused(answer.status, {});
      return answer.json().then(opened);
    });
    found.catch(() => kept.delete(hash));
    kept.set(hash, found);
  }
  return found;
}
