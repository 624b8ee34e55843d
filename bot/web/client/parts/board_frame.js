// The board of a view: it draws itself, and is told what to show.

import { Board } from "../board/board.js";
import { board as boardAt } from "../server.js";
import { html, useLayoutEffect, useRef, useState } from "../vendor/preact.js";
import { allWords, word } from "../words.js";

/** @typedef {import("../protocol").SceneView} Scene */

/**
 * @typedef {object} BoardProperties
 * @property {Scene} scene
 * @property {boolean} [legal] whether targets are drawn
 * @property {boolean} [live] whether it can be touched
 * @property {boolean} [instead] whether a touch changes the last decision
 * @property {string[]} [focus] cells that a text speaks of
 * @property {{from: string, to: string, kind: "played" | "better"}[]} [arrows]
 * @property {(move: string) => Promise<boolean>} [choose] whether it was done
 * @property {(moves: string[]) => void} [which]
 * @property {(cell: string, chosen: string) => void} [illegal]
 * @property {(board: Board) => void} [ready]
 */

const ZOOM_STEP = 1.5;

/** @param {BoardProperties} properties */
export function BoardFrame(properties) {
  const place = useRef(/** @type {HTMLElement | null} */ (null));
  const latest = useRef(properties);
  const [board, setBoard] = useState(/** @type {Board | null} */ (null));
  const [zoomed, setZoomed] = useState(false);
  const [ratio, setRatio] = useState(1);
  latest.current = properties;

  useLayoutEffect(() => {
    const events = {
      choose: (/** @type {string} */ move) => void choose(move),
      which: (/** @type {string[]} */ moves) => latest.current.which?.(moves),
      illegal: (/** @type {string} */ cell, /** @type {string} */ chosen) =>
        latest.current.illegal?.(cell, chosen),
      zoomed: () => setZoomed(made.zoomed),
    };
    /** @param {string} move */
    async function choose(move) {
      if (!(await latest.current.choose?.(move))) made.reset();
    }
    const made = new Board(allWords(), events);
    place.current?.append(made.element);
    setBoard(made);
    latest.current.ready?.(made);
    return () => made.element.remove();
  }, []);

  useShown(board, properties, setRatio);

  return html`
    <div class="board-frame" style=${{ "--ratio": ratio }}>
      <div class="board-place" ref=${place}></div>
      <div class="zoom">
        <button type="button" class="zoom-in" aria-label=${word("zoomIn")} onClick=${() => board?.zoomBy(ZOOM_STEP)}>
          +
        </button>
        ${zoomed &&
        html`
          <button type="button" aria-label=${word("zoomOut")} onClick=${() => board?.zoomOut()}>
            −
          </button>
        `}
      </div>
    </div>
  `;
}

/**
 * Have the board show what a view says, once its drawing is there.
 * @param {Board | null} board
 * @param {BoardProperties} properties
 * @param {(ratio: number) => void} setRatio is told how wide the board is for its height
 */
function useShown(board, properties, setRatio) {
  const { scene, legal = true, live = false, instead = false } = properties;
  useLayoutEffect(() => {
    if (!board) return undefined;
    let current = true;
    void Promise.all([boardAt(scene.back), boardAt(scene.theme)]).then(([back, theme]) => {
      if (!current) return;
      board.show(scene, back, theme, { legal, live, instead });
      setRatio(board.ratio);
      board.highlight(properties.focus ?? []);
      board.arrows(properties.arrows ?? []);
    });
    return () => {
      current = false;
    };
  }, [board, scene, legal, live, instead, properties.arrows?.length]);
}
