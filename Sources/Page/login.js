// Log-ins: one that lasts is kept on the device, a guest's is in the memory of its tab alone.

/**
 * @typedef {object} Login
 * @property {string} username
 * @property {string} token
 * @property {string} device its name at the server
 * @property {number} renewedAt when the token was made, in milliseconds since 1970
 */

/** Where the reason for the end of a log-in waits to be shown. */
const REASON_KEY = "upfor.reason";

/** The channel between the tabs of a log-in. @param {Login} login */
export function channelOf({ username, device }) {
  return `upfor:${username}:${device}`;
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
