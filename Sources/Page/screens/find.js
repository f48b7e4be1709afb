// Opens the finder, which is loaded when it is first needed.

import { t } from "../texts/index.js";
import { toast } from "../view/dialog.js";

/**
 * @param {import("../app.js").App} app
 * @param {string} [room] only in this conversation
 */
export async function openFinder(app, room) {
  try {
    const { find } = await import("./finding.js");
    // Keys may be pressed twice meanwhile.
    if (!document.querySelector("dialog[open]")) find(app, room);
  } catch {
    toast(t("noConnection"), { kind: "error" });
  }
}
