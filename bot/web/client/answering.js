// Shows what an action was answered with: a question, a form, a card, files, or a word.

import { act, doAction, refresh } from "./doing.js";
import { Later, later } from "./later.js";
import { closeDialog, notify, openDialog } from "./page.js";
import { Actions, Lines } from "./parts/basics.js";
import { go, toCard, toMatch } from "./route.js";
import { listeners } from "./server.js";
import { html } from "./vendor/preact.js";

/** @typedef {import("./protocol").Action} Action */
/** @typedef {import("./protocol").Answer} Answer */
/** @typedef {import("./protocol").FormView} Form */

/** Show what an action was answered with. @param {Answer} answer */
export async function showAnswer(answer) {
  if (answer.kind === "farewell") {
    listeners.farewell(answer.text);
    return;
  }
  if (answer.kind === "question") {
    openQuestion(answer, doAction);
    return;
  }
  if (answer.kind === "form") {
    openForm(answer, sendForm);
    return;
  }
  if (answer.kind === "files") {
    showFiles(answer);
    return;
  }
  if (answer.kind === "card" && !(answer.board && answer.address)) {
    openDialog(answer.title, html`<${Later} load=${later.cardParts} card=${answer} act=${act} />`);
    return;
  }
  closeDialog();
  if (answer.kind === "open") go(toMatch(answer.match));
  if (answer.kind === "card") go(toCard(answer.address));
  if (answer.kind === "word" && answer.text) notify(answer.text);
  await refresh();
}

/** @param {import("./protocol").QuestionView} question @param {(action: Action) => Promise<any>} answer */
export function openQuestion(question, answer) {
  const [title, ...lines] = question.lines;
  openDialog(
    title,
    html`
      <${Lines} lines=${lines} />
      <${Actions} actions=${question.actions} act=${answer} />
    `,
  );
}

/** @param {Form} form @param {(form: Form, written: Record<string, string>) => Promise<any>} send */
export function openForm(form, send) {
  openDialog(form.title, html`<${Later} load=${later.form} form=${form} send=${send} />`);
}

/** Keep files, and say what they are. @param {import("./protocol").Files} answer */
export function showFiles({ text, files }) {
  closeDialog();
  for (const { name, data } of files) {
    const bytes = Uint8Array.from(atob(data), (character) => character.charCodeAt(0));
    saveFile(name, bytes, "application/octet-stream");
  }
  openDialog("", html`<${Lines} lines=${text.split("\n")} />`);
}

/** Have the browser keep a file. @param {string} name @param {BlobPart} content @param {string} type */
export function saveFile(name, content, type) {
  const address = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address)); // several are kept one after the other
}

/** @param {Form} form @param {Record<string, string>} written */
function sendForm(form, written) {
  return act(form.press, { written });
}
