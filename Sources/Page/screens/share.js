// What another app of the device has shared with this one: the user chooses a conversation. It is
// loaded when it is opened.

import { t } from "../texts/index.js";
import { h } from "../view/dom.js";
import { avatar, empty, heading, nameOf, onward } from "../view/parts.js";
import { go } from "../view/router.js";
import { signal } from "../view/signal.js";
import { attach } from "./attach.js";
import { drafts } from "./drafts.js";

/**
 * What the service worker keeps of it.
 *
 * @typedef {{text: string, files: File[]}} Shared
 */

/** Storage key. */
export const SHARED = "shared";

/** @param {import("../app.js").App} app */
export function share(app) {
  const shared = signal(/** @type {Shared | null | undefined} */ (undefined));
  app.keeper.get(SHARED).catch(() => {}).then((kept) => {
    shared.value = kept ?? null;
  });
  const pick = async (/** @type {string} */ name) => {
    const { text, files } = shared.peek();
    await app.keeper.remove(SHARED);
    if (text) drafts.value = new Map(drafts.peek()).set(name, text);
    attach(name, files);
    go("chats", name);
  };
  return h(
    "section",
    null,
    heading(t("share")),
    () => {
      if (shared.value === undefined) return h("p.note", { role: "status" }, t("loading"));
      if (!shared.value) return empty(t("nothingShared"), onward(t("chats"), "chats"));
      const { rooms, friends } = app.world;
      const names = [...new Set([...rooms.value.keys(), ...friends.value.keys()])];
      const { text, files } = shared.value;
      return [
        h(
          "p",
          { dir: "auto" },
          [text, ...files.map(({ name }) => name)].filter(Boolean).join(" · "),
        ),
        h("p", null, t("shareTo")),
        h(
          "ul.rows",
          { "aria-label": t("shareTo") },
          names.map((name) =>
            h(
              "li",
              null,
              h(
                "button.row.item.wide",
                { type: "button", onclick: () => pick(name) },
                avatar(app.world.profile(name)),
                h("span.grow", null, nameOf(app.world.profile(name))),
              ),
            )
          ),
        ),
      ];
    },
  );
}
