// The parts of the page: which of them this server offers, and which the user has hidden.

import { Refused } from "../client/index.js";
import { effect, signal, untracked } from "../view/signal.js";

/** The places of the navigation, in order. Those behind "more" are listed there. */
const BAR = /** @type {const} */ (["now", "chats", "map", "people", "more"]);
const BEHIND = /** @type {const} */ (["circle", "partners", "words", "events", "me"]);
/** Parts that a user may hide. */
export const OPTIONAL = /** @type {const} */ (["circle", "partners", "words", "events", "map"]);
/**
 * A read of each part that a server may refuse as unknown. `Words` reads its own.
 *
 * @type {Record<string, import("../client/connection.js").Command>}
 */
const READS = { map: "checkinRead", partners: "speakerRead", events: "teamProfileRead" };

/** Storage keys of the two lists. */
const HIDDEN_KEY = "hidden";
const ABSENT_KEY = "absent";

/** @typedef {typeof BAR[number] | typeof BEHIND[number]} Place */

export class Parts {
  /** Those that the user has hidden on this device. */
  hidden = signal(/** @type {readonly string[]} */ ([]));
  /**
   * Whether the server offers a part; true until a refusal says otherwise.
   *
   * @type {Record<string, import("../view/signal.js").Signal<boolean>>}
   */
  offered;

  /** @param {import("../app.js").App} app */
  constructor(app) {
    this.app = app;
    this.offered = {
      map: app.places.isOffered,
      partners: app.partners.isOffered,
      words: app.words.isOffered,
      events: signal(true),
    };
  }

  /** Reads the stored lists, and asks the server once, when there is a connection. */
  async open() {
    const { keeper, isOnline } = this.app;
    this.hidden.value = await keeper.get(HIDDEN_KEY) ?? [];
    const absent = await keeper.get(ABSENT_KEY) ?? [];
    for (const [name, isOffered] of Object.entries(this.offered)) {
      if (absent.includes(name)) isOffered.value = false;
    }
    effect(() => {
      const now = Object.keys(this.offered).filter((name) => !this.isOffered(name));
      keeper.set(ABSENT_KEY, now).catch(() => {});
    });
    let isAsked = false;
    effect(() => {
      if (!isOnline.value || isAsked) return;
      isAsked = true;
      untracked(() => this.ask());
    });
  }

  /** Asks the server which parts it offers. */
  async ask() {
    await Promise.all(
      Object.entries(READS).map(async ([name, command]) => {
        try {
          await this.app.link.call(command);
          this.offered[name].value = true;
        } catch (error) {
          // Another refusal, such as that of a profile which does not exist, comes from the part.
          if (!(error instanceof Refused) || error.temporary) return;
          this.offered[name].value = error.code !== "UNKNOWN_COMMAND";
        }
      }),
    );
  }

  /** @param {string} name */
  isOffered(name) {
    return this.offered[name]?.value ?? true;
  }

  /** Whether the navigation has it. @param {string} name */
  isShown(name) {
    return this.isOffered(name) && !this.hidden.value.includes(name);
  }

  /** The places of the navigation. */
  get bar() {
    return BAR.filter((name) => this.isShown(name));
  }

  /** The places behind "more". */
  get behind() {
    return BEHIND.filter((name) => this.isShown(name));
  }

  /** The place of the navigation that leads to a screen. @param {string} name @returns {string} */
  placeOf(name) {
    return this.bar.some((one) => one === name) ? name : "more";
  }

  /**
   * Shows or hides a part, in all tabs.
   *
   * @param {string} name
   * @param {boolean} isShown
   */
  show(name, isShown) {
    const others = this.hidden.peek().filter((one) => one !== name);
    this.hidden.value = isShown ? others : [...others, name];
    this.app.keeper.set(HIDDEN_KEY, this.hidden.peek()).catch(() => {});
    this.app.link.tell({ hidden: this.hidden.peek() });
  }
}
