// What is shown in front of the page: a dialog, and what is said for a few seconds.

import { closeDialog, page } from "../page.js";
import { html, useEffect, useRef } from "../vendor/preact.js";
import { withTimes, word } from "../words.js";

/** @typedef {import("../page.js").Dialog} Dialog */

/** What is said is in the dialog, where there is one. @param {{dialog: Dialog | null}} properties */
export function Front({ dialog }) {
  return html`
    ${!dialog && html`<${Notice} />`}
    <${DialogFrame} dialog=${dialog} />
  `;
}

function Notice() {
  if (!page.notice) return null;
  return html`<p class="notice" role="alert">${withTimes(page.notice)}</p>`;
}

/** @param {{dialog: Dialog | null}} properties */
function DialogFrame({ dialog }) {
  const element = useRef(/** @type {HTMLDialogElement | null} */ (null));
  useEffect(() => {
    if (!element.current) return;
    if (dialog && !element.current.open) element.current.showModal();
    if (!dialog && element.current.open) element.current.close();
  }, [dialog]);
  return html`
    <dialog ref=${element} onClose=${closeDialog} onClick=${closeOutside} aria-label=${dialog?.title || null}>
      ${dialog &&
      html`
        <div class="dialog-parts">
          <header class="dialog-head">
            <h2>${withTimes(dialog.title)}</h2>
            <button type="button" class="plain" aria-label=${word("close")} onClick=${closeDialog}>
              ✕
            </button>
          </header>
          <${Notice} />
          ${dialog.content}
        </div>
      `}
    </dialog>
  `;
}

/** A press beside the dialog closes it. @param {MouseEvent} event */
function closeOutside(event) {
  if (event.target instanceof HTMLDialogElement) closeDialog();
}
