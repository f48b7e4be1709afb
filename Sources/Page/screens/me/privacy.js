// Privacy: what friends see, and blocked users.

import { t } from "../../texts/index.js";
import { h, list } from "../../view/dom.js";
import { avatar, nameOf, toggle } from "../../view/parts.js";
import { toast } from "../../view/dialog.js";

/** @typedef {import("../../app.js").App} App */

/** @param {App} app */
export function privacy(app) {
  const { blocks } = app.world;
  return [
    setting(app, "invisible", t("meInvisible"), t("meInvisibleHint")),
    setting(app, "typing", t("meTyping"), t("meTypingHint")),
    setting(app, "receipts", t("meReceipts"), t("meReceiptsHint")),
    setting(app, "circle", t("meCircle"), t("meCircleHint")),
    setting(app, "listed", t("meListed"), t("meListedHint")),
    setting(app, "invitations", t("meInvitations"), t("meInvitationsHint")),
    h("h2", null, t("meBlocked")),
    h(
      "p.explained",
      null,
      () => t(blocks.value.length ? "meBlockedText" : "meNobodyBlocked"),
    ),
    list(
      h("ul.rows"),
      () => blocks.value,
      ({ username }) => username ?? "",
      (user, username) =>
        h(
          "li.row.item",
          null,
          () => avatar(user.value),
          h("span.grow", null, () => nameOf(user.value), h("span.preview", null, `@${username}`)),
          h("button", {
            type: "button",
            "aria-label": t("meUnblockOf", {
              name: user.value.displayName ?? username,
            }),
            disabled: () => !app.isOnline.value,
            onclick: async () => {
              const name = user.value.displayName ?? username;
              const answer = await app.act("userUnblock", { user: username });
              if (answer) {
                toast(t("meUnblocked", { name }));
              }
            },
          }, t("unblock")),
        ),
    ),
  ];
}

/**
 * @param {App} app
 * @param {"invisible" | "typing" | "receipts" | "circle" | "listed" | "invitations"} name
 * @param {string} label
 * @param {string} hint
 */
function setting(app, name, label, hint) {
  return toggle(
    label,
    () => app.world.privacy.value[name] ?? false,
    (isOn) => app.act("privacySet", { [name]: isOn }),
    { hint, disabled: () => !app.isOnline.value },
  );
}
