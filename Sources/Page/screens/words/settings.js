// Settings of words: the choice of words for the user, and the user's notices.

import { categoryName } from "../../texts/categories.js";
import { language as pageLanguage, t } from "../../texts/index.js";
import { h } from "../../view/dom.js";
import { empty, toggle } from "../../view/parts.js";
import { untracked } from "../../view/signal.js";
import { waiting } from "../reading.js";
import { top } from "./parts.js";
import { languageOf } from "./read.js";

/** @typedef {import("./read.js").Scene} Scene */

const LEVELS = [1, 2, 3, 4, 5];

/** @param {Scene} scene */
export function settings(scene) {
  const { app, settings } = scene;
  return [
    top(t("wordSettings")),
    () => {
      if (settings.value === undefined || !app.words.languages.value) return waiting(app);
      if (settings.value === null) return empty(t("noConnection"));
      return untracked(() => choices(scene));
    },
  ];
}

/** @param {Scene} scene */
function choices(scene) {
  const { app, settings } = scene;
  const set = (/** @type {any} */ fields) => app.act("wordSettingsSet", fields);
  const names = new Intl.DisplayNames(pageLanguage, { type: "language" });
  const { language, categories = [] } = languageOf(scene);
  return [
    choice(
      app,
      t("wordLanguage"),
      app.words.languages.value.map((one) => [one.language, names.of(one.language)]),
      language,
      (value) => set({ language: value }),
    ),
    choice(
      app,
      t("wordLevel"),
      LEVELS.map((level) => [String(level), t(/** @type {any} */ (`level.${level}`))]),
      String(settings.value.level ?? 1),
      (value) => set({ level: Number(value) }),
      t("wordLevelHint"),
    ),
    choice(
      app,
      t("wordCategory"),
      [["", t("anyCategory")], ...byName(categories)],
      settings.value.category ?? "",
      (value) => set({ category: value }),
    ),
    toggle(
      t("wordNotify"),
      () => settings.value?.notify ?? false,
      (notify) => set({ notify }),
      { hint: t("wordNotifyHint"), disabled: () => !app.isOnline.value },
    ),
  ];
}

/** @param {string[]} categories @returns {[string, string][]} */
function byName(categories) {
  const named = categories.map((category) => {
    const [part] = category.split(".");
    const name = `${t(/** @type {any} */ (`part.${part}`))}: ${categoryName(category)}`;
    return /** @type {[string, string]} */ ([category, name]);
  });
  return named.sort(([, one], [, other]) => one.localeCompare(other, pageLanguage));
}

/**
 * @param {Scene["app"]} app
 * @param {string} label
 * @param {[string, string][]} options values and their names
 * @param {string} chosen
 * @param {(value: string) => void} set
 * @param {string} [hint]
 */
function choice(app, label, options, chosen, set, hint) {
  const id = `choice-${crypto.randomUUID()}`;
  return h(
    "p.field",
    null,
    h("label", { for: id }, label),
    h(
      "select",
      {
        id,
        "aria-describedby": hint ? `${id}-hint` : null,
        disabled: () => !app.isOnline.value,
        onchange: (/** @type {any} */ event) => set(event.target.value),
      },
      options.map(([value, name]) => h("option", { value, selected: value === chosen }, name)),
    ),
    hint && h("small", { id: `${id}-hint` }, hint),
  );
}
