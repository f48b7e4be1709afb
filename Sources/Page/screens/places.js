// The places of the app: the first words of addresses.

/** Each has a screen, and a text of the same key. */
const PLACES = new Set([
  "now",
  "map",
  "chats",
  "circle",
  "people",
  "partners",
  "words",
  "events",
  "more",
  "me",
  "share",
]);
/** The log-in screen's own addresses. */
const OF_DOOR = ["register", "forgot", "recover"];

/**
 * The screen of an address; "nowhere": none has it.
 *
 * @param {string[]} words of the address
 */
export function placeOf([place = "now"]) {
  if (OF_DOOR.includes(place)) return "now";
  return PLACES.has(place) ? place : "nowhere";
}
