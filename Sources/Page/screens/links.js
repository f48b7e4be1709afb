// Texts of people as elements: addresses become links, and in messages marks have a meaning.

import { h } from "../view/dom.js";
import { follow, isOfPage } from "../view/router.js";
import { addresses } from "../writing/addresses.js";
import { parsed } from "../writing/marks.js";
import { mentionsIn } from "../writing/mentions.js";

/**
 * @typedef {import("../view/dom.js").Content} Content
 * @typedef {import("../writing/marks.js").Part} Part
 * @typedef {import("../writing/marks.js").Block} Block
 * @typedef {{names?: string[], me?: string}} Mentioned the users whom a message mentions, and the one
 *   who reads it
 */

/**
 * A text whose addresses are links. Nothing else in it has a meaning.
 *
 * @param {string} [text]
 * @returns {Content}
 */
export function linked(text = "") {
  /** @type {Content[]} */
  const parts = [];
  let done = 0;
  for (const { start, end, href } of addresses(text)) {
    parts.push(text.slice(done, start), link(text.slice(start, end), href));
    done = end;
  }
  return [...parts, text.slice(done)];
}

/**
 * The text of a message, with what its marks mean.
 *
 * @param {string} [text]
 * @param {Mentioned} [mentioned]
 * @returns {Element} a paragraph, or several blocks in a `div.text`
 */
export function formatted(text = "", mentioned = {}) {
  const blocks = parsed(text);
  return blocks.length === 1 && blocks[0].kind === "text"
    ? element(blocks[0], mentioned)
    : h("div.text", null, blocks.map((block) => element(block, mentioned)));
}

/** @param {Block} block @param {Mentioned} mentioned @returns {Element} */
function element(block, mentioned) {
  if (block.kind === "text") {
    return h("p", { dir: "auto" }, block.parts.map((part) => content(part, mentioned)));
  }
  if (block.kind === "code") return h("pre", { dir: "auto" }, h("code", null, block.text));
  return h("blockquote", null, block.blocks.map((one) => element(one, mentioned)));
}

/** @param {Part} part @param {Mentioned} mentioned @returns {Content} */
function content(part, mentioned) {
  if (typeof part === "string") {
    return mentionsIn(part, mentioned.names).map((one) =>
      typeof one === "string"
        ? one
        : h(one.name === mentioned.me ? "mark.mention" : "span.mention", null, one.text)
    );
  }
  if (part.kind === "link") return link(part.text, part.href);
  if (part.kind === "code") return h("code", null, part.text);
  return h(
    part.kind === "bold" ? "strong" : "em",
    null,
    part.parts.map((one) => content(one, mentioned)),
  );
}

/**
 * An address of this page opens in it: to load the page again would end the log-in of a guest.
 *
 * @param {string} text
 * @param {string} href
 */
function link(text, href) {
  const url = new URL(href);
  if (isOfPage(url)) {
    return h("a", {
      href,
      dir: "auto",
      onclick: (/** @type {MouseEvent} */ event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
        event.preventDefault();
        follow(url);
      },
    }, text);
  }
  const target = url.protocol.startsWith("http") ? "_blank" : null;
  return h("a", { href, dir: "auto", target, rel: "noopener noreferrer" }, text);
}
