// The screens of the navigation, and their keys.

import { t } from "../texts/index.js";
import { dialog } from "../view/dialog.js";
import { h } from "../view/dom.js";
import { signal } from "../view/signal.js";

/** The entries of the navigation, in order. */
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

/** The screens that this server does not offer. */
export const absent = signal(/** @type {readonly string[]} */ ([]));

/** The screens that this server offers. */
export const present = () => PLACES.filter((name) => !absent.value.includes(name));

/** Shows the list of keys. */
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
