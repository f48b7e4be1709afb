// Addresses in texts become links. Nothing else in a text has a meaning.

import { h } from "../view/dom.js";

/** `https://` up to a blank, without punctuation at the end, which belongs to the sentence. */
const ADDRESS = /https?:\/\/[^\s<>"']+[^\s<>"'.,;:!?)\]}]/giu;

/**
 * @param {string} [text]
 * @returns {import("../view/dom.js").Content}
 */
export function linked(text = "") {
  /** @type {any[]} */
  const parts = [];
  let end = 0;
  for (const match of text.matchAll(ADDRESS)) {
    if (!URL.canParse(match[0])) continue;
    parts.push(text.slice(end, match.index));
    parts.push(
      h("a", {
        href: match[0],
        target: "_blank",
        rel: "noopener noreferrer nofollow",
      }, match[0]),
    );
    end = match.index + match[0].length;
  }
  return [...parts, text.slice(end)];
}
