// Drafts: unfinished texts.

import { onLeave } from "../view/leaving.js";
import { effect, signal } from "../view/signal.js";

/** By username or group. @type {import("../view/signal.js").Signal<Map<string, string>>} */
export const drafts = signal(new Map());

onLeave(() => drafts.value = new Map());

/** Stores drafts on the device. @param {import("../app.js").App} app */
export async function keepDrafts(app) {
  drafts.value = (await app.keeper.get("drafts")) ?? new Map();
  effect(() => {
    app.keeper.set("drafts", drafts.value).catch(() => {});
  });
}
