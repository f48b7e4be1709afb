// Log-ins: a lasting one is stored on the device, a guest's only in the memory of its tab.

/**
 * @typedef {object} Login
 * @property {string} username
 * @property {string} token
 * @property {string} device its name at the server
 * @property {number} renewedAt when the token was made, in milliseconds since 1970
 */

/** Storage for the reason of the end of a log-in, until it is shown. */
const REASON_KEY = "upfor.reason";

/** The channel between the tabs of a log-in. @param {Login} login */
export function channelOf({ username, device }) {
  return `upfor:${username}:${device}`;
}

/** Stores the reason why a log-in has ended, for the log-in screen. @param {string} reason */
export function keepReason(reason) {
  sessionStorage.setItem(REASON_KEY, reason);
}

/** @returns {string | null} the reason, once */
export function takeReason() {
  const reason = sessionStorage.getItem(REASON_KEY);
  sessionStorage.removeItem(REASON_KEY);
  return reason;
}
