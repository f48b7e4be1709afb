// Language partners and the meetups with them.

import { signal } from "../view/signal.js";
import { t } from "../texts/index.js";

/**
 * @typedef {import("../client/wire.d.ts").Partnership} Partnership
 * @typedef {import("../client/wire.d.ts").Speaker} Speaker
 */

export class Partners {
  /** My profile as a language partner; null: there is none; undefined: not read yet. @type {import("../view/signal.js").Signal<Speaker | null | undefined>} */
  me = signal(undefined);
  /** The newest first. @type {import("../view/signal.js").Signal<Partnership[]>} */
  list = signal([]);

  /** @param {import("../app.js").App} app */
  constructor(app) {
    this.app = app;
    app.world.listen((message) => {
      const changed = message.partnerMatched ?? message.meetupOffered ??
        message.meetupAccepted ??
        message.meetupCleared ?? message.meetupExpired;
      if (changed) this.set(changed.partnership);
      if (message.partnerEnded) this.remove(message.partnerEnded.number);
    });
  }

  async open() {
    const answer = await this.app.link.call("speakerRead").catch(
      () => /** @type {any} */ (undefined),
    );
    this.me.value = answer?.speaker ?? null;
    if (!this.me.peek()) return;
    const list = await this.app.read("partnerList");
    if (list) this.list.value = list.partnerships.partnerships ?? [];
  }

  /** @param {Partnership} partnership */
  set(partnership) {
    const known = this.list.peek();
    const index = known.findIndex(({ number }) => number === partnership.number);
    if (index < 0) this.list.value = [partnership, ...known];
    // An answer and an event may come in either order: the newer state stays.
    else if ((known[index].version ?? 0) <= (partnership.version ?? 0)) {
      this.list.value = known.with(index, partnership);
    }
  }

  /** @param {number} number */
  remove(number) {
    this.list.value = this.list.peek().filter((one) => one.number !== number);
  }

  /** The other one. @param {Partnership} partnership @returns {Speaker} */
  otherOf({ first, second }) {
    return first.username === this.app.login.username ? second : first;
  }

  /**
   * @param {import("../client/wire.d.ts").ServerMessage} message
   * @returns {[string, string[]] | undefined}
   */
  news({ partnerMatched, meetupOffered, meetupAccepted, meetupCleared }) {
    const changed = meetupOffered ?? meetupAccepted ?? meetupCleared;
    if (changed?.by === this.app.login.username) return;
    const { partnership } = partnerMatched ?? changed;
    // Who made the partnership knows.
    if (
      partnerMatched && partnership.first.username === this.app.login.username
    ) return;
    const { firstName } = this.otherOf(partnership);
    const key = partnerMatched
      ? "newsPartner"
      : meetupOffered
      ? "newsOffer"
      : meetupAccepted
      ? "newsAccepted"
      : "newsCleared";
    return [t(key, { name: firstName }), [
      "partners",
      String(partnership.number),
    ]];
  }
}
