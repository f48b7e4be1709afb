// Words: search, games, the challenge of the day, duels, and the open part.

import { WORD_FIND_PREFIX_MAX } from "../client/lengths.js";
import { t } from "../texts/index.js";
import { h, icon, list } from "../view/dom.js";
import { icons } from "../view/icons.js";
import { empty, form, heading, onward } from "../view/parts.js";
import { address, go } from "../view/router.js";
import { computed, signal, untracked } from "../view/signal.js";
import { more } from "./reading.js";
import { daily, isOver, readDaily } from "./words/daily.js";
import { duel, duelRows } from "./words/duels.js";
import { drawn, entry } from "./words/entry.js";
import { favourites, seen, spoken } from "./words/lists.js";
import { gameName, GAMES, inLanguage, top } from "./words/parts.js";
import { play } from "./words/play.js";
import { profile } from "./words/profile.js";
import { languageOf, pages, scene } from "./words/read.js";
import { settings } from "./words/settings.js";

/**
 * @typedef {import("../app.js").App} App
 * @typedef {import("./words/read.js").Scene} Scene
 */

/** How long the user must pause typing before words are searched, in milliseconds. */
const SEARCH_PAUSE = 250;

/**
 * @param {App} app
 * @param {() => string[]} words
 */
export function words(app, words) {
  const open = computed(() => words().join("/"));
  const here = scene(app);
  const { isOffered } = app.words;
  return h(
    "section.panes.words",
    { class: () => open.value && isOffered.value ? "has-detail" : "" },
    h(
      "div.pane.list-pane",
      null,
      () =>
        isOffered.value
          ? untracked(() => overview(here, words))
          : [heading(t("words")), empty(t("noWordsHere"), onward(t("toBoard"), "now"))],
    ),
    h(
      "div.pane.detail-pane",
      null,
      () => {
        if (!isOffered.value) return null;
        if (!open.value) return empty(t("pickWords"));
        return untracked(() => h("div.word-pane.scrolls", null, detail(here, words())));
      },
    ),
  );
}

/** @param {Scene} scene @param {string[]} words */
function detail(scene, [first, second]) {
  switch (first) {
    case "word":
      return second ? entry(scene, second) : drawn(scene);
    case "play":
      return second in GAMES
        ? [top(gameName(GAMES[second])), play(scene, { game: GAMES[second] })]
        : empty(t("pickWords"));
    case "daily":
      return daily(scene);
    case "duels":
      return duel(scene, Number(second));
    case "favourites":
      return favourites(scene);
    case "seen":
      return seen(scene);
    case "spoken":
      return spoken(scene);
    case "profile":
      return profile(scene, second);
    case "settings":
      return settings(scene);
    default:
      return empty(t("pickWords"));
  }
}

/** @param {Scene} scene @param {() => string[]} words */
function overview(scene, words) {
  const prefix = signal("");
  const isSearching = computed(() => prefix.value !== "");
  return [
    heading(
      t("words"),
      h("a.button", { href: address("words", "word") }, t("someWord")),
    ),
    searchForm(prefix),
    h(
      "div.scrolls",
      null,
      () =>
        isSearching.value
          ? untracked(() => found(scene, prefix, words))
          : untracked(() => places(scene, words)),
    ),
  ];
}

/** @param {import("../view/signal.js").Signal<string>} prefix */
function searchForm(prefix) {
  /** @type {any} */
  let timer;
  return form(
    { role: "search", class: "row look-up" },
    ({ word }) => {
      if (word.trim()) go("words", "word", word.trim());
      return Promise.resolve();
    },
    h("input.grow", {
      type: "search",
      name: "word",
      maxlength: WORD_FIND_PREFIX_MAX,
      autocapitalize: "none",
      autocomplete: "off",
      spellcheck: "false",
      dir: "auto",
      "aria-label": t("lookUpWord"),
      placeholder: t("lookUpWord"),
      oninput: (/** @type {any} */ event) => {
        const text = event.target.value.trim();
        clearTimeout(timer);
        if (!text) prefix.value = "";
        else timer = setTimeout(() => prefix.value = text, SEARCH_PAUSE);
      },
    }),
    h("button", { type: "submit", "aria-label": t("find") }, icon(icons.search)),
  );
}

/**
 * @param {Scene} scene
 * @param {import("../view/signal.js").Signal<string>} prefix
 * @param {() => string[]} words
 */
function found(scene, prefix, words) {
  const { app } = scene;
  const all = pages(
    app,
    "wordFind",
    ({ wordList }) => ({ entries: wordList.words ?? [], next: wordList.next }),
    () => ({ prefix: prefix.value }),
  );
  return [
    list(
      h("ul.rows", { "aria-label": t("wordsFound") }),
      () => all.entries.value ?? [],
      (word) => word,
      (_, word) =>
        row(words, ["word", word], inLanguage(word, untracked(() => languageOf(scene).language))),
    ),
    h(
      "p.note",
      { role: "status" },
      () => all.entries.value?.length === 0 ? t("nothingFound") : "",
    ),
    more(app, all),
  ];
}

/**
 * @param {() => string[]} words
 * @param {string[]} place
 * @param {import("../view/dom.js").Content} name
 * @param {import("../view/dom.js").Content} [hint]
 * @param {string} [shape] of an icon
 */
function row(words, place, name, hint, shape) {
  return h(
    "li",
    null,
    h(
      "a.row.item",
      {
        href: address("words", ...place),
        "aria-current": () => words().join("/") === place.join("/") ? "true" : null,
      },
      shape && icon(shape),
      h("span.grow", null, h("b.name", null, name), hint && h("span.preview", null, hint)),
    ),
  );
}

/** @param {Scene} scene @param {() => string[]} words */
function places(scene, words) {
  const { app } = scene;
  const today = readDaily(app);
  const games = computed(() => (languageOf(scene).games ?? []).join());
  return [
    h(
      "ul.rows",
      { "aria-label": t("daily") },
      row(words, ["daily"], t("daily"), () => dailyHint(today.value), icons.clock),
    ),
    h("h2", null, t("games")),
    h(
      "ul.rows",
      { "aria-label": t("games") },
      () =>
        Object.entries(GAMES).filter(([, game]) => games.value.split(",").includes(game)).map((
          [place, game],
        ) =>
          row(words, ["play", place], gameName(game), t(/** @type {any} */ (`question.${game}`)))
        ),
    ),
    h("h2", null, t("duels")),
    duelRows(app, words),
    () => app.words.duels.value?.length === 0 && h("p.note", null, t("noDuels")),
    h("h2", null, t("myWords")),
    h(
      "ul.rows",
      { "aria-label": t("myWords") },
      row(words, ["favourites"], t("favourites"), null, icons.heart),
      row(words, ["seen"], t("seenWords"), null, icons.eye),
      () =>
        games.value.includes("SPEAK") &&
        row(words, ["spoken"], t("speaking"), null, icons.microphone),
      row(words, ["profile"], t("wordProfile"), null, icons.me),
      row(words, ["settings"], t("wordSettings"), null, icons.edit),
    ),
  ];
}

/** @param {import("../client/wire.d.ts").WordDaily | null | undefined} daily */
function dailyHint(daily) {
  if (!daily) return "";
  const { played = 0, solved = 0, count = 0 } = daily;
  if (isOver(daily)) return t("solvedOf", { solved, count });
  return played ? t("dailyGoesOn", { played, count }) : t("dailyLead", { count });
}
