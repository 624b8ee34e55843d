// Doing what the chat's buttons do: an action is sent, and its answer is shown (`answering.js`).

import { closeDialog, notify, openDialog, page } from "./page.js";
import { Refused, THINKING_MILLISECONDS, askUntilAnswered } from "./server.js";
import { viewed } from "./session.js";
import { html } from "./vendor/preact.js";
import { word } from "./words.js";

/** @typedef {import("./protocol").Action} Action */

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
    import("./answering.js").catch(() => {}); // it is read beside the request, and asked for again
    const answer = await askUntilAnswered(viewed("act"), body, THINKING_MILLISECONDS);
    const { showAnswer } = await import("./answering.js");
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

/** Read anew what is shown. */
export async function refresh() {
  await Promise.all([...refreshers].map((read) => read()));
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

