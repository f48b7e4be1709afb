// Files that the page saves for its user.

import { h } from "../../view/dom.js";

/**
 * @param {Blob} blob
 * @param {string} name of the file
 */
export function download(blob, name) {
  const url = URL.createObjectURL(blob);
  h("a", { href: url, download: name }).click();
  // By then the browser has started to read it.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
