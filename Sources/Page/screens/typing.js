// Who is typing, for people.

import { isGroup } from "../model/groups.js";
import { t } from "../texts/index.js";

/**
 * Who is typing in a conversation; empty: none.
 *
 * @param {import("../app.js").App} app
 * @param {string} name
 */
export function typingText(app, name) {
  const [first, ...others] = app.world.typing.value.get(name) ?? [];
  if (!first) return "";
  if (!isGroup(name)) return t("isTyping");
  const profile = app.world.profile(first);
  return t(others.length ? "typeInGroup" : "typesInGroup", {
    name: profile?.displayName || first,
    count: others.length,
  });
}
