// Lines that were tried, as a tree, and conditional moves.

import { go, toThink } from "../route.js";
import { html } from "../vendor/preact.js";
import { word } from "../words.js";

/** @typedef {import("../protocol").ThoughtView} Thought */
/** @typedef {import("../protocol").NodeView} Node */

/** The tree of lines: each decision leads to its position. @param {{thought: Thought}} properties */
export function Tree({ thought }) {
  const rows = lines(thought.tree);
  if (!rows.length) return null;
  return html`
    <ul class="tree" aria-label=${word("lines")}>
      ${rows.map(
        (row) => html`
          <li key=${row[0].id} style=${{ marginInlineStart: `${row[0].depth - 1}em` }}>
            ${row.map((node) => html`<${Move} node=${node} thought=${thought} key=${node.id} />`)}
          </li>
        `,
      )}
    </ul>
  `;
}

/** Nodes that follow one another without a fork, row by row. @param {Node[]} tree @returns {Node[][]} */
function lines(tree) {
  /** @type {Node[][]} */
  const rows = [];
  let last = null;
  for (const node of tree) {
    if (last && node.parent === last.id) rows[rows.length - 1].push(node);
    else rows.push([node]);
    last = node;
  }
  return rows;
}

/** @param {{node: Node, thought: Thought}} properties */
function Move({ node, thought }) {
  const spot = `${node.ply}.${node.id}`;
  const current = node.id === thought.spot[1];
  return html`
    <button
      type="button"
      class="move"
      aria-current=${current ? "step" : null}
      onClick=${() => go(toThink(thought.match, spot, thought.shared))}
    >
      ${node.mark} ${node.move}${node.planned ? " ✓" : ""}${node.noted ? " ✎" : ""}
    </button>
  `;
}

/**
 * The conditional moves: what is played if the other side plays what stands before it.
 * @param {{thought: Thought, change: (what: string, more?: object) => Promise<any>}} properties
 */
export function Plans({ thought, change }) {
  const planned = plannedLines(thought.tree);
  if (!thought.may.plans || !planned.length) return null;
  return html`
    <section class="plans">
      <h3>${word("plans")}</h3>
      <ul>
        ${planned.map(
          ({ spot, text }) => html`
            <li key=${spot}>
              <span>${text}</span>
              <button
                type="button"
                class="plain"
                aria-label=${`${word("unplan")}: ${text}`}
                onClick=${() => change("unplan", { spot })}
              >
                ✕
              </button>
            </li>
          `,
        )}
      </ul>
    </section>
  `;
}

/** Planned lines to their ends, as text. @param {Node[]} tree */
function plannedLines(tree) {
  const byId = new Map(tree.map((node) => [node.id, node]));
  /** @param {Node | undefined} node @returns {Node[]} */
  const path = (node) => (node ? [...path(byId.get(node.parent)), node] : []);
  const planned = tree.filter((node) => node.planned);
  const inner = new Set(planned.flatMap((node) => path(node).slice(0, -1)));
  return planned
    .filter((node) => !inner.has(node))
    .map((node) => ({ spot: `${node.ply}.${node.id}`, text: path(node).map(written).join(" ") }));
}

/** @param {Node} node */
const written = (node) => `${node.mark}\u00a0${node.move}`;
