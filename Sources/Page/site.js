// Facts that the server publishes about itself.

/**
 * Facts for a page before the user has logged in.
 *
 * @typedef {object} Site
 * @property {{name: string, address: string, clientId: string}[]} issuers
 * @property {number} [fileBytes] the most bytes of an attachment
 * @property {boolean} [links] whether it makes previews of links
 * @property {boolean} mail whether it sends codes by mail
 * @property {boolean} push whether it notifies browsers
 * @property {"open" | "invite" | "closed"} [registration] who could create an account when it started
 * @property {string} [version] of the server
 * @property {string} [passkeys] the domain of its passkeys; absent: it has none
 * @property {string} [tiles] the URL of a server's map tiles; absent: the page draws its own map
 * @property {string} [tilesCredit] the attribution that their owners require
 * @property {boolean} [voice] whether it takes voice messages
 */

/** @returns {Promise<Site>} */
export async function site() {
  try {
    return await (await fetch("/page.json")).json();
  } catch {
    return { issuers: [], mail: false, push: false };
  }
}

/** Whether this page can have passkeys, in this browser. @param {Site} site */
export function takesPasskeys({ passkeys }) {
  const host = location.hostname;
  return Boolean(passkeys && globalThis.PublicKeyCredential) &&
    (host === passkeys || host.endsWith(`.${passkeys}`));
}

/**
 * Whether one of the passkeys opens an account of this page: those of another domain do not.
 *
 * @param {Site | undefined} site
 * @param {import("./client/wire.d.ts").Passkeys | undefined} known
 */
export function opensHere(site, known) {
  return known?.passkeys?.some(({ rpId }) => rpId === site?.passkeys) ?? false;
}
