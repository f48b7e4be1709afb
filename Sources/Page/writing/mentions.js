// Names of members in the text of a message: "@ben".

/** A name behind an "@" that begins a word, as the server finds it. */
const NAMED =
  /(?<![\p{Alphabetic}\p{N}_@])@([A-Za-z][A-Za-z0-9_]{2,19})(?![\p{Alphabetic}\p{N}_@])/gu;
/** The "@" before the place of writing, with the beginning of a name. */
const BEGUN = /(?<![\p{Alphabetic}\p{N}_@])@([\p{Alphabetic}\p{N}_]{0,20})$/u;

/**
 * The parts of a text: what is text, and the names that are in the list.
 *
 * @param {string} text
 * @param {string[]} [names] usernames
 * @returns {(string | {text: string, name: string})[]}
 */
export function mentionsIn(text, names = []) {
  if (!names.length) return [text];
  /** @type {(string | {text: string, name: string})[]} */
  const parts = [];
  let done = 0;
  for (const { 0: found, 1: typed, index } of text.matchAll(NAMED)) {
    const name = typed.toLowerCase();
    if (!names.includes(name)) continue;
    parts.push(text.slice(done, index), { text: found, name });
    done = index + found.length;
  }
  return [...parts, text.slice(done)];
}

/**
 * What is typed of a name at the end of a text, behind its "@"; undefined: there is none.
 *
 * @param {string} text up to the place of writing
 */
export function begunIn(text) {
  return text.match(BEGUN)?.[1];
}

/**
 * The users whose names begin so, by username or by a word of the display name.
 *
 * @template {{username?: string, displayName?: string}} User
 * @param {User[]} users
 * @param {string} begun
 * @param {number} most
 */
export function beginning(users, begun, most) {
  const sought = begun.toLocaleLowerCase();
  return users.filter(({ username = "", displayName = "" }) =>
    [username, ...displayName.toLocaleLowerCase().split(/\s+/)].some((one) =>
      one.startsWith(sought)
    )
  ).slice(0, most);
}
