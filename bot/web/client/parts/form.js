// A form: lines, boxes and menus, and what is written in them.

import { html, useRef, useState } from "../vendor/preact.js";
import { word } from "../words.js";

/** @typedef {import("../protocol").Form} Form */
/** @typedef {import("../protocol").Field} Field */

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
  return html`
    <form class="form" ref=${element} onSubmit=${submit}>
      ${form.fields.map((field) => html`<${FieldRow} field=${field} key=${field.name} />`)}
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

/** @param {{field: Field}} properties */
function FieldRow({ field }) {
  return html`
    <label class="field">
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
  if (field.type === "box") {
    return html`
      <textarea
        name=${field.name}
        rows="4"
        placeholder=${field.example}
        required=${field.required}
        defaultValue=${field.value}
      ></textarea>
    `;
  }
  return html`
    <input
      type="text"
      name=${field.name}
      placeholder=${field.example}
      required=${field.required}
      defaultValue=${field.value}
    />
  `;
}
