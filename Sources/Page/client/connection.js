// One WebSocket to upford: commands with their answers, and messages that are not answers.

import { Lost, Refused } from "./errors.js";

/**
 * @typedef {import("./wire.d.ts").ServerMessage} ServerMessage
 * @typedef {import("./wire.d.ts").ClientMessage} ClientMessage
 * @typedef {Exclude<keyof ClientMessage, "id">} Command
 */

/**
 * The required interface of a socket: the WebSocket of a browser, of Deno, or of the `ws` package.
 *
 * @typedef {object} Socket
 * @property {(text: string) => void} send
 * @property {(code?: number, reason?: string) => void} close
 * @property {((event: any) => void) | null} onopen
 * @property {((event: any) => void) | null} onmessage
 * @property {((event: any) => void) | null} onclose
 * @property {((event: any) => void) | null} onerror
 */

/** How long the server may be silent while it owes an answer, in milliseconds. */
const SILENCE_MAX = 20_000;

/**
 * A connection that opens once and ends once.
 *
 * - `onOpen()`: commands can be sent.
 * - `onMessage(message)`: an event of the inbox, or an ephemeral message.
 * - `onClose(code, reason, bye)`: the connection has ended; every command without an answer was
 * rejected with
 *   `Lost` before. `bye` is the server's last message, if there was one.
 */
export class Connection {
  /** @type {Map<number, {resolve: (answer: ServerMessage) => void, reject: (error: Error) => void}>} */
  #waiting = new Map();
  #nextID = 1;
  /** @type {any} */
  #watch;
  #isOpen = false;
  /** @type {import("./wire.d.ts").Bye | undefined} */
  #bye;
  /** @type {Socket} */
  #socket;

  /**
   * @param {Socket} socket just made, for `/v1/ws` with the subprotocol `upfor.v1.json`
   * @param {object} handlers
   * @param {() => void} handlers.onOpen
   * @param {(message: ServerMessage) => void} handlers.onMessage
   * @param {(code: number, reason: string, bye?: import("./wire.d.ts").Bye) => void} handlers.onClose
   */
  constructor(socket, { onOpen, onMessage, onClose }) {
    this.#socket = socket;
    this.onClose = onClose;
    socket.onopen = () => {
      this.#isOpen = true;
      onOpen();
    };
    socket.onmessage = (event) => this.#take(event.data, onMessage);
    socket.onclose = (event) => this.#end(event.code, event.reason);
    // An error is always followed by a close.
    socket.onerror = () => {};
  }

  /**
   * Sends a command.
   *
   * @param {Command} name such as "roomSend"
   * @param {object} fields as in the schema; no copy is made
   * @returns {Promise<ServerMessage>} the answer. Rejected with `Refused`, or with `Lost`.
   */
  call(name, fields = {}) {
    if (!this.#isOpen) return Promise.reject(new Lost());
    const id = this.#nextID++;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#socket.send(JSON.stringify({ id, [name]: fields }));
      this.#watch ??= setTimeout(
        () => this.close(1000, "no answer in time"),
        SILENCE_MAX,
      );
    });
  }

  /**
   * Closes the connection now: `onClose` is called before this returns, and no handler afterwards.
   */
  close(code = 1000, reason = "") {
    this.#socket.onopen = this.#socket.onmessage = this.#socket.onclose = null;
    this.#socket.close(code, reason);
    this.#end(code, reason);
  }

  /**
   * @param {string} text
   * @param {(message: ServerMessage) => void} onMessage
   */
  #take(text, onMessage) {
    /** @type {ServerMessage} */
    const message = JSON.parse(text);
    clearTimeout(this.#watch);
    this.#watch = undefined;
    if (message.bye) this.#bye = message.bye;
    const asker = message.id && this.#waiting.get(message.id);
    if (!asker) return message.id ? undefined : onMessage(message);
    this.#waiting.delete(message.id);
    if (message.error) asker.reject(new Refused(message.error));
    else asker.resolve(message);
    if (this.#waiting.size) {
      this.#watch = setTimeout(
        () => this.close(1000, "no answer in time"),
        SILENCE_MAX,
      );
    }
  }

  /**
   * @param {number} code
   * @param {string} reason
   */
  #end(code, reason) {
    this.#isOpen = false;
    clearTimeout(this.#watch);
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { reject } of waiting) reject(new Lost());
    const { onClose } = this;
    this.onClose = () => {};
    onClose(code, reason, this.#bye);
  }
}
