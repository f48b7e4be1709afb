// The log-in of this device: it lasts, or ends with the tab on a device of somebody else.

/**
 * @typedef {object} Login
 * @property {string} username
 * @property {string} token
 * @property {string} device its name at the server
 * @property {number} renewedAt when the token was made, in milliseconds since 1970
 */

/** @typedef {import("./store/database.js").Database} Database */

/** Where a log-in is kept that ends with the tab. */
const GUEST_KEY = "upfor.login";
/** Where the reason for the end of a log-in waits to be shown. */
const REASON_KEY = "upfor.reason";

/** Whether the log-in ends with this tab. */
export function isGuest() {
  return sessionStorage.getItem(GUEST_KEY) !== null;
}

/** @param {Database} database @returns {Promise<Login | undefined>} */
export async function keptLogin(database) {
  const guest = sessionStorage.getItem(GUEST_KEY);
  return guest ? JSON.parse(guest) : await database.get("login");
}

/**
 * @param {Database} database
 * @param {Login} login
 * @param {boolean} isGuest it ends with this tab
 */
export async function keepLogin(database, login, isGuest) {
  if (isGuest) sessionStorage.setItem(GUEST_KEY, JSON.stringify(login));
  else await database.set("login", login);
}

export function forgetGuest() {
  sessionStorage.removeItem(GUEST_KEY);
}

/** Says at the door why a log-in has ended. @param {string} reason */
export function keepReason(reason) {
  sessionStorage.setItem(REASON_KEY, reason);
}

/** @returns {string | null} the reason, once */
export function takeReason() {
  const reason = sessionStorage.getItem(REASON_KEY);
  sessionStorage.removeItem(REASON_KEY);
  return reason;
}
