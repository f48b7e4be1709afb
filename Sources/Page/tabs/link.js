// Several tabs are one device. The tab that holds the lock leads: it has the session. The others
// send their commands through it, and get every event from it.

import { Lost, Refused } from "../client/index.js";

/**
 * @typedef {import("../client/wire.d.ts").ServerMessage} ServerMessage
 * @typedef {import("../client/wire.d.ts").SessionOpened} SessionOpened
 * @typedef {import("../client/session.js").Session} Session
 * @typedef {import("../client/session.js").Status} Status
 * @typedef {import("../client/connection.js").Command} Command
 */

/** How long a leader may take to acknowledge a command, in milliseconds. */
const LEADER_MAX = 3_000;

/**
 * @typedef {object} Asked a command that waits for its answer
 * @property {string} name
 * @property {any} fields
 * @property {(answer: ServerMessage) => void} resolve
 * @property {(error: Error) => void} reject
 */

export class Link {
  #options;
  #me = crypto.randomUUID();
  #channel;
  /** @type {Session | undefined} */
  session;
  /** @type {Map<string, Asked>} */
  #asked = new Map();
  /** @type {Status} */
  #status = { state: "connecting" };
  /** Whether this tab knows the state: its own, or the leader's. */
  #isReady = false;
  /** @type {() => void} */
  #resign = () => {};
  #isClosed = false;

  /**
   * @param {object} options
   * @param {string} options.name of the lock and the channel: one for a log-in
   * @param {(handlers: any) => Session} options.session makes the session of the leader
   * @param {() => any} options.dump the state, for a new tab
   * @param {(dump: any) => void} options.load takes the leader's state
   * @param {() => number | undefined} options.after the last event that this tab has applied
   * @param {(session: SessionOpened) => void} options.onSession
   * @param {(message: ServerMessage) => void} options.onMessage events and ephemeral messages
   * @param {(status: Status) => void} options.onStatus
   * @param {(isLeader: boolean) => void} options.onLead
   * @param {(note: any) => void} options.onNote receives the notes of other tabs
   */
  constructor(options) {
    this.#options = options;
    this.#channel = new BroadcastChannel(options.name);
    this.#channel.onmessage = (event) => this.#hear(event.data);
  }

  get isLeader() {
    return this.session !== undefined;
  }

  get status() {
    return this.#status;
  }

  /** Leads, or follows a tab that does. */
  start() {
    if (!navigator.locks) return this.#lead();
    this.#channel.postMessage({ hello: this.#me });
    this.#queue({});
  }

  /** @param {LockOptions} options */
  #queue(options) {
    const lead = () =>
      new Promise((resolve) => {
        if (this.#isClosed) return resolve(undefined);
        this.#resign = () => resolve(undefined);
        this.#lead();
      });
    // Another tab took the lock while this one was asleep.
    navigator.locks.request(this.#options.name, options, lead).catch(() => this.#yield());
  }

  /** Another tab has taken the lock. */
  #yield() {
    if (this.#isClosed) return;
    const { session } = this;
    this.session = undefined;
    session?.close();
    this.#options.onLead(false);
    this.#channel.postMessage({ hello: this.#me });
    this.#queue({});
  }

  #lead() {
    this.#isReady = true;
    this.session = this.#options.session({
      onSession: (/** @type {SessionOpened} */ session) => {
        this.#options.onSession(session);
        this.#channel.postMessage({ session });
      },
      onEvent: (/** @type {ServerMessage} */ message) => this.#spread(message),
      onEphemeral: (/** @type {ServerMessage} */ message) => this.#spread(message),
      onStatus: (/** @type {Status} */ status) => {
        if (this.#isClosed) return;
        this.#setStatus(status);
        // A listener of its end may close this.
        if (!this.#isClosed) this.#channel.postMessage({ status });
      },
    });
    this.#options.onLead(true);
    this.session.connect();
    this.#channel.postMessage({ leader: this.#me });
    this.#again();
  }

  /** @param {ServerMessage} message */
  #spread(message) {
    this.#options.onMessage(message);
    this.#channel.postMessage({ message });
  }

  /** Sends a note to the other tabs. @param {any} note */
  tell(note) {
    if (this.#isClosed) return;
    this.#channel.postMessage({ note });
  }

  /** Gives up the session; commands without an answer are rejected with `Lost`. */
  close() {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.session?.close();
    this.session = undefined;
    this.#resign();
    this.#channel.close();
    for (const { reject } of this.#asked.values()) reject(new Lost());
    this.#asked.clear();
  }

  /**
   * Sends a command through this tab or the leading one.
   *
   * @param {Command} name
   * @param {any} [fields]
   * @returns {Promise<ServerMessage>} Rejected with `Refused`, or with `Lost`.
   */
  call(name, fields = {}) {
    if (this.session) return this.session.call(name, fields);
    if (this.#isClosed) return Promise.reject(new Lost());
    return new Promise((resolve, reject) => {
      const ask = crypto.randomUUID();
      this.#asked.set(ask, { name, fields, resolve, reject });
      this.#send(ask);
    });
  }

  /** @param {string} ask */
  #send(ask) {
    const { name, fields } = this.#asked.get(ask);
    this.#channel.postMessage({ ask, from: this.#me, name, fields });
    // A leader that does not acknowledge is frozen: take its place.
    setTimeout(() => {
      if (this.#asked.has(ask) && !this.#heard.has(ask) && !this.session) {
        this.#queue({ steal: true });
      }
    }, LEADER_MAX);
  }

  /** Commands that the leader has acknowledged. @type {Set<string>} */
  #heard = new Set();

  /** A new leader: commands without an answer of the former one are sent again, if that is safe. */
  #again() {
    this.#heard.clear();
    for (const [ask, asked] of this.#asked) {
      if (!asked.fields.cid) {
        this.#asked.delete(ask);
        asked.reject(new Lost());
      } else if (this.session) {
        this.#asked.delete(ask);
        this.session.call(/** @type {Command} */ (asked.name), asked.fields)
          .then(asked.resolve, asked.reject);
      } else this.#send(ask);
    }
  }

  /** @param {Status} status */
  #setStatus(status) {
    this.#status = status;
    this.#options.onStatus(status);
  }

  /** @param {any} data */
  #hear(data) {
    if (this.session) return this.#hearAsLeader(data);
    if (data.state && data.to === this.#me) {
      this.#isReady = true;
      this.#options.load(data.state);
      this.#setStatus(data.status);
    } else if (data.leader) {
      this.#again();
    } else if (data.heard) {
      this.#heard.add(data.heard);
    } else if (data.answered && this.#asked.has(data.answered)) {
      const { resolve, reject } = this.#asked.get(data.answered);
      this.#asked.delete(data.answered);
      this.#heard.delete(data.answered);
      if (data.answer) resolve(data.answer);
      else reject(data.error ? new Refused(data.error) : new Lost());
    } else if (data.note) {
      this.#options.onNote(data.note);
    } else if (this.#isReady) {
      this.#follow(data);
    }
  }

  /** @param {any} data an event in the session of the leader */
  #follow({ session, message, status }) {
    if (session) this.#options.onSession(session);
    if (status) this.#setStatus(status);
    if (!message) return;
    const after = this.#options.after() ?? 0;
    if (message.seq > after + 1) {
      // This tab was frozen for a while.
      this.#isReady = false;
      this.#channel.postMessage({ hello: this.#me });
    } else if (message.seq === undefined || message.seq === after + 1) {
      this.#options.onMessage(message);
    }
  }

  /** @param {any} data */
  async #hearAsLeader(data) {
    if (data.note) return this.#options.onNote(data.note);
    if (data.hello) {
      const [state, status] = [this.#options.dump(), this.#status];
      return this.#channel.postMessage({ to: data.hello, state, status });
    }
    if (!data.ask) return;
    this.#channel.postMessage({ heard: data.ask });
    try {
      const answer = await this.session.call(data.name, data.fields);
      this.#channel.postMessage({ answered: data.ask, answer });
    } catch (error) {
      const refusal = error instanceof Refused ? error.error : undefined;
      if (!this.#isClosed) {
        this.#channel.postMessage({ answered: data.ask, error: refusal });
      }
    }
  }
}
