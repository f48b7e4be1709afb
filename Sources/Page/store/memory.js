// Storage of a guest: it ends with the tab.

/**
 * @typedef {import("./database.js").Keeper} Keeper
 * @typedef {import("./database.js").Outgoing} Outgoing
 */

/** @implements {Keeper} */
export class Memory {
  /** @type {Map<string, any>} */
  #values = new Map();
  /** @type {Map<string, Outgoing>} */
  #outbox = new Map();
  /** @type {Map<string, Blob>} */
  #files = new Map();

  /** @param {string} key */
  async get(key) {
    return await this.#values.get(key);
  }

  /** @param {string} key @param {any} value */
  async set(key, value) {
    await this.#values.set(key, value);
  }

  /** @param {string} key */
  async remove(key) {
    await this.#values.delete(key);
  }

  async outbox() {
    return await [...this.#outbox.values()].sort((one, other) => one.at - other.at);
  }

  /** @param {Outgoing} message @param {Map<string, Blob>} [files] */
  async keep(message, files = new Map()) {
    for (const [key, blob] of files) this.#files.set(key, blob);
    await this.#outbox.set(message.cid, message);
  }

  /** @param {string} cid */
  async drop(cid) {
    for (const { key } of this.#outbox.get(cid)?.attachments ?? []) this.#files.delete(key);
    await this.#outbox.delete(cid);
  }

  /** @param {string} key */
  async file(key) {
    return await this.#files.get(key);
  }

  async clear() {
    await this.#values.clear();
    this.#files.clear();
    this.#outbox.clear();
  }
}
