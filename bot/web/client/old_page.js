// The page round the board: who plays, what is asked, undo and play, the matches that wait, looking back.

import { ask, asked, back, keep, Refused } from "./api.js";
import { Board, picture } from "./board.js";
import { authorized } from "./discord.js";

const PICTURED = 5; // matches with a picture in their list
const POLL = { mine: 6000, theirs: 2500, hidden: 20000 }; // ms
const $ = (/** @type {string} */ id) => /** @type {any} */ (document.getElementById(id));

/** @type {any} */ let state = null;
/** @type {any} */ let now = null; // the match as it stands, while `state` may be an earlier position
/** @type {any[]} */ let matches = [];
/** @type {Record<string, string>} */ let words = {};
/** @type {Board} */ let board;
/** @type {Record<string, string[][]>} */ let choices = {}; // of how boards look
/** @type {Record<string, string>} */ let view = {};
let [acting, timer, polls, language] = [false, 0, 0, "en"];
const query = new URLSearchParams(location.search);
const frame = query.get("frame_id"); // inside Discord
const embedded = !frame && window.parent !== window;

/** An element. @param {string} name @param {string} text @param {Record<string, any>} more @param {...Node} parts @returns {any} */
function make(name, text = "", more = {}, ...parts) {
  const made = Object.assign(document.createElement(name), more);
  if (text) made.textContent = text;
  made.append(...parts);
  return made;
}

/** @param {string} text @param {() => void} onclick */
const button = (text, onclick, className = "") => make("button", text, { type: "button", onclick, className });

/** A sentence with its times as this reader writes them. @param {string} text */
function said(text) {
  return text.replace(/<t:(\d+):(\w)>/g, (_, seconds, style) => {
    const [when, left] = [new Date(seconds * 1000), (seconds * 1000 - Date.now()) / 60000];
    if (style !== "R") return when.toLocaleString(language, style === "D" ? { dateStyle: "medium" } : { dateStyle: "medium", timeStyle: "short" });
    const [unit, by] = Math.abs(left) < 60 ? ["minute", 1] : Math.abs(left) < 2880 ? ["hour", 60] : ["day", 1440];
    return new Intl.RelativeTimeFormat(language, { numeric: "auto" }).format(Math.round(left / +by), /** @type {any} */ (unit));
  });
}

/** @param {string} text */
function toast(text) {
  const place = $("toast");
  if (!text && place.hidden) return;
  place.textContent = said(text);
  place.hidden = !text;
  clearTimeout(+place.dataset.timer || 0);
  place.dataset.timer = String(setTimeout(() => { place.hidden = true; }, 6000));
}

/** The address of a match, or of a card, in the way it is looked at. @param {number | string} what @param {Record<string, any>} more */
function address(what, more = {}) {
  const asked = new URLSearchParams(/** @type {any} */ ({ ...view, ...more })).toString();
  return `${typeof what === "number" ? "m/" : ""}${what}${asked && `?${asked}`}`;
}

/** Show a state. @param {any} next */
async function show(next) {
  const [place, theme] = await Promise.all([back(next.back), back(next.theme)]);
  const moved = key(state) !== key(next);
  state = next;
  if (next.ply === next.last && !next.spot && !next.card) now = next;
  $("note").textContent = "";
  $("main").hidden = false;
  document.title = `${next.card ? next.lines[0] : next.name} · Loophole`;
  $("title").textContent = next.card ? "Loophole" : next.title;
  board.show(next, place, theme);
  const [above, below] = (next.seats[1]?.me || next.flip) && !next.seats[0]?.me ? [0, 1] : [1, 0];
  seat($("above"), next.seats[above], theme);
  seat($("below"), next.seats[below], theme);
  $("lines").replaceChildren(...(next.ply < next.last || next.mine ? [] : next.played.map((/** @type {string} */ line) => make("p", said(line), { className: "small" }))),
    ...next.lines.map((/** @type {string} */ line, /** @type {number} */ at) => make("p", said(line), { className: at ? "small" : "" })));
  acts();
  past();
  lines();
  if (moved) $("said").textContent = next.said;
}

/** What makes a position another one. @param {any} of */
const key = (of) => of && [of.id, of.version, of.made.length, of.ply, of.spot, of.note, of.card && of.lines].join();

/** @param {HTMLElement} place @param {any} who @param {any} theme */
function seat(place, who, theme) {
  place.hidden = !who;
  if (!who) return;
  const [face, , , rim] = theme.tones[who.look[0]];
  const chip = make("i", "", { className: "chip" });
  chip.style.background = face;
  chip.style.borderColor = rim;
  const more = [who.count, who.stock ? `×${who.stock}` : ""].filter(Boolean).join(" · ");
  place.className = `seat${who.on ? " on" : ""}`;
  place.replaceChildren(chip, make("b", who.name), make("span", who.me ? `${who.side} · ${words.you}` : who.side, { className: "small" }), make("span", more, { className: "count" }));
}

/** The buttons for what can be done. */
function acts() {
  const place = $("acts");
  const focus = [...place.children].indexOf(document.activeElement);
  const same = place.dataset.key === key(state);
  place.dataset.key = key(state);
  /** @type {any[]} */
  const made = [];
  if (state.card) {
    if (shownBefore && !state.moves.length) made.push(button(words.back, () => show(shownBefore)));
    made.push(...offers());
    if (now) made.push(button(`${now.name} · ${words.now}`, () => open(now.id)));
  } else if (state.spot) made.push(...thoughts());
  else if (state.can.think) made.push(button(words.think, () => think(state.ply < state.last ? `${state.ply}.0` : "")));
  if (state.ply < state.last) made.push(button(words.now, () => look(state.last), "main"));
  if (state.whole) {
    if (state.can.draw) made.push(make("label", "", {}, make("input", "", { type: "checkbox", id: "draw" }), make("span", words.draw)));
    made.push(button(words.play, () => act("play", { ply: state.ply, made: state.made, draw: !!$("draw")?.checked }), "main"));
  }
  for (const [move, label] of state.specials) made.push(button(label, () => board.decide(move), "main"));
  if (state.can.answer && !state.spot) {
    made.push(button(words.accept, () => {
      const dialog = $("dialog");
      dialog.replaceChildren(make("h2", said(state.lines[state.lines.length - 1])), button(words.accept, () => { dialog.close(); void act("answer", { yes: true }); }, "main"), button(words.close, () => dialog.close()));
      dialog.showModal();
    }), button(words.decline, () => act("answer", { yes: false })));
  }
  if (!state.card) made.push(...offers());
  if (state.can.hint && !state.spot && state.mine) made.push(button(words.hint, () => card({ what: "hint", match: state.id })));
  const again = undone[undone.length - 1];
  if (again?.[0] === key(state)) made.push(button(words.redo, () => act("choose", { move: again[1] })));
  if (state.made.length) made.push(button(state.undo, () => act("undo", {})));
  const next = matches.find((match) => match.waits && match.id !== state.id);
  if (!state.mine && next) made.push(button(`${words.next} · ${next.name} · ${next.game}`, () => open(next.id), "main"));
  place.replaceChildren(...made);
  if (focus >= 0) ((same && place.children[focus]) || place.querySelector("button") || place).focus();
}

/** The chat's buttons and menus for what is shown. */
const offers = () => state.buttons.map((/** @type {[string, string, boolean, Record<string, string>[]]} */ [label, press, main, menu]) => {
  if (!menu.length) return button(label, () => card({ press }), main ? "main" : "");
  const select = make("select", "", { onchange: () => card({ press, value: select.value }), ariaLabel: label }, make("option", label, { value: "" }), ...menu.map((one) => make("option", one.label, { value: one.value })));
  return select;
});

/** What can be done with a line. */
function thoughts() {
  const { may, note } = state;
  const write = () => {
    const dialog = $("dialog");
    const text = make("textarea", "", { value: note, maxLength: 300, rows: 4 });
    text.setAttribute("aria-label", words.note);
    dialog.replaceChildren(make("h2", words.note), text, button("OK", () => { dialog.close(); void rethink("note", { text: text.value }); }, "main"), button(words.close, () => dialog.close()));
    dialog.showModal();
  };
  return [
    ...(may.draft ? [button(words.drafted, () => rethink("draft"), "main")] : []),
    ...(may.plan ? [button(words.plan, () => rethink("plan"), "main")] : []),
    ...(may.unplan ? [button(words.unplan, () => rethink("unplan"))] : []),
    ...(may.back ? [button(words.back, () => rethink("back"))] : []),
    ...(state.shared ? [button(words.think, () => think(""))] : [button(`✎ ${words.note}`, write)]),
    ...(may.shared && !state.shared ? [button(words.shared, () => think("", { shared: 1 }))] : []),
    ...(may.remove ? [button(words.remove, () => rethink("remove"))] : []),
    button(words.now, () => open(state.id)),
  ];
}

/** The tree of lines: each decision leads to its position; ✓ are played if it comes to that. Dragged to the conditional
 * moves below, a line becomes one. */
function lines() {
  const place = $("tree");
  plans();
  place.hidden = !state.spot;
  if (!state.spot) return;
  place.replaceChildren(...(state.note ? [make("p", state.note, { className: "note" })] : []), make("div", "", { className: "line" },
    ...state.tree.flatMap((/** @type {any[]} */ [id, ply, depth, sign, move, planned, noted, parent], /** @type {number} */ at) => {
      const goes = at && state.tree[at - 1][0] === parent;
      const spot = `${ply}.${id}`;
      const made = button(`${sign} ${move}${planned ? " ✓" : ""}${noted ? " ✎" : ""}`, () => think(spot, state.shared ? { shared: 1 } : {}), id === state.spot[1] ? "on" : "");
      made.draggable = !!state.may.plans;
      made.ondragstart = (/** @type {DragEvent} */ event) => event.dataTransfer?.setData("text/plain", spot);
      if (goes) return [made];
      const start = make("i", "", { className: "turn" });
      start.style.width = `${(depth - 1) * 14}px`;
      return [start, made];
    })));
}

/** The conditional moves: what is played if the other side plays what stands before it. */
function plans() {
  const place = $("plans");
  place.hidden = !state.spot || !state.may.plans;
  if (place.hidden) return;
  /** @type {Map<any, any[]>} */
  const nodes = new Map(state.tree.map((/** @type {any[]} */ node) => [node[0], node]));
  /** @param {any} id @returns {any[][]} */
  const path = (id) => {
    const node = nodes.get(id);
    return node ? [...path(node[7]), node] : [];
  };
  /** @type {any[][]} */
  const planned = state.tree.filter((/** @type {any[]} */ node) => node[5]);
  const inner = new Set(planned.flatMap(([id]) => path(id).slice(0, -1)));
  const rows = planned.filter((node) => !inner.has(node)).map(([id, ply]) => {
    const text = path(id).map(([, , , sign, move], at, line) => (at && line[at - 1][3] === sign ? move : `${sign}\u00a0${move}`)).join(" ");
    const drop = button("✕", () => rethink("unplan", { spot: `${ply}.${id}` }));
    drop.setAttribute("aria-label", `${words.unplan}: ${text}`);
    return make("p", "", {}, make("span", text), drop);
  });
  place.replaceChildren(make("b", words.plans), ...rows, make("span", words.drag, { className: "small" }));
  place.ondragover = (/** @type {DragEvent} */ event) => event.preventDefault();
  place.ondrop = (/** @type {DragEvent} */ event) => {
    event.preventDefault();
    void rethink("plan", { spot: event.dataTransfer?.getData("text/plain") });
  };
}

/** Think from a position. @param {string} spot @param {Record<string, any>} more */
async function think(spot, more = {}) {
  await safely(async () => show(await ask(address(state.id, spot ? { spot, ...more } : more).replace(/(?=\?|$)/, "/think"))));
}

/** Change a line. @param {string} what @param {object} more */
async function rethink(what, more = {}) {
  await safely(async () => show(await ask(address(state.id).replace(/(?=\?|$)/, "/think"), { do: what, spot: state.spot.join("."), ...more })));
}

/** Looking back. */
function past() {
  const slider = $("ply");
  const last = state.ends.length - 1;
  let at = state.ends.findIndex((/** @type {number} */ end) => end >= state.ply);
  if (at < 0) at = last;
  $("past").hidden = !last || !!state.spot;
  slider.max = last;
  slider.value = at;
  slider.setAttribute("aria-label", words.history);
  slider.setAttribute("aria-valuetext", state.title);
  for (const [id, to] of /** @type {[string, number][]} */ ([["first", 0], ["before", at - 1], ["after", at + 1], ["last", last]])) {
    $(id).disabled = to < 0 || to > last || to === at;
    $(id).onclick = () => look(state.ends[to]);
  }
  slider.oninput = () => look(state.ends[+slider.value]);
}

let wanted = 0;
/** Show the match as it was. @param {number} ply */
async function look(ply) {
  const mine = ++wanted;
  await safely(async () => {
    const found = await ask(address(state.id, ply === state.last ? {} : { ply }));
    if (mine === wanted) await show(found);
  });
}

/** Open a match. @param {number} match */
async function open(match) {
  $("dialog").close();
  await safely(async () => show(await ask(address(match))));
}

/** @type {any} */ let shownBefore = null; // the card before this one, while that shows what came of a turn
/** @type {[string, string][]} */ let undone = []; // after which position which decision can be made again
/** Show a card of a lesson, a puzzle, a hint or the rules. @param {Record<string, any>} body */
async function card(body) {
  $("dialog").close();
  const before = state;
  await safely(async () => {
    const next = await ask(address("card"), body);
    if (!next.back) return toast(next.lines[0]);
    shownBefore = before?.moves.length && before.card && body.press?.startsWith(before.press) ? before : null;
    next.asked = body;
    await show(next);
    if (!next.card) await list(); // a match has begun
  });
}

/** Ask for a change, and show what became of it. @param {string} what @param {object} more */
async function act(what, more) {
  if (acting) return;
  acting = true;
  /** @type {Record<string, any>} */
  const body = { version: state.version, drafted: state.made.length, ...more };
  await safely(async () => {
    for (let tried = 0; ; tried += 1) {
      try {
        const before = state.made;
        const next = await ask(address(state.id).replace(/(?=\?|$)/, `/${what}`), body);
        if (what === "undo") undone.push([key(next), before[next.made.length]]);
        else if (undone.pop()?.[1] !== body.move) undone = [];
        await show(next);
        break;
      } catch (error) {
        // The same request again changes nothing more, so a lost answer is asked for again.
        if (error instanceof Refused && error.status !== 503) throw error;
        if (tried > 4) throw error;
        toast(words.offline);
        await new Promise((done) => { setTimeout(done, 500 * 2 ** tried); });
      }
    }
    if (what === "play") await list();
  });
  acting = false;
  board.busy = false;
  poll();
}

/** Do what may be refused, and say so. @param {() => Promise<any>} work */
async function safely(work) {
  toast("");
  try {
    await work();
    return true;
  } catch (error) {
    if (error instanceof Refused && error.content?.items) {
      toast(error.message || words.stale);
      await show(error.content);
    } else if (error instanceof Refused && error.status === 401) {
      end();
    } else if (error instanceof Refused) {
      toast(error.message);
      board?.reset();
    } else {
      toast(words.offline || "No connection.");
      board?.reset();
    }
    return false;
  }
}

/** Whoever was here must come in again. */
function end() {
  clearTimeout(timer);
  if (frame && board) location.reload();
  if (embedded) window.parent.postMessage("enter", location.origin);
  $("main").hidden = true;
  $("note").textContent = words.expired || "Open the board again from Discord.";
}

/** Read which matches there are. */
async function list() {
  matches = await ask("matches");
  const waiting = matches.filter((match) => match.waits).length;
  $("list").textContent = waiting ? `☰ ${waiting}` : "☰";
  if (state) acts();
}

/** The matches, those that wait first. */
async function choose() {
  const dialog = $("dialog");
  await safely(list);
  const rows = matches.map((match) => make("button", "", { type: "button", className: match.waits ? "row on" : "row", onclick: () => open(match.id) },
    make("i", "", { className: "small-board", id: `small-${match.id}` }), make("b", `${match.name} · ${match.game}`), make("span", match.who), make("span", said(match.status), { className: "small" })));
  const learn = choices.courses.map(([game, name, lessons, puzzles]) => make("div", "", { className: "course" }, make("b", name),
    ...(lessons ? [button(words.lessons, () => card({ what: "lesson", game }))] : []),
    ...(puzzles ? [button(words.puzzles, () => card({ what: "puzzle", game }))] : [])));
  dialog.replaceChildren(make("h2", words.matches), ...(rows.length ? rows : [make("p", words.none)]), make("h2", words.learn), ...learn, button(words.close, () => dialog.close()));
  dialog.showModal();
  for (const match of matches.slice(0, PICTURED)) {
    const place = $(`small-${match.id}`);
    const shown = await ask(address(match.id, { coordinates: "none" })).catch(() => null);
    if (shown && place) place.append(picture(shown, await back(shown.back), await back(shown.theme)));
  }
}

/** How the board is shown. */
function settings() {
  const dialog = $("dialog");
  const change = (/** @type {Record<string, string>} */ more) => {
    view = { ...view, ...more };
    const at = state.spot ? { spot: state.spot.join("."), ...(state.shared && { shared: 1 }) } : state.ply < state.last ? { ply: state.ply } : {};
    if (state.card) void card(state.asked).then(settings);
    else void safely(async () => show(await ask(address(state.id, at).replace(/(?=\?|$)/, state.spot ? "/think" : "")))).then(settings);
  };
  const toggle = (/** @type {string} */ text, /** @type {string} */ name, /** @type {boolean} */ on) =>
    make("label", "", {}, make("input", "", { type: "checkbox", checked: on, onchange: () => change({ [name]: on ? "0" : "1" }) }), make("span", text));
  const menu = (/** @type {string} */ text, /** @type {string} */ name, /** @type {string[][]} */ choices, /** @type {string} */ at) => {
    const select = make("select", "", { onchange: () => change({ [name]: select.value }) }, ...choices.map(([value, label]) => make("option", label, { value, selected: value === at })));
    return make("label", "", {}, make("span", text), select);
  };
  dialog.replaceChildren(make("h2", words.view),
    toggle(words.flip, "flip", state.flip),
    toggle(words.legal, "legal", view.legal === "1"),
    ...(state.can.sight ? [toggle(words.sight, "sight", view.sight === "1")] : []),
    ...(state.game ? [button(words.rules, () => card({ what: "rules", game: state.game }))] : []),
    menu(words.theme, "theme", choices.themes, state.look[0]),
    menu(words.coordinates, "coordinates", choices.coordinates, state.look[1]),
    button(words.close, () => dialog.close()));
  if (!dialog.open) dialog.showModal();
}

/** Ask now and then whether something has changed. */
function poll() {
  clearTimeout(timer);
  const wait = document.hidden ? POLL.hidden : state?.mine ? POLL.mine : POLL.theirs;
  timer = setTimeout(async () => {
    const [id, tag] = [now?.id, now?.tag];
    if (!acting && id && state.ply === state.last && !state.spot && !state.card) {
      try {
        const found = await ask(address(id), null, tag && Object.keys(view).length === 0 ? tag : "");
        if ((polls += 1) % 5 === 0) await list();
        if (found && !acting && !state.spot && !state.card && state.id === id && state.ply === state.last && found.revision !== state.revision) {
          await show(found);
          await list();
        }
      } catch (error) {
        if (error instanceof Refused && error.status === 401) return end();
        if (error instanceof Refused && error.status === 404) $("main").hidden = true;
      }
    } else if (id) {
      if (!acting && !document.hidden) await ask("matches").catch(() => null); // the chat may ask for another board
    } else {
      await safely(list);
      const first = matches.find((match) => match.waits) || matches[0];
      if (first) await open(first.id);
    }
    return poll();
  }, wait);
}

/** Come in with what stands after the address' #, which works once, or by Discord's word. */
async function enter() {
  const code = location.hash.slice(1);
  if (!frame) history.replaceState(null, "", location.pathname);
  if (!code && !frame) {
    $("note").textContent = "Open the board from Discord.";
    return;
  }
  await safely(async () => {
    const inside = frame && { door: "activity", code: await authorized(frame).catch(() => ""), instance: query.get("instance_id"), custom_id: query.get("custom_id") };
    const entered = await ask("enter", inside || { code });
    ({ words, language } = entered);
    choices = entered;
    matches = entered.matches;
    keep(entered.blobs);
    document.documentElement.lang = language;
    $("list").setAttribute("aria-label", words.matches);
    $("menu").setAttribute("aria-label", words.view);
    board = new Board($("frame"), $("loupe"), (move) => (state.card ? card({ press: state.press + move }) : state.spot ? rethink("walk", { move }) : act("choose", { move })), which, words);
    $("list").onclick = choose;
    $("menu").onclick = () => state && settings();
    const waiting = matches.filter((match) => match.waits).length;
    $("list").textContent = waiting ? `☰ ${waiting}` : "☰";
    if (entered.card) await card({ press: entered.card });
    else if (entered.match) await show(entered.match);
    else if (matches.length) await open(matches[0].id);
    else $("note").textContent = words.none;
    if (embedded) window.parent.postMessage("entered", location.origin);
  });
  poll();
}

/** Ask which of several decisions is meant. @param {string[]} moves */
function which(moves) {
  const dialog = $("dialog");
  dialog.replaceChildren(make("h2", words.which), ...moves.map((move) => button(state.moves.find((/** @type {string[]} */ [text]) => text === move)?.slice(1).filter(Boolean).join("-") || move, () => { dialog.close(); board.decide(move); })), button(words.close, () => dialog.close()));
  dialog.showModal();
}

asked.open = (to) => void (+to ? open(+to) : card({ press: to }));
addEventListener("visibilitychange", () => document.hidden || poll());
addEventListener("keydown", (event) => {
  if (!state || state.spot || state.card || event.target !== document.body || (event.key !== "ArrowLeft" && event.key !== "ArrowRight")) return;
  const at = state.ends.findIndex((/** @type {number} */ end) => end >= state.ply) + (event.key === "ArrowLeft" ? -1 : 1);
  if (at >= 0 && at < state.ends.length) void look(state.ends[at]);
});
addEventListener("message", ({ origin, data }) => {
  if (origin !== location.origin) return;
  if (typeof data?.open === "number") void open(data.open);
  if (data?.card) void card(data.card);
});
void enter();
