// The challenge of the day, and the results of friends.

import { t } from "../../texts/index.js";
import { clock } from "../../view/format.js";
import { h, list } from "../../view/dom.js";
import { avatar, empty, nameOf, onward } from "../../view/parts.js";
import { address } from "../../view/router.js";
import { computed, signal, untracked } from "../../view/signal.js";
import { waiting } from "../reading.js";
import { top } from "./parts.js";
import { play } from "./play.js";
import { remote } from "./read.js";

/**
 * @typedef {import("./read.js").Scene} Scene
 * @typedef {import("../../client/wire.d.ts").WordDaily} WordDaily
 */

/** Messages after which the day may have another challenge, or this one has advanced. */
const CHANGES = /** @type {const} */ ([
  "wordDailyReady",
  "wordDailyShown",
  "wordPlayed",
  "wordSettingsChanged",
]);

/** @param {Scene["app"]} app */
export function readDaily(app) {
  return remote(app, "wordDailyRead", "wordDaily", CHANGES).shown;
}

/** @param {Scene} scene */
export function daily(scene) {
  const { app } = scene;
  const shown = readDaily(app);
  const isPlaying = signal(false);
  const hasBoard = computed(() => Boolean(shown.value && isOver(shown.value)));
  return [
    top(t("daily")),
    () => {
      if (isPlaying.value) {
        return untracked(() => play(scene, { daily: true }, () => isPlaying.value = false));
      }
      if (shown.value === undefined) return waiting(app);
      return shown.value
        ? standing(shown.value, isPlaying)
        : empty(t("noDaily"), onward(t("words"), "words"));
    },
    () => !isPlaying.value && hasBoard.value && untracked(() => board(shown)),
  ];
}

/** @param {WordDaily} daily */
export function isOver({ played = 0, count = 0 }) {
  return played >= count;
}

/** @param {WordDaily} daily @param {import("../../view/signal.js").Signal<boolean>} isPlaying */
function standing(daily, isPlaying) {
  const { played = 0, solved = 0, count = 0, nextAt } = daily;
  const isDone = isOver(daily);
  return h(
    "section.card.standing",
    { "aria-label": t("daily") },
    h("p.large", null, played ? t("solvedOf", { solved, count: isDone ? count : played }) : ""),
    h(
      "p",
      null,
      isDone ? t("dailyDone") : played ? t("dailyGoesOn", { played, count }) : t("dailyLead", {
        count,
      }),
    ),
    nextAt && h("p", null, t("nextAt", { time: clock(nextAt) })),
    !isDone && !nextAt && h(
      "button.primary.wide",
      { type: "button", onclick: () => isPlaying.value = true },
      t(played ? "goOn" : "begin"),
    ),
  );
}

/** @param {{readonly value: WordDaily}} shown */
function board(shown) {
  return [
    h("h2", null, t("friendsToday")),
    list(
      h("ul.rows", { "aria-label": t("friendsToday"), "aria-live": "polite" }),
      () => shown.value?.friends ?? [],
      ({ user }) => user.username,
      (entry, username) =>
        h(
          "li",
          null,
          h(
            "a.row.item",
            { href: address("words", "profile", username) },
            () => avatar(entry.value.user, "small"),
            h("span.grow", null, () => nameOf(entry.value.user)),
            h("span", null, () =>
              t("solvedOf", { solved: entry.value.solved ?? 0, count: shown.value?.count ?? 0 })),
          ),
        ),
    ),
    () => (shown.value?.friends ?? []).length === 0 && h("p.note", null, t("nobodyToday")),
  ];
}
