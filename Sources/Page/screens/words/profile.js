// The results of a user with words: of this user, or of a friend.

import { explain } from "../../explain.js";
import { t } from "../../texts/index.js";
import { date } from "../../view/format.js";
import { h } from "../../view/dom.js";
import { avatar, empty, nameOf } from "../../view/parts.js";
import { untracked } from "../../view/signal.js";
import { waiting } from "../reading.js";
import { gameName, top } from "./parts.js";
import { remote } from "./read.js";

/**
 * @typedef {import("./read.js").Scene} Scene
 * @typedef {import("../../client/wire.d.ts").WordProfile} WordProfile
 */

/** @param {Scene} scene @param {string} [username] absent: this user */
export function profile({ app }, username) {
  const { shown, refusal } = remote(
    app,
    "wordProfileRead",
    "wordProfile",
    ["wordPlayed", "wordFavouriteChanged"],
    () => ({ username }),
  );
  return [
    top(t("wordProfile")),
    () => {
      if (shown.value === undefined) return waiting(app);
      if (!shown.value) return empty(explain(refusal.value));
      const profile = shown.value;
      return untracked(() => about(profile));
    },
  ];
}

/** @param {WordProfile} profile */
function about(profile) {
  const { user, scores = [], createdAt } = profile;
  return [
    h(
      "div.word-face",
      null,
      avatar(user, "huge"),
      h("h2", null, nameOf(user)),
      createdAt && h("small", null, t("playsSince", { time: date(createdAt) })),
    ),
    h("dl.facts", null, [
      fact(t("rating"), profile.rating),
      fact(t("highScore"), profile.highScore),
      fact(t("streak"), profile.streakCount),
      fact(t("gamesPlayed"), profile.gamesCount),
      fact(t("favourites"), profile.favourites),
      fact(t("seenWords"), profile.seen),
    ]),
    h("h2", null, t("scores")),
    scores.length === 0 ? h("p.note", null, t("noScores")) : h(
      "ul.rows",
      { "aria-label": t("scores") },
      scores.map(({ game, played = 0, solved = 0, score = 0 }) =>
        h(
          "li.row.item",
          null,
          h(
            "span.grow",
            null,
            h("b.name", null, gameName(game)),
            h("span.preview", null, t("wonOf", { solved, played })),
          ),
          h("b", null, score),
        )
      ),
    ),
  ];
}

/** @param {string} name @param {number} [value] */
function fact(name, value = 0) {
  return h("div", null, h("dt", null, name), h("dd", null, value));
}
