// What the forms of the log-in screen share: a log-in is stored on the device, and shows the app.

import { intended } from "../intended.js";
import { channelOf } from "../login.js";
import { post } from "../client/index.js";
import { t } from "../texts/index.js";
import { Memory } from "../store/memory.js";
import { toast } from "../view/dialog.js";
import { h } from "../view/dom.js";
import { replaceAddress } from "../view/router.js";

/**
 * @typedef {import("../store/database.js").Database} Database
 * @typedef {import("../store/database.js").Keeper} Keeper
 * @typedef {import("../login.js").Login} Login
 * @typedef {import("../site.js").Site} Site
 */

/**
 * Unsent messages of a log-in that was ended: they are sent when the same user logs in again in
 * this tab.
 *
 * @typedef {object} Waiting
 * @property {string} username
 * @property {boolean} isGuest
 * @property {Unsent[]} messages
 *
 * @typedef {{message: import("../store/database.js").Outgoing, files: Map<string, Blob>}} Unsent
 */

/** @typedef {(login: Login, keeper: Keeper) => Promise<void>} Show shows the app of a guest */

/**
 * An invitation that the visitor has opened.
 *
 * @typedef {object} Opened
 * @property {string} code
 * @property {import("../client/wire.d.ts").InvitationPreview} [preview] absent until it was read
 * @property {boolean} [isGone] it is not valid
 * @property {boolean} [hasFailed] it could not be read
 */

/**
 * @typedef {object} Door
 * @property {Database} database
 * @property {Show} show
 * @property {Waiting} [waiting]
 * @property {import("../view/signal.js").Signal<boolean>} isGuest whether the device belongs to
 *   another person
 * @property {import("../view/signal.js").Signal<Site>} site the server's facts; empty at first
 * @property {import("../view/signal.js").Signal<string>} error
 * @property {import("../view/signal.js").Signal<string>} done what has succeeded
 * @property {string} device
 * @property {string} forgotten the user for whose password a code was mailed
 * @property {import("../view/signal.js").Signal<Opened | undefined>} invitation the opened one
 */

/**
 * Whether a log-in ends with this tab: the user has chosen that, or the browser stores the log-in
 * of another user.
 *
 * @param {Door} door
 * @param {string} [username] of the user who logs in, if it is known
 */
export async function entersAsGuest({ database, isGuest }, username) {
  if (isGuest.peek()) return true;
  const kept = await database.login();
  return kept !== undefined && kept.username !== username?.trim().toLowerCase();
}

/** The choice whether the device belongs to another person. @param {Door} door */
export function guestBox({ isGuest }) {
  return [
    h(
      "label.row",
      null,
      h("input", {
        type: "checkbox",
        name: "guest",
        "aria-describedby": "guest-hint",
        checked: () => isGuest.value,
        onchange: (/** @type {any} */ event) => isGuest.value = event.target.checked,
      }),
      t("notMyDevice"),
    ),
    h("small", { id: "guest-hint" }, () => isGuest.value && t("guestHint")),
  ];
}

/**
 * Stores a log-in, and shows the app at the address that was opened before.
 *
 * @param {Door} door
 * @param {import("../client/wire.d.ts").AccountOpened} account
 * @param {boolean} isGuest
 */
export async function enter(door, account, isGuest) {
  const { user: { username }, token } = account;
  const login = { username, token, device: door.device, renewedAt: Date.now() };
  const waiting = door.waiting?.username === username ? door.waiting.messages : [];
  door.waiting = undefined;
  if (!isGuest) {
    const { isKept, former } = await door.database.enter(login);
    if (isKept) {
      if (former) replace(former);
      await keepAll(waiting, door.database.of(login));
      history.replaceState(null, "", intended.take());
      return location.reload();
    }
  }
  const memory = new Memory();
  await keepAll(waiting, memory);
  replaceAddress(intended.address);
  await door.show(login, memory);
  // The log-in screen follows the address until now.
  intended.forget();
  if (!door.isGuest.peek()) toast(t("guestBeside"), { seconds: 15 });
}

/** @param {Unsent[]} messages @param {Keeper} keeper */
async function keepAll(messages, keeper) {
  for (const { message, files } of messages) await keeper.keep(message, files);
}

/** A log-in of the same user has replaced this one. @param {Login} former */
function replace(former) {
  new BroadcastChannel(channelOf(former)).postMessage({ note: { moved: true } });
  post("accountLogout", {}, { token: former.token, outlivesPage: true }).catch(() => {});
}
