// Personal invitations: their links, and what they lead to. The code is in the fragment of a link,
// which no browser sends; only the bodies of commands have it.

import { t } from "../texts/index.js";

/**
 * @typedef {import("../client/wire.d.ts").InvitationCreate} InvitationCreate
 * @typedef {import("../client/wire.d.ts").InvitationPreview} InvitationPreview
 */

/**
 * The word of an address that opens the user's own invitations: `#/people/+invite`. Another word
 * with a plus is the code of an invitation that was opened: codes have 22 characters.
 */
export const INVITE = "+invite";

/** What a code is made of: 128 bits in URL-safe base64. */
const CODE = /^[\w-]{22}$/;

/** @param {string} origin of the page @param {string} code */
export function linkTo(origin, code) {
  return `${origin}/i#${code}`;
}

/**
 * The code in what was pasted: a link, or the code alone.
 *
 * @param {string} text
 * @returns {string} empty: it has none
 */
export function codeIn(text) {
  const code = text.trim().replace(/^.*#/s, "");
  return CODE.test(code) ? code : "";
}

/**
 * The code of an address within the page. It may be wrong in any way: servers decide.
 *
 * @param {string} address path and fragment
 * @returns {string} empty: the address is not that of an invitation
 */
export function codeOf(address) {
  const found = address.match(/^\/i#([^/].*)$/s) ?? address.match(/^\/#\/people\/(?:\+|%2B)(.+)$/s);
  return found && `+${found[1]}` !== INVITE ? decoded(found[1]) : "";
}

/** @param {string} text */
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * The address where an invitation leads, after it was accepted.
 *
 * @param {InvitationPreview | undefined} preview
 * @returns {string[]} the words of a screen; none: the start
 */
export function aimOf(preview) {
  return preview?.activity ? ["now", preview.activity] : [];
}

/**
 * What an opened invitation means for a user, as far as that shows before it is accepted: the
 * inviter may not show who it is.
 *
 * @param {InvitationPreview} preview
 * @param {string} username of the user
 * @param {ReadonlyMap<string, unknown>} friends by username
 * @returns {"operator" | "own" | "friends" | "request" | "friendship"}
 */
export function meaningOf({ operator, username: inviter, request }, username, friends) {
  if (operator) return "operator";
  if (inviter === username) return "own";
  if (friends.has(inviter)) return "friends";
  return request ? "request" : "friendship";
}

/** Who invites, as far as the inviter shows it. @param {InvitationPreview} preview */
export function headlineOf({ operator, displayName, username }) {
  if (operator) return t("invitedByOperator");
  const name = displayName || (username ? `@${username}` : "");
  return name ? t("invitedBy", { name }) : t("invitedByUser");
}

/**
 * The command for a form's values; a box that is not checked has none.
 *
 * @param {Record<string, string>} values
 * @returns {InvitationCreate}
 */
export function commandOf({ uses, hours, activity, request, ...shows }) {
  return {
    uses: Number(uses),
    hours: Number(hours),
    activity: activity || undefined,
    request: request !== undefined,
    shows: {
      name: shows.name !== undefined,
      picture: shows.picture !== undefined,
      username: shows.username !== undefined,
    },
  };
}
