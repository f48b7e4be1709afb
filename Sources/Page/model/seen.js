// Which of the cards beside the board are new to the user: those with something on them that was not
// there when the user last looked.

import { signal } from "../view/signal.js";
import { boardOf } from "./board.js";

/** @typedef {import("./board.js").Shared} Shared */

/** Storage key of what was looked at on this device. */
const KEY = "seen";

export class Seen {
  /** @type {import("../view/signal.js").Signal<Set<string>>} */
  #seen = signal(new Set());

  /** @param {import("../app.js").App} app */
  constructor(app) {
    this.app = app;
  }

  async start() {
    this.hear(await this.app.keeper.get(KEY) ?? []);
  }

  get #cards() {
    return boardOf(this.app.world.current, this.app.plans.list.value);
  }

  /** Number of cards with something new. */
  get count() {
    return this.#cards.filter((card) =>
      this.#newsOf(card).some((one) => !this.#seen.value.has(one))
    ).length;
  }

  /** The user looks at all of them. */
  look() {
    const news = this.#cards.flatMap((card) => this.#newsOf(card));
    this.hear(news);
    this.app.keeper.set(KEY, news).catch(() => {});
    this.app.link?.tell({ looked: news });
  }

  /** Another tab shows them. @param {string[]} news */
  hear(news) {
    this.#seen.value = new Set(news);
  }

  /** What on a card may be new to its user. @param {Shared} card */
  #newsOf({ matches, plan }) {
    const news = matches.map(({ activity, with: { username }, since }) =>
      `${activity} ${username} ${since}`
    );
    if (!plan || this.app.plans.isOwn(plan)) return news;
    const { plan: number, at, place, note, cancelled } = plan;
    return [...news, JSON.stringify([number, at, place, note, cancelled])];
  }
}
