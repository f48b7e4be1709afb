// Duels with friends, whether this server has words, and news of words for a user who looks at
// another screen.

import { Refused } from "../client/index.js";
import { t } from "../texts/index.js";
import { effect, signal, untracked } from "../view/signal.js";

/**
 * @typedef {import("../client/wire.d.ts").WordDuel} WordDuel
 * @typedef {import("../client/wire.d.ts").ServerMessage} ServerMessage
 */

export class Words {
  /** Whether this server has words; true until a refusal says otherwise. */
  isOffered = signal(true);
  /**
   * Languages that have words; undefined: not read yet.
   *
   * @type {import("../view/signal.js").Signal<import("../client/wire.d.ts").WordLanguage[] | undefined>}
   */
  languages = signal(undefined);
  /**
   * The newest duels, newest first; undefined: not read yet.
   *
   * @type {import("../view/signal.js").Signal<WordDuel[] | undefined>}
   */
  duels = signal(undefined);

  /** @param {import("../app.js").App} app */
  constructor(app) {
    this.app = app;
    app.world.listen(({ wordDuelOpened, wordDuelEnded, wordPlayed }) => {
      const changed = wordDuelOpened ?? wordDuelEnded;
      if (changed) this.set(changed);
      if (wordPlayed?.contest?.duel) this.readDuels();
    });
    effect(() => {
      app.sessions.value;
      if (app.isOnline.value) untracked(() => this.read());
    });
  }

  async read() {
    try {
      const { wordLanguages } = await this.app.link.call("wordLanguageList");
      this.languages.value = wordLanguages.languages ?? [];
      this.isOffered.value = this.languages.peek().length > 0;
      if (this.isOffered.peek()) await this.readDuels();
    } catch (error) {
      // The next session tries again.
      if (error instanceof Refused && error.code === "UNKNOWN_COMMAND") {
        this.isOffered.value = false;
      }
    }
  }

  async readDuels() {
    const answer = await this.app.link.call("wordDuelList").catch(() => {});
    if (answer) this.duels.value = answer.wordDuels.duels ?? [];
  }

  /** @param {WordDuel} duel */
  set(duel) {
    const known = this.duels.peek() ?? [];
    const isKnown = known.some(({ number }) => number === duel.number);
    this.duels.value = isKnown
      ? known.map((one) => one.number === duel.number ? duel : one)
      : [duel, ...known];
  }

  /** Duels in which it is the user's turn. */
  get waiting() {
    return (this.duels.value ?? []).filter((duel) => isOpen(duel) && !isPlayed(duel));
  }

  /**
   * @param {ServerMessage} message
   * @returns {[string, string[]] | undefined} the text, and the screen that it leads to
   */
  news({ wordDuelOpened, wordDuelEnded, wordDailyReady, wordDailyShown }) {
    const duel = wordDuelOpened ?? wordDuelEnded;
    if (duel) {
      const key = wordDuelOpened ? "newsDuel" : NEWS_OF_END[duel.outcome];
      const values = { name: duel.with.displayName };
      return key && [t(key, values), ["words", "duels", String(duel.number)]];
    }
    if (wordDailyReady) return [t("newsDaily"), ["words", "daily"]];
    if (wordDailyShown) {
      const { user, solved = 0 } = wordDailyShown.friend;
      return [t("newsDailyFriend", { name: user.displayName, count: solved }), ["words", "daily"]];
    }
  }
}

/** @type {Record<string, import("../texts/index.js").Text>} */
const NEWS_OF_END = {
  WORD_DUEL_WON: "newsDuelWon",
  WORD_DUEL_LOST: "newsDuelLost",
  WORD_DUEL_EVEN: "newsDuelEven",
  WORD_DUEL_CALLED_OFF: "newsDuelCalledOff",
};

/** Whether the duel is open. @param {WordDuel} duel */
export function isOpen({ outcome }) {
  return !outcome || outcome === "WORD_DUEL_OPEN";
}

/** Whether the user has played all of its rounds. @param {WordDuel} duel */
export function isPlayed({ played = 0, count = 0 }) {
  return played >= count;
}
