import { t } from "../texts/index.js";
import { h } from "../view/dom.js";
import { heading } from "../view/parts.js";

/** @param {import("../app.js").App} _app @param {() => string[]} _words */
export function partners(_app, _words) {
  return h("section", null, heading(t("partners")));
}
