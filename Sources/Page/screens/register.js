// The form that creates an account.

import { ACCOUNT_REGISTER_DISPLAY_NAME_MAX } from "../client/lengths.js";
import { post } from "../client/index.js";
import { explain } from "../explain.js";
import { t } from "../texts/index.js";
import { h } from "../view/dom.js";
import { field, form } from "../view/parts.js";
import { address } from "../view/router.js";
import { enter, entersAsGuest, guestBox } from "./entering.js";

/** @param {import("./entering.js").Door} door */
export function register(door) {
  return form(
    { label: t("register") },
    async ({ username, email, password, displayName }) => {
      door.error.value = "";
      try {
        const guest = await entersAsGuest(door);
        const { account } = await post("accountRegister", {
          username: username.trim().toLowerCase(),
          email: email.trim(),
          password,
          displayName: displayName.trim() || undefined,
          device: door.device,
          guest,
        });
        await enter(door, account, guest);
      } catch (error) {
        door.error.value = explain(error);
      }
    },
    field(t("username"), {
      name: "username",
      required: true,
      pattern: "[A-Za-z][A-Za-z0-9_]{2,19}",
      autocomplete: "username",
      autocapitalize: "none",
      spellcheck: "false",
    }, t("usernameHint")),
    field(t("displayName"), {
      name: "displayName",
      maxlength: ACCOUNT_REGISTER_DISPLAY_NAME_MAX,
      autocomplete: "nickname",
      dir: "auto",
    }, t("displayNameHint")),
    field(t("email"), {
      name: "email",
      type: "email",
      required: true,
      autocomplete: "email",
    }),
    field(t("password"), {
      name: "password",
      type: "password",
      required: true,
      minlength: 8,
      autocomplete: "new-password",
    }, t("passwordHint")),
    guestBox(door),
    h("p.links", null, h("a", { href: address() }, t("haveAccount"))),
  );
}
