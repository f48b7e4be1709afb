// Language partners and the meetups with them.

import { newCID, Refused } from "../client/index.js";
import { t } from "../texts/index.js";
import { batch, signal } from "../view/signal.js";

/**
 * @typedef {import("../client/wire.d.ts").Partnership} Partnership
 * @typedef {import("../client/wire.d.ts").Speaker} Speaker
 * @typedef {import("../client/connection.js").Command} Command
 *
 * Stage of a meetup: nothing is proposed, the user has proposed, the partner has, both have agreed.
 * @typedef {"none" | "mine" | "theirs" | "agreed"} Stage
 */

/** The refusals of a change that came after the partner's change. */
const OVERTAKEN = new Set(["STALE", "CONFLICT", "NOT_MEMBER"]);

export class Partners {
  /**
   * The user's profile as a language partner; null: there is none; undefined: not read yet.
   *
   * @type {import("../view/signal.js").Signal<Speaker | null | undefined>}
   */
  me = signal(undefined);
  /** The newest first. @type {import("../view/signal.js").Signal<Partnership[]>} */
  list = signal([]);
  isLoaded = signal(false);
  /** Whether this server has language partners; true until a refusal says otherwise. */
  isOffered = signal(true);

  /** @param {import("../app.js").App} app */
  constructor(app) {
    this.app = app;
    app.world.listen((message) => {
      const changed = message.partnerMatched ?? message.meetupOffered ??
        message.meetupAccepted ?? message.meetupCleared ?? message.meetupExpired;
      if (changed) this.set(changed.partnership);
      if (message.partnerEnded) this.remove(message.partnerEnded.number);
    });
  }

  /** Reads the user's profile, and all partnerships. */
  async open() {
    try {
      const { speaker } = await this.app.link.call("speakerRead");
      const { partnerships } = await this.app.link.call("partnerList");
      batch(() => {
        this.me.value = speaker;
        // Events that arrived meanwhile are newer.
        const known = new Map(this.list.peek().map((one) => [one.number, one]));
        this.list.value = (partnerships.partnerships ?? []).map((one) =>
          newer(one, known.get(one.number))
        );
        this.isLoaded.value = true;
      });
    } catch (error) {
      // The next session tries again.
      if (!(error instanceof Refused)) return;
      if (error.code === "NOT_FOUND") this.#setNone();
      else if (error.code === "UNKNOWN_COMMAND") this.isOffered.value = false;
    }
  }

  /** Without a profile there are no partners. */
  #setNone() {
    batch(() => {
      this.me.value = null;
      this.list.value = [];
      this.isLoaded.value = true;
    });
  }

  /**
   * Creates or changes the user's profile.
   *
   * @param {Partial<Speaker>} fields
   * @returns {Promise<boolean>} false: refused, and said
   */
  async setMe(fields) {
    const answer = await this.app.act("speakerSet", fields);
    if (answer) this.me.value = answer.speaker;
    return answer !== undefined;
  }

  /** @returns {Promise<boolean>} false: refused, and said */
  async deleteMe() {
    const answer = await this.app.act("speakerDelete");
    if (answer) this.#setNone();
    return answer !== undefined;
  }

  /**
   * Makes another user the partner, at once.
   *
   * @param {string} [username] absent: a random one
   * @returns {Promise<Partnership | undefined>} undefined: refused, and said
   */
  async match(username) {
    const answer = await this.app.act("partnerMatch", { username });
    if (answer) this.set(answer.partnership);
    return answer?.partnership;
  }

  /** @param {number} number @returns {Promise<boolean>} */
  async end(number) {
    const answer = await this.app.act("partnerEnd", { number });
    if (answer) this.remove(number);
    return answer !== undefined;
  }

  /**
   * Changes a meetup.
   *
   * @param {"meetupOffer" | "meetupAccept" | "meetupClear"} name
   * @param {any} fields with the partnership's `number`
   * @returns {Promise<boolean>} false: the partner was faster, and the partnership was read again
   */
  async change(name, fields) {
    try {
      const { partnership } = await this.app.link.call(name, { ...fields, cid: newCID() });
      this.set(partnership);
      return true;
    } catch (error) {
      if (!(error instanceof Refused) || !OVERTAKEN.has(error.code)) throw error;
      await this.read(fields.number);
      return false;
    }
  }

  /** @param {number} number */
  async read(number) {
    const answer = await this.app.read("partnerRead", { number });
    if (answer) this.set(answer.partnership);
  }

  /** @param {Partnership} partnership */
  set(partnership) {
    const known = this.list.peek();
    const index = known.findIndex(({ number }) => number === partnership.number);
    if (index < 0) this.list.value = [partnership, ...known];
    // An answer and an event may arrive in either order: the newer state stays.
    else this.list.value = known.with(index, newer(partnership, known[index]));
  }

  /** @param {number} number */
  remove(number) {
    this.list.value = this.list.peek().filter((one) => one.number !== number);
  }

  /** The partner's profile. @param {Partnership} partnership @returns {Speaker} */
  otherOf({ first, second }) {
    return first.username === this.app.login.username ? second : first;
  }

  /** @param {Partnership} partnership @returns {Stage} */
  stageOf({ first, status }) {
    if (status === "SCHEDULED") return "agreed";
    if (status !== "PROPOSED_BY_FIRST" && status !== "PROPOSED_BY_SECOND") return "none";
    const isFirst = first.username === this.app.login.username;
    return (status === "PROPOSED_BY_FIRST") === isFirst ? "mine" : "theirs";
  }

  /** Number of proposals that wait for the user's answer. */
  get waiting() {
    return this.list.value.filter((one) => this.stageOf(one) === "theirs").length;
  }

  /**
   * @param {import("../client/wire.d.ts").ServerMessage} message
   * @returns {[string, string[]] | undefined}
   */
  news({ partnerMatched, meetupOffered, meetupAccepted, meetupCleared }) {
    const changed = meetupOffered ?? meetupAccepted ?? meetupCleared;
    if (changed?.by === this.app.login.username) return;
    const { partnership } = partnerMatched ?? changed;
    // The user who made the partnership knows already.
    if (partnerMatched && partnership.first.username === this.app.login.username) return;
    const name = this.otherOf(partnership).firstName;
    const key = partnerMatched
      ? "newsPartner"
      : meetupOffered
      ? "newsOffer"
      : meetupAccepted
      ? "newsAccepted"
      : "newsCleared";
    return [t(key, { name }), ["partners", String(partnership.number)]];
  }
}

/** @param {Partnership} one @param {Partnership | undefined} other @returns {Partnership} */
function newer(one, other) {
  return (other?.version ?? 0) > (one.version ?? 0) ? other : one;
}
