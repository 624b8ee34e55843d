// Finding a member of the server by the beginning of their name.

import { ask } from "../server.js";
import { viewed } from "../session.js";
import { html, useEffect, useState } from "../vendor/preact.js";
import { word } from "../words.js";

/** @typedef {import("../protocol").Found} Found */
/** @typedef {import("../protocol").OpponentView} Opponent */

const SHORTEST_NAME = 2; // characters
const PAUSE_MILLISECONDS = 350; // in the typing, after which is searched

/**
 * @param {{name: string, setName: (name: string) => void, take: (person: Opponent) => void}} properties
 *   `name`: what is typed of it, as long as nobody is chosen
 */
export function MemberFinder({ name, setName, take }) {
  const [found, setFound] = useState(/** @type {Found | null} */ (null));
  const people = found?.people;
  useEffect(() => {
    setFound(null);
    if (name.trim().length < SHORTEST_NAME) return undefined;
    let current = true;
    const timer = setTimeout(async () => {
      const answer = await peopleNamed(name.trim());
      if (current) setFound(answer);
    }, PAUSE_MILLISECONDS);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [name]);
  /** Enter takes the first: it sends no challenge to somebody else. @param {KeyboardEvent} event */
  function pressed(event) {
    if (event.key !== "Enter") return;
    event.preventDefault();
    if (people?.length) take(people[0]);
  }
  return html`
    <input
      type="text"
      value=${name}
      placeholder=${word("findMember")}
      aria-label=${word("findMember")}
      autocomplete="off"
      maxlength="32"
      onInput=${(/** @type {any} */ event) => setName(event.target.value)}
      onKeyDown=${pressed}
    />
    <div class="choices" role="group" aria-label=${word("findMember")} aria-live="polite">
      ${people?.map(
        (person) => html`
          <button type="button" key=${person.id} onClick=${() => take(person)}>
            ${person.name}
          </button>
        `,
      )}
      ${people?.length === 0 && html`<span class="small">${word("nobodyFound")}</span>`}
      ${found?.note && html`<p class="small">${found.note}</p>`}
    </div>
  `;
}

/** @param {string} name @returns {Promise<Found>} */
async function peopleNamed(name) {
  try {
    return await ask(viewed("members", { name }));
  } catch {
    return { kind: "found", people: [], note: "" };
  }
}
