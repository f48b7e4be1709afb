// Messages that are not in their rooms yet. They are stored on the device and sent one after the
// other in each conversation; each takes effect once. Files go before the message that names them.

import { Lost, newCID, Refused } from "../client/index.js";
import { NotOurs } from "../store/database.js";
import { signal } from "../view/signal.js";
import { uploadPath } from "./attached.js";

/**
 * @typedef {import("../store/database.js").Outgoing} Outgoing
 * @typedef {import("../store/database.js").OutgoingFile} OutgoingFile
 */

/**
 * What a message is to have, before it is in the outbox.
 *
 * @typedef {Omit<OutgoingFile, "key"> & {blob?: Blob}} Choice a link has no content of its own
 */

/** Whether the server has made it without a file. @param {{kind?: string}} attachment */
const isMade = ({ kind }) => kind === "LINK" || kind === "LOCATION";
/** The pause after a refusal without `retryAfter`, in milliseconds. */
const PAUSE = 2_000;
/** The longest pause after an upload that broke off. */
const PAUSE_MAX = 30_000;
/** How often an upload that has expired is made again. */
const RENEWALS_MAX = 2;

/**
 * @typedef {object} Wiring
 * @property {(error: Error, isUpload?: boolean) => string} explain turns a refusal into text
 * @property {(to: string, seq: number) => boolean} knows whether a message is in its room here
 * @property {import("./upload.js").Uploader} upload
 * @property {(id: string) => void} discard deletes an upload that no message will have
 * @property {(to: string, attachment: import("../client/wire.d.ts").Attachment, file: Blob) => any
 *   } [uploaded] called before the message is sent
 */

export class Outbox {
  /** In the order in which they were written. @type {import("../view/signal.js").Signal<Outgoing[]>} */
  messages = signal([]);
  /**
   * By the key of a file: how much of it is uploaded, from 0 to 1.
   *
   * @type {import("../view/signal.js").Signal<Map<string, number>>}
   */
  progress = signal(new Map());
  /** Conversations whose messages are being sent, and whether one was added meanwhile. @type {Map<string, boolean>} */
  #sending = new Map();
  /** Running uploads, by the cid of the message. @type {Map<string, AbortController>} */
  #uploads = new Map();
  /** The cids of messages that are not to be sent any more. @type {Set<string>} */
  #over = new Set();
  /** Uploads in a row that broke off. */
  #breaks = 0;
  /** @type {any} */
  #again;

  /**
   * @param {import("../store/database.js").Keeper} keeper
   * @param {import("../tabs/link.js").Link} link
   * @param {Wiring} wiring
   */
  constructor(keeper, link, wiring) {
    this.keeper = keeper;
    this.link = link;
    this.wiring = wiring;
  }

  /** Reads the stored messages, and sends them if this tab leads. */
  async read() {
    const former = this.messages.peek();
    const stored = await this.keeper.outbox();
    const isStored = new Set(stored.map(({ cid }) => cid));
    for (const { cid } of former) if (!isStored.has(cid)) this.#stop(cid);
    // Those that were written here meanwhile stay.
    const added = this.messages.peek().filter((one) =>
      !isStored.has(one.cid) && !former.some(({ cid }) => cid === one.cid)
    );
    this.messages.value = [...stored, ...added];
    this.send();
  }

  /**
   * @param {string} to
   * @param {string} text
   * @param {Choice[]} [choices] in the order in which they are shown
   * @param {number} [replyTo] the seq of the message that it replies to
   */
  async write(to, text, choices = [], replyTo = 0) {
    const files = new Map();
    const attachments = choices.map(({ blob, ...file }) => {
      const key = newCID();
      if (blob) files.set(key, blob);
      return { ...file, key };
    });
    const message = {
      cid: newCID(),
      to,
      text,
      at: Date.now(),
      ...(attachments.length ? { attachments } : {}),
      ...(replyTo ? { replyTo } : {}),
    };
    // A message that is shown as waiting is stored, and survives the page. Without space on the
    // device, a text is only shown; files are refused.
    try {
      await this.keeper.keep(message, files);
    } catch (error) {
      if (attachments.length) throw error;
      this.messages.value = [...this.messages.peek(), message];
      throw error;
    }
    this.messages.value = [...this.messages.peek(), message];
    this.link.tell({ outbox: true });
    this.send();
  }

  /** The content of a file that waits. @param {string} key @returns {Promise<Blob | undefined>} */
  file(key) {
    return this.keeper.file(key);
  }

  /** Sends a refused message again. @param {string} cid */
  async retry(cid) {
    const message = this.messages.peek().find((one) => one.cid === cid);
    if (!message) return;
    await this.#replace({ ...message, failure: undefined, renewals: 0 });
    this.send();
  }

  /** @param {string} cid */
  async drop(cid) {
    const dropped = this.messages.peek().find((one) => one.cid === cid);
    this.messages.value = this.messages.peek().filter((one) => one.cid !== cid);
    this.#stop(cid);
    await this.keeper.drop(cid);
    this.link.tell({ outbox: true });
    for (const { id } of dropped?.attachments ?? []) if (id) this.wiring.discard(id);
  }

  /** A message was dropped, here or in another tab, or sent. @param {string} cid */
  #stop(cid) {
    this.#over.add(cid);
    this.#uploads.get(cid)?.abort();
  }

  /**
   * A message of the user has arrived in its room. If it equals the message in flight, they are the
   * same.
   *
   * @param {string} to
   * @param {import("../client/wire.d.ts").RoomMessage} message
   */
  settle(to, message) {
    const sent = this.messages.peek().find((one) => one.to === to && !one.failure);
    const ids = (/** @type {{id?: string}[]} */ list = []) => list.map(({ id }) => id).join();
    if (
      sent && sent.text === (message.text ?? "") &&
      (sent.replyTo ?? 0) === (message.replyTo ?? 0) &&
      ids(sent.attachments) === ids(message.attachments)
    ) {
      this.messages.value = this.messages.peek().filter((one) => one !== sent);
    }
  }

  /** Sends the waiting messages. Only the leading tab does. */
  async send() {
    clearTimeout(this.#again);
    if (!this.link.isLeader) return;
    try {
      const waiting = await this.keeper.outbox();
      const rooms = new Set(waiting.filter((one) => !one.failure).map(({ to }) => to));
      await Promise.all([...rooms].map((to) => this.#sendTo(to)));
    } catch (error) {
      // After a log-out there is nothing to send.
      if (!(error instanceof NotOurs)) throw error;
    }
  }

  /** Sends what waits for a conversation, in order. @param {string} to */
  async #sendTo(to) {
    const isRunning = this.#sending.has(to);
    this.#sending.set(to, true);
    if (isRunning) return;
    try {
      for (;;) {
        this.#sending.set(to, false);
        const waiting = (await this.keeper.outbox()).find((one) =>
          one.to === to && !one.failure && !this.#over.has(one.cid)
        );
        if (!this.link.isLeader) return;
        if (waiting) await this.#send(waiting);
        else if (!this.#sending.get(to)) return;
      }
    } catch (error) {
      // Without a connection, the message waits for the next one.
      if (!(error instanceof Lost)) throw error;
    } finally {
      this.#sending.delete(to);
    }
  }

  /** @param {Outgoing} message */
  async #send(message) {
    let uploaded = message;
    try {
      uploaded = await this.#upload(message);
      if (!uploaded) return;
      const { cid, to, text, replyTo } = message;
      const attachments = uploaded.attachments?.map(({ id }) => id);
      const { roomSent } = await this.link.call("roomSend", {
        to,
        text,
        ...(attachments ? { attachments } : {}),
        ...(replyTo ? { replyTo } : {}),
        cid,
      });
      // It is shown here until its event adds it to the room.
      const isHere = this.wiring.knows(to, roomSent.seq);
      this.messages.value = this.messages.peek().flatMap((one) =>
        one.cid !== cid ? [one] : isHere ? [] : [{ ...one, seq: roomSent.seq }]
      );
      await this.keeper.drop(cid);
      this.link.tell({ outbox: true });
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      if (error.temporary) return await pause(error.retryAfter ?? PAUSE);
      const { renewals = 0 } = uploaded;
      // The server deletes uploads that wait too long for their message.
      if (isExpired(error) && renewals < RENEWALS_MAX) {
        // Links and places are left out: they can only be made again beside the field.
        const attachments = uploaded.attachments.filter(({ kind }) => !isMade({ kind }))
          .map(({ id: _, ...file }) => file);
        return await this.#replace({ ...uploaded, attachments, renewals: renewals + 1 });
      }
      const isUpload = error instanceof UploadRefused;
      const failed = { ...uploaded, failure: this.wiring.explain(error, isUpload) };
      // The user decides whether it is sent without what it replied to.
      if (isAbout(error, "replyTo")) delete failed.replyTo;
      await this.#replace(failed);
    }
  }

  /**
   * Uploads the files of a message that are not uploaded yet.
   *
   * @param {Outgoing} message
   * @returns {Promise<Outgoing | undefined>} with their ids; undefined: it was dropped meanwhile
   */
  async #upload(message) {
    let current = message;
    for (const { key, id } of message.attachments ?? []) {
      if (id) continue;
      const control = new AbortController();
      this.#uploads.set(message.cid, control);
      try {
        const attachment = await this.#uploadFile(current, key, control.signal);
        if (!attachment) return undefined;
        const attachments = current.attachments.map((one) =>
          one.key === key ? { ...one, id: attachment.id } : one
        );
        current = { ...current, attachments };
      } finally {
        this.#uploads.delete(message.cid);
      }
      await this.#replace(current);
    }
    return current;
  }

  /**
   * @param {Outgoing} message
   * @param {string} key
   * @param {AbortSignal} signal
   */
  async #uploadFile({ cid, to, attachments }, key, signal) {
    const file = attachments.find((one) => one.key === key);
    const isDropped = () => this.#over.has(cid);
    const blob = await this.keeper.file(key);
    if (isDropped()) return undefined;
    // The browser has deleted it.
    if (!blob) throw new UploadRefused({ code: "NOT_FOUND", message: "" });
    try {
      const { attachment } = await this.wiring.upload(uploadPath(file), blob, {
        key,
        signal,
        onProgress: (part) => this.#setProgress(key, part),
      });
      this.#breaks = 0;
      if (isDropped()) {
        this.wiring.discard(attachment.id);
        return undefined;
      }
      await this.wiring.uploaded?.(to, attachment, blob);
      return attachment;
    } catch (error) {
      if (signal.aborted) return undefined;
      if (error instanceof Refused) throw new UploadRefused(error.error);
      // The server may be there again before the session is: both ways lead on.
      if (error instanceof Lost) {
        clearTimeout(this.#again);
        const wait = Math.min(PAUSE * 2 ** this.#breaks++, PAUSE_MAX);
        this.#again = setTimeout(() => this.send(), wait);
      }
      throw error;
    }
  }

  /** @param {string} key @param {number} part */
  #setProgress(key, part) {
    this.hear({ [key]: part });
    this.link.tell({ progress: { [key]: part } });
  }

  /** How far uploads are, in this tab or the leading one. @param {Record<string, number>} parts */
  hear(parts) {
    this.progress.value = new Map([...this.progress.peek(), ...Object.entries(parts)]);
  }

  /** Messages that are not sent, with their files, for when the storage is deleted. */
  async unsent() {
    const messages = this.messages.peek().filter(({ seq }) => seq === undefined);
    return await Promise.all(messages.map(async (message) => {
      const files = new Map();
      for (const { key } of message.attachments ?? []) {
        try {
          files.set(key, await this.keeper.file(key));
        } catch {
          // Another tab has cleared it: the message says so when it is sent.
        }
      }
      return { message, files };
    }));
  }

  /** @param {Outgoing} message */
  async #replace(message) {
    if (this.#over.has(message.cid)) return;
    this.messages.value = this.messages.peek().map((one) =>
      one.cid === message.cid ? message : one
    );
    await this.keeper.keep(message);
    this.link.tell({ outbox: true });
  }
}

/** A file was refused, not its message. */
class UploadRefused extends Refused {}

/** @param {Refused} error */
function isExpired(error) {
  return !(error instanceof UploadRefused) && isAbout(error, "attachments");
}

/** Whether something that a message names is not there. @param {Refused} error @param {string} field */
function isAbout(error, field) {
  return error.code === "NOT_FOUND" && error.field?.replace(/^.*\./, "") === field;
}

/** @param {number} milliseconds */
function pause(milliseconds) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
