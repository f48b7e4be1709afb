// Finds addresses in a text: of the web, of mail, of telephones. Time is linear in its length.

/**
 * @typedef {object} Address
 * @property {number} start its index in the text
 * @property {number} end the index after it
 * @property {string} href of one of four schemes: http, https, mailto, tel
 */

/** Where an address of the web may begin. */
const WEB = /(?<![a-z\d@/])https?:\/\/|(?<![a-z\d@/.-])www\./giu;
/** What ends it: blanks, quotes, controls, and letters that are not seen. */
const OUTSIDE = /[\s<>"`\\\p{Cc}\p{Cf}]/u;
/** Letters that are not seen, and more of the word after them. */
const HIDDEN = /^\p{Cf}+[.,;:!?)\]]*[^\s.,;:!?)\]\p{Cf}]/u;
/** How far it is looked for. */
const HIDDEN_LENGTH_MAX = 16;
/** Signs that belong to the sentence, at the end of an address. */
const AFTER = /[.,;:!?'*_~…‘’“”„«»‹›、。，！？：；([{]/u;
/** @type {Record<string, string>} */
const BRACKETS = { ")": "(", "]": "[", "}": "{" };
const LOCAL = /[\p{L}\p{N}._%+-]/u;
const DOMAIN = /[\p{L}\p{N}.-]/u;
/** RFC 5321 §4.5.3.1. */
const LOCAL_LENGTH_MAX = 64;
const DOMAIN_LENGTH_MAX = 255;
/** Whatever could be a telephone number, as a whole. */
const NUMBER = /\+?[(\d][\d ()./\u00a0-]*/g;
/** The longest one, with all that separates its digits. */
const NUMBER_LENGTH_MAX = 30;
const DATE = /(?<![\d./-])\d{1,4}([./-])\d{1,2}\1\d{1,4}(?![./-]?\d)/;
const AMERICAN = /^(?:\(\d{3}\) ?|\d{3}[ .-])\d{3}[ .-]\d{4}$/;

/**
 * @param {string} text
 * @returns {Address[]} in order; they do not overlap
 */
export function addresses(text) {
  /** Parts of the text with, or without, an address in them. @type {(Address | Part)[]} */
  const taken = [...web(text)];
  for (const find of [mail, numbers]) {
    const found = find(text).filter((one) => isFree(one, taken));
    taken.push(...found);
    taken.sort((one, other) => one.start - other.start);
  }
  return /** @type {Address[]} */ (taken.filter((one) => "href" in one));
}

/** @typedef {{start: number, end: number}} Part */

/**
 * @param {Part} part
 * @param {Part[]} taken in order
 */
function isFree(part, taken) {
  let [low, high] = [0, taken.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (taken[middle].end <= part.start) low = middle + 1;
    else high = middle;
  }
  return low === taken.length || taken[low].start >= part.end;
}

/**
 * Addresses of the web, and what looks like one but must not be a link.
 *
 * @param {string} text
 * @returns {(Address | Part)[]}
 */
function web(text) {
  /** @type {(Address | Part)[]} */
  const found = [];
  let done = 0;
  for (const match of text.matchAll(WEB)) {
    const start = match.index;
    if (start < done) continue;
    done = reach(text, start);
    let end = done;
    while (end > start && AFTER.test(text[end - 1])) end--;
    const shown = text.slice(start, end);
    const href = /^www\./i.test(shown) ? `https://${shown}` : shown;
    const isLink = isHonest(href) && !HIDDEN.test(text.slice(done, done + HIDDEN_LENGTH_MAX)) &&
      (href === shown || /^www\.[^./]+\.[^.]/iu.test(shown));
    found.push(isLink ? { start, end, href } : { start, end: done });
  }
  return found;
}

/**
 * Where a run of signs ends that may belong to an address. A closing bracket belongs to it only if
 * its opening one does.
 *
 * @param {string} text
 * @param {number} start
 */
function reach(text, start) {
  /** @type {Record<string, number>} */
  const open = { "(": 0, "[": 0, "{": 0 };
  let end = start;
  for (; end < text.length && !OUTSIDE.test(text[end]); end++) {
    const sign = text[end];
    if (sign in open) open[sign]++;
    else if (sign in BRACKETS && --open[BRACKETS[sign]] < 0) break;
  }
  return end;
}

/** Whether the shown address is that of the site which it opens. @param {string} href */
function isHonest(href) {
  const shown = /^https?:\/\/(\[[\da-f:.]+\]|[^/?#:@]+)(?::\d*)?(?:[/?#]|$)/iu.exec(href)?.[1];
  if (!shown || !URL.canParse(href)) return false;
  return isSameHost(shown, new URL(href).hostname);
}

/**
 * Whether the name of a host, as it is shown, is the one that a browser makes of it. "ｅｘ。org" would
 * open "ex.org".
 *
 * @param {string} shown
 * @param {string} name in ASCII
 */
function isSameHost(shown, name) {
  const labels = shown.toLowerCase().split(".");
  const others = name.split(".");
  return labels.length === others.length &&
    labels.every((label, index) =>
      label === others[index] ||
      (others[index].startsWith("xn--") && label.normalize("NFKC") === label.normalize("NFC") &&
        !/\p{Default_Ignorable_Code_Point}/u.test(label))
    );
}

/**
 * @param {string} text
 * @returns {Address[]}
 */
function mail(text) {
  /** @type {Address[]} */
  const found = [];
  for (let at = text.indexOf("@"); at >= 0; at = text.indexOf("@", at + 1)) {
    let start = at;
    while (start > 0 && at - start <= LOCAL_LENGTH_MAX && LOCAL.test(text[start - 1])) start--;
    let end = at + 1;
    while (end < text.length && end - at <= DOMAIN_LENGTH_MAX && DOMAIN.test(text[end])) end++;
    const next = text.slice(end, end + 2);
    while (/[.-]/.test(text[end - 1])) end--;
    // In "_ana@example.org_" they are marks.
    if (text[start] === "_" && text[end] === "_") start++;
    const local = text.slice(start, at);
    // "git@example.org:path" is no address of mail.
    if (text[start - 1] === "@" || /^(?:@|\/|:\S)/u.test(next)) continue;
    if (!isLocal(local) || !isDomain(text.slice(at + 1, end))) continue;
    found.push({ start, end, href: `mailto:${text.slice(start, end).replaceAll("%", "%25")}` });
  }
  return found;
}

/** @param {string} local the part before "@" */
function isLocal(local) {
  return local.length > 0 && local.length <= LOCAL_LENGTH_MAX && !/^\.|\.\.|\.$/.test(local);
}

/** @param {string} domain the part after "@" */
function isDomain(domain) {
  const labels = domain.split(".");
  return domain.length <= DOMAIN_LENGTH_MAX && labels.length > 1 &&
    labels.every((label) => /^[^-]/.test(label) && !label.endsWith("-")) &&
    /^\p{L}{2,}$/u.test(labels.at(-1)) && isHonest(`https://${domain}`);
}

/**
 * Telephone numbers: with a country's code, with a leading zero, or in the American form.
 *
 * @param {string} text
 * @returns {Address[]}
 */
function numbers(text) {
  /** @type {Address[]} */
  const found = [];
  for (const match of text.matchAll(NUMBER)) {
    const { index } = match;
    let start = index;
    let last = index + match[0].length;
    while (last > start && !/\d/.test(text[last - 1])) last--;
    let shown = text.slice(start, last);
    // A bracket at the beginning may be that of the sentence.
    if (/^\([^)]*$/.test(shown)) {
      shown = shown.slice(1);
      start++;
    }
    if (shown.length > NUMBER_LENGTH_MAX) continue;
    const end = last;
    if (
      /(?:[\p{L}\p{N}/#@=_+%-]|\p{Sc} ?|\d[.,:])$/u.test(text.slice(Math.max(0, index - 2), index))
    ) continue;
    if (/^(?:[\p{L}\p{N}_@=%]|[:,]\d| ?\p{Sc})/u.test(text.slice(end, end + 2))) continue;
    const href = callable(shown.replaceAll("\u00a0", " "));
    if (href) found.push({ start, end, href });
  }
  return found;
}

/**
 * @param {string} shown
 * @returns {string | undefined} the address of a number that can be called
 */
function callable(shown) {
  const { length } = shown.replace(/\D/g, "");
  if (length < 7 || length > 15) return;
  // One bracket around an area, one sign between groups of digits.
  if (!/^[^()]*(?:\(\d{1,5}\)[^()]*)?$/.test(shown)) return;
  if (/[ ./-]{2}/.test(shown.replaceAll(" / ", "/"))) return;
  if (shown.startsWith("+")) {
    // "+52.520008" is a coordinate.
    if (/^\+0|^\+\d+\.\d+$/.test(shown)) return;
    return `tel:+${shown.replace("(0)", "").replace(/\D/g, "")}`;
  }
  if (DATE.test(shown) || /^\d{1,3}(?:\.\d{1,3}){3}$/.test(shown)) return;
  // "0.5…" is a fraction, "0-306-…" a book.
  const isNational = /^\(?0/.test(shown) && !/^0[ ./-]/.test(shown) && length >= 9;
  if (/^(\d)\1*$/.test(shown.replace(/\D/g, ""))) return;
  if (isNational || AMERICAN.test(shown)) return `tel:${shown.replace(/\D/g, "")}`;
}
