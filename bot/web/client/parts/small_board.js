// A small picture of a position.

import { picture } from "../board/picture.js";
import { board } from "../server.js";
import { html, useEffect, useRef } from "../vendor/preact.js";

/** @typedef {import("../protocol").SceneView} Scene */

let pictures = 0; // drawn so far; ids in a document have to differ

/** @param {{scene: Scene, label?: string, large?: boolean}} properties */
export function SmallBoard({ scene, label = "", large = false }) {
  const place = useRef(/** @type {HTMLElement | null} */ (null));
  const items = JSON.stringify(scene.items);
  useEffect(() => {
    let current = true;
    void drawn(scene).then((element) => {
      if (current && element) place.current?.replaceChildren(element);
    });
    return () => {
      current = false;
    };
  }, [scene.back, scene.theme, items]);
  const role = label ? "img" : null;
  return html`
    <span
      class=${large ? "small-board large" : "small-board"}
      ref=${place}
      role=${role}
      aria-label=${label || null}
      aria-hidden=${label ? null : "true"}
    ></span>
  `;
}

/** The picture; null where its board cannot be had now. @param {Scene} scene */
async function drawn(scene) {
  try {
    const [back, theme] = await Promise.all([board(scene.back), board(scene.theme)]);
    pictures += 1;
    return picture(scene, back, theme, `s${pictures}-`);
  } catch {
    return null;
  }
}
