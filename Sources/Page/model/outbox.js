// Messages that are not in their rooms yet. They are stored on the device and sent one after the
// other; each takes effect once.

import { Lost, newCID, Refused } from "../client/index.js";
import { NotOurs } from "../store/database.js";
import { signal } from "../view/signal.js";

/** The pause after a refusal without `retryAfter`, in milliseconds. */
const PAUSE = 2_000;

export class Outbox {
  /** In the order in which they were written. @type {import("../view/signal.js").Signal<import("../store/database.js").Outgoing[]>} */
  messages = signal([]);
  #isSending = false;
  /** Whether a message was added while others were being sent. */
  #isWanted = false;

  /**
   * @param {import("../store/database.js").Keeper} keeper
   * @param {import("../tabs/link.js").Link} link
   * @param {(error: Error) => string} explain turns a refusal into text
   * @param {(to: string, seq: number) => boolean} knows whether a message is in its room here
   */
  constructor(keeper, link, explain, knows) {
    this.keeper = keeper;
    this.link = link;
    this.explain = explain;
    this.knows = knows;
  }

  /** Reads the stored messages, and sends them if this tab leads. */
  async read() {
    this.messages.value = await this.keeper.outbox();
    this.send();
  }

  /**
   * @param {string} to
   * @param {string} text
   */
  async write(to, text) {
    const message = { cid: newCID(), to, text, at: Date.now() };
    // A message that is shown as waiting is stored, and survives the page. Without space on the
    // device, it is only shown.
    try {
      await this.keeper.keep(message);
    } finally {
      this.messages.value = [...this.messages.peek(), message];
    }
    this.link.tell({ outbox: true });
    this.send();
  }

  /** Sends a refused message again. @param {string} cid */
  async retry(cid) {
    const message = this.messages.peek().find((one) => one.cid === cid);
    if (!message) return;
    await this.#replace({ ...message, failure: undefined });
    this.send();
  }

  /** @param {string} cid */
  async drop(cid) {
    this.messages.value = this.messages.peek().filter((one) => one.cid !== cid);
    await this.keeper.drop(cid);
    this.link.tell({ outbox: true });
  }

  /**
   * A message of the user has arrived in its room. If its text equals that of the message in
   * flight, they are the same.
   *
   * @param {string} to
   * @param {import("../client/wire.d.ts").RoomMessage} message
   */
  settle(to, message) {
    const sent = this.messages.peek().find((one) => one.to === to && !one.failure);
    if (sent && sent.text === message.text) {
      this.messages.value = this.messages.peek().filter((one) => one !== sent);
    }
  }

  /** Sends the waiting messages. Only the leading tab does. */
  async send() {
    this.#isWanted = true;
    if (!this.link.isLeader || this.#isSending) return;
    this.#isSending = true;
    try {
      for (;;) {
        this.#isWanted = false;
        const waiting = (await this.keeper.outbox()).find((one) => !one.failure);
        if (!this.link.isLeader) return;
        if (waiting) await this.#send(waiting);
        else if (!this.#isWanted) return;
      }
    } catch (error) {
      // Without a connection, the message waits for the next one. After a log-out there is nothing
      // to send.
      if (!(error instanceof Lost || error instanceof NotOurs)) throw error;
    } finally {
      this.#isSending = false;
    }
  }

  /** @param {import("../store/database.js").Outgoing} message */
  async #send({ cid, to, text, at }) {
    try {
      const { roomSent } = await this.link.call("roomSend", { to, text, cid });
      // It is shown here until its event adds it to the room.
      const isHere = this.knows(to, roomSent.seq);
      this.messages.value = this.messages.peek().flatMap((one) =>
        one.cid !== cid ? [one] : isHere ? [] : [{ ...one, seq: roomSent.seq }]
      );
      await this.keeper.drop(cid);
      this.link.tell({ outbox: true });
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      if (error.temporary) await pause(error.retryAfter ?? PAUSE);
      else {await this.#replace({
          cid,
          to,
          text,
          at,
          failure: this.explain(error),
        });}
    }
  }

  /** @param {import("../store/database.js").Outgoing} message */
  async #replace(message) {
    this.messages.value = this.messages.peek().map((one) =>
      one.cid === message.cid ? message : one
    );
    await this.keeper.keep(message);
    this.link.tell({ outbox: true });
  }
}

/** @param {number} milliseconds */
function pause(milliseconds) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
