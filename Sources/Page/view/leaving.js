// Clean-up of a tab's data of its user outside of the app, such as drafts: the next user must not
// see them.

/** @type {Set<() => void>} */
const acts = new Set();

/** Runs `act` when the user of this tab leaves. @param {() => void} act */
export function onLeave(act) {
  acts.add(act);
}

/** To be called when the user of this tab leaves. */
export function leave() {
  for (const act of acts) act();
}
