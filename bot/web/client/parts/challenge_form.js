// Beginning a match: against whom, on which board, and all else that can be chosen.

import { refresh, safely } from "../doing.js";
import { closeDialog, notify } from "../page.js";
import { go, toMatch } from "../route.js";
import { ask, askUntilAnswered } from "../server.js";
import { viewed } from "../session.js";
import { html, useEffect, useRef, useState } from "../vendor/preact.js";
import { spokenLanguage, word } from "../words.js";
import { MemberFinder } from "./member_finder.js";

/** @typedef {import("../protocol").GameCard} GameCard */
/** @typedef {import("../protocol").OpponentView} Opponent */
/** @typedef {import("../protocol").TermsView} Terms */
/** @typedef {import("../protocol").ChoiceView} Choice */

const ANYONE = "";
const COMPUTER = "computer";
const OTHER_CLOCK = "other";
const ANY_SIDE = "random";
const HANDICAP = "handicap"; // the option of every game
const OPTION = "option-"; // before the name of a game's option
const LONGEST_MESSAGE = 300;

/** @type {Map<string, Promise<Terms>>} */
const termsRead = new Map();

/** What can be chosen for a match of a game. @param {string} game */
function termsOf(game) {
  const key = `${spokenLanguage()} ${game}`;
  let terms = termsRead.get(key);
  if (!terms) {
    terms = ask(viewed(`terms/${game}`));
    terms.catch(() => termsRead.delete(key));
    termsRead.set(key, terms);
  }
  return /** @type {Promise<Terms>} */ (terms);
}

/**
 * @param {{game: GameCard, opponents: Opponent[], open: boolean, first?: string}} properties
 *   `open`: whether people can be challenged; `first`: whom the form proposes
 */
export function ChallengeForm({ game, opponents, open, first = ANYONE }) {
  const [terms, setTerms] = useState(/** @type {Terms | null} */ (null));
  const [opponent, setOpponent] = useState(open ? first : COMPUTER);
  const [name, setName] = useState(""); // of a member who is looked for, and not chosen yet
  const [chosen, setChosen] = useState(/** @type {ReturnType<typeof chosenIn> | null} */ (null));
  const [busy, setBusy] = useState(false);
  const element = useRef(/** @type {HTMLFormElement | null} */ (null));
  useEffect(() => void safely(async () => setTerms(await termsOf(game.slug))), []);

  /** @param {Event} event */
  async function send(event) {
    event.preventDefault();
    if (busy || !element.current) return;
    setBusy(true);
    const body = { game: game.slug, opponent, ...chosenIn(element.current) };
    await safely(async () => showBegun(await askUntilAnswered(viewed("challenge"), body)));
    setBusy(false);
  }
  function readChosen() {
    if (element.current) setChosen(chosenIn(element.current));
  }
  /** @param {string} someone */
  function choose(someone) {
    setOpponent(someone);
    setName("");
  }
  const isComputer = opponent === COMPUTER;
  const against = { opponents, opponent, choose, name, setName };
  return html`
    <form class="form" ref=${element} onSubmit=${send} onChange=${readChosen}>
      ${terms?.hint && html`<p>${terms.hint}</p>`}
      ${open && html`<${Against} ...${against} />`}
      ${terms && html`<${MainTerms} terms=${terms} isComputer=${isComputer} />`}
      ${!isComputer && html`<p class="small">${word(opponent ? "challengePosted" : "challengeOpen")}</p>`}
      <button type="submit" class="primary" disabled=${busy || !terms || name.trim() !== ""}>
        ${word(isComputer ? "playTurn" : "send")}
      </button>
      ${terms && html`<${MoreTerms} terms=${terms} opponent=${opponent} form=${chosen} />`}
    </form>
  `;
}

/** Show what has begun: a match, or that somebody was challenged. @param {import("../protocol").Answer} answer */
async function showBegun(answer) {
  closeDialog();
  if (answer.kind === "open") go(toMatch(answer.match));
  if (answer.kind === "word") notify(answer.text);
  await refresh();
}

/** What a form says, as the server reads it. @param {HTMLFormElement} element */
function chosenIn(element) {
  const fields = new FormData(element);
  const text = (/** @type {string} */ name) => String(fields.get(name) ?? "");
  /** @type {Record<string, string>} */
  const options = {};
  for (const [name, value] of fields) {
    if (name.startsWith(OPTION)) options[name.slice(OPTION.length)] = String(value);
  }
  const clock = text("clock");
  const chosen = {
    options,
    side: text("side") || ANY_SIDE,
    clock: clock === OTHER_CLOCK ? text("other-clock") : clock,
    rated: fields.has("rated"),
    explore: fields.has("explore"),
    message: text("message"),
  };
  return fields.has("level") ? { ...chosen, level: text("level") } : chosen;
}

/**
 * Whom to play: people of whom the member knows, anyone, the computer, or whom they look for.
 * @param {{
 *   opponents: Opponent[],
 *   opponent: string,
 *   choose: (opponent: string) => void,
 *   name: string,
 *   setName: (name: string) => void,
 * }} properties
 */
function Against({ opponents, opponent, choose, name, setName }) {
  const [found, setFound] = useState(/** @type {Opponent | null} */ (null));
  const others = opponents.filter(({ id }) => id !== found?.id);
  const people = [
    { id: ANYONE, name: word("anyone") },
    ...(found ? [found] : []),
    ...others,
    { id: COMPUTER, name: word("computer") },
  ];
  /** @param {Opponent} person */
  function take(person) {
    setFound(person);
    choose(person.id);
  }
  return html`
    <fieldset class="choices">
      <legend>${word("opponent")}</legend>
      ${people.map(
        ({ id, name }) => html`
          <button
            type="button"
            aria-pressed=${id === opponent}
            key=${id}
            onClick=${() => choose(id)}
          >
            ${name}
          </button>
        `,
      )}
    </fieldset>
    <${MemberFinder} name=${name} setName=${setName} take=${take} />
  `;
}

/** The board; against the computer its level, too. @param {{terms: Terms, isComputer: boolean}} properties */
function MainTerms({ terms, isComputer }) {
  return html`
    ${isComputer &&
    html`
      <${Select} label=${word("level")} name="level" choices=${terms.levels} value=${terms.level} />
    `}
    ${terms.options.slice(0, 1).map((option) => html`<${OptionSelect} option=${option} />`)}
  `;
}

/**
 * What seldom matters.
 * @param {{terms: Terms, opponent: string, form: ReturnType<typeof chosenIn> | null}} properties
 *   `form`: what is chosen now; nothing before the first change
 */
function MoreTerms({ terms, opponent, form }) {
  const isComputer = opponent === COMPUTER;
  const sides = terms.sides.filter(({ value }) => !isComputer || value !== "both");
  const defaults = Object.fromEntries(terms.options.map(({ name, value }) => [name, value]));
  const chosen = { ...defaults, ...form?.options };
  const others = terms.options.slice(1).map((option) => withWhatIsOffered(option, chosen));
  const hasHandicap = chosen[HANDICAP] !== defaults[HANDICAP];
  const isSideOpen = !form || form.side === ANY_SIDE;
  return html`
    <details>
      <summary>${word("more")}</summary>
      <div class="form">
        ${others.map((option) => html`<${OptionSelect} option=${option} />`)}
        <${Select} label=${word("firstMove")} name="side" choices=${sides} value=${ANY_SIDE} />
        ${hasHandicap && isSideOpen && html`<p class="small">${helped(opponent)}</p>`}
        ${!isComputer && html`<${PeoplesTerms} terms=${terms} />`}
        <${Check} label=${word("mayThink")} name="explore" on />
      </div>
    </details>
  `;
}

/** Whom a handicap helps where nobody has chosen who moves first. @param {string} opponent */
function helped(opponent) {
  if (opponent === COMPUTER) return word("handicapMine");
  if (opponent === ANYONE) return word("handicapTheirs");
  return word("handicapWeaker");
}

/** What is agreed between people alone. @param {{terms: Terms}} properties */
function PeoplesTerms({ terms }) {
  const [clock, setClock] = useState("");
  const clocks = [
    { value: "", label: word("clock-usual") },
    ...terms.clocks,
    { value: OTHER_CLOCK, label: word("clock-other") },
  ];
  return html`
    <${Select} label=${word("clock")} name="clock" choices=${clocks} value=${clock} choose=${setClock} />
    ${clock === OTHER_CLOCK &&
    html`
      <input
        type="text"
        name="other-clock"
        aria-label=${word("clock")}
        placeholder="7d+12h"
        maxlength="100"
        required
      />
    `}
    <${Check} label=${word("rated")} name="rated" />
    <label class="field">
      <span>${word("message")}</span>
      <input type="text" name="message" maxlength=${LONGEST_MESSAGE} />
    </label>
  `;
}

/**
 * An option with those of its choices that go with the others.
 * @param {import("../protocol").GameOption} option
 * @param {Record<string, string>} chosen what is chosen of each option, by name
 */
function withWhatIsOffered(option, chosen) {
  /** @param {Record<string, string>} needs */
  function isMet(needs) {
    return Object.entries(needs).every(([name, value]) => chosen[name] === value);
  }
  const choices = option.choices.filter(({ needs }) => !needs || needs.some(isMet));
  return { ...option, choices };
}

/** @param {{option: import("../protocol").GameOption}} properties */
function OptionSelect({ option }) {
  const { label, name, choices, value, meaning } = option;
  return html`
    <${Select} label=${label} name=${OPTION + name} choices=${choices} value=${value} hint=${meaning} />
  `;
}

/**
 * @param {{label: string, name: string, choices: Choice[], value: string, hint?: string, choose?: (value: string) => void}} properties
 */
function Select({ label, name, choices, value, hint = "", choose = () => {} }) {
  return html`
    <label class="field">
      <span>${label}</span>
      <select name=${name} onChange=${(/** @type {any} */ event) => choose(event.target.value)}>
        ${choices.map(
          (choice) => html`
            <option key=${choice.value} value=${choice.value} selected=${choice.value === value}>${choice.label}</option>
          `,
        )}
      </select>
      ${hint && html`<span class="small">${hint}</span>`}
    </label>
  `;
}

/** @param {{label: string, name: string, on?: boolean}} properties */
function Check({ label, name, on = false }) {
  return html`
    <label class="check">
      <input type="checkbox" name=${name} defaultChecked=${on} />
      <span>${label}</span>
    </label>
  `;
}
