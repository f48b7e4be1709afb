// An invitation on the log-in screen. Opening it only reads it; the forms there send its code.

import { post, Refused } from "../client/index.js";
import { explain } from "../explain.js";
import { intended } from "../intended.js";
import { aimOf, codeOf, headlineOf, INVITE } from "../model/invitations.js";
import { t } from "../texts/index.js";
import { h } from "../view/dom.js";
import { field } from "../view/parts.js";
import { address, replaceWith, route } from "../view/router.js";
import { effect, signal, untracked } from "../view/signal.js";

/** @typedef {import("./entering.js").Door} Door */

/** Reads the invitation whose address the visitor has opened. @param {Door} door */
export function followInvitation(door) {
  effect(() => {
    const [, word] = route.value;
    const code = isInvitation(route.value) ? word.slice(1) : codeOf(intended.address);
    if (code === (door.invitation.peek()?.code ?? "")) return;
    door.invitation.value = code ? { code } : undefined;
    if (code) untracked(() => read(door, code));
  });
}

/** @param {Door} door @param {string} code */
async function read(door, code) {
  try {
    const { invitationPreview: preview } = await post("invitationRead", { code });
    if (door.invitation.peek()?.code === code) door.invitation.value = { code, preview };
  } catch (error) {
    if (door.invitation.peek()?.code !== code) return;
    if (error instanceof Refused && error.code === "NOT_FOUND") drop(door);
    else {
      door.invitation.value = { code, hasFailed: true };
      door.error.value = explain(error);
    }
  }
}

/** The invitation is not valid: no form sends its code. @param {Door} door */
export function drop(door) {
  door.invitation.value = { code: door.invitation.peek().code, isGone: true };
  intended.forget();
}

/** The code that a form sends. @param {Door} door @returns {string | undefined} */
export function codeAt(door) {
  const { code, isGone } = door.invitation.peek() ?? {};
  return isGone ? undefined : code;
}

/** Whether a form was refused because its invitation is not valid. @param {any} error */
export function isAboutInvitation(error) {
  return error instanceof Refused && error.code === "NOT_FOUND" &&
    (error.field?.endsWith("invitation") ?? false);
}

/**
 * An account was created with an invitation. If it is the opened one, the page goes where that
 * points, after the log-in.
 *
 * @param {Door} door
 * @param {string | undefined} code
 */
export function redeemed(door, code) {
  if (!code || code !== codeAt(door)) return;
  const aim = aimOf(door.invitation.peek().preview);
  door.invitation.value = undefined;
  intended.forget();
  if (aim.length) intended.keep(`/${address(...aim)}`);
}

/** Whether the route is that of an opened invitation. @param {string[]} words */
export function isInvitation([place, word = ""]) {
  return place === "people" && word.startsWith("+") && word.length > 1 && word !== INVITE;
}

/** The screen of an opened invitation. @param {Door} door */
export function opened(door) {
  /** Its module. @type {import("../view/signal.js").Signal<any>} */
  const parts = signal(undefined);
  import("./people/preview.js").then((module) => parts.value = module);
  return h("div.invited", null, () => {
    const { preview, isGone, hasFailed } = door.invitation.value ?? {};
    if (!parts.value) return null;
    const { card, effectOf, gone, loading } = parts.value;
    if (isGone) return [gone(), ways(true)];
    if (!preview) return hasFailed ? ways(true) : loading();
    const isOpen = preview.registers ?? false;
    const text = isOpen ? effectOf(preview) : h("p", null, t("noAccountByIt"));
    return [card(preview), text, ways(isOpen)];
  });
}

/**
 * The ways on. They replace the address, so that the code is not in the tab's history.
 *
 * @param {boolean} isOpen a visitor may create an account
 */
function ways(isOpen) {
  return h(
    "p.row.center",
    null,
    isOpen &&
      h(
        "button.primary",
        { type: "button", onclick: () => replaceWith("register") },
        t("register"),
      ),
    h("button", { type: "button", onclick: () => replaceWith() }, t("haveAccount")),
  );
}

/** A line above a form: who has invited. @param {Door} door */
export function reminder(door) {
  return () => {
    const { preview } = door.invitation.value ?? {};
    return preview && h("h2", { dir: "auto" }, headlineOf(preview));
  };
}

/** The field for the link or the code of an invitation. */
export function invitationField() {
  return field(t("invitationField"), {
    name: "invitation",
    required: true,
    autocapitalize: "none",
    autocomplete: "off",
    spellcheck: "false",
    dir: "ltr",
  }, t("invitationFieldHint"));
}
