// What a tab has of its user beside the app, such as drafts: the next one finds nothing of it.

/** @type {Set<() => void>} */
const acts = new Set();

/** Does something when the user of this tab leaves. @param {() => void} act */
export function onLeave(act) {
  acts.add(act);
}

/** The user of this tab leaves. */
export function leave() {
  for (const act of acts) act();
}
