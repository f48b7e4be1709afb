// What a press on an option of a poll chooses. Nothing here needs a page.

/** @typedef {import("../client/wire.d.ts").Poll} Poll */

/** How many options a poll has. */
export const OPTIONS_MIN = 2;
export const OPTIONS_MAX = 12;

/**
 * The numbers of all options that a user chooses, after a press on one of them: it is chosen, or
 * no longer.
 *
 * @param {string} username
 * @param {Poll} poll
 * @param {number} pressed the place of the option, from 0
 * @returns {number[]} as in the command `roomVote`
 */
export function chosenBy(username, { options = [], multiple }, pressed) {
  return options.flatMap(({ from = [] }, place) => {
    const isChosen = from.includes(username);
    const isKept = place === pressed ? !isChosen : multiple && isChosen;
    return isKept ? [place + 1] : [];
  });
}
