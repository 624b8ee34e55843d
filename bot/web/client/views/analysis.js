// A finished match gone over: the chances turn by turn, and what was better.

import { safely } from "../doing.js";
import { entitle, notify } from "../page.js";
import { BoardFrame } from "../parts/board_frame.js";
import { ChanceGraph } from "../parts/chance_graph.js";
import { Lines } from "../parts/text.js";
import { go, toMatch, toThink } from "../route.js";
import { ask } from "../server.js";
import { viewed } from "../session.js";
import { html, useEffect, useState } from "../vendor/preact.js";
import { word } from "../words.js";

/** @typedef {import("../protocol").AnalysisView} Analysis */
/** @typedef {import("../protocol").Judgement} Judgement */
/** @typedef {import("../protocol").MatchView} Match */

const POLL_MILLISECONDS = 700;

/** @param {{id: number}} properties */
export function AnalysisView({ id }) {
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
    if (analysis) entitle(`${analysis.name} · ${word("analysis")}`);
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
  return html`<${Report} analysis=${analysis} />`;
}

/** @param {{analysis: Analysis}} properties */
function Report({ analysis }) {
  const { chances, points } = analysis;
  const last = chances.length - 1;
  const [shown, setShown] = useState(points.length ? points[0].number : last);
  const point = points.find(({ number }) => number === shown);
  const [better, setBetter] = useState(false);
  const ply = point ? point.ply : chances[Math.max(0, shown)].ply;
  const scene = usePosition(analysis.match, ply);
  const isDrawn = scene?.ply === ply; // else the board is still that of another turn
  const turn = chances[shown];
  /** @param {number} number */
  function choose(number) {
    setShown(Math.max(0, Math.min(last, number)));
    setBetter(false);
  }
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
        <${ChanceGraph} analysis=${analysis} shown=${shown} choose=${choose} />
        <${Stepper} shown=${shown} last=${last} choose=${choose} />
        <p class="step-now">${turn?.number ? `${turn.number}. ${turn.mark} ${turn.moves}` : word("start")}</p>
        ${point && html`<${Point} point=${point} better=${better} setBetter=${setBetter} />`}
        ${analysis.text && html`<p>${analysis.text}</p>`}
        <ol class="points">
          ${points.map(
            ({ number, title }) => html`
              <li key=${number}>
                <button
                  type="button"
                  aria-current=${number === shown ? "step" : null}
                  onClick=${() => choose(number)}
                >
                  ${title}
                </button>
              </li>
            `,
          )}
        </ol>
        <div class="ways">
          <button type="button" onClick=${() => go(toThink(analysis.match, `${ply}.0`))}>
            ${word("tryFrom")}
          </button>
          <button type="button" onClick=${copyAddress}>${word("share")}</button>
          <button type="button" onClick=${() => go(toMatch(analysis.match))}>
            ${word("backToMatch")}
          </button>
        </div>
      </div>
    </div>
  `;
}

/** What is said of a turning point, and the better turn. @param {{point: Judgement, better: boolean, setBetter: (better: boolean) => void}} properties */
function Point({ point, better, setBetter }) {
  return html`
    <section class="point">
      <p>${point.title}</p>
      <${Lines} lines=${point.why} small />
      <div class="choices" role="group">
        <button type="button" aria-pressed=${!better} onClick=${() => setBetter(false)}>
          ${word("played")}
        </button>
        <button type="button" aria-pressed=${better} onClick=${() => setBetter(true)}>
          ${word("better")}
        </button>
      </div>
    </section>
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
