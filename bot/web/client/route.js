// The page's addresses: what stands after the #.

/**
 * @typedef {{view: "home"}
 *   | {view: "match", match: number, ply: number | null, plays: boolean}
 *   | {view: "think", match: number, spot: string, shared: boolean}
 *   | {view: "analysis", match: number, turn: number | null}
 *   | {view: "card", press: string}
 *   | {view: "lesson", game: string}
 *   | {view: "puzzle", game: string}
 *   | {view: "rules", game: string}} Route
 */

/** The route of an address; home for what is none. @param {string} hash @returns {Route} */
export function read(hash) {
  const parts = hash.replace(/^#\/?/, "").split("/").map(decodeURIComponent);
  const [kind, subject = "", detail = "", more = ""] = parts;
  if (kind === "m" && Number(subject) > 0) return matchRoute(Number(subject), detail, more);
  if (kind === "card" && subject) return { view: "card", press: subject };
  if (kind === "lesson" && subject) return { view: "lesson", game: subject };
  if (kind === "puzzle") return { view: "puzzle", game: subject };
  if (kind === "rules" && subject) return { view: "rules", game: subject };
  return { view: "home" };
}

/**
 * @param {number} match
 * @param {string} detail
 * @param {string} more
 * @returns {Route}
 */
function matchRoute(match, detail, more) {
  if (detail === "at" || detail === "replay") {
    return { view: "match", match, ply: Number(more) || 0, plays: detail === "replay" };
  }
  if (detail === "think") return { view: "think", match, spot: more, shared: false };
  if (detail === "shared") return { view: "think", match, spot: more, shared: true };
  if (detail === "analysis") {
    return { view: "analysis", match, turn: more === "" ? null : Number(more) || 0 };
  }
  return { view: "match", match, ply: null, plays: false };
}

/** The address of a match. @param {number} match */
export const toMatch = (match) => `#/m/${match}`;

/** A match as it was; ``plays``: and on from there. @param {number} match @param {number} ply @param {boolean} [plays] */
export const toPly = (match, ply, plays = false) =>
  `#/m/${match}/${plays ? "replay" : "at"}/${ply}`;

/** A position that is thought about. @param {number} match @param {string} [spot] @param {boolean} [shared] */
export function toThink(match, spot = "", shared = false) {
  const place = spot ? `/${encodeURIComponent(spot)}` : "";
  return `#/m/${match}/${shared ? "shared" : "think"}${place}`;
}

/** The analysis of a match, at a turn. @param {number} match @param {number} [turn] */
export const toAnalysis = (match, turn) =>
  `#/m/${match}/analysis${turn === undefined ? "" : `/${turn}`}`;

/** A card of the chat. @param {string} press its custom id */
export const toCard = (press) => `#/card/${encodeURIComponent(press)}`;

/** @param {string} game */
export const toLesson = (game) => `#/lesson/${game}`;

/** The next puzzle, of any game or one. @param {string} [game] */
export const toPuzzle = (game = "") => `#/puzzle/${game}`;

/** @param {string} game */
export const toRules = (game) => `#/rules/${game}`;

export const HOME = "#/";

/** Go to an address; Back leads here. @param {string} address */
export function go(address) {
  if (location.hash === address) dispatchEvent(new Event("hashchange"));
  else location.hash = address;
}

/** Go to an address in place of this one. @param {string} address */
export function replace(address) {
  history.replaceState(null, "", address);
  dispatchEvent(new Event("hashchange"));
}

/** Have an address say what is shown already: a reload and Back lead there. @param {string} address */
export function rename(address) {
  if (location.hash !== address) history.replaceState(null, "", address);
}
