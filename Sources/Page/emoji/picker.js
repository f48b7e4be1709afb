// A dialog in which an emoji is picked: by name, by tone of skin, from those that were used. It is
// loaded when it is opened.

import { language, t } from "../texts/index.js";
import { dialog } from "../view/dialog.js";
import { h, insert } from "../view/dom.js";
import { computed, signal } from "../view/signal.js";
import { found, FREQUENT, groupsOf, remembered, toned, TONES } from "./names.js";

/** Storage key of the emoji that were used, and of the tone. */
const KEY = "emoji";
const FILES = { en: "/emoji/names-en.txt", de: "/emoji/names-de.txt" };
/** How a hand looks in each tone. */
const HAND = { text: "✋", canHaveTone: true, name: "", words: "" };

/** @type {Promise<import("./names.js").Group[]> | undefined} */
let loading;

/** All emoji. If loading fails, the next call loads them again. */
function groups() {
  loading ??= load().catch((error) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

async function load() {
  const answer = await fetch(FILES[language]);
  if (!answer.ok) throw new Error(`${answer.url}: ${answer.status}`);
  return groupsOf(await answer.text());
}

/**
 * @param {import("../app.js").App} app
 * @param {(emoji: string) => void} pick
 */
export async function showPicker(app, pick) {
  const [all, kept] = await Promise.all([groups(), app.keeper.get(KEY)]);
  /** @type {string[]} */
  const recent = kept?.recent ?? [];
  const query = signal("");
  const tone = signal(kept?.tone ?? "");
  const keep = (/** @type {string[]} */ used) =>
    app.keeper.set(KEY, { recent: used, tone: tone.peek() }).catch(() => {});
  const names = new Map(all.flatMap(({ emoji }) => emoji).map((one) => [one.text, one.name]));

  const shown = computed(() => {
    if (query.value.trim()) return [{ name: "", emoji: found(all, query.value) }];
    const used = [...recent, ...FREQUENT.filter((one) => !recent.includes(one))].slice(0, 24);
    const latest = used.map((text) => ({ text, name: names.get(text) ?? "", canHaveTone: false }));
    return [{ name: "recent", emoji: latest }, ...all];
  });
  await dialog(t("pickEmoji"), (close) => {
    const choose = (/** @type {string} */ emoji) => {
      keep(remembered(recent, emoji));
      close();
      pick(emoji);
    };
    const table = h(
      "div.emoji-all.scrolls",
      {
        onclick: (/** @type {Event} */ { target }) => {
          const button = /** @type {Element} */ (target).closest("button");
          if (button) choose(button.textContent);
        },
        onkeydown: (/** @type {KeyboardEvent} */ event) => move(table, event),
      },
      () => rows(shown.value, tone.value),
      () => shown.value[0].emoji.length === 0 && h("p.note", { role: "status" }, t("nothingFound")),
    );
    return [
      h(
        "form.row",
        {
          role: "search",
          onsubmit: (/** @type {Event} */ event) => {
            event.preventDefault();
            const first = table.querySelector("button");
            if (first && query.peek().trim()) choose(first.textContent);
          },
        },
        search(query, table),
      ),
      table,
      tones(tone, () => keep(recent)),
    ];
  });
}

/**
 * @param {import("../view/signal.js").Signal<string>} query
 * @param {Element} table
 */
function search(query, table) {
  return h("input.grow", {
    type: "search",
    // An on-screen keyboard would cover the table.
    autofocus: matchMedia("(hover: hover)").matches,
    "aria-label": t("searchEmoji"),
    placeholder: t("searchEmoji"),
    oninput: (/** @type {any} */ event) => query.value = event.target.value,
    onkeydown: (/** @type {KeyboardEvent} */ event) => {
      if (event.key !== "ArrowDown") return;
      event.preventDefault();
      table.querySelector("button")?.focus();
    },
  });
}

/**
 * @param {import("../view/signal.js").Signal<string>} tone
 * @param {() => void} changed
 */
function tones(tone, changed) {
  return h(
    "select.tones",
    {
      "aria-label": t("skinTone"),
      onchange: (/** @type {any} */ event) => {
        tone.value = event.target.value;
        changed();
      },
    },
    TONES.map((value) =>
      h("option", { value, selected: value === tone.peek() }, toned(HAND, value))
    ),
  );
}

/**
 * @param {{name: string, emoji: Pick<import("./names.js").Emoji, "text" | "name" | "canHaveTone">[]}[]} groups
 * @param {string} tone
 */
function rows(groups, tone) {
  let isFirst = true;
  return groups.filter(({ emoji }) => emoji.length).map(({ name, emoji }) => {
    const label = name ? t(/** @type {any} */ (`emoji_${name}`)) : t("searchResults");
    const table = h("div.emoji-table", { role: "group", "aria-label": label });
    for (const one of emoji) {
      const text = toned(/** @type {any} */ (one), tone);
      // Keys move within the table: one button of it is reached by Tab.
      const tabindex = isFirst ? "0" : "-1";
      isFirst = false;
      insert(table, h("button.plain", { type: "button", title: one.name, tabindex }, text));
    }
    return [name && h("h3", { "aria-hidden": "true" }, label), table];
  });
}

/**
 * Moves the focus by the arrow keys.
 *
 * @param {Element} table
 * @param {KeyboardEvent} event
 */
function move(table, event) {
  const all = [...table.querySelectorAll("button")];
  const at = all.indexOf(/** @type {any} */ (document.activeElement));
  const next = at >= 0 && neighbour(all, at, event.key);
  if (!next) return;
  event.preventDefault();
  all[at].tabIndex = -1;
  next.tabIndex = 0;
  next.focus();
}

/**
 * @param {HTMLElement[]} all
 * @param {number} at
 * @param {string} key
 * @returns {HTMLElement | undefined} the one that a key leads to
 */
function neighbour(all, at, key) {
  const isLeft = getComputedStyle(all[at]).direction === "rtl" ? "ArrowRight" : "ArrowLeft";
  if (key === "ArrowLeft" || key === "ArrowRight") return all[key === isLeft ? at - 1 : at + 1];
  if (key === "Home") return all[0];
  if (key === "End") return all.at(-1);
  if (key !== "ArrowUp" && key !== "ArrowDown") return;
  const step = key === "ArrowDown" ? 1 : -1;
  const { offsetTop: top, offsetLeft: left } = all[at];
  let index = at + step;
  while (all[index]?.offsetTop === top) index += step;
  const row = all[index]?.offsetTop;
  let nearest = all[index];
  for (; all[index] && all[index].offsetTop === row; index += step) {
    if (Math.abs(all[index].offsetLeft - left) < Math.abs(nearest.offsetLeft - left)) {
      nearest = all[index];
    }
  }
  return nearest;
}
