// What a card of the chat says and offers, part by part.

import { html, useRef } from "../vendor/preact.js";
import { Actions, Lines } from "./basics.js";
import { SmallBoard } from "./small_board.js";

/** @typedef {import("../protocol").CardView} Card */
/** @typedef {import("../protocol").Block} Block */
/** @typedef {import("../protocol").PictureView} Picture */
/** @typedef {import("../protocol").Menu} Menu */
/** @typedef {(press: string, more?: {value?: string}) => Promise<any>} Act */

/** @param {{card: Card, act: Act}} properties */
export function CardParts({ card, act }) {
  return html`
    <div class="card-parts">
      ${card.blocks.map(
        (block, number) => html`<${CardBlock} block=${block} act=${act} key=${number} />`,
      )}
    </div>
  `;
}

/** @param {{block: Block, act: Act}} properties */
function CardBlock({ block, act }) {
  return html`
    ${block.lines && html`<${Lines} lines=${block.lines} small=${block.small} />`}
    ${block.picture && html`<${CardPicture} picture=${block.picture} />`}
    ${block.menus?.map((menu) => html`<${CardMenu} menu=${menu} act=${act} key=${menu.press} />`)}
    ${block.actions &&
    html`<${Actions} actions=${block.actions} act=${actionDoer(act)} />`}
  `;
}

/** @param {Act} act */
function actionDoer(act) {
  return (/** @type {import("../protocol").Action} */ action) => act(action.press);
}

/** @param {{picture: Picture}} properties */
function CardPicture({ picture }) {
  if (picture.source) {
    return html`<img class="card-picture" src=${picture.source} alt=${picture.alt} />`;
  }
  if (!picture.scene) return null;
  return html`<${SmallBoard} scene=${picture.scene} label=${picture.alt} large />`;
}

/** @param {{menu: Menu, act: Act}} properties */
function CardMenu({ menu, act }) {
  const latest = useRef(menu);
  latest.current = menu;
  /** @param {Event} event */
  async function choose(event) {
    const element = /** @type {HTMLSelectElement} */ (event.target);
    if (!element.value) return;
    await act(menu.press, { value: element.value });
    element.value = latest.current.value; // else what was refused, or done once, stays chosen
  }
  return html`
    <select class="card-menu" aria-label=${menu.label} onChange=${choose}>
      ${!menu.value && html`<option value="">${menu.label}</option>`}
      ${menu.choices.map(
        ({ value, label }) =>
          html`<option value=${value} selected=${value === menu.value}>${label}</option>`,
      )}
    </select>
  `;
}
