// Storage on this device: one IndexedDB database with a table of values and one of unsent messages.
// All of it belongs to the log-in that is stored there, and only that log-in reads or writes it.

const VALUES = "values";
const OUTBOX = "outbox";
/** The key of the value that names the owner of the others. */
const LOGIN = "login";
/** Before the key of a file that waits for its message to be sent. */
const FILE = "file ";

/**
 * @template T
 * @param {IDBRequest<T>} request
 * @returns {Promise<T>}
 */
function done(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/**
 * @param {IDBTransaction} transaction
 * @returns {Promise<void>} once it is durable, independent of the page
 */
function lasts(transaction) {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new NotOurs());
  });
}

/** @typedef {import("../login.js").Login} Login */

/**
 * @typedef {object} Outgoing an unsent message
 * @property {string} cid
 * @property {string} to
 * @property {string} text
 * @property {number} at milliseconds since 1970; the sort key
 * @property {number} [seq] present once sent: the seq in the room
 * @property {string} [failure] why it was refused, for people
 * @property {OutgoingFile[]} [attachments]
 * @property {number} [replyTo] the seq of the message that it replies to
 * @property {number} [renewals] how often its uploads had expired
 */

/**
 * @typedef {object} OutgoingFile a file of an unsent message
 * @property {string} key of its upload, which is the same in each attempt, and of its content here
 * @property {import("../client/wire.d.ts").AttachmentKind} kind
 * @property {string} [name]
 * @property {boolean} [keepsMetadata] a photo that is sent with all that its camera has noted
 * @property {number} size bytes
 * @property {number} [width] pixels, of a picture
 * @property {number} [height]
 * @property {number} [duration] milliseconds, of a voice message
 * @property {string} [waveform]
 * @property {string} [url] of a link
 * @property {string} [description] what its page says
 * @property {string} [site]
 * @property {string} [expiresAt] when a place is not to be read any more
 * @property {string} [id] present once uploaded
 */

/**
 * The storage of one log-in: a `Shelf` of the device, or the `Memory` of a guest.
 *
 * @typedef {object} Keeper
 * @property {(key: string) => Promise<any>} get
 * @property {(key: string, value: any) => Promise<any>} set a value that can be cloned
 * @property {(key: string) => Promise<any>} remove
 * @property {() => Promise<Outgoing[]>} outbox in the order in which they were written
 * @property {(message: Outgoing, files?: Map<string, Blob>) => Promise<any>} keep with its files, by
 *   their keys; without: they stay as they are
 * @property {(cid: string) => Promise<any>} drop with its files
 * @property {(key: string) => Promise<Blob | undefined>} file of an unsent message
 * @property {() => Promise<any>} clear deletes all of it, and the log-in
 */

/** The device now stores another log-in, or none. */
export class NotOurs extends Error {}

export class Database {
  #database;

  /** @param {IDBDatabase} database */
  constructor(database) {
    this.#database = database;
    // Another tab wants to delete or upgrade it.
    database.onversionchange = () => database.close();
  }

  static async open(name = "upfor") {
    const request = indexedDB.open(name, 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore(VALUES);
      request.result.createObjectStore(OUTBOX, { keyPath: "cid" });
    };
    return new Database(await done(request));
  }

  /** @returns {Promise<Login | undefined>} the log-in that is stored on this device */
  login() {
    return done(this.#database.transaction(VALUES).objectStore(VALUES).get(LOGIN));
  }

  /**
   * Stores a log-in. The stored data stay if they belong to the same user.
   *
   * @param {Login} login
   * @returns {Promise<{isKept: boolean, former?: Login}>} not kept: the device keeps another user's;
   *   `former`: an earlier one of this user, which it takes the place of
   */
  async enter(login) {
    const transaction = this.#database.transaction([VALUES, OUTBOX], "readwrite");
    const [values, outbox] = [transaction.objectStore(VALUES), transaction.objectStore(OUTBOX)];
    const former = await done(values.get(LOGIN));
    if (former && former.username !== login.username) return { isKept: false };
    if (!former) {
      values.clear();
      outbox.clear();
    }
    // The server has a subscription for the former log-in alone.
    values.delete("push");
    values.put(login, LOGIN);
    await lasts(transaction);
    return { isKept: true, former };
  }

  /** Deletes the data that an interrupted log-out has left. */
  async tidy() {
    const transaction = this.#database.transaction([VALUES, OUTBOX], "readwrite");
    const values = transaction.objectStore(VALUES);
    if (await done(values.get(LOGIN))) return;
    values.clear();
    transaction.objectStore(OUTBOX).clear();
    await lasts(transaction);
  }

  /** The storage of a log-in on this device. @param {Login} login @returns {Keeper} */
  of(login) {
    return new Shelf(this.#database, login);
  }
}

/**
 * The storage of this device's log-in. Each step checks the owner of the device in its own
 * transaction: a tab of a user who has left neither reads nor writes the data of the next user.
 */
class Shelf {
  #database;
  #login;

  /**
   * @param {IDBDatabase} database
   * @param {Login} login
   */
  constructor(database, login) {
    this.#database = database;
    this.#login = login;
  }

  /**
   * @param {IDBTransactionMode} mode
   * @param {(values: IDBObjectStore, outbox: IDBObjectStore) => IDBRequest} act
   * @returns {Promise<any>} its result, once it is durable. Rejected with `NotOurs`.
   */
  #step(mode, act) {
    const transaction = this.#database.transaction([VALUES, OUTBOX], mode);
    const [values, outbox] = [transaction.objectStore(VALUES), transaction.objectStore(OUTBOX)];
    const owner = values.get(LOGIN);
    /** @type {IDBRequest} */
    let request;
    owner.onsuccess = () => {
      const { username, device } = owner.result ?? {};
      if (username === this.#login.username && device === this.#login.device) {
        request = act(values, outbox);
      } else transaction.abort();
    };
    return lasts(transaction).then(() => request.result);
  }

  /** @param {string} key */
  get(key) {
    return this.#step("readonly", (values) => values.get(key));
  }

  /** @param {string} key @param {any} value */
  set(key, value) {
    return this.#step("readwrite", (values) => values.put(value, key));
  }

  /** @param {string} key */
  remove(key) {
    return this.#step("readwrite", (values) => values.delete(key));
  }

  /** @returns {Promise<Outgoing[]>} */
  async outbox() {
    /** @type {Outgoing[]} */
    const waiting = await this.#step("readonly", (_, outbox) => outbox.getAll());
    return waiting.sort((one, other) => one.at - other.at);
  }

  /** @param {Outgoing} message @param {Map<string, Blob>} [files] */
  keep(message, files = new Map()) {
    return this.#step("readwrite", (values, outbox) => {
      for (const [key, blob] of files) values.put(blob, FILE + key);
      return outbox.put(message);
    });
  }

  /** @param {string} cid */
  drop(cid) {
    return this.#step("readwrite", (values, outbox) => {
      const found = outbox.get(cid);
      found.onsuccess = () => {
        for (const { key } of found.result?.attachments ?? []) values.delete(FILE + key);
      };
      return outbox.delete(cid);
    });
  }

  /** @param {string} key */
  file(key) {
    return this.get(FILE + key);
  }

  clear() {
    return this.#step("readwrite", (values, outbox) => {
      values.clear();
      return outbox.clear();
    });
  }
}
