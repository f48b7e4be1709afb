// Files that the page gives to its user.

import { h } from "../../view/dom.js";

/**
 * @param {Blob} blob
 * @param {string} name of the file
 */
export function download(blob, name) {
  const url = URL.createObjectURL(blob);
  h("a", { href: url, download: name }).click();
  // The browser has begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
