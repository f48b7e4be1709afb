// Log-in by an OpenID Connect issuer.

import { explain } from "../explain.js";
import { post, Refused } from "../client/index.js";
import { intended } from "../intended.js";
import { begin, takeToken } from "../issuer.js";
import { codeIn } from "../model/invitations.js";
import { t } from "../texts/index.js";
import { h } from "../view/dom.js";
import { codeField, field, form } from "../view/parts.js";
import { enter, entersAsGuest } from "./entering.js";
import { codeAt, drop, invitationField, isAboutInvitation, redeemed } from "./invitation.js";
import { factorButton } from "./passkey.js";

/** @param {import("./entering.js").Door} door */
export function issuerButtons(door) {
  const { issuers } = door.site.value;
  if (!issuers.length) return null;
  return h(
    "p.issuers",
    null,
    issuers.map(({ name }) =>
      h("button.wide", {
        type: "button",
        onclick: () =>
          begin(name, "login", {
            isGuest: door.isGuest.peek(),
            back: intended.address,
          })
            .catch((error) => door.error.value = explain(error)),
      }, t("logInWith", { name }))
    ),
  );
}

/**
 * Continues a log-in by an issuer.
 *
 * @param {import("./entering.js").Door} door
 * @returns {Promise<Element | undefined>} a form for missing values, such as a username
 */
export async function returned(door) {
  try {
    const token = await takeToken();
    if (!token) return;
    door.isGuest.value = token.isGuest;
    return await logIn(door, token, {});
  } catch (error) {
    door.error.value = explain(error);
  }
}

/**
 * @param {import("./entering.js").Door} door
 * @param {{name: string, idToken: string}} token
 * @param {Record<string, any>} more
 * @returns {Promise<any>} a form for a missing value; undefined: the user is in
 */
async function logIn(door, token, more) {
  // An account that exists needs none: the server takes no notice of it.
  const invitation = more.invitation ? codeIn(more.invitation) : codeAt(door);
  try {
    const guest = await entersAsGuest(door, more.username);
    const { account } = await post("identityLogin", {
      issuer: token.name,
      idToken: token.idToken,
      device: door.device,
      guest,
      ...more,
      invitation,
    });
    // Only a new account needs a username.
    if (more.username) redeemed(door, invitation);
    await enter(door, account, guest);
  } catch (error) {
    if (isAboutInvitation(error) && !more.invitation) {
      // The account can do without it.
      drop(door);
      return await logIn(door, token, more);
    }
    if (!(error instanceof Refused)) throw error;
    const missing = {
      USERNAME_NEEDED: "username",
      USERNAME_TAKEN: "username",
      SECOND_FACTOR_NEEDED: "code",
      INVITATION_NEEDED: "invitation",
    }[
      /** @type {string} */ (error.code)
    ];
    if (!missing) throw error;
    const isExplained = ["USERNAME_TAKEN", "INVITATION_NEEDED"].includes(
      error.code,
    );
    door.error.value = isExplained ? explain(error) : "";
    return form(
      { label: t("logIn") },
      async (values, element) => {
        try {
          const next = await logIn(door, token, { ...more, ...values });
          if (next) element.replaceWith(next);
        } catch (error) {
          door.error.value = isAboutInvitation(error) ? t("invitationGone") : explain(error);
        }
      },
      missing === "username"
        ? field(
          t("username"),
          { name: "username", required: true, autocapitalize: "none" },
          t("usernameHint"),
        )
        : missing === "invitation"
        ? invitationField()
        : [
          codeField(t("codeHint")),
          () =>
            factorButton(
              door,
              (_, passkey) => logIn(door, token, { ...more, passkey }),
            ),
        ],
    );
  }
}
