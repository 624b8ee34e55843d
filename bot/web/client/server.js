// What is asked of the server. The token is in this page's memory alone.

const ANSWER_MILLISECONDS = 15_000;
export const THINKING_MILLISECONDS = 90_000; // for what the computer thinks about first
const CLOCK_MILLISECONDS = 2_000; // by which a clock may be off without being set
const FIRST_PAUSE = 500; // milliseconds before a request that got no answer is sent again
const LONGEST_PAUSE = 8_000;
const UNAVAILABLE = 503;
const NO_ENTRY = 401;

let token = "";
let aheadMilliseconds = 0; // by which the server's clock is ahead of this device's

/** The time by the server's clock, in milliseconds since 1970: a device's own may be wrong. */
export const serverTime = () => Date.now() + aheadMilliseconds;

/** @param {string | null} date of an answer's header, to the second */
function setClock(date) {
  const ahead = date ? Date.parse(date) - Date.now() : NaN;
  if (Math.abs(ahead - aheadMilliseconds) > CLOCK_MILLISECONDS) aheadMilliseconds = ahead;
}

/** What the page does when the server, or the chat, has news for it. */
export const listeners = {
  /** A button in the chat asks for something to be shown. @param {string} _target */
  open(_target) {},
  /** A request waits for the connection, or no longer. @param {boolean} _waits */
  offline(_waits) {},
  /** The member's settings have changed, here or in the chat. @returns {Promise<any>} */
  async settings() {},
  /** The member has deleted their data: nothing but this is shown any more. @param {string} _text */
  farewell(_text) {},
  /** So many changes are on their way. @param {number} _count */
  sending(_count) {},
  /** The stay is over, as after a night asleep: whether the page has come in again. */
  async comeIn() {
    return false;
  },
};

let settingsTag = "";

/** @param {string | null} tag that changes with the member's settings */
function noteSettings(tag) {
  if (tag === null || tag === settingsTag) return;
  if (settingsTag) setTimeout(() => listeners.settings());
  settingsTag = tag;
}

let changesOnTheirWay = 0;

/** @param {number} more */
function countSending(more) {
  changesOnTheirWay += more;
  listeners.sending(changesOnTheirWay);
}

/** An answer that is no success: its status, and a sentence for the reader if there is one. */
export class Refused extends Error {
  /**
   * @param {number} status
   * @param {any} content
   */
  constructor(status, content) {
    super(content?.error || "");
    this.status = status;
    this.content = content;
  }
}

/**
 * The JSON of an answer; null where nothing has changed. Whoever is not let in comes in again, and
 * asks once more.
 * Throws Refused, and TypeError without a connection.
 * @param {string} path
 * @param {object | null} [body]
 * @param {string} [tag] of what is known already
 * @param {number} [patience] milliseconds for which an answer is waited for
 * @returns {Promise<any>}
 */
export async function ask(path, body = null, tag = "", patience = ANSWER_MILLISECONDS) {
  try {
    return await askOnce(path, body, tag, patience);
  } catch (error) {
    const isShut = error instanceof Refused && error.status === NO_ENTRY && path !== "enter";
    if (!isShut || !(await listeners.comeIn())) throw error;
    return askOnce(path, body, tag, patience);
  }
}

/**
 * @param {string} path
 * @param {object | null} body
 * @param {string} tag
 * @param {number} patience
 */
async function askOnce(path, body, tag, patience) {
  const answer = await fetch(`api/${path}`, {
    method: body ? "POST" : "GET",
    headers: headers(body, tag),
    body: body && JSON.stringify(body),
    cache: "no-store",
    credentials: "same-origin",
    signal: AbortSignal.timeout(patience),
  });
  return readAnswer(answer);
}

/**
 * What the server has answered; throws as ``ask`` does.
 * @param {Response} answer
 * @returns {Promise<any>}
 */
export async function readAnswer(answer) {
  token = answer.headers.get("X-Token") || token;
  setClock(answer.headers.get("Date"));
  noteSettings(answer.headers.get("X-Settings"));
  const target = answer.headers.get("X-Open");
  if (target) setTimeout(() => listeners.open(target));
  if (answer.status === 304) return null;
  const content = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Refused(answer.status, content);
  if (content.token) token = content.token;
  const newTag = answer.headers.get("ETag");
  if (newTag) content.tag = newTag;
  return content;
}

/**
 * @param {object | null} body
 * @param {string} tag
 */
function headers(body, tag) {
  /** @type {Record<string, string>} */
  const all = {};
  if (token) all.Authorization = `Bearer ${token}`;
  if (body) all["Content-Type"] = "application/json";
  if (tag) all["If-None-Match"] = tag;
  return all;
}

/**
 * The answer to a request that changes nothing more when it is sent again: without a connection
 * it is sent until there is an answer.
 * @param {string} path
 * @param {object} body
 * @param {number} [patience] milliseconds for which each answer is waited for
 * @returns {Promise<any>}
 */
export async function askUntilAnswered(path, body, patience = ANSWER_MILLISECONDS) {
  countSending(1);
  try {
    const named = { ...body, request: requestName() };
    return await askAgain(path, named, patience);
  } finally {
    setTimeout(() => countSending(-1)); // what was answered is drawn first
  }
}

/**
 * @param {string} path
 * @param {object} body
 * @param {number} patience
 */
async function askAgain(path, body, patience) {
  let pause = FIRST_PAUSE;
  for (;;) {
    try {
      const answer = await ask(path, body, "", patience);
      listeners.offline(false);
      return answer;
    } catch (error) {
      if (error instanceof Refused && error.status !== UNAVAILABLE) {
        listeners.offline(false);
        throw error;
      }
    }
    listeners.offline(true);
    await connectionOr(pause);
    pause = Math.min(2 * pause, LONGEST_PAUSE);
  }
}

/** What a request is called, so that it is done once however often it is sent. */
function requestName() {
  return `${Date.now().toString(36)}.${Math.random().toString(36).slice(2)}`;
}

/** Wait until the browser says that it is connected again, or so long. @param {number} milliseconds */
function connectionOr(milliseconds) {
  return new Promise((done) => {
    const finish = () => {
      removeEventListener("online", finish);
      clearTimeout(timer);
      done(null);
    };
    const timer = setTimeout(finish, milliseconds);
    addEventListener("online", finish);
  });
}

/** @type {Map<string, Promise<any>>} */
const boards = new Map();

/** Keep the boards and themes that came along. @param {Record<string, any>} contents by address */
export function keepBoards(contents) {
  for (const [address, content] of Object.entries(contents)) {
    boards.set(address, Promise.resolve(content));
  }
}

/** A board or theme, which never changes. @param {string} address @returns {Promise<any>} */
export function board(address) {
  let content = boards.get(address);
  if (!content) {
    content = fetchBoard(address);
    content.catch(() => boards.delete(address));
    boards.set(address, content);
  }
  return content;
}

/** @param {string} address */
async function fetchBoard(address) {
  const answer = await fetch(`api/back/${address}`, { credentials: "omit" });
  if (!answer.ok) throw new Refused(answer.status, {});
  return answer.json();
}
