// How a game is played.

import { safely } from "../doing.js";
import { entitle, page } from "../page.js";
import { Emphasised } from "../parts/basics.js";
import { SmallBoard } from "../parts/small_board.js";
import { BackToMatch } from "../parts/back_to_match.js";
import { go, toLesson } from "../route.js";
import { ask } from "../server.js";
import { viewed } from "../session.js";
import { html, useEffect, useState } from "../vendor/preact.js";
import { word } from "../words.js";

/** @typedef {import("../protocol").Rules} Rules */
/** @typedef {import("../protocol").RulesSection} RulesSection */

/** @param {{game: string}} properties */
export function RulesView({ game }) {
  const [rules, setRules] = useState(/** @type {Rules | null} */ (null));
  useEffect(() => {
    /** @type {Record<string, number>} */
    const more = {};
    // The server tells whether the match that was looked at last is one of this game.
    if (page.match) more.match = page.match;
    void safely(async () => setRules(await ask(viewed(`rules/${game}`, more))));
  }, [game]);
  useEffect(() => {
    if (rules) entitle(`${rules.name} · ${word("rules")}`, rules.game);
  }, [rules]);
  if (!rules) return html`<p class="waiting">${word("loading")}</p>`;
  return html`
    <article class="rules">
      <p class="aim">${rules.aim}</p>
      ${rules.sections.map((section, number) => html`<${Section} section=${section} key=${number} />`)}
      <p class="small">
        ${rules.credit}${" "}
        ${rules.link &&
        html`<a href=${rules.link} target="_blank" rel="noopener noreferrer">${rules.link}</a>`}
      </p>
      <div class="actions">
        ${rules.lessons &&
        html`
          <button type="button" class="primary" onClick=${() => go(toLesson(rules.game))}>
            ${word("learn")}
          </button>
        `}
        <${BackToMatch} />
      </div>
    </article>
  `;
}

/** @param {{section: RulesSection}} properties */
function Section({ section }) {
  const { heading, paragraphs, points, picture } = section;
  return html`
    <section class="rules-section">
      ${heading && html`<h2>${heading}</h2>`}
      ${paragraphs.map((text) => html`<p><${Emphasised} text=${text} /></p>`)}
      ${points.length > 0 &&
      html`
        <ul>
          ${points.map((text) => html`<li><${Emphasised} text=${text} /></li>`)}
        </ul>
      `}
      ${picture &&
      html`
        <figure>
          <${SmallBoard} scene=${picture.scene} label=${picture.alt} large />
          <figcaption>${picture.caption}</figcaption>
        </figure>
      `}
    </section>
  `;
}
