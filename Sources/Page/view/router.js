// Which screen is shown: the part of the address behind "#". Back and deep links work by themselves,
// and the server is not asked.

import { signal } from "./signal.js";

/** The words of the current address: "#/chats/ben" is ["chats", "ben"]. */
export const route = signal(read());

function read() {
  // The link of a post leads here, too: /circle/ID.
  const linked = location.pathname.match(/^\/circle\/([^/]+)$/);
  if (linked && !location.hash) return ["circle", decode(linked[1])];
  return location.hash.replace(/^#?\/?/, "").split("/").filter(Boolean).map(
    decode,
  );
}

/** @param {string} word */
function decode(word) {
  try {
    return decodeURIComponent(word);
  } catch {
    return word;
  }
}

addEventListener("hashchange", () => {
  route.value = read();
});

/** @param {...string} words */
export function address(...words) {
  return `#/${words.map(encodeURIComponent).join("/")}`;
}

/** Goes to a screen. @param {...string} words */
export function go(...words) {
  if (location.pathname !== "/") location.assign(`/${address(...words)}`);
  else location.hash = address(...words);
}

/** Goes to a screen in place of this one: Back does not return. @param {...string} words */
export function replaceWith(...words) {
  history.replaceState(null, "", `/${address(...words)}`);
  route.value = read();
}
