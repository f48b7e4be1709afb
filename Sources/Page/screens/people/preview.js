// What an invitation shows to those who have opened it, with or without an account.

import { headlineOf } from "../../model/invitations.js";
import { activityTitle, t } from "../../texts/index.js";
import { tell } from "../../texts/invited.js";
import { full } from "../../view/format.js";
import { h, icon } from "../../view/dom.js";
import { icons } from "../../view/icons.js";
import { avatar } from "../../view/parts.js";

/** @typedef {import("../../client/wire.d.ts").InvitationPreview} InvitationPreview */

/**
 * @param {InvitationPreview} preview
 * @param {string} [activity] the title of the activity to which it points
 */
export function card(preview, activity = activityTitle(preview)) {
  const { avatar: picture, displayName, username, expiresAt } = preview;
  return h(
    "div.opened",
    null,
    picture
      ? avatar({ avatar: picture }, "huge")
      : h("span.avatar.huge.blank", null, icon(icons.people)),
    h("h2", { dir: "auto" }, headlineOf(preview)),
    displayName && username && h("p", null, h("bdi", null, `@${username}`)),
    activity && h("p", { dir: "auto" }, tell("invitedTo", { activity })),
    h("small", null, tell("validUntil", { time: full(expiresAt) })),
  );
}

/** What it does for a user who accepts it. @param {InvitationPreview} preview */
export function effectOf({ operator, request }) {
  const text = operator ? "invitedAccount" : request ? "invitedRequest" : "invitedFriendship";
  return h("p", null, tell(text));
}

/** The text in place of an invitation that is not valid. */
export function gone() {
  return h(
    "div.opened",
    { role: "alert" },
    h("h2", null, t("invitationGone")),
    h("p", null, tell("invitationGoneText")),
  );
}

export function loading() {
  return h("p.note", { role: "status" }, t("loading"));
}
