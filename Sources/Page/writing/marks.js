// What the marks in a message mean: a small part of Markdown. Time is linear in its length, and
// nesting is bounded, for any text.

import { addresses } from "./addresses.js";

/**
 * A part of a line.
 *
 * @typedef {string
 *   | {kind: "bold" | "italic", parts: Part[]}
 *   | {kind: "code", text: string}
 *   | {kind: "link", text: string, href: string}} Part
 */

/**
 * A part of a message.
 *
 * @typedef {{kind: "text", parts: Part[]}
 *   | {kind: "code", text: string}
 *   | {kind: "quote", blocks: Block[]}} Block
 */

/** Quotes within quotes. Further ">" are text. */
const QUOTES_MAX = 3;
const FENCE = "```";
/** ">_<" and ">5" are no quotes. */
const QUOTED = /^>(?:[\s>\p{L}\p{Extended_Pictographic}"'“„«*`]|$)/u;

/**
 * @param {string} text of a message
 * @returns {Block[]}
 */
export function parsed(text) {
  return blocks(text.split(/\r?\n/), QUOTES_MAX);
}

/**
 * The text without its marks, for notifications and previews. Quotes are left out where there is
 * something else.
 *
 * @param {string} [text]
 */
export function plain(text = "") {
  const all = parsed(text);
  const own = all.filter((one) => one.kind !== "quote");
  return (words(own).trim() ? words(own) : words(all)).trim();
}

/** @param {Block[]} blocks @returns {string} */
function words(blocks) {
  return blocks.map((one) => {
    if (one.kind === "quote") return words(one.blocks);
    return one.kind === "code" ? one.text : wordsOf(one.parts);
  }).join("\n");
}

/** @param {Part[]} parts @returns {string} */
function wordsOf(parts) {
  return parts.map((part) => {
    if (typeof part === "string") return part;
    return "parts" in part ? wordsOf(part.parts) : part.text;
  }).join("");
}

/**
 * @param {string[]} lines
 * @param {number} quotesMax
 * @returns {Block[]}
 */
function blocks(lines, quotesMax) {
  /** @type {Block[]} */
  const found = [];
  /** @type {string[]} */
  let text = [];
  const endText = (isLast = false) => {
    let [from, to] = [0, text.length];
    // The blank lines between a text and another block are not seen.
    while (found.length && from < to && !text[from].trim()) from++;
    while (!isLast && from < to && !text[to - 1].trim()) to--;
    if (from < to) found.push({ kind: "text", parts: inline(text.slice(from, to).join("\n")) });
    text = [];
  };
  const ends = fenceEnds(lines);
  const quotes = quotesMax > 0 ? quoteEnds(lines) : [];
  for (let index = 0; index < lines.length;) {
    const code = fenced(lines, index, ends[index]);
    const end = quotes[index];
    if (code) {
      endText();
      found.push({ kind: "code", text: code });
      index = ends[index] + 1;
    } else if (end) {
      endText();
      const quoted = lines.slice(index, end).map((line) => line.replace(/^> ?/, ""));
      found.push({ kind: "quote", blocks: blocks(quoted, quotesMax - 1) });
      index = end;
    } else text.push(lines[index++]);
  }
  endText(true);
  return found;
}

/**
 * For each line, the next one that would end a block of code.
 *
 * @param {string[]} lines
 */
function fenceEnds(lines) {
  /** @type {(number | undefined)[]} */
  const ends = Array(lines.length);
  let next;
  for (let index = lines.length - 1; index >= 0; index--) {
    ends[index] = next;
    const line = lines[index].trimEnd();
    if (line.endsWith(FENCE) && (line === FENCE || !line.startsWith(FENCE))) next = index;
  }
  return ends;
}

/**
 * The code of a block between two fences.
 *
 * @param {string[]} lines
 * @param {number} index of the first fence
 * @param {number | undefined} end of the last one
 * @returns {string | undefined} undefined: there is none
 */
function fenced(lines, index, end) {
  const first = lines[index];
  if (end === undefined || !first.startsWith(FENCE) || first.includes(FENCE, 3)) return;
  const rest = first.slice(3).trimEnd();
  const last = lines[end].trimEnd().slice(0, -3);
  // The name of a language; where the code ends in its last line, its first line is code as well.
  const isLanguage = last === "" && /^[\w+#.-]*$/.test(rest);
  const code = [...(isLanguage || !rest ? [] : [rest]), ...lines.slice(index + 1, end)];
  if (last) code.push(last);
  const text = code.join("\n");
  return text.trim() ? text : undefined;
}

/**
 * For each line that may begin a quote, the index after its last line. A quote has a text.
 *
 * @param {string[]} lines
 */
function quoteEnds(lines) {
  /** @type {(number | undefined)[]} */
  const ends = Array(lines.length);
  let end = lines.length;
  let hasText = false;
  for (let index = lines.length - 1; index >= 0; index--) {
    if (QUOTED.test(lines[index])) {
      hasText ||= /[^>\s]/.test(lines[index]);
      if (hasText) ends[index] = end;
    } else {
      end = index;
      hasText = false;
    }
  }
  return ends;
}

/**
 * A mark that may begin or end something.
 *
 * @typedef {object} Mark
 * @property {"bold" | "italic"} kind
 * @property {string} text
 * @property {number} at its index among the tokens
 * @property {boolean} [opens]
 * @property {boolean} [closes]
 * @property {Mark} [twin] the one beside it, in "***"
 */

/** @typedef {Exclude<Part, {parts: Part[]}>} Leaf */

/** Scripts whose words are not set apart by blanks, or whose words get endings. */
const ALPHABETIC =
  /[[\p{L}\p{N}]--[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]]/v;
const SIGN = /[[\p{P}\p{S}]--\p{Extended_Pictographic}]/v;
const OPENING = /[\p{Ps}\p{Pi}"'*_]/u;
const CLOSING = /[\p{Pe}\p{Pf}"'“.,;:!?…*_]/u;
const SPEAKING = /[\p{L}\p{N}\p{Extended_Pictographic}]/u;
const SHRUG = "\\_(ツ)_/";

/**
 * Reads marks and addresses in a text once, from its beginning to its end.
 */
class Reader {
  /** @type {(Leaf | Mark)[]} */
  tokens = [];
  /** The newest mark of each kind that may begin something. @type {Map<string, Mark>} */
  #open = new Map();
  /** The index of the last token that is more than punctuation. */
  #spoken = -1;

  /** @param {Leaf} leaf */
  add(leaf) {
    const isText = typeof leaf === "string";
    if (leaf === "") return;
    if (!isText || SPEAKING.test(leaf)) this.#spoken = this.tokens.length;
    this.tokens.push(leaf);
  }

  /** A blank line ends a paragraph: marks do not reach beyond it. */
  endParagraph() {
    this.#open.clear();
  }

  /**
   * @param {string} text "*", "**", "***" or "_"
   * @param {boolean} canOpen
   * @param {boolean} canClose
   */
  mark(text, canOpen, canClose) {
    const marks = text === "***" ? ["**", "*"] : [text];
    let rest = marks;
    if (canClose) {
      // The inner one first.
      const at = (/** @type {string} */ one) => this.#open.get(one)?.at ?? -1;
      const order = [...marks].sort((one, other) => at(other) - at(one));
      rest = order.filter((one) => !this.#close(one));
    }
    if (!canOpen || rest.length < marks.length) {
      for (const one of rest) this.add(one);
      return;
    }
    /** @type {Mark | undefined} */
    let twin;
    for (const one of rest) {
      const mark = this.#push(one, twin);
      if (twin) twin.twin = mark;
      this.#open.set(one, mark);
      twin = mark;
    }
  }

  /** @param {string} text @param {Mark} [twin] @returns {Mark} */
  #push(text, twin) {
    /** @type {Mark} */
    const mark = { kind: text === "**" ? "bold" : "italic", text, at: this.tokens.length, twin };
    this.tokens.push(mark);
    return mark;
  }

  /** @param {string} text @returns {boolean} whether it ends something */
  #close(text) {
    let opener = this.#open.get(text);
    if (!opener) return false;
    // "*.*" is about files.
    if (text !== "**" && this.#spoken < opener.at) return false;
    const { twin } = opener;
    // In "***", that which ends first is the inner one.
    if (twin && twin.at > opener.at && this.#open.get(twin.text) === twin) {
      [opener.text, twin.text] = [twin.text, opener.text];
      [opener.kind, twin.kind] = [twin.kind, opener.kind];
      this.#open.set(opener.text, opener);
      this.#open.set(twin.text, twin);
      opener = twin;
    }
    for (const [key, { at }] of this.#open) {
      if (at >= opener.at) this.#open.delete(key);
    }
    opener.opens = true;
    this.#push(text).closes = true;
    return true;
  }
}

/** Without any of these, nothing in a text has a meaning. */
const MEANING = /[*_`\\@\d]|https?:|www\./i;
/** What may have a meaning: the end of a paragraph, a backslash before a mark, and marks. */
const SPECIAL = /\n[^\S\n]*(?=\n)|^\\(?=>)|\\[*_`]|\\\\(?=[\\*_`])|`+|\*+|_+/gm;

/**
 * @param {string} text lines without blocks
 * @returns {Part[]}
 */
function inline(text) {
  if (!MEANING.test(text)) return [text];
  const reader = new Reader();
  const codes = codesIn(text);
  const links = addresses(text);
  let nextLink = 0;
  let done = 0;
  /** Adds the text before an index. @param {number} index @param {number} [next] */
  const addUntil = (index, next = index) => {
    reader.add(text.slice(done, index));
    done = next;
  };
  /** Adds the links that begin before an index. @param {number} index */
  const addLinks = (index) => {
    for (; links[nextLink]?.start < index; nextLink++) {
      const { start, end, href } = links[nextLink];
      // Nothing in code has a meaning.
      if (start < done) continue;
      addUntil(start, end);
      reader.add({ kind: "link", text: text.slice(start, end), href });
    }
  };
  for (const { 0: sign, index } of text.matchAll(SPECIAL)) {
    addLinks(index);
    if (index < done) continue;
    const close = codes.get(index);
    const code = close && text.slice(index + sign.length, close);
    if (code?.trim()) {
      addUntil(index, close + sign.length);
      reader.add({ kind: "code", text: trimmed(code) });
    } else if (sign[0] === "\n") reader.endParagraph();
    else if (sign[0] === "\\") {
      if (text.startsWith(SHRUG, index)) {
        addUntil(index);
        addUntil(index + SHRUG.length);
      } else {
        addUntil(index, index + 1);
        addUntil(index + Math.max(1, sign.length));
      }
    } else if (/^(?:\*{1,3}|_)$/.test(sign)) {
      addUntil(index, index + sign.length);
      reader.mark(sign, ...sides(text, index, sign));
    }
  }
  addLinks(text.length);
  addUntil(text.length);
  return tree(reader.tokens);
}

/**
 * Pairs of equal runs of backticks within a line: what is between them may be code.
 *
 * @param {string} text
 * @returns {Map<number, number>} the index of the second run by that of the first
 */
function codesIn(text) {
  const pairs = new Map();
  /** The next run in this line, by its length. @type {Map<number, number>} */
  const next = new Map();
  for (const { 0: run, index } of [...text.matchAll(/`+|\n/g)].reverse()) {
    if (run === "\n") {
      next.clear();
      continue;
    }
    if (next.has(run.length)) pairs.set(index, next.get(run.length));
    next.set(run.length, index);
  }
  return pairs;
}

/**
 * Without the blanks at both ends that code needs which begins with a backtick.
 *
 * @param {string} code
 */
function trimmed(code) {
  return code.startsWith(" ") && code.endsWith(" ") ? code.slice(1, -1) : code;
}

/**
 * Whether a mark may begin something, and whether it may end something, by what is beside it.
 *
 * @param {string} text
 * @param {number} index
 * @param {string} sign
 * @returns {[boolean, boolean]}
 */
function sides(text, index, sign) {
  const before = /.$/su.exec(text.slice(Math.max(0, index - 2), index))?.[0] ?? " ";
  const end = index + sign.length;
  const after = /^./su.exec(text.slice(end, end + 2))?.[0] ?? " ";
  const [isAfterBlank, isBeforeBlank] = [/\s/.test(before), /\s/.test(after)];
  if (sign !== "*" && sign !== "_") {
    // "x**2" and "(x)**2" are powers.
    const isPower = /[)\]]/.test(before) && /\p{N}/u.test(after);
    return [!isBeforeBlank && !ALPHABETIC.test(before) && !isPower, !isAfterBlank];
  }
  // "*_*" is a face, "*/" a comment's end.
  if (/[*_]/.test(before) && /[*_]/.test(after)) return [false, false];
  if (sign === "*" && (before === "/" || after === "/")) return [false, false];
  // "@_ana" is a name.
  if (sign === "_" && /[@#/=&\\]/.test(before)) return [false, !isAfterBlank];
  // "-_-" is a face.
  const isFace = SIGN.test(before) && SIGN.test(after);
  return [
    !isBeforeBlank && !ALPHABETIC.test(before) && !(isFace && !OPENING.test(before)),
    !isAfterBlank && !ALPHABETIC.test(after) && !(isFace && !CLOSING.test(after)),
  ];
}

/**
 * @param {(Leaf | Mark)[]} tokens
 * @returns {Part[]}
 */
function tree(tokens) {
  /** @type {Part[]} */
  let parts = [];
  /** The lists around the current one. @type {Part[][]} */
  const around = [];
  for (const token of tokens) {
    if (typeof token !== "string" && "at" in token && token.opens) {
      /** @type {Part[]} */
      const inner = [];
      parts.push({ kind: token.kind, parts: inner });
      around.push(parts);
      parts = inner;
    } else if (typeof token !== "string" && "at" in token && token.closes) parts = around.pop();
    else if (typeof token === "string" || "at" in token) {
      const text = typeof token === "string" ? token : token.text;
      const last = parts.at(-1);
      if (typeof last === "string") parts[parts.length - 1] = last + text;
      else parts.push(text);
    } else parts.push(token);
  }
  return parts;
}
