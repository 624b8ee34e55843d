// Coming in begins while all modules are still on their way: this script stands in the page itself,
// and imports nothing. Where a proxy's policy forbids that, `session.js` reads it as a file.

{
  const CODE = /^#([\w-]{44})$/; // that a link of the chat ends with, and that works once
  const ANSWER_MILLISECONDS = 15_000;

  const { hash } = location;
  const code = CODE.exec(hash)?.[1];
  const isInsideDiscord = new URLSearchParams(location.search).has("frame_id");
  if (code) history.replaceState(null, "", `${location.pathname}#/`);

  /** Send the code of a link, or have the browser send what it kept of one. */
  const comeIn = async () => {
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
  };

  window.arrival = {
    hash: code ? "" : hash,
    answer: isInsideDiscord ? null : comeIn(),
  };
  window.arrival.answer?.catch(() => {}); // main.js says why the page is closed
}
