// What a touch of a cell does, by whatever it is touched: it chooses a stone, makes a decision, or
// asks for more.

import { forget, showDecision } from "./ghost.js";

/** @typedef {import("./board.js").Board} Board */

/**
 * A touch of a cell; of "", beside the board.
 * @param {Board} board
 * @param {string} cell
 */
export function touch(board, cell) {
  if (!board.live) return;
  if (board.busy) {
    // Two taps on one cell are an impatient finger's one.
    if (cell !== "" && cell !== board.decided.target) board.keepTouch(cell);
    return;
  }
  const known = board.touches.get(cell);
  if (!known) {
    touchNothing(board, cell);
    return;
  }
  if (known.kind === "from") {
    board.choose(cell);
    forget(board);
    board.mark();
    return;
  }
  const [move, ...others] = known.moves;
  if (others.length === 0) {
    decide(board, move);
    return;
  }
  forget(board);
  board.events.which(known.moves);
}

/**
 * A touch of a cell on which nothing can be played.
 * @param {Board} board
 * @param {string} cell
 */
function touchNothing(board, cell) {
  const isDraft = board.instead && cell === board.draft.target;
  if (cell === "" || cell === board.chosen) letGo(board);
  else if (!isDraft) board.events.illegal(cell, board.chosen || board.draft.source);
}

/**
 * Choose no stone any more.
 * @param {Board} board
 */
export function letGo(board) {
  if (board.busy) return;
  board.choose("");
  forget(board);
  board.mark();
}

/**
 * Ask for a decision, and show it while it is on its way.
 * @param {Board} board
 * @param {string} move
 */
function decide(board, move) {
  const decision = board.decisions.find(({ text }) => text === move);
  if (!decision) return;
  board.busy = true;
  board.decided = decision;
  board.layers.marks.replaceChildren();
  forget(board);
  board.chosen = "";
  board.events.choose(move);
  showDecision(board, decision);
}
