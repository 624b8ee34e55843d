// The page inside Discord: asks the client that shows it in a frame who its member is, as Discord's own SDK does.

const HANDSHAKE = 0;
const FRAME = 1;
const ORIGIN = /^https:\/\/(\w+\.)?discord(app)?\.com$/;

/** A code by which the server learns from Discord who this is. Throws what the member or Discord says instead. @param {string} frame @returns {Promise<string>} */
export function authorized(frame) {
  const client_id = location.hostname.split(".")[0];
  const client = window.parent.opener ?? window.parent; // a window of its own is opened by the client
  const send = (/** @type {number} */ opcode, /** @type {object} */ content) => client.postMessage([opcode, content], document.referrer || "*");
  return new Promise((done, failed) => {
    addEventListener("message", ({ origin, data }) => {
      if (!ORIGIN.test(origin) || data?.[0] !== FRAME) return;
      const { cmd, evt, data: content } = data[1];
      if (evt === "READY") {
        const args = { client_id, response_type: "code", state: "", prompt: "none", scope: ["identify"] };
        send(FRAME, { cmd: "AUTHORIZE", args, nonce: crypto.randomUUID() });
      } else if (cmd === "AUTHORIZE") evt === "ERROR" ? failed(content) : done(content.code);
    });
    send(HANDSHAKE, { v: 1, encoding: "json", client_id, frame_id: frame });
  });
}
