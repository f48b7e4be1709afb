// Screens that are loaded when they are opened.

import { t } from "../texts/index.js";
import { h } from "../view/dom.js";
import { heading } from "../view/parts.js";
import { effect, signal, untracked } from "../view/signal.js";

/**
 * @typedef {import("../app.js").App} App
 * @typedef {(app: App, words: () => string[]) => Element} Screen
 */

/**
 * @param {import("../texts/index.js").Text} title
 * @param {() => Promise<Screen>} load
 * @returns {Screen}
 */
export function later(title, load) {
  /** @type {import("../view/signal.js").Signal<Screen | undefined>} */
  const screen = signal(undefined);
  return (app, words) => {
    const hasFailed = signal(false);
    // Without a network it cannot be loaded: try again when there is one.
    effect(() => {
      app.isOnline.value;
      if (screen.peek()) return;
      load().then((made) => screen.value = made, () => hasFailed.value = true);
    });
    return h("div.screen", null, () => {
      const make = screen.value;
      if (make) return untracked(() => make(app, words));
      return h(
        "section",
        null,
        heading(t(title)),
        h(
          "p.note",
          { role: "status" },
          t(hasFailed.value ? "noConnection" : "loading"),
        ),
      );
    });
  };
}
