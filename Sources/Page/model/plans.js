// Plans: when and where friends meet who are up for the same. The user has made them, has joined
// them, or is asked.

import { Refused } from "../client/index.js";
import { t } from "../texts/index.js";
import { clock, isSameDay, timeOn } from "../view/format.js";
import { effect, signal } from "../view/signal.js";
import { nextTime } from "./said.js";

/**
 * @typedef {import("../client/wire.d.ts").Plan} Plan
 * @typedef {import("../client/wire.d.ts").PlanAnswer} PlanAnswer
 * @typedef {import("../client/wire.d.ts").PlanMember} PlanMember
 * @typedef {import("../client/wire.d.ts").UserProfile} UserProfile
 * @typedef {import("../client/wire.d.ts").ActivityPoint} ActivityPoint
 */

const DAY = 24 * 3600 * 1000;
/** Storage key of the list, which the page shows without a connection. */
const KEY = "plans";

export class Plans {
  /** Newest first. @type {import("../view/signal.js").Signal<Plan[]>} */
  list = signal([]);
  /** Whether this server has plans; true until a refusal says otherwise. */
  isOffered = signal(true);
  /** The plan of the last event, as it was before. @type {Plan | undefined} */
  before;

  /**
   * Changes that arrive while the list is being read.
   *
   * @type {((list: Plan[]) => Plan[])[] | undefined}
   */
  #missed;

  /** @param {import("../app.js").App} app */
  constructor(app) {
    this.app = app;
    app.world.listen(({ planOffered, planChanged, planGone, profileChanged }) => {
      const plan = planOffered?.plan ?? planChanged?.plan;
      if (plan) {
        this.before = this.list.peek().find((one) => one.plan === plan.plan);
        this.set(plan);
      }
      if (planGone) this.remove(planGone.plan);
      if (profileChanged) {
        this.#change((list) => list.map((one) => shown(one, profileChanged.user)));
      }
    });
  }

  /** Shows the stored list, and stores each change. */
  async start() {
    this.list.value = await this.app.keeper.get(KEY) ?? [];
    effect(() => {
      this.app.keeper.set(KEY, this.list.value).catch(() => {});
    });
  }

  /** Reads the list, in each session. */
  async open() {
    /** @type {((list: Plan[]) => Plan[])[]} */
    const missed = [];
    this.#missed = missed;
    try {
      const { plans } = await this.app.link.call("planList");
      // Another session has begun, and reads it again.
      if (this.#missed !== missed) return;
      this.isOffered.value = true;
      this.list.value = missed.reduce((list, change) => change(list), plans?.plans ?? []);
    } catch (error) {
      // The next session tries again.
      const isUnknown = error instanceof Refused && error.code === "UNKNOWN_COMMAND";
      if (isUnknown) this.isOffered.value = false;
    }
    if (this.#missed === missed) this.#missed = undefined;
  }

  /** Adds or replaces a plan. @param {Plan} plan as an event or an answer has it */
  set(plan) {
    // The answer to "not coming" has no more of the plan.
    if (plan.answer === "NOT_COMING") return this.remove(plan.plan);
    this.#change((list) => {
      const place = list.findIndex((one) => one.plan === plan.plan);
      return place < 0 ? [plan, ...list] : list.with(place, plan);
    });
  }

  /** @param {number} number */
  remove(number) {
    this.#change((list) => list.filter((one) => one.plan !== number));
  }

  /** @param {(list: Plan[]) => Plan[]} change */
  #change(change) {
    this.#missed?.push(change);
    this.list.value = change(this.list.peek());
  }

  /** Number of plans that wait for the user's answer. */
  get waiting() {
    return this.list.value.filter((one) => !one.over && !isMember(one)).length;
  }

  /** @param {number} number */
  find(number) {
    return this.list.value.find((one) => one.plan === number);
  }

  /** The newest plan of a user. @param {string} username */
  ofMaker(username) {
    return this.list.value.find(({ maker }) => maker.username === username);
  }

  /** The plan whose members have this room. @param {string} room */
  ofRoom(room) {
    return this.list.value.find((one) => one.room === room);
  }

  /** The user's own open plan for an activity. @param {string} activity */
  own(activity) {
    return this.list.value.find((one) => one.activity === activity && !one.over && this.isOwn(one));
  }

  /** @param {Plan} plan */
  isOwn({ maker }) {
    return maker.username === this.app.login.username;
  }

  /**
   * Whether the user and a friend are members of one plan for an activity: what they did is
   * confirmed by the plan then, and not by their match. A plan that was over before they matched,
   * or was called off, does not count.
   *
   * @param {string} username
   * @param {string} activity
   * @param {string} [since] when they matched
   */
  has(username, activity, since = "") {
    return this.list.value.some((one) =>
      one.activity === activity && isMember(one) && !one.cancelled &&
      !(one.over && Date.parse(since) > Date.parse(one.until)) &&
      one.members?.some(({ user }) => user.username === username)
    );
  }

  /** @param {any} fields of `planMake` @returns {Promise<boolean>} false: refused, and said */
  make(fields) {
    return this.#send("planMake", fields, {
      NOT_FOUND: t("planForNobody"),
      CONFLICT: t("planIsThere"),
    });
  }

  /** @param {any} fields of `planChange` */
  change(fields) {
    return this.#send("planChange", fields);
  }

  /** @param {number} plan @param {PlanAnswer} answer @param {number} [minutes] */
  reply(plan, answer, minutes) {
    return this.#send("planReply", { plan, answer, minutes }, { LIST_FULL: t("planFull") });
  }

  /** @param {number} plan @param {boolean} on */
  keep(plan, on) {
    return this.#send("planKeep", { plan, on });
  }

  /** @param {number} plan @param {{text?: string, on?: boolean}} what */
  done(plan, { text, on }) {
    return this.#send("planDone", { plan, text, on });
  }

  /**
   * @param {import("../client/connection.js").Command} name
   * @param {any} fields
   * @param {Record<string, string>} [words] texts for refusals
   */
  async #send(name, fields, words) {
    const answer = await this.app.act(name, fields, words);
    if (answer) this.set(answer.plan);
    return answer !== undefined;
  }
}

/** Whether the user has joined it. @param {Plan} plan */
export function isMember({ answer }) {
  return answer === "COMING" || answer === "LATER";
}

/** Whether the user can say "We did it". @param {Plan} plan @param {number} now */
export function mayConfirm(plan, now) {
  return isMember(plan) && !plan.cancelled && hasBegun(plan, now);
}

/** Whether its time has come. @param {Plan} plan @param {number} now */
export function hasBegun({ at }, now) {
  return !at || Date.parse(at) <= now;
}

/** Whether it is on the circle: two members have confirmed it. @param {Plan} plan */
export function isPosted({ members = [] }) {
  return members.filter(({ done }) => done).length > 1;
}

/**
 * What the fields of the dialog say.
 *
 * @param {{time?: string, note?: string, place?: string, roomFor?: string}} values
 * @param {ActivityPoint | undefined} point
 * @param {string[]} chosen usernames; empty: all who match
 * @param {number} now
 */
export function planMakeOf({ time, note = "", place = "", roomFor }, point, chosen, now) {
  return {
    with: chosen,
    note: note.trim() || undefined,
    place: place.trim() || undefined,
    point: point && { lat: point.lat, lon: point.lon },
    at: time ? new Date(nextTime(time, now)).toISOString() : undefined,
    roomFor: Number(roomFor) || undefined,
  };
}

/**
 * What has changed in the dialog.
 *
 * @param {{time?: string, note?: string, place?: string}} values
 * @param {ActivityPoint | undefined} point
 * @param {Plan} plan as it was
 * @param {string} was the time in the dialog at first, such as "18:30"
 * @param {number} now
 */
export function planChangeOf({ time = "", note = "", place = "" }, point, plan, was, now) {
  const isSame = (/** @type {string} */ one, /** @type {string | undefined} */ other = "") =>
    one.trim() === other;
  const { lat, lon } = plan.point ?? {};
  const hasMoved = point && (point.lat !== lat || point.lon !== lon);
  return {
    note: isSame(note, plan.note) ? undefined : note.trim(),
    place: isSame(place, plan.place) ? undefined : place.trim(),
    point: hasMoved ? { lat: point.lat, lon: point.lon } : undefined,
    noPoint: !point && plan.point ? true : undefined,
    // A time that has passed, by any clock: as soon as they come.
    at: time === was ? undefined : new Date(time ? nextTime(time, now) : now - DAY).toISOString(),
  };
}

/**
 * @param {import("../app.js").App} app
 * @param {import("../client/wire.d.ts").ServerMessage} message
 * @returns {[string, string[], "news"?] | undefined} the text, and the screen that it leads to;
 *   "news": it is shown even where the plan is in sight
 */
export function planNews(app, { planOffered, planChanged }) {
  const { plan, by = "" } = planOffered ? { plan: planOffered.plan } : planChanged ?? {};
  if (!plan?.maker) return;
  const activity = app.titleOf(plan.activity);
  const words = ["now", "plans", plan.maker.username];
  const { maker } = plan;
  if (planOffered) return [t("newsPlan", { name: maker.displayName, activity }), words];
  if (by === app.login.username || !isMember(plan)) return;
  if (!by) {
    const what = app.plans.isOwn(plan) ? undefined : changeOf(app.plans.before, plan);
    if (what === undefined) return;
    const key = plan.cancelled ? "newsPlanOff" : "newsPlanMoved";
    return [t(key, { name: maker.displayName, activity, what }), words, "news"];
  }
  const member = plan.members?.find(({ user }) => user.username === by);
  if (!member) {
    return [t("newsPlanLeft", { name: app.world.profile(by).displayName, activity }), words];
  }
  const key = member.answer === "LATER" ? "newsPlanLater" : "newsPlanJoined";
  return [t(key, { name: member.user.displayName, activity }), words];
}

/**
 * What its maker has changed for those who come; undefined: nothing, or it is not known.
 *
 * @param {Plan | undefined} before
 * @param {Plan} plan
 */
function changeOf(before, plan) {
  if (!before || before.over) return;
  if (plan.over) return plan.cancelled ? "" : undefined;
  const [was, is] = [before, plan].map(({ at = "", place = "", note = "" }) => [at, place, note]);
  const texts = [whenOf(plan, Date.now()), is[1], is[2]];
  const changed = texts.filter((_, place) => is[place] !== was[place]);
  return changed.length > 0 ? changed.filter(Boolean).join(" · ") : undefined;
}

/** When they meet. @param {Plan} plan @param {number} now */
export function whenOf({ at, over, cancelled }, now) {
  if (over) return t(cancelled ? "planIsOff" : "planIsOver");
  if (!at) return t("planSoon");
  if (hasBegun({ at }, now)) return t("planSince", { time: clock(at) });
  const isToday = isSameDay(new Date(at), new Date(now));
  return isToday ? t("planAt", { time: clock(at) }) : timeOn(at);
}

/**
 * The plan with the current name and picture of a user.
 *
 * @param {Plan} plan
 * @param {UserProfile} user
 */
function shown(plan, user) {
  const current = (/** @type {UserProfile} */ one) => one?.username === user.username ? user : one;
  const { maker, members, asked } = plan;
  return {
    ...plan,
    maker: current(maker),
    members: members?.map((one) => ({ ...one, user: current(one.user) })),
    asked: asked?.map(current),
  };
}
