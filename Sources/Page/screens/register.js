// The form that creates an account.

import { ACCOUNT_REGISTER_DISPLAY_NAME_MAX } from "../client/lengths.js";
import { post, Refused } from "../client/index.js";
import { explain, fieldOf } from "../explain.js";
import { codeIn } from "../model/invitations.js";
import { flawOf, spelled } from "../model/usernames.js";
import "../refusals.js";
import { t } from "../texts/index.js";
import { tr } from "../texts/register.js";
import { h } from "../view/dom.js";
import { complain, field, form } from "../view/parts.js";
import { address } from "../view/router.js";
import { takesPasskeys } from "../site.js";
import { computed, signal } from "../view/signal.js";
import { enter, entersAsGuest, guestBox } from "./entering.js";
import {
  codeAt,
  drop,
  invitationField,
  isAboutInvitation,
  redeemed,
  reminder,
} from "./invitation.js";
import { signUp } from "./passkey.js";

/** @typedef {import("./entering.js").Door} Door */

/** @param {Door} door */
export function register(door) {
  const isClosed = computed(() => door.site.value.registration === "closed");
  return () => isClosed.value ? closed() : [reminder(door), registration(door)];
}

/** The text of a server that takes no new people. */
function closed() {
  return [
    h("p", { role: "status" }, t("error.REGISTRATION_CLOSED")),
    h("p.links", null, h("a", { href: address() }, t("haveAccount"))),
  ];
}

/** @param {Door} door */
function registration(door) {
  /** The server has said so: its setting may have changed since it published it. */
  const isNeeded = signal(false);
  const byPasskey = signal(false);
  return form(
    { label: t("register"), class: "signs-up" },
    async ({ username, email, password, displayName, invitation: pasted = "" }, { elements }) => {
      door.error.value = "";
      /** @param {string} name @param {string} text */
      const blame = (name, text) => {
        const input = /** @type {HTMLElement} */ (elements.namedItem(name));
        if (complain(input, text)) input.focus();
        else door.error.value = text;
      };
      const invitation = pasted ? codeIn(pasted) : codeAt(door);
      if (invitation === "") return blame("invitation", t("invitationBroken"));
      const user = {
        username: username.trim().toLowerCase(),
        email: email.trim(),
        displayName: displayName.trim() || undefined,
        invitation,
      };
      try {
        if (byPasskey.peek()) {
          return await signUp(door, user, () => redeemed(door, invitation));
        }
        const guest = await entersAsGuest(door);
        const { account } = await post("accountRegister", {
          ...user,
          password,
          device: door.device,
          guest,
        });
        redeemed(door, invitation);
        await enter(door, account, guest);
      } catch (error) {
        isNeeded.value ||= error instanceof Refused && error.code === "INVITATION_NEEDED";
        const isGone = isAboutInvitation(error);
        if (isGone && invitation === codeAt(door)) drop(door);
        const another = error instanceof Refused && error.code === "USERNAME_TAKEN"
          ? ` ${tr("another")}`
          : "";
        blame(fieldOf(error), isGone ? t("invitationGone") : explain(error) + another);
      }
    },
    invitationBox(door, isNeeded),
    h(
      "div.pair",
      null,
      field(t("username"), {
        name: "username",
        required: true,
        autocomplete: "username",
        autocapitalize: "none",
        spellcheck: "false",
        ref: (/** @type {any} */ input) => input.flaw = () => usernameFlaw(input),
      }, tr("username")),
      field(t("displayName"), {
        name: "displayName",
        maxlength: ACCOUNT_REGISTER_DISPLAY_NAME_MAX,
        autocomplete: "nickname",
        dir: "auto",
      }, tr("name")),
      field(t("email"), {
        name: "email",
        type: "email",
        required: true,
        autocomplete: "email",
      }, () => door.site.value.mail ? t("emailHint") : tr("email")),
      () =>
        byPasskey.value ? h("p", null, t("withPasskeyHint")) : field(
          t("password"),
          {
            name: "password",
            type: "password",
            required: true,
            minlength: 8,
            autocomplete: "new-password",
          },
          () =>
            door.site.value.version && !door.site.value.mail
              ? tr("passwordNoMail")
              : tr("password"),
        ),
    ),
    () =>
      takesPasskeys(door.site.value) &&
      h(
        "label.row",
        null,
        h("input", {
          type: "checkbox",
          checked: () => byPasskey.value,
          onchange: (/** @type {any} */ event) => byPasskey.value = event.target.checked,
        }),
        t("withPasskey"),
      ),
    guestBox(door),
    h(
      "p.links",
      null,
      h("a", { href: address() }, t("haveAccount")),
      h("small", null, tr("needed")),
    ),
  );
}

/**
 * What is wrong with a username; a button takes the spelling that would be right.
 *
 * @param {HTMLInputElement} input
 */
function usernameFlaw(input) {
  const flaw = flawOf(input.value.trim().toLowerCase());
  const name = flaw && spelled(input.value);
  return flaw && [
    tr(flaw),
    " ",
    name && h("button.plain.spelled", {
      type: "button",
      onclick: () => {
        input.value = name;
        complain(input);
        input.focus();
      },
    }, tr("instead", { name })),
  ];
}

/**
 * The field for an invitation, on a server that needs one, unless a link has brought it.
 *
 * @param {Door} door
 * @param {{readonly value: boolean}} isNeeded
 */
function invitationBox(door, isNeeded) {
  const isAsked = computed(() => {
    const { code, preview, isGone } = door.invitation.value ?? {};
    if (isNeeded.value) return true;
    if (door.site.value.registration !== "invite") return false;
    return !code || isGone || (preview !== undefined && !preview.registers);
  });
  return () => isAsked.value && invitationField();
}
