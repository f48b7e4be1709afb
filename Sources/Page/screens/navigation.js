// The screens that one can go to, and the keys for that.

import { t } from "../texts/index.js";
import { dialog } from "../view/dialog.js";
import { h } from "../view/dom.js";
import { signal } from "../view/signal.js";

/** What the navigation shows, in its order. */
const PLACES = /** @type {const} */ ([
  "now",
  "map",
  "chats",
  "circle",
  "people",
  "partners",
  "words",
  "events",
  "me",
]);

/** Those that this server does not have. */
export const absent = signal(/** @type {readonly string[]} */ ([]));

/** What this server has of them. */
export const present = () => PLACES.filter((name) => !absent.value.includes(name));

/** Shows the keys that one can press. */
export function keysDialog() {
  const rows = [
    [`Alt+1 … Alt+${present().length}`, t("keyScreens")],
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
