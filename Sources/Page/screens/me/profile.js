// The public profile of the user, picture and name; and the e-mail address, which no other user
// sees.

import { ACCOUNT_UPDATE_DISPLAY_NAME_MAX } from "../../client/lengths.js";
import { newCID } from "../../client/index.js";
import { t } from "../../texts/index.js";
import { toast } from "../../view/dialog.js";
import { h } from "../../view/dom.js";
import { field, form } from "../../view/parts.js";
import { computed } from "../../view/signal.js";
import { email } from "./email.js";
import { picture } from "./picture.js";

/** @typedef {import("../../app.js").App} App */

/** @param {App} app */
export function profile(app) {
  return [picture(app), name(app), email(app)];
}

/** @param {App} app */
function name(app) {
  const displayName = computed(() => app.world.me.value?.displayName ?? "");
  return form(
    { class: "inline" },
    async (values) => {
      const name = values.displayName.trim();
      if (name === displayName.peek()) return;
      const answer = await app.act("accountUpdate", {
        displayName: name,
        cid: newCID(),
      });
      if (answer) toast(t("meNameSaved"));
    },
    field(t("displayName"), {
      name: "displayName",
      required: true,
      maxlength: ACCOUNT_UPDATE_DISPLAY_NAME_MAX,
      autocomplete: "nickname",
      dir: "auto",
      value: () => displayName.value,
    }, t("meNameHint", { username: app.login.username })),
    h(
      "button",
      { type: "submit", disabled: () => !app.isOnline.value },
      t("save"),
    ),
  );
}
