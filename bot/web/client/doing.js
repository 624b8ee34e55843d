// Doing what the chat's buttons do: an action is sent, and its answer is shown.

import { Later, later } from "./later.js";
import { Lines } from "./parts/text.js";
import { Actions } from "./parts/actions.js";
import { closeDialog, notify, openDialog, page } from "./page.js";
import { go, toCard, toMatch } from "./route.js";
import { Refused, THINKING_MILLISECONDS, askUntilAnswered } from "./server.js";
import { viewed } from "./session.js";
import { html } from "./vendor/preact.js";
import { withTimes, word } from "./words.js";

/** @typedef {import("./protocol").Action} Action */
/** @typedef {import("./protocol").Answer} Answer */
/** @typedef {import("./protocol").Form} Form */

/** Views that show what an action may have changed: they are drawn anew after each. */
export const refreshers = new Set();

/**
 * Do an action, or what is chosen or written for one. Its answer is not shown to somebody who has
 * gone elsewhere meanwhile.
 * @param {string} press
 * @param {{value?: string, written?: Record<string, string>}} [more]
 * @param {() => boolean} [isAwaited] whether the answer is still to be shown
 */
export async function act(press, more = {}, isAwaited = () => true) {
  const place = location.hash;
  return safely(async () => {
    const body = { press, ...more };
    const answer = await askUntilAnswered(viewed("act"), body, THINKING_MILLISECONDS);
    if (location.hash === place && isAwaited()) await showAnswer(answer);
    else await refresh();
  });
}

/** Do an action of a list. @param {Action} action */
export const doAction = (action) => act(action.press);

/** Do an action for which the computer thinks first, and show that it does. @param {string} press */
export async function actThinking(press) {
  openDialog(word("thinking"), html`<progress aria-label=${word("thinking")}></progress>`);
  const thinking = page.dialog;
  const isAwaited = () => page.dialog === thinking;
  if (!(await act(press, {}, isAwaited)) && isAwaited()) closeDialog();
}

/** Show what an action was answered with. @param {Answer} answer */
async function showAnswer(answer) {
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
  if (answer.kind === "word" && answer.text) notify(withTimes(answer.text));
  await refresh();
}

/** @param {import("./protocol").Question} question @param {(action: Action) => Promise<any>} answer */
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

/** Read anew what is shown. */
export async function refresh() {
  await Promise.all([...refreshers].map((read) => read()));
}

/** @param {Form} form @param {Record<string, string>} written */
function sendForm(form, written) {
  return act(form.press, { written });
}

/**
 * Do what may be refused, and say so. Whether it was done.
 * @param {() => Promise<any>} work
 */
export async function safely(work) {
  try {
    await work();
    return true;
  } catch (error) {
    if (error instanceof Refused && error.status === 401) throw error; // the page begins anew
    if (error instanceof Refused) notify(error.message || word("refused"));
    else if (error instanceof TypeError || error instanceof DOMException) notify(word("offline"));
    else throw error;
    return false;
  }
}

/** Show what a request for a match is refused with. @param {unknown} error */
export function isGone(error) {
  return error instanceof Refused && (error.status === 404 || error.status === 403);
}

