// What lasts on this device: one IndexedDB database with a table of values and one of messages that
// wait to be sent.

const VALUES = "values";
const OUTBOX = "outbox";

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
 * @returns {Promise<void>} when it lasts, whatever happens to the page
 */
function lasts(transaction) {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error);
  });
}

/**
 * @typedef {object} Outgoing a message that waits
 * @property {string} cid
 * @property {string} to
 * @property {string} text
 * @property {number} at milliseconds since 1970; the order
 * @property {number} [seq] it was sent, and is this message of the room
 * @property {string} [failure] why it was refused, for people
 */

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

  /**
   * @param {string} table
   * @param {IDBTransactionMode} [mode]
   */
  #table(table, mode = "readonly") {
    return this.#database.transaction(table, mode).objectStore(table);
  }

  /** @param {string} key @returns {Promise<any>} */
  get(key) {
    return done(this.#table(VALUES).get(key));
  }

  /** @param {string} key @param {any} value anything that can be cloned */
  set(key, value) {
    return done(this.#table(VALUES, "readwrite").put(value, key));
  }

  /** @param {string} key */
  remove(key) {
    return done(this.#table(VALUES, "readwrite").delete(key));
  }

  /** @returns {Promise<Outgoing[]>} in the order in which they were written */
  async outbox() {
    const waiting = await done(this.#table(OUTBOX).getAll());
    return waiting.sort((one, other) => one.at - other.at);
  }

  /** @param {Outgoing} message */
  keep(message) {
    const table = this.#table(OUTBOX, "readwrite");
    table.put(message);
    return lasts(table.transaction);
  }

  /** @param {string} cid */
  drop(cid) {
    return done(this.#table(OUTBOX, "readwrite").delete(cid));
  }

  /** Everything of this user. */
  async clear() {
    await done(this.#table(VALUES, "readwrite").clear());
    await done(this.#table(OUTBOX, "readwrite").clear());
  }
}
