// Which cells can be touched now, and what a touch of them does: from the legal decisions alone.

/** @typedef {import("./scene").Decision} Decision */

/** What a touch of a cell does: it chooses the stone there, or makes one of these decisions.
 * @typedef {{kind: "from", moves: string[]} | {kind: "to", moves: string[]}} Touch */

/** @typedef {Map<string, Touch>} Touches */

/**
 * What can be touched while a turn is being made.
 *
 * A cell to which only one stone can go needs no stone to be chosen first.
 * @param {Decision[]} decisions
 * @param {string} chosen the cell of the chosen stone, or ""
 * @returns {Touches}
 */
export function findTouches(decisions, chosen) {
  const sources = sourcesOf(decisions);
  /** @type {Touches} */
  const touches = new Map();
  for (const { text, source, target } of decisions) {
    if (source === "" || source === chosen) addMove(touches, target, text);
  }
  addSources(touches, sources, chosen);
  if (chosen) return touches;
  for (const [target, moves] of movesByTarget(decisions)) {
    if (moves.length === 1 && !touches.has(target)) addMove(touches, target, moves[0].text);
  }
  return touches;
}

/**
 * What can be touched when the last decision of a turn may still be another one.
 *
 * Of several stones that can go to a cell, the one that the decision used goes there.
 * @param {Decision[]} decisions the alternatives
 * @param {Decision} decision that was made
 * @param {string} chosen the cell of the chosen stone, or ""
 * @returns {Touches}
 */
export function findAlternatives(decisions, decision, chosen) {
  const others = decisions.filter(({ text }) => text !== decision.text);
  if (chosen) return findTouches(others, chosen);
  /** @type {Touches} */
  const touches = new Map();
  for (const [target, moves] of movesByTarget(others)) {
    if (target === decision.target) continue;
    const same = moves.filter(({ source }) => source === decision.source);
    const meant = same.length > 0 ? same : moves;
    touches.set(target, { kind: "to", moves: meant.map(({ text }) => text) });
  }
  const sources = sourcesOf(others);
  sources.delete(decision.source);
  sources.delete(decision.target);
  addSources(touches, sources, "");
  return touches;
}

/**
 * The cell of the only stone that can be used, or "".
 * @param {Decision[]} decisions
 */
export function onlySource(decisions) {
  const sources = new Set(decisions.map(({ source }) => source));
  if (sources.size !== 1) return "";
  const [source] = sources;
  return source;
}

/** @param {Decision[]} decisions */
function sourcesOf(decisions) {
  const sources = new Set(decisions.map(({ source }) => source));
  sources.delete("");
  return sources;
}

/**
 * @param {Touches} touches
 * @param {string} target
 * @param {string} move
 */
function addMove(touches, target, move) {
  const touch = touches.get(target);
  if (touch) touch.moves.push(move);
  else touches.set(target, { kind: "to", moves: [move] });
}

/**
 * Stones can be chosen where nothing can be played.
 * @param {Touches} touches
 * @param {Set<string>} sources
 * @param {string} chosen
 */
function addSources(touches, sources, chosen) {
  for (const source of sources) {
    if (source !== chosen && !touches.has(source)) touches.set(source, { kind: "from", moves: [] });
  }
}

/**
 * @param {Decision[]} decisions
 * @returns {Map<string, Decision[]>}
 */
function movesByTarget(decisions) {
  /** @type {Map<string, Decision[]>} */
  const moves = new Map();
  for (const decision of decisions) {
    const others = moves.get(decision.target);
    if (others) others.push(decision);
    else moves.set(decision.target, [decision]);
  }
  return moves;
}
