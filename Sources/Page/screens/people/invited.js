// An invitation that the user has opened. Only the tap of a button accepts it.

import { newCID, Refused } from "../../client/index.js";
import { explain } from "../../explain.js";
import { aimOf, INVITE, meaningOf } from "../../model/invitations.js";
import { t } from "../../texts/index.js";
import { tell } from "../../texts/invited.js";
import { toast } from "../../view/dialog.js";
import { h } from "../../view/dom.js";
import { backTo, onward } from "../../view/parts.js";
import { replaceWith } from "../../view/router.js";
import { computed, effect, signal, untracked } from "../../view/signal.js";
import { card, effectOf, gone, loading } from "./preview.js";

/**
 * @typedef {import("../../app.js").App} App
 * @typedef {import("../../client/wire.d.ts").InvitationPreview} InvitationPreview
 * @typedef {import("../../client/wire.d.ts").InvitationAccepted} InvitationAccepted
 * @typedef {"gone" | ReturnType<typeof meaningOf>} Meaning
 */

/**
 * @param {App} app
 * @param {() => string[]} words the code, after a plus
 */
export function invited(app, words) {
  const code = words()[0].slice(1);
  const preview = signal(/** @type {InvitationPreview | undefined} */ (undefined));
  /** What the server's answers have shown. */
  const shown = signal(/** @type {Meaning | undefined} */ (undefined));
  const meaning = computed(() =>
    shown.value ??
      (preview.value && meaningOf(preview.value, app.login.username, app.world.friends.value))
  );
  const failure = signal("");
  /** @param {any} error */
  const fail = (error) => {
    if (isRefusal(error, "NOT_FOUND")) shown.value = "gone";
    else if (isRefusal(error, "ONESELF")) shown.value = "own";
    else failure.value = explain(error);
  };
  const look = async () => {
    failure.value = "";
    try {
      preview.value = (await app.link.call("invitationRead", { code })).invitationPreview;
    } catch (error) {
      fail(error);
    }
  };
  effect(() => {
    if (app.isOnline.value && !preview.peek() && !shown.peek()) untracked(look);
  });
  const isBusy = signal(false);
  const accept = async () => {
    isBusy.value = true;
    failure.value = "";
    const former = new Set(app.world.friends.peek().keys());
    try {
      const answer = await app.link.call("invitationAccept", { code, cid: newCID() });
      const { user, friends } = answer.invitationAccepted;
      if (friends && former.has(user.username)) shown.value = "friends";
      else follow(app, answer.invitationAccepted, preview.peek());
    } catch (error) {
      fail(error);
    }
    isBusy.value = false;
  };
  return h(
    "div.part",
    null,
    h("header.row.top", null, backTo("people"), h("h1.grow", null, t("invitation"))),
    () => {
      if (meaning.value === "gone") return gone();
      if (!preview.value) return failure.value ? again(look) : loading();
      return untracked(() => card(preview.value, app.titleOf(preview.value.activity)));
    },
    h("p.error", { role: "alert" }, () => failure.value),
    h(
      "div.opened",
      { role: "status" },
      () => {
        if (meaning.value === "request" || meaning.value === "friendship") {
          return [effectOf(preview.value), offer(app, meaning.value, isBusy, accept)];
        }
        return meaning.value && obstacle(meaning.value);
      },
    ),
  );
}

/** @param {() => void} look */
function again(look) {
  return h("div.opened", null, h("button", { type: "button", onclick: look }, t("retry")));
}

/**
 * @param {App} app
 * @param {Meaning} meaning
 * @param {import("../../view/signal.js").Signal<boolean>} isBusy
 * @param {() => void} accept
 */
function offer(app, meaning, isBusy, accept) {
  return h(
    "p.row.center",
    null,
    h("button.primary", {
      type: "button",
      disabled: () => !app.isOnline.value || isBusy.value,
      onclick: accept,
    }, t(meaning === "request" ? "sendRequest" : "becomeFriends")),
    onward(t("notNow"), "now"),
  );
}

/** Why there is nothing to accept, and a way on. @param {Meaning} meaning */
function obstacle(meaning) {
  switch (meaning) {
    case "own":
      return [h("p", null, tell("invitationOwn")), onward(t("inviteFriend"), "people", INVITE)];
    case "operator":
      return [h("p", null, tell("invitationOperator")), onward(t("toBoard"), "now")];
    case "friends":
      return [h("p", null, tell("alreadyFriends")), onward(t("toBoard"), "now")];
    default:
      return onward(t("people"), "people");
  }
}

/**
 * Goes where an accepted invitation leads. Its address, which has the code, is left for good.
 *
 * @param {App} app
 * @param {InvitationAccepted} accepted
 * @param {InvitationPreview} preview
 */
function follow(app, { user, friends }, preview) {
  const aim = aimOf(preview);
  if (friends && aim.length) return replaceWith(...aim);
  if (!friends) {
    const isKnown = app.world.outgoing.peek().some((one) => one.user.username === user.username);
    if (!isKnown) app.apply({ requested: { user, message: "" } });
    toast(t("requestSent", { name: user.displayName }));
  }
  replaceWith("people", user.username);
}

/** @param {any} error @param {string} code */
function isRefusal(error, code) {
  return error instanceof Refused && error.code === code;
}
