// A player above or below the board: their piece, name, count and clock.

import { board, serverTime } from "../server.js";
import { html, useEffect, useState } from "../vendor/preact.js";
import { countdown, shortTime, word } from "../words.js";

/** @typedef {import("../protocol").Seat} Seat */
/** @typedef {import("../protocol").ClockView} Clock */

const SECOND = 1_000;
const SHORT = 3_600_000; // milliseconds below which a clock is urgent

/** @param {{seat: Seat | undefined, theme: string}} properties */
export function SeatRow({ seat, theme }) {
  if (!seat) return null;
  const details = [seat.count, seat.hints, seat.stock ? `×${seat.stock}` : ""].filter(Boolean).join(" · ");
  return html`
    <div class=${seat.on ? "seat on" : "seat"}>
      <${Piece} tone=${seat.look[0]} theme=${theme} />
      <b class="seat-name">${seat.name}</b>
      <span class="small">${seat.me ? `${seat.side} · ${word("you")}` : seat.side}</span>
      <span class="seat-details">${details}</span>
      ${seat.clock && html`<${ClockFace} clock=${seat.clock} />`}
    </div>
  `;
}

/** A dot as the player's pieces look. @param {{tone: string, theme: string}} properties */
function Piece({ tone, theme }) {
  const [colours, setColours] = useState(["transparent", "transparent"]);
  useEffect(() => {
    void board(theme).then(({ tones }) => setColours([tones[tone][0], tones[tone][3]]), () => {});
  }, [tone, theme]);
  const [face, rim] = colours;
  return html`<i class="chip" style=${{ background: face, borderColor: rim }}></i>`;
}

/** @param {{clock: Clock}} properties */
function ClockFace({ clock }) {
  const left = useTimeLeft(clock.deadline);
  if (left === null) return html`<span class="clock">${clock.left}</span>`;
  const isShort = left < SHORT;
  return html`
    ${!isShort && html`<span class="small deadline">${shortTime(clock.deadline, left)}</span>`}
    <span class=${isShort ? "clock running urgent" : "clock running"} role="timer">
      ${countdown(left)}
    </span>
  `;
}

/** The milliseconds until a deadline, every second anew; null where none runs. @param {number} deadline */
function useTimeLeft(deadline) {
  const [now, setNow] = useState(serverTime());
  useEffect(() => {
    if (!deadline) return undefined;
    setNow(serverTime());
    const timer = setInterval(() => setNow(serverTime()), SECOND);
    return () => clearInterval(timer);
  }, [deadline]);
  return deadline ? deadline * 1000 - now : null;
}

/**
 * Which seat is above the board and which below: the member's own below.
 * @param {{seats: Seat[], flip: boolean}} view
 * @returns {[Seat | undefined, Seat | undefined]} above and below
 */
export function order({ seats, flip }) {
  const [first, second] = seats;
  if (first?.me !== second?.me) return first?.me ? [second, first] : [first, second];
  return flip ? [first, second] : [second, first];
}
