// A lasting session: it connects, signs in, resumes the inbox at its position, and reconnects.

import { Connection } from "./connection.js";
import { Lost, milliseconds, Refused } from "./errors.js";

/**
 * @typedef {import("./connection.js").Command} Command
 * @typedef {import("./wire.d.ts").ServerMessage} ServerMessage
 * @typedef {import("./wire.d.ts").SessionOpened} SessionOpened
 */

/**
 * The state of a session.
 *
 * - `connecting`: a connection is being made, and has not failed yet
 * - `online`: signed in; events arrive
 * - `offline`: the next attempt is at `retryAt` (milliseconds since 1970)
 * - `replaced`: another connection of this device took over; `connect` takes it back
 * - `ended`: the token is void, or the account is banned: log in again
 * - `closed`: by `close`
 *
 * @typedef {object} Status
 * @property {"connecting" | "online" | "offline" | "replaced" | "ended" | "closed"} state
 * @property {number} [retryAt]
 * @property {string} [reason] for people
 * @property {boolean} [isBanned] of `ended`: the account is banned, and `reason` says more
 */

/** The first pause before another attempt, and the longest, in milliseconds. */
const PAUSE_MIN = 250;
const PAUSE_MAX = 20_000;
/** How long a connection and its log-in may take, in milliseconds. */
const OPENING_MAX = 15_000;
/** A device reports its progress at most this often, in milliseconds. */
const ACK_PAUSE = 1_000;
/** From this close code on a client stays away; 4409 is the exception below it. */
const STAY_AWAY = 4500;
const REPLACED = 4409;
const BANNED = 4501;
/** Refusals of `sessionOpen` that no repetition can change. */
const FINAL = new Set(["INVALID_TOKEN", "BANNED"]);

/**
 * One device of one user.
 *
 * `onEvent` receives every event of the inbox exactly once and in order, as long as `after` and
 * `epoch` are stored together with the changes that the events made, and given to the next
 * `Session`.
 */
export class Session {
  #options;
  /** @type {Connection | undefined} */
  #connection;
  /** @type {Status} */
  #status = { state: "closed" };
  #pause = PAUSE_MIN;
  /** @type {any} */
  #timer;
  /** @type {any} */
  #ackTimer;
  #acked = 0;
  /** Commands with a `cid` that wait for a connection. @type {Set<() => void>} */
  #parked = new Set();
  #wantsSnapshot;

  /**
   * @param {object} options
   * @param {() => import("./connection.js").Socket} options.open makes a socket to `/v1/ws`
   * @param {() => string} options.token the log-in; asked at each attempt, since tokens rotate
   * @param {string} options.device its unique name
   * @param {number} [options.after] the last event that was handled; absent: requests a snapshot
   * @param {string} [options.epoch] the one that `after` belongs to
   * @param {boolean} [options.silent] friends do not see that the user is online
   * @param {(session: SessionOpened) => void} options.onSession called before its events. With
   *   `reset` or `snapshot`: replace the local state with the snapshot.
   * @param {(event: ServerMessage) => void} options.onEvent an event of the inbox, in order
   * @param {(message: ServerMessage) => void} options.onEphemeral presence, typing and the like
   * @param {(status: Status) => void} options.onStatus
   * @param {() => number} [options.random] 0 to 1, for tests
   */
  constructor(options) {
    this.#options = { random: Math.random, ...options };
    this.silent = options.silent ?? false;
    /** The last event that was handled. @type {number | undefined} */
    this.after = options.after;
    /** The epoch of `after`. @type {string | undefined} */
    this.epoch = options.epoch;
    this.#wantsSnapshot = options.after === undefined;
  }

  get status() {
    return this.#status;
  }

  /** Connects at once, unless it is connected. */
  connect() {
    if (this.#connection) return;
    clearTimeout(this.#timer);
    this.#tell({ state: "connecting" });
    const connection = new Connection(this.#options.open(), {
      onOpen: () => this.#signIn(connection),
      onMessage: (message) => this.#take(message),
      onClose: (code, reason, bye) => this.#lose(code, reason, bye),
    });
    this.#connection = connection;
    this.#timer = setTimeout(
      () => connection.close(1000, "no session in time"),
      OPENING_MAX,
    );
  }

  /**
   * Checks whether the connection still works, after the device was asleep or changed its network.
   * Without a connection, connects now.
   */
  probe() {
    if (this.#isOver) return;
    if (this.#status.state !== "online") return this.connect();
    this.#connection.call("privacyRead").catch(() => {});
  }

  /** Ends the connection and makes no other. Parked commands are rejected with `Lost`. */
  close() {
    this.#stop({ state: "closed" });
    this.#connection?.close();
    this.#connection = undefined;
  }

  /** Ends the connection and makes another one at once, with the fields as they are now. */
  reopen() {
    const connection = this.#connection;
    this.#connection = undefined;
    connection?.close();
    this.#pause = PAUSE_MIN;
    this.connect();
  }

  /** Opens the session again, with a snapshot. */
  refresh() {
    this.after = undefined;
    this.#wantsSnapshot = true;
    this.reopen();
  }

  /**
   * Sends a command of a signed-in user. One with a `cid` waits for a connection, and is sent again
   * after a loss: it takes effect once. Others need a connection now.
   *
   * @param {Command} name
   * @param {any} [fields]
   * @returns {Promise<ServerMessage>} the answer. Rejected with `Refused`, or with `Lost`.
   */
  async call(name, fields = {}) {
    for (;;) {
      if (this.#status.state !== "online") {
        if (!fields.cid) throw new Lost();
        await this.#online();
      }
      try {
        return await this.#connection.call(name, fields);
      } catch (error) {
        if (!(error instanceof Lost) || !fields.cid) throw error;
        if (this.#isOver) throw error;
      }
    }
  }

  get #isOver() {
    return ["closed", "ended", "replaced"].includes(this.#status.state);
  }

  /** Resolves once there is a session; rejects when there will be none. */
  #online() {
    if (this.#isOver) return Promise.reject(new Lost());
    return new Promise((resolve, reject) => {
      const wake = () => {
        this.#parked.delete(wake);
        if (this.#isOver) reject(new Lost());
        else resolve(undefined);
      };
      this.#parked.add(wake);
    });
  }

  /** @param {Connection} connection */
  async #signIn(connection) {
    const { token, device } = this.#options;
    try {
      const answer = await connection.call("sessionOpen", {
        token: token(),
        device,
        after: this.after,
        epoch: this.epoch,
        silent: this.silent,
        snapshot: this.#wantsSnapshot,
      });
      this.#start(answer.session);
    } catch (error) {
      if (error instanceof Refused && FINAL.has(error.code)) {
        this.#stop({ state: "ended", reason: error.message, isBanned: error.code === "BANNED" });
      } else if (error instanceof Refused) {
        this.#pause = Math.max(this.#pause, error.retryAfter ?? 0);
      }
      connection.close();
    }
  }

  /** @param {SessionOpened} session */
  #start(session) {
    clearTimeout(this.#timer);
    this.#pause = PAUSE_MIN;
    if (session.snapshot) this.after = session.top ?? 0;
    this.#acked = this.after ?? 0;
    this.epoch = session.epoch;
    this.#wantsSnapshot = false;
    this.#options.onSession(session);
    this.#tell({ state: "online" });
  }

  /** @param {ServerMessage} message */
  #take(message) {
    if (message.seq === undefined) return this.#options.onEphemeral(message);
    // A repetition. A gap is impossible: the server promises an inbox without gaps.
    if (message.seq <= (this.after ?? 0)) return;
    this.after = message.seq;
    this.#options.onEvent(message);
    this.#ackTimer ??= setTimeout(() => this.#acknowledge(), ACK_PAUSE);
  }

  #acknowledge() {
    this.#ackTimer = undefined;
    if (this.#status.state !== "online" || this.after === this.#acked) return;
    this.#acked = this.after;
    // A loss does not matter: the next acknowledgement includes this one.
    this.#connection.call("sessionAck", { seq: this.after }).catch(() => {});
  }

  /**
   * @param {number} code
   * @param {string} reason
   * @param {import("./wire.d.ts").Bye} [bye]
   */
  #lose(code, reason, bye) {
    clearTimeout(this.#timer);
    this.#connection = undefined;
    if (this.#isOver) return;
    if (code === REPLACED) return this.#stop({ state: "replaced", reason });
    if (code >= STAY_AWAY && code < 5000) {
      return this.#stop({ state: "ended", reason, isBanned: code === BANNED });
    }
    const jitter = 0.5 + this.#options.random() / 2;
    const pause = Math.max(
      this.#pause * jitter,
      milliseconds(bye?.retryAfter) ?? 0,
    );
    this.#pause = Math.min(this.#pause * 2, PAUSE_MAX);
    this.#timer = setTimeout(() => this.connect(), pause);
    this.#tell({ state: "offline", retryAt: Date.now() + pause, reason });
  }

  /** @param {Status} status a state without further attempts */
  #stop(status) {
    clearTimeout(this.#timer);
    clearTimeout(this.#ackTimer);
    this.#ackTimer = undefined;
    this.#tell(status);
  }

  /** @param {Status} status */
  #tell(status) {
    this.#status = status;
    this.#options.onStatus(status);
    if (status.state === "online" || this.#isOver) {
      for (const wake of [...this.#parked]) {
        wake();
      }
    }
  }
}
