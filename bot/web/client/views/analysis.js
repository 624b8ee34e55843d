// A finished match gone over: the chances turn by turn, and what was better.

import { safely } from "../doing.js";
import { entitle, notify } from "../page.js";
import { Lines } from "../parts/basics.js";
import { BoardFrame } from "../parts/board_frame.js";
import { ChanceGraph } from "../parts/chance_graph.js";
import { go, rename, toAnalysis, toMatch, toThink } from "../route.js";
import { ask } from "../server.js";
import { viewed } from "../session.js";
import { html, useEffect, useState } from "../vendor/preact.js";
import { word } from "../words.js";

/** @typedef {import("../protocol").AnalysisView} Analysis */
/** @typedef {import("../protocol").Judgement} Judgement */
/** @typedef {import("../protocol").MatchView} Match */

const POLL_MILLISECONDS = 700;
const RENAME_MILLISECONDS = 300; // after which the address names the turn that is shown

/**
 * @param {{id: number, turn: number | null}} properties the turn of the address, if it names one
 */
export function AnalysisView({ id, turn }) {
  const [analysis, setAnalysis] = useState(/** @type {Analysis | null} */ (null));
  useEffect(() => {
    let current = true;
    async function read() {
      const done = await safely(async () => {
        const next = await ask(viewed(`m/${id}/analysis`));
        if (!current) return;
        setAnalysis(next);
        if (next.share < 1) setTimeout(read, POLL_MILLISECONDS);
      });
      if (!done && current) go(toMatch(id));
    }
    void read();
    return () => {
      current = false;
    };
  }, [id]);
  useEffect(() => {
    if (analysis) entitle(`${analysis.name} · ${word("analysis")}`, analysis.game);
  }, [analysis]);
  if (!analysis) return html`<p class="waiting">${word("loading")}</p>`;
  if (analysis.share < 1) {
    return html`
      <div class="waiting" role="status">
        <p>${analysis.text}</p>
        <progress max="1" value=${analysis.share} aria-label=${analysis.text}></progress>
        <p><a href=${toMatch(id)}>${word("backToMatch")}</a></p>
      </div>
    `;
  }
  return html`<${Report} analysis=${analysis} turn=${turn} />`;
}

/** @param {{analysis: Analysis, turn: number | null}} properties */
function Report({ analysis, turn }) {
  const { chances, points } = analysis;
  const last = chances.length - 1;
  const [shown, setShown] = useState(turn ?? (points.length ? points[0].number : last));
  const [better, setBetter] = useState(false);
  /** @param {number} number */
  function choose(number) {
    setShown(number);
    setBetter(false);
  }
  useEffect(() => {
    if (turn !== null) choose(turn);
  }, [turn]);
  const number = Math.max(0, Math.min(last, shown));
  const address = toAnalysis(analysis.match, number);
  useEffect(() => {
    const timer = setTimeout(() => rename(address), RENAME_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [address]);
  const point = points.find((one) => one.number === number);
  const ply = point ? point.ply : chances[number].ply;
  const scene = usePosition(analysis.match, ply);
  const isDrawn = scene?.ply === ply; // else the board is still that of another turn
  return html`
    <div class="table analysis">
      <div class="stage">
        ${scene &&
        html`
          <${BoardFrame}
            scene=${better && point ? point.scene : scene}
            arrows=${point && isDrawn && !better ? arrowsOf(point) : []}
          />
        `}
      </div>
      <div class="panel">
        <${ChanceGraph} analysis=${analysis} shown=${number} choose=${choose} />
        <${Stepper} shown=${number} last=${last} choose=${choose} />
        <div class="turn-shown">
          <p class="step-now">${nameOf(chances[number])}</p>
          ${point && html`<${PlayedOrBetter} better=${better} setBetter=${setBetter} />`}
        </div>
        ${point &&
        html`
          <section class="point">
            <p>${point.title}</p>
            <${Lines} lines=${point.why} small />
          </section>
        `}
        ${analysis.text && html`<p>${analysis.text}</p>`}
        <${Points} analysis=${analysis} shown=${number} choose=${choose} />
        <${AnalysisWays} match=${analysis.match} ply=${ply} address=${address} />
      </div>
    </div>
  `;
}

/** @param {{match: number, ply: number, address: string}} properties */
function AnalysisWays({ match, ply, address }) {
  function tryMoves() {
    rename(address);
    go(toThink(match, `${ply}.0`));
  }
  function share() {
    rename(address);
    void copyAddress();
  }
  return html`
    <div class="ways">
      <button type="button" onClick=${tryMoves}>${word("tryFrom")}</button>
      <button type="button" onClick=${share}>${word("share")}</button>
      <button type="button" onClick=${() => go(toMatch(match))}>${word("backToMatch")}</button>
    </div>
  `;
}

/** A turn in short. @param {import("../protocol").Chance} chance */
function nameOf({ number, mark, moves }) {
  return number ? `${number}. ${mark} ${moves}` : word("start");
}

/**
 * Whether the board shows the turn that was played, or the better one; each name has the mark by
 * which the board tells them apart.
 * @param {{better: boolean, setBetter: (better: boolean) => void}} properties
 */
function PlayedOrBetter({ better, setBetter }) {
  return html`
    <div class="choices" role="group">
      <button type="button" aria-pressed=${!better} onClick=${() => setBetter(false)}>
        <i class="key-played"></i> ${word("played")}
      </button>
      <button type="button" aria-pressed=${better} onClick=${() => setBetter(true)}>
        <i class="key-better"></i> ${word("better")}
      </button>
    </div>
  `;
}

/**
 * The turns that made a difference: each one is a place to go.
 * @param {{analysis: Analysis, shown: number, choose: (number: number) => void}} properties
 */
function Points({ analysis, shown, choose }) {
  if (!analysis.points.length) return null;
  return html`
    <ol class="points">
      ${analysis.points.map(
        ({ number }) => html`
          <li key=${number}>
            <button
              type="button"
              aria-current=${number === shown ? "step" : null}
              onClick=${() => choose(number)}
            >
              ${nameOf(analysis.chances[number])}
            </button>
          </li>
        `,
      )}
    </ol>
  `;
}

/** @param {{shown: number, last: number, choose: (number: number) => void}} properties */
function Stepper({ shown, last, choose }) {
  return html`
    <div class="steps">
      <button
        type="button"
        class="step"
        aria-label=${word("turnBack")}
        disabled=${shown <= 0}
        onClick=${() => choose(shown - 1)}
      >
        ‹
      </button>
      <input
        type="range"
        min="0"
        max=${last}
        value=${shown}
        aria-label=${word("moves")}
        onInput=${(/** @type {any} */ event) => choose(Number(event.target.value))}
      />
      <button
        type="button"
        class="step"
        aria-label=${word("turnOn")}
        disabled=${shown >= last}
        onClick=${() => choose(shown + 1)}
      >
        ›
      </button>
    </div>
  `;
}

/** The match as it was after some decisions. @param {number} match @param {number} ply @returns {Match | null} */
function usePosition(match, ply) {
  const [scene, setScene] = useState(/** @type {Match | null} */ (null));
  useEffect(() => {
    let current = true;
    void safely(async () => {
      const next = await ask(viewed(`m/${match}`, { ply }));
      if (current) setScene(next);
    });
    return () => {
      current = false;
    };
  }, [match, ply]);
  return scene;
}

/** Arrows for the turn that was played, and for the better one. @param {Judgement} point */
function arrowsOf(point) {
  return [...arrows(point.played, "played"), ...arrows(point.better, "better")];
}

/**
 * @param {string[]} cells source and target by turns
 * @param {"played" | "better"} kind
 */
function arrows(cells, kind) {
  const list = [];
  for (let place = 0; place < cells.length; place += 2) {
    list.push({ from: cells[place], to: cells[place + 1], kind });
  }
  return list;
}

async function copyAddress() {
  try {
    await navigator.clipboard.writeText(location.href);
    notify(word("copied"));
  } catch {
    notify(location.href);
  }
}
