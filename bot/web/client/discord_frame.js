// The page inside Discord: asks the client that shows it in a frame who its member is, as
// Discord's own SDK does.

const HANDSHAKE = 0;
const FRAME = 1;
const ORIGIN = /^https:\/\/(\w+\.)?discord(app)?\.com$/;

/**
 * A code by which the server learns from Discord who this is.
 * Throws what the member or Discord says instead.
 * @param {string} frame
 * @returns {Promise<string>}
 */
export function authorized(frame) {
  const clientId = location.hostname.split(".")[0];
  return new Promise((done, failed) => {
    addEventListener("message", ({ origin, data }) => {
      if (!ORIGIN.test(origin) || data?.[0] !== FRAME) return;
      const { cmd, evt, data: content } = data[1];
      if (evt === "READY") send(FRAME, authorization(clientId));
      if (cmd !== "AUTHORIZE") return;
      if (evt === "ERROR") failed(content);
      else done(content.code);
    });
    send(HANDSHAKE, { v: 1, encoding: "json", client_id: clientId, frame_id: frame });
  });
}

/** What asks the member to be named. @param {string} clientId */
function authorization(clientId) {
  const args = {
    client_id: clientId,
    response_type: "code",
    state: "",
    prompt: "none",
    scope: ["identify"],
  };
  return { cmd: "AUTHORIZE", args, nonce: crypto.randomUUID() };
}

/**
 * @param {number} opcode
 * @param {object} content
 */
function send(opcode, content) {
  const client = window.parent.opener ?? window.parent; // a window of its own is opened by it
  client.postMessage([opcode, content], document.referrer || "*");
}
