// The JavaScript client of Upfor. It needs a WebSocket and `fetch`, and no page.

export { Connection } from "./connection.js";
export { Lost, milliseconds, Refused } from "./errors.js";
export { file, post, put, upload } from "./http.js";
export { Session } from "./session.js";

/** @returns {string} an id for a command that may be repeated: 128 random bits */
export function newCID() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join(
    "",
  );
}

/**
 * @param {string} server such as "https://upfor.example"
 * @param {any} [Socket] the class of sockets; absent: the global one
 * @returns {() => import("./connection.js").Socket} what `Session` opens
 */
export function socketTo(server, Socket = globalThis.WebSocket) {
  const url = `${server.replace(/^http/, "ws")}/v1/ws`;
  return () => new Socket(url, ["upfor.v1.json"]);
}
