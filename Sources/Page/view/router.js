// The current screen, from the part of the address after "#". Back and deep links work without
// further code, and without a request to the server.

import { signal } from "./signal.js";

/** The words of the current address: "#/chats/ben" is ["chats", "ben"]. */
export const route = signal(read());

function read() {
  // The link of a post is a path: /circle/ID.
  const linked = location.pathname.match(/^\/circle\/([^/]+)$/);
  if (linked && !location.hash) return ["circle", decode(linked[1])];
  // That of an invitation has its code as the whole fragment: /i#CODE.
  if (location.pathname === "/i" && /^#[^/]/.test(location.hash)) {
    return ["people", `+${decode(location.hash.slice(1))}`];
  }
  // No page is there.
  if (location.pathname !== "/" && location.pathname !== "/i" && !location.hash) return ["nowhere"];
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

/** The addresses that led here. To go back to one is to leave those after it. */
const way = [location.hash];

addEventListener("hashchange", () => {
  if (way.at(-2) === location.hash) way.pop();
  else way.push(location.hash);
  route.value = read();
});

/** The address of another screen of the app that led to this one. @param {string} place this one */
export function former(place) {
  const hash = way.at(-2) ?? "";
  const [, word] = hash.match(/^#\/([^/]+)/) ?? [];
  return !word || ["register", "forgot", "recover", place].includes(word) ? undefined : hash;
}

/** @param {...string} words */
export function address(...words) {
  return `#/${words.map(encodeURIComponent).join("/")}`;
}

/** Goes to a screen, also to the one that is shown. @param {...string} words */
export function go(...words) {
  if (location.pathname === "/" && location.hash === address(...words)) route.value = read();
  else if (location.pathname === "/") location.hash = address(...words);
  else {
    // Not by loading the page again, which would end the log-in of a guest.
    history.pushState(null, "", `/${address(...words)}`);
    route.value = read();
  }
}

/** Whether an address is that of a screen of this page. @param {URL} url */
export function isOfPage({ origin, pathname, search, hash }) {
  return origin === location.origin && !search &&
    (pathname === "/" || /^\/circle\/[^/]+$/.test(pathname) || pathname === "/i" && hash !== "");
}

/** Goes to an address of this page, without a reload. @param {URL} url */
export function follow({ pathname, hash }) {
  history.pushState(null, "", pathname + hash);
  route.value = read();
}

/** Replaces this screen with another: Back does not return. @param {...string} words */
export function replaceWith(...words) {
  replaceAddress(`/${address(...words)}`);
}

/** Replaces path and fragment without a reload. @param {string} address within this site */
export function replaceAddress(address) {
  history.replaceState(null, "", address);
  way[way.length - 1] = location.hash;
  route.value = read();
}
