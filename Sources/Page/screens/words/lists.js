// Lists of the user's words: favourites, words seen, and results of speaking.

import { t } from "../../texts/index.js";
import { ago } from "../../view/format.js";
import { h, list } from "../../view/dom.js";
import { empty, onward } from "../../view/parts.js";
import { address } from "../../view/router.js";
import { untracked } from "../../view/signal.js";
import { more, waiting } from "../reading.js";
import { favouriteButton } from "./entry.js";
import { inLanguage, top } from "./parts.js";
import { languageOf, pages } from "./read.js";

/** @typedef {import("./read.js").Scene} Scene */

/** @param {Scene} scene */
export function favourites(scene) {
  const { words } = scene.favourites;
  return [
    top(t("favourites")),
    list(
      h("ul.rows", { "aria-label": t("favourites") }),
      () => words.value ?? [],
      (word) => word,
      (_, word) => {
        const { language } = untracked(() => languageOf(scene));
        return h(
          "li.row.item",
          null,
          link(word, language, ""),
          favouriteButton(scene, word, language),
        );
      },
    ),
    () => {
      if (!words.value) return waiting(scene.app);
      return words.value.length === 0 &&
        empty(t("noFavourites"), onward(t("someWord"), "words", "word"));
    },
  ];
}

/** @param {string} word @param {string} language @param {import("../../view/dom.js").Content} more */
function link(word, language, more) {
  return h(
    "a.grow.row.item",
    { href: address("words", "word", word) },
    h("span.grow.name", null, inLanguage(word, language)),
    more,
  );
}

/** @param {Scene} scene */
export function seen({ app }) {
  const found = pages(
    app,
    "wordSeenList",
    ({ wordSeenPage }) => ({ entries: wordSeenPage.words ?? [], next: wordSeenPage.next }),
  );
  return [
    top(t("seenWords")),
    list(
      h("ul.rows", { "aria-label": t("seenWords") }),
      () => found.entries.value ?? [],
      ({ word }) => word,
      (entry, word) =>
        h(
          "li",
          null,
          link(
            word,
            entry.value.language,
            h("small", null, () => t("times", { count: entry.value.count ?? 0 })),
          ),
        ),
    ),
    () => {
      if (!found.entries.value) return waiting(app);
      return found.entries.value.length === 0 &&
        empty(t("noSeenWords"), onward(t("someWord"), "words", "word"));
    },
    more(app, found),
  ];
}

/** @param {Scene} scene */
export function spoken({ app }) {
  const found = pages(
    app,
    "wordSpeechList",
    ({ wordSpeechPage }) => ({ entries: wordSpeechPage.words ?? [], next: wordSpeechPage.next }),
  );
  return [
    top(t("speaking")),
    list(
      h("ul.rows", { "aria-label": t("speaking") }),
      () => found.entries.value ?? [],
      ({ word }) => word,
      (entry, word) =>
        h(
          "li",
          null,
          h(
            "a.row.item",
            { href: address("words", "word", word) },
            h(
              "span.grow",
              null,
              h("span.name", null, inLanguage(word, entry.value.language)),
              h("span.preview", null, () => {
                const { tries = 0, right = 0, at } = entry.value;
                return `${t("rightOfTries", { right, tries })} · ${ago(at, app.now)}`;
              }),
            ),
            h("span", null, () => t("bestScore", { score: entry.value.best ?? 0 })),
          ),
        ),
    ),
    () => {
      if (!found.entries.value) return waiting(app);
      return found.entries.value.length === 0 &&
        empty(t("noSpokenWords"), onward(t("someWord"), "words", "word"));
    },
    more(app, found),
  ];
}
