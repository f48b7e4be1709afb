// What the server publishes about itself.

/**
 * What the server gives a page before the user has logged in.
 *
 * @typedef {object} Site
 * @property {{name: string, address: string, clientId: string}[]} issuers
 * @property {boolean} mail whether it sends codes by mail
 * @property {boolean} push whether it notifies browsers
 * @property {string} [version] of the server
 * @property {string} [tiles] the address of a server's pictures of the map; absent: the page's own
 * @property {string} [tilesCredit] what their owners want to be said
 */

/** @returns {Promise<Site>} */
export async function site() {
  try {
    return await (await fetch("/page.json")).json();
  } catch {
    return { issuers: [], mail: false, push: false };
  }
}
