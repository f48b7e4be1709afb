// The meaning and the sound of a word, and actions on it.

import { newCID, Refused, upload } from "../../client/index.js";
import { categoryName } from "../../texts/categories.js";
import { t } from "../../texts/index.js";
import { explain } from "../../explain.js";
import { announce } from "../../view/dialog.js";
import { h, icon } from "../../view/dom.js";
import { icons } from "../../view/icons.js";
import { empty } from "../../view/parts.js";
import { computed, signal, untracked } from "../../view/signal.js";
import { doing, waiting } from "../reading.js";
import { inLanguage, listen, top, wordLink } from "./parts.js";
import { hasGame, remote } from "./read.js";
import { recorder } from "./recorder.js";
import { shareDialog } from "./share.js";

/**
 * @typedef {import("./read.js").Scene} Scene
 * @typedef {import("../../client/wire.d.ts").WordEntry} WordEntry
 * @typedef {import("../../client/wire.d.ts").WordSense} WordSense
 * @typedef {import("../../client/wire.d.ts").WordDrawn} WordDrawn
 */

const FREQUENCY_MAX = 7;

/** Draws a random word, which counts as seen. @param {Scene} scene */
export function drawn(scene) {
  const { app } = scene;
  const shown = signal(/** @type {WordDrawn | undefined} */ (undefined));
  const refusal = signal("");
  const draw = async () => {
    try {
      shown.value = (await app.link.call("wordDraw", { cid: newCID() })).wordDrawn;
      announce(shown.peek().entry.word);
    } catch (error) {
      const isMissing = error instanceof Refused && error.code === "NOT_FOUND";
      shown.value = undefined;
      refusal.value = isMissing ? t("noWordNow") : explain(error);
    }
  };
  draw();
  return [
    top(t("someWord")),
    () => {
      if (!shown.value) return refusal.value ? empty(refusal.value) : waiting(app);
      const { entry, seen } = shown.value;
      return untracked(() => [
        h(
          "div.row.word-head",
          null,
          h("h2.grow", null, inLanguage(entry.word, entry.language)),
          actions(scene, entry),
        ),
        about(scene, entry),
        h("small", null, t("seenTimes", { count: seen })),
      ]);
    },
    doing(app, t("anotherWord"), draw, "primary"),
  ];
}

/** @param {Scene} scene @param {string} word */
export function entry(scene, word) {
  const { shown, refusal } = remote(
    scene.app,
    "wordRead",
    "wordEntry",
    ["wordSettingsChanged"],
    () => ({ word }),
  );
  // The element stays when the entry is read again.
  const known = computed(() => shown.value && JSON.stringify(shown.value));
  return () => {
    if (known.value) {
      const entry = shown.peek();
      return untracked(() => [
        top(inLanguage(entry.word, entry.language), actions(scene, entry)),
        about(scene, entry),
      ]);
    }
    if (shown.value === undefined) return [top(word), waiting(scene.app)];
    const { code } = refusal.value;
    return [top(word), empty(code === "NOT_FOUND" ? t("noSuchWord") : explain(refusal.value))];
  };
}

/** @param {Scene} scene @param {WordEntry} entry */
function actions(scene, { word, language }) {
  const { app } = scene;
  return [
    () => hasGame(scene, language, "SPELL") && hearing(app, word, language),
    favouriteButton(scene, word, language),
    h("button.round", {
      type: "button",
      "aria-label": t("shareWord", { word }),
      disabled: () => !app.isOnline.value,
      onclick: () => shareDialog(app, word, language),
    }, icon(icons.send)),
  ];
}

/** @param {Scene} scene @param {WordEntry} entry */
function about(scene, entry) {
  const { word, language, senses = [], ipa } = entry;
  return [
    h(
      "p.row.word-facts",
      null,
      ipa && h("span.ipa", { dir: "ltr", lang: `${language}-fonipa` }, `/${ipa}/`),
      frequency(entry),
      entry.level && h("small", null, t("ofLevel", { level: entry.level })),
    ),
    h("ol.senses", null, senses.map((sense) => senseOf(sense, language))),
    () => hasGame(scene, language, "SPEAK") && untracked(() => speaking(scene.app, word, language)),
  ];
}

/** @param {Scene["app"]} app @param {string} word @param {string} language */
function hearing(app, word, language) {
  return untracked(() =>
    listen(app, "wordAudio", { word, language }, { label: t("hearWord", { word }) })
  );
}

/** @param {WordEntry} entry */
function frequency({ frequency: often }) {
  if (!often) return null;
  return h(
    "span.frequency",
    { role: "img", "aria-label": t("frequency", { often, most: FREQUENCY_MAX }) },
    Array.from(
      { length: FREQUENCY_MAX },
      (_, index) => h("i", { class: index < often ? "on" : "" }),
    ),
  );
}

/** @param {WordSense} sense @param {string} language */
function senseOf({ part, category, definition, examples = [], synonyms = [] }, language) {
  return h(
    "li",
    null,
    h(
      "small",
      null,
      [part && t(/** @type {any} */ (`part.${part}`)), categoryName(category)].filter(Boolean)
        .join(" · "),
    ),
    h("p", { lang: language, dir: "auto" }, definition),
    examples.length > 0 &&
      h(
        "ul.examples",
        { "aria-label": t("examples") },
        examples.map((example) => h("li", { lang: language, dir: "auto" }, h("q", null, example))),
      ),
    synonyms.length > 0 &&
      h(
        "p.synonyms",
        null,
        h("small", null, `${t("synonyms")} `),
        synonyms.map((word, index) => [index > 0 && ", ", wordLink(word, language)]),
      ),
  );
}

/** @param {Scene} scene @param {string} word @param {string} language */
export function favouriteButton({ app, favourites }, word, language) {
  return h("button.round.favourite", {
    type: "button",
    "aria-label": t("favouriteWord", { word }),
    "aria-pressed": () => String(favourites.has(word)),
    disabled: () => !app.isOnline.value || favourites.words.value === undefined,
    onclick: () => favourites.set(word, language, !untracked(() => favourites.has(word))),
  }, icon(icons.heart));
}

/** @param {Scene["app"]} app @param {string} word @param {string} language */
function speaking(app, word, language) {
  const spoken = signal(
    /** @type {import("../../client/wire.d.ts").WordSpoken | undefined} */ (undefined),
  );
  const send = async (/** @type {Blob} */ wave) => {
    spoken.value = undefined;
    const path = `/v1/words/${encodeURIComponent(word)}/speech?language=${language}`;
    try {
      spoken.value = (await upload(path, wave, app.login.token)).wordSpoken;
    } catch (error) {
      const isUnknown = error instanceof Refused && error.field === "word";
      throw isUnknown ? new Error(t("cannotJudge")) : error;
    }
  };
  return h(
    "section.card.speaking",
    { "aria-label": t("speaking") },
    h("p", null, t("sayWord")),
    recorder(app, t("sayIt"), send),
    h("p", { role: "status" }, () => {
      if (!spoken.value) return null;
      const { right, score = 0, progress: { best = 0 } = {} } = spoken.value;
      return [
        h("b", { class: right ? "good" : "error" }, t(right ? "understood" : "notUnderstood")),
        " ",
        t("spokenScore", { score, best }),
      ];
    }),
  );
}
