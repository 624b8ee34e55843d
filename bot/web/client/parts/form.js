// A form: lines, boxes, menus and members, and what is written in them.

import { html, useRef, useState } from "../vendor/preact.js";
import { word } from "../words.js";
import { MemberFinder } from "./member_finder.js";

/** @typedef {import("../protocol").FormView} Form */
/** @typedef {import("../protocol").FieldView} Field */
/** @typedef {import("../protocol").OpponentView} Opponent */

/**
 * @param {{form: Form, send: (form: Form, written: Record<string, string>) => Promise<any>}} properties
 */
export function FormFields({ form, send }) {
  const [busy, setBusy] = useState(false);
  const element = useRef(/** @type {HTMLFormElement | null} */ (null));
  /** @param {Event} event */
  async function submit(event) {
    event.preventDefault();
    if (busy || !element.current) return;
    setBusy(true);
    await send(form, written(element.current));
    setBusy(false);
  }
  const others = form.fields.slice(form.first);
  return html`
    <form class="form" ref=${element} onSubmit=${submit}>
      ${form.fields.slice(0, form.first).map(row)}
      ${others.length > 0 &&
      html`
        <details>
          <summary>${word("more")}</summary>
          <div class="form">${others.map(row)}</div>
        </details>
      `}
      <button type="submit" class="primary" disabled=${busy}>${word("send")}</button>
    </form>
  `;
}

/** What is written in a form, by the names of its fields. @param {HTMLFormElement} element */
function written(element) {
  /** @type {Record<string, string>} */
  const values = {};
  for (const [name, value] of new FormData(element)) values[name] = String(value);
  return values;
}

/** @param {Field} field */
function row(field) {
  if (field.type === "check") return html`<${Check} field=${field} key=${field.name} />`;
  if (field.type === "member" || field.type === "members") {
    return html`<${Members} field=${field} key=${field.name} />`;
  }
  return html`
    <label class="field" key=${field.name}>
      <span>${field.label}</span>
      <${Entry} field=${field} />
    </label>
  `;
}

/** @param {{field: Field}} properties */
function Entry({ field }) {
  if (field.type === "menu") {
    return html`
      <select name=${field.name}>
        ${field.choices.map(
          ({ value, label }) =>
            html`<option value=${value} selected=${value === field.value}>${label}</option>`,
        )}
      </select>
    `;
  }
  if (field.type === "box" || field.type === "record") return html`<${Box} field=${field} />`;
  return html`
    <input
      type=${field.type === "number" ? "number" : "text"}
      name=${field.name}
      placeholder=${field.example}
      required=${field.required}
      defaultValue=${field.value}
    />
  `;
}

/** A box to write in; a record of a match is also read from a file. @param {{field: Field}} properties */
function Box({ field }) {
  const element = useRef(/** @type {HTMLTextAreaElement | null} */ (null));
  /** @param {any} event */
  async function read(event) {
    const [file] = event.target.files;
    if (file && element.current) element.current.value = await file.text();
  }
  return html`
    ${field.type === "record" &&
    html`<input type="file" accept=".txt,.json" aria-label=${field.label} onChange=${read} />`}
    <textarea
      ref=${element}
      name=${field.name}
      rows="4"
      placeholder=${field.example}
      required=${field.required}
      defaultValue=${field.value}
    ></textarea>
  `;
}

/** @param {{field: Field}} properties */
function Check({ field }) {
  return html`
    <label class="check">
      <input type="checkbox" name=${field.name} defaultChecked=${field.value !== ""} />
      <span>${field.label}</span>
    </label>
  `;
}

/** A member of the server, or several, found by their names. @param {{field: Field}} properties */
function Members({ field }) {
  const several = field.type === "members";
  const [name, setName] = useState("");
  const [chosen, setChosen] = useState(/** @type {Opponent[]} */ ([]));
  /** @param {Opponent} person */
  function take(person) {
    const others = chosen.filter(({ id }) => id !== person.id);
    setChosen(several ? [...others, person] : [person]);
    setName("");
  }
  /** @param {Opponent} person */
  const drop = (person) => setChosen(chosen.filter(({ id }) => id !== person.id));
  const value = chosen.map(({ id }) => (several ? `<@${id}>` : id)).join(" ");
  return html`
    <fieldset class="choices">
      <legend>${field.label}</legend>
      <input type="hidden" name=${field.name} value=${value} />
      ${chosen.map(
        (person) => html`
          <button type="button" aria-pressed="true" key=${person.id} onClick=${() => drop(person)}>
            ${person.name}
          </button>
        `,
      )}
    </fieldset>
    <${MemberFinder} name=${name} setName=${setName} take=${take} />
  `;
}
