// The navigation, the list of what is behind "more", and the keys.

import { t } from "../texts/index.js";
import { dialog } from "../view/dialog.js";
import { h, icon, list } from "../view/dom.js";
import { icons } from "../view/icons.js";
import { badge, heading } from "../view/parts.js";
import { address } from "../view/router.js";

/**
 * @typedef {import("../app.js").App} App
 * @typedef {import("../model/parts.js").Place} Place
 */

/**
 * Numbers of what waits for the user.
 *
 * @type {Partial<Record<Place, (app: App) => number>>}
 */
const COUNTS = {
  now: (app) => app.seen.count,
  chats: (app) => app.world.unread,
  people: (app) => app.world.incoming.value.length,
  more: (app) => app.parts.behind.reduce((sum, name) => sum + countOf(app, name), 0),
  circle: (app) => app.world.asked.value.length,
  partners: (app) => app.partners.waiting,
  words: (app) => app.words.waiting.length,
};

/** @param {App} app @param {Place} name */
function countOf(app, name) {
  return COUNTS[name]?.(app) ?? 0;
}

/** The text for screen readers. @param {App} app @param {Place} name */
function labelOf(app, name) {
  const count = countOf(app, name);
  return count ? t("waiting", { place: t(name), count }) : t(name);
}

/** @param {App} app @param {Place} name */
function badgeOf(app, name) {
  return () => countOf(app, name) > 0 && badge(countOf(app, name));
}

/** @param {Place} name */
const iconOf = (name) => icon(name === "partners" ? icons.language : icons[name]);

/**
 * @param {App} app
 * @param {{readonly value: string}} place the open screen
 */
export function navigation(app, place) {
  return h(
    "nav",
    { "aria-label": t("navigation") },
    h("span.brand", { "aria-hidden": "true" }, "Upfor"),
    list(
      h("ul"),
      () => app.parts.bar,
      (name) => name,
      ({ value: name }) =>
        h(
          "li",
          null,
          h(
            "a",
            {
              href: address(name),
              "aria-current": () => {
                if (place.value === name) return "page";
                if (place.value === "nowhere") return null;
                return app.parts.placeOf(place.value) === name ? "true" : null;
              },
              "aria-label": () => labelOf(app, name),
            },
            iconOf(name),
            h("span", null, t(name)),
            badgeOf(app, name),
          ),
        ),
    ),
  );
}

/** What is behind "more". @param {App} app */
export function more(app) {
  return h(
    "section.more",
    null,
    heading(t("more")),
    list(
      h("ul.rows"),
      () => app.parts.behind,
      (name) => name,
      ({ value: name }) =>
        h(
          "li",
          null,
          h(
            "a.row.item",
            { href: address(name) },
            iconOf(name),
            h(
              "span.grow",
              null,
              h("b.name", null, t(name)),
              h("span.preview", null, t(`about.${name}`)),
            ),
            badgeOf(app, name),
            h("span.onward", null, icon(icons.onward)),
          ),
        ),
    ),
  );
}

/** Shows the list of keys. @param {App} app */
export function keysDialog(app) {
  const rows = [
    [`Alt+1 … Alt+${app.parts.bar.length}`, t("keyScreens")],
    ["Ctrl+K", t("keyFind")],
    ["/", t("keySearch")],
    ["Enter", t("keySend")],
    ["Shift+Enter", t("keyLine")],
    ["↑", t("keyEdit")],
    ["1 … 4", t("keyChoose")],
    ["Esc", t("keyBack")],
    ["?", t("keyHelp")],
  ];
  dialog(t("keys"), () =>
    h(
      "dl.keys",
      null,
      rows.map((
        [key, what],
      ) => [h("dt", null, h("kbd", null, key)), h("dd", null, what)]),
    ));
}
