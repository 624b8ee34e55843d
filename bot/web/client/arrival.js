// Coming in begins while all other modules are still on their way: this one needs none of them.

const CODE = /^#([\w-]{44})$/; // that a link of the chat ends with, and that works once
const ANSWER_MILLISECONDS = 15_000;

const { hash } = location;
const code = CODE.exec(hash)?.[1];
const isInsideDiscord = new URLSearchParams(location.search).has("frame_id");
if (code) history.replaceState(null, "", `${location.pathname}#/`);

/** Send the code of a link, or have the browser send what it kept of one. */
async function comeIn() {
  const answer = await fetch("api/enter", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(code ? { code } : { door: "browser" }),
    cache: "no-store",
    credentials: "same-origin",
    signal: AbortSignal.timeout(ANSWER_MILLISECONDS),
  });
  if (answer.headers.get("X-First") === "home") void import("./views/home.js");
  return answer;
}

/** The address with which the page began, and the answer to coming in; inside Discord, Discord is asked first. */
export const arrival = {
  hash: code ? "" : hash,
  /** @type {Promise<Response> | null} */
  answer: isInsideDiscord ? null : comeIn(),
};
arrival.answer?.catch(() => {}); // main.js says why the page is closed
if (isInsideDiscord) void import("./session.js").then(({ beginEarly }) => beginEarly());
