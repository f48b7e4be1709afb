// The cards beside the board: what several friends share is one card, and a plan for it is on the
// same card, above them.

/**
 * @typedef {import("../client/wire.d.ts").MatchEntry} MatchEntry
 * @typedef {import("../client/wire.d.ts").Plan} Plan
 *
 * The card of an activity, or of a plan alone.
 *
 * @typedef {object} Shared
 * @property {string} key
 * @property {string} activity
 * @property {MatchEntry[]} matches newest first
 * @property {Plan} [plan]
 */

/**
 * An activity keeps its card while matches and plans for it come and go, so that nothing moves. Its
 * oldest open plan is on that card; others, and those that are over, have a card of their own.
 *
 * @param {MatchEntry[]} matches newest first
 * @param {Plan[]} plans newest first
 * @returns {Shared[]} open plans first, each before or above the matches of its activity
 */
export function boardOf(matches, plans) {
  /** @type {Map<string, MatchEntry[]>} */
  const shared = new Map();
  for (const match of matches) {
    shared.set(match.activity, [...shared.get(match.activity) ?? [], match]);
  }
  const open = plans.filter(({ over }) => !over);
  const leading = new Map(open.map((plan) => [plan.activity, plan]));
  const cardOf = (/** @type {Plan} */ plan) => {
    const { activity } = plan;
    if (leading.get(activity) !== plan) {
      return { key: `plan ${plan.plan}`, activity, matches: [], plan };
    }
    return { key: keyOf(activity), activity, matches: shared.get(activity) ?? [], plan };
  };
  return [
    ...open.map(cardOf),
    ...[...shared].filter(([activity]) => !leading.has(activity))
      .map(([activity, matches]) => ({ key: keyOf(activity), activity, matches })),
    ...plans.filter(({ over }) => over).map(cardOf),
  ];
}

/** The key of an activity's card. @param {string} activity */
export function keyOf(activity) {
  return `activity ${activity}`;
}

/**
 * "Ana, Ben +3".
 *
 * @param {{displayName?: string}[]} users
 */
export function namesOf(users) {
  const shown = users.slice(0, users.length > 3 ? 2 : 3).map(({ displayName }) => displayName);
  const rest = users.length - shown.length;
  return shown.join(", ") + (rest ? ` +${rest}` : "");
}

/** The friends who match and have not joined the plan above. @param {Shared} card */
export function othersOf({ matches, plan }) {
  const members = new Set(plan?.members?.map(({ user }) => user.username));
  return matches.map((match) => match.with).filter(({ username }) => !members.has(username));
}
