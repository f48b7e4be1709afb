// The emoji of a keyboard, by their names.

/**
 * @typedef {object} Emoji
 * @property {string} text
 * @property {boolean} canHaveTone
 * @property {string} name
 * @property {string} words that it is found by, without accents, each after a blank
 */

/** @typedef {{name: string, emoji: Emoji[]}} Group */

/** Emoji that were used, at most. */
const RECENT_MAX = 24;
/** Those of a user who has used none yet. */
export const FREQUENT = "👍 ❤️ 😂 😮 😢 🙏 🔥 🎉 👏 💯 ✅ 👀".split(" ");
/** The tones of skin: none, then from light to dark. */
export const TONES = ["", "🏻", "🏼", "🏽", "🏾", "🏿"];

/**
 * @param {string} content of a file that Packaging/emoji/names.py has written
 * @returns {Group[]}
 */
export function groupsOf(content) {
  /** @type {Group[]} */
  const groups = [];
  for (const line of content.split("\n").filter(Boolean)) {
    if (line[0] === "#" && !line.includes("\t")) groups.push({ name: line.slice(1), emoji: [] });
    else {
      const [text, tone, name, more] = line.split("\t");
      const words = ` ${wordsOf(`${name} ${more}`).join(" ")}`;
      groups.at(-1).emoji.push({ text, canHaveTone: tone === "+", name, words });
    }
  }
  return groups;
}

/** Words in lower case and without accents. @param {string} text */
function wordsOf(text) {
  const letters = text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().replaceAll("ß", "ss");
  return letters.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
}

/**
 * The emoji that have all words of a query, or words that begin with them. Those whose name begins
 * with it come first.
 *
 * @param {Group[]} groups
 * @param {string} query
 * @returns {Emoji[]}
 */
export function found(groups, query) {
  const asked = wordsOf(query).map((word) => ` ${word}`);
  const all = groups.flatMap(({ emoji }) => emoji);
  if (!asked.length) return all.filter(({ text }) => text === query.trim());
  const matching = all.filter(({ words }) => asked.every((word) => words.includes(word)));
  const rank = (/** @type {Emoji} */ { words }) => words.startsWith(asked.join("")) ? 0 : 1;
  return matching.sort((one, other) => rank(one) - rank(other));
}

/**
 * @param {Emoji} emoji
 * @param {string} tone
 */
export function toned({ text, canHaveTone }, tone) {
  if (!canHaveTone || !tone) return text;
  // The hands between two people have theirs.
  return text.replace(/(?!(?<=\u200d)🤝)(\p{Emoji_Modifier_Base})\ufe0f?/gu, `$1${tone}`);
}

/**
 * @param {string[]} recent the latest first
 * @param {string} emoji
 */
export function remembered(recent, emoji) {
  return [emoji, ...recent.filter((one) => one !== emoji)].slice(0, RECENT_MAX);
}
