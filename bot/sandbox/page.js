// What SimCord's page lacks: a line of channels above it, each a link, with a dot where something is new; and what is new
// scrolled into view.
const [secret, here = ""] = location.hash.slice(1).split(".");
const picker = document.getElementById("viewer-picker");
const bar = document.createElement("nav");
bar.id = "channels";
bar.setAttribute("aria-label", "Channels");
document.getElementById("toolbar").after(bar);

const seen = JSON.parse(localStorage.getItem("seen") ?? "{}");

function link({ id, mark, name, last, viewers }, first) {
  const item = document.createElement("a");
  const viewer = viewers.includes(picker.value) ? picker.value : viewers[0];
  item.href = `#${secret}.${id}.${viewer}`;
  item.textContent = `${mark} ${name}`;
  item.dataset.name = name;
  if (id === first) {
    item.setAttribute("aria-current", "page");
    seen[id] = last;
  } else if (last !== "0" && seen[id] !== last) {
    item.className = "new";
    item.title = "New messages";
  }
  return item;
}

// The board that one can touch, beside the chat where there is room; else above it, behind a link.
const frame = document.createElement("iframe");
frame.id = "board";
frame.title = "Board";
const tab = document.createElement("button");
tab.id = "board-tab";
tab.type = "button";
const wide = matchMedia("(min-width: 1000px)");
let entered = ""; // who is at the board
const asked = {}; // how many boards each viewer had asked for

const headers = () => ({ "X-Simcord-Capability": `${secret}.${here.split(".")[0]}.${picker.value}` });

async function board(open) {
  document.documentElement.style.setProperty("--bar", `${bar.getBoundingClientRect().bottom}px`);
  document.body.classList.toggle("with-board", open);
  tab.textContent = open ? "✕ Board" : "▦ Board";
  tab.setAttribute("aria-pressed", open);
  if (!open || entered === picker.value) return;
  entered = picker.value;
  const answer = await fetch("/enter.json", { method: "POST", headers: headers() }).catch(() => null);
  if (!answer?.ok) {
    entered = "";
    return;
  }
  frame.src = `/board/?${Date.now()}#${(await answer.json()).code}`; // another address, so that it is loaded anew
}
const isOpen = () => document.body.classList.contains("with-board");
tab.addEventListener("click", () => board(!isOpen()));
let card = null; // what asks for the card that is to be shown once the page has been entered
addEventListener("message", ({ origin, data }) => {
  if (origin !== location.origin) return;
  if (data === "entered" && card) frame.contentWindow.postMessage({ card }, location.origin);
  if (data === "entered") card = null;
  if (data !== "enter") return;
  entered = "";
  void board(isOpen());
});

function follow_wanted(wanted) {
  const [match, count] = wanted ?? [0, 0];
  if (isOpen() && entered !== picker.value) void board(true);
  const before = asked[picker.value];
  if (count === before) return;
  asked[picker.value] = count;
  // What was asked for before this page was loaded leaves the chat in sight.
  if (!match || (before === undefined && !isOpen())) return;
  const what = typeof match === "number" ? { open: match } : { card: match };
  if (entered === picker.value && isOpen()) frame.contentWindow.postMessage(what, location.origin);
  else {
    card = what.card;
    entered = "";
    void board(true);
  }
}

async function show() {
  const viewer = picker.value;
  const answer = await fetch("/channels.json", { headers: headers() }).catch(() => null);
  if (!answer?.ok) return;
  const { places: channels, wanted } = await answer.json();
  if (viewer !== picker.value) return; // somebody else was chosen meanwhile, and is asked about next
  follow_wanted(wanted);
  const current = channels.some(({ id }) => id === here) ? here : channels[0].id;
  const shown = JSON.stringify([channels, picker.value]);
  if (shown === bar.dataset.shown) return;
  bar.dataset.shown = shown;
  bar.replaceChildren(...channels.map((channel) => link(channel, current)), tab);
  localStorage.setItem("seen", JSON.stringify(seen));
}

// Whoever is chosen stays chosen when the page is loaded again.
picker.addEventListener("change", () => {
  history.replaceState(null, "", `#${secret}.${here}.${picker.value}`);
  delete asked[picker.value];
  newest = ""; // all is drawn anew, so what is newest is to be followed again
  void show();
});
// A thread's name in a message leads to it, as on Discord.
document.addEventListener("click", ({ target }) => {
  const name = target.closest?.(".mention")?.textContent;
  [...bar.children].find((item) => name && `#${item.dataset.name}` === name)?.click();
});
setInterval(show, 700);
document.body.append(frame);
void board(wide.matches).then(show);

const timeline = document.getElementById("channel-timeline");
const list = document.getElementById("channel-message-list");
let newest = "";
let followed = 0;

// Unless somebody reads further up; for as long as pictures take to load.
function follow() {
  const messages = [...list.querySelectorAll("[data-message-id]")];
  const last = messages.at(-1);
  if (!last) return;
  const box = timeline.getBoundingClientRect();
  if (last.dataset.messageId !== newest) {
    const before = messages.find((message) => message.dataset.messageId === newest);
    if (!newest || before?.getBoundingClientRect().top < box.bottom) followed = Date.now() + 3000;
    newest = last.dataset.messageId;
  }
  if (Date.now() > followed) return;
  const message = last.getBoundingClientRect();
  timeline.scrollTop += Math.min(message.top - box.top, message.bottom - box.bottom + 16);
}
for (const kind of ["wheel", "touchmove", "keydown"]) {
  timeline.addEventListener(kind, () => { followed = 0; }, { passive: true });
}
new MutationObserver(() => requestAnimationFrame(follow)).observe(list, { childList: true });
new ResizeObserver(follow).observe(list);

// SimCord goes back into an option that was just filled and offers its choices again: Enter would take another one, and
// what is typed would run into it. As on Discord, the other options are listed instead; Enter sends, a letter leads to
// the option that begins with it. And choices are there before a letter is typed.
let [name, spelt] = ["", ""]; // the option that a letter led to, and what was typed of its name
const offers = () => [...document.querySelectorAll(".command-suggestion")];

document.addEventListener("click", ({ target }) => {
  if (!target.closest?.(".command-suggestion")) return;
  document.activeElement.blur();
  setTimeout(() => {
    const chip = document.querySelector(".command-chip");
    if (document.activeElement !== document.body || !chip) return;
    chip.focus();
    chip.click();
    for (const offer of offers()) {
      offer.setAttribute("aria-selected", "false");
      offer.classList.remove("is-active");
    }
  });
}, true);
document.addEventListener("keydown", (event) => {
  if (event.key.length !== 1 || event.ctrlKey || !event.target.matches?.(".command-chip")) return;
  event.preventDefault();
  const option = offers().find(({ dataset }) => dataset.value.startsWith(event.key.toLowerCase()));
  option?.click();
  [name, spelt] = [option?.dataset.value ?? "", event.key.toLowerCase()];
});
// Who spells the option's name on does not write into it.
document.addEventListener("keydown", (event) => {
  const input = event.target;
  if (!name || event.key.length !== 1 || !input.matches?.(".command-option-input")) return;
  if (!input.value && (`${name}:`.startsWith(spelt + event.key) || (spelt === name && event.key === " "))) {
    event.preventDefault();
    spelt += event.key;
    return;
  }
  if (!input.value && spelt.length > 1 && !spelt.startsWith(name)) {
    input.value = spelt.slice(1);
    input.dispatchEvent(new Event("input"));
  }
  name = "";
});
document.addEventListener("focusin", ({ target }) => {
  if (!target.matches(".command-option-input") || target.value) return;
  setTimeout(() => document.querySelector(".command-empty") && target.dispatchEvent(new Event("input")));
});

// While a command is on its way, a key would change it, and SimCord would then keep it where the next one is typed.
document.addEventListener("keydown", (event) => {
  if (!event.target.closest?.("#channel-composer") || !document.querySelector(".command-pill.is-readonly")) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}, true);
