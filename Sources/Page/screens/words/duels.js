// Duels: two friends play the same rounds.

import { isOpen, isPlayed } from "../../model/words.js";
import { t } from "../../texts/index.js";
import { announce } from "../../view/dialog.js";
import { ago, left } from "../../view/format.js";
import { h, list } from "../../view/dom.js";
import { avatar, empty, nameOf, onward } from "../../view/parts.js";
import { address } from "../../view/router.js";
import { computed, onEnd, signal, untracked } from "../../view/signal.js";
import { waiting } from "../reading.js";
import { top } from "./parts.js";
import { play } from "./play.js";

/**
 * @typedef {import("./read.js").Scene} Scene
 * @typedef {import("../../client/wire.d.ts").WordDuel} WordDuel
 */

/** @param {Scene["app"]} app @param {() => string[]} words */
export function duelRows(app, words) {
  return list(
    h("ul.rows", { "aria-label": t("duels") }),
    () => app.words.duels.value ?? [],
    ({ number }) => String(number),
    (entry, number) =>
      h(
        "li",
        null,
        h(
          "a.row.item",
          {
            href: address("words", "duels", number),
            "aria-current": () => words()[0] === "duels" && words()[1] === number ? "true" : null,
          },
          () => avatar(entry.value.with, "small"),
          h(
            "span.grow",
            null,
            () => nameOf(entry.value.with),
            h("span.preview", null, () => stateOf(app, entry.value)),
          ),
        ),
      ),
  );
}

/** @type {Record<string, import("../../texts/index.js").Text>} */
const OUTCOMES = {
  WORD_DUEL_WON: "duelWon",
  WORD_DUEL_LOST: "duelLost",
  WORD_DUEL_EVEN: "duelEven",
  WORD_DUEL_CALLED_OFF: "duelCalledOff",
};

/** @param {Scene["app"]} app @param {WordDuel} duel */
export function stateOf(app, duel) {
  if (!isOpen(duel)) return t(OUTCOMES[duel.outcome]);
  const time = left(duel.until, app.now);
  return isPlayed(duel)
    ? t("duelWaits", { time })
    : t("duelOpen", { played: duel.played ?? 0, count: duel.count ?? 0, time });
}

/** @param {Scene} scene @param {number} number */
export function duel(scene, number) {
  const { app } = scene;
  const shown = computed(() => app.words.duels.value?.find((one) => one.number === number));
  const isPlaying = signal(false);
  // The toast about the duel is for other screens.
  onEnd(app.world.listen((message) => {
    if (message.wordDuelEnded?.number === number) tell(app, message);
  }));
  return [
    top(() => shown.value ? t("duelWith", { name: shown.value.with.displayName }) : t("duels")),
    () => {
      if (isPlaying.value) {
        return untracked(() => play(scene, { duel: number }, () => isPlaying.value = false));
      }
      if (!app.words.duels.value) return waiting(app);
      return shown.value
        ? standing(app, shown.value, isPlaying)
        : empty(t("noSuchDuel"), onward(t("words"), "words"));
    },
  ];
}

/** @param {Scene["app"]} app @param {import("../../client/wire.d.ts").ServerMessage} message */
function tell(app, message) {
  const [text] = app.words.news(message) ?? [];
  if (text) announce(text);
}

/**
 * @param {Scene["app"]} app
 * @param {WordDuel} duel
 * @param {import("../../view/signal.js").Signal<boolean>} isPlaying
 */
function standing(app, duel, isPlaying) {
  const { count = 0, played = 0, solved = 0, until } = duel;
  const isOver = !isOpen(duel);
  return h(
    "section.card.standing",
    { "aria-label": t("duels") },
    h("p.large", null, isOver ? t(OUTCOMES[duel.outcome]) : stateOf(app, duel)),
    h(
      "dl.versus",
      null,
      score(app.world.me.value ?? app.world.profile(app.login.username), solved, count),
      isOver && score(duel.with, duel.theirSolved ?? 0, count),
    ),
    isOver
      ? h("small", null, ago(until, app.now))
      : isPlayed(duel)
      ? h("p", null, t("duelWaitsHint", { name: duel.with.displayName }))
      : h(
        "button.primary.wide",
        { type: "button", onclick: () => isPlaying.value = true },
        t(played ? "goOn" : "begin"),
      ),
  );
}

/** @param {import("../../client/wire.d.ts").UserProfile} user @param {number} solved @param {number} count */
function score(user, solved, count) {
  return h(
    "div",
    null,
    h("dt", null, avatar(user, "large"), nameOf(user)),
    h("dd", null, t("solvedOf", { solved, count })),
  );
}
