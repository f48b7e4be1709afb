// A plan on a card: who comes, when and where. Its dialogs are loaded when they are opened.

import { namesOf, othersOf } from "../../model/board.js";
import { isMember, mayConfirm, whenOf } from "../../model/plans.js";
import { t } from "../../texts/index.js";
import { confirmed, toast } from "../../view/dialog.js";
import { h } from "../../view/dom.js";
import { address, go } from "../../view/router.js";
import { computed, untracked } from "../../view/signal.js";

/**
 * @typedef {import("../../app.js").App} App
 * @typedef {import("../../client/wire.d.ts").Plan} Plan
 * @typedef {import("../../model/board.js").Shared} Shared
 */

/**
 * Opens a dialog of plans.
 *
 * @param {(dialogs: typeof import("./plan-dialog.js")) => any} open returns when it is closed
 */
async function withDialogs(open) {
  /** @type {HTMLElement | undefined} */
  const card = document.activeElement?.closest("[data-key]");
  const dialogs = await import("./plan-dialog.js").catch(() => /** @type {any} */ (undefined));
  if (!dialogs) return toast(t("noConnection"), { kind: "error" });
  await open(dialogs);
  // By an answer, the button that had the focus is gone.
  if (document.activeElement === document.body) card?.focus({ preventScroll: true });
}

/**
 * "Make a plan", unless the user has an open one for the activity.
 *
 * @param {App} app
 * @param {string} activity
 * @param {() => void} [leave] is called before the dialog opens
 */
export function makeButton(app, activity, leave) {
  return () =>
    app.plans.isOffered.value && !app.plans.own(activity) && h("button", {
      type: "button",
      disabled: () => !app.isOnline.value,
      onclick: () =>
        withDialogs((dialogs) => {
          leave?.();
          return dialogs.makeDialog(app, activity);
        }),
    }, t("makePlan"));
}

/**
 * The content of a card with a plan.
 *
 * @param {App} app
 * @param {{readonly value: Shared}} card
 * @param {number} number
 * @param {(app: App, activity: string) => void} showMatches
 */
export function planPart(app, card, number, showMatches) {
  const plan = computed(() => card.value.plan);
  const isIn = computed(() => isMember(plan.value));
  const isOver = computed(() => plan.value.over ?? false);
  const others = computed(() => othersOf(card.value));
  const { activity } = card.value;
  return [
    h(
      "div.plan",
      null,
      h("p", null, () => h("b", null, titleOf(app, plan.value))),
      h("p", { dir: "auto" }, () => {
        const { place, note } = plan.value;
        return [whenOf(plan.value, app.now), place, note].filter(Boolean).join(" · ");
      }),
      h("small", null, () => comersOf(app, plan.value)),
    ),
    h(
      "span.answers",
      null,
      h("span.choices", null, () => {
        const more = moreButton(app, number);
        if (!isIn.value) return [!isOver.value && joinButtons(app, number), more];
        return [
          isOver.value && mayConfirm(plan.value, app.now) && doneButton(app, number),
          h(
            "a.button",
            { class: isOver.value ? "" : "primary", href: roomOf(plan) },
            t("planRoom"),
          ),
          more,
        ];
      }),
    ),
    () =>
      others.value.length > 0 && h("button.plain.also", {
        type: "button",
        onclick: () => showMatches(app, activity),
      }, () => t("alsoUp", { names: namesOf(others.value) })),
  ];
}

/** @param {{readonly value: Plan}} plan */
const roomOf = (plan) => () => plan.value.room ? address("chats", plan.value.room) : null;

/** @param {App} app @param {number} number */
function joinButtons(app, number) {
  return /** @type {const} */ (["COMING", "LATER"]).map((answer, place) =>
    h("button", {
      type: "button",
      class: place ? "" : "primary",
      disabled: () => !app.isOnline.value,
      onclick: () => withDialogs((dialogs) => dialogs.joinDialog(app, number, answer)),
    }, t(`answer.${answer}`))
  );
}

/** @param {App} app @param {number} number */
function moreButton(app, number) {
  return h("button", {
    type: "button",
    "aria-label": t("planMore"),
    onclick: () => openPlan(app, number),
  }, t("more"));
}

/** @param {App} app @param {number} number */
export function doneButton(app, number) {
  return h("button", {
    type: "button",
    disabled: () => !app.isOnline.value,
    onclick: () => withDialogs((dialogs) => dialogs.doneDialog(app, number)),
  }, t("weDidIt"));
}

/** Opens a plan, with all that the user can do. @param {App} app @param {number} number */
export function openPlan(app, number) {
  return withDialogs((dialogs) => dialogs.planDialog(app, number));
}

/** "Coffee with Ana". @param {App} app @param {Plan} plan */
export function titleOf(app, plan) {
  const activity = app.titleOf(plan.activity);
  if (app.plans.isOwn(plan)) return t("planOwn", { activity });
  return t("weDidItTitle", { activity, name: plan.maker.displayName });
}

/** "Coming: Ana, Ben (10 min)"; of one that was called off, by whom. @param {App} app @param {Plan} plan */
function comersOf(app, plan) {
  const { members = [], maker } = plan;
  if (plan.cancelled) {
    return app.plans.isOwn(plan) ? t("planOffByYou") : t("planOffBy", { name: maker.displayName });
  }
  const names = members.map(({ user, answer, minutes }) => {
    const name = user.username === app.login.username ? t("planYou") : user.displayName;
    if (minutes) return t("planMinutes", { name, count: minutes });
    return answer === "LATER" ? t("planLater", { name }) : name;
  });
  return t("planComing", { names: names.join(", ") });
}

/**
 * What, when, where and who: the first line of the conversation about a plan, which opens the plan.
 *
 * @param {App} app
 * @param {string} room
 */
export function planLine(app, room) {
  const plan = computed(() => app.plans.ofRoom(room));
  return () => {
    if (!plan.value) return;
    const { plan: number, place, cancelled } = plan.value;
    const facts = [whenOf(plan.value, app.now), place, comersOf(app, plan.value)];
    return h(
      "button.plan-line",
      { type: "button", class: cancelled ? "off" : "", onclick: () => openPlan(app, number) },
      h("b", null, titleOf(app, plan.value)),
      " ",
      h("span", { dir: "auto" }, facts.filter(Boolean).join(" · ")),
    );
  };
}

/**
 * The user does not come, or not any more. If it is the user's own plan, this calls it off, which
 * is asked first.
 *
 * @param {App} app
 * @param {Plan} plan
 * @returns {Promise<boolean>} whether it is done
 */
export async function leavePlan(app, plan) {
  const ends = app.plans.isOwn(plan) && !plan.over;
  if (ends && !await confirmed(t("endPlan"), t("endPlanText"), t("endPlan"))) return false;
  return app.plans.reply(plan.plan, "NOT_COMING");
}

/**
 * Actions on a plan, in the menu of its room.
 *
 * @param {App} app
 * @param {string} room
 * @returns {[string, () => void, string?][]}
 */
export function planActions(app, room) {
  const plan = untracked(() => app.plans.ofRoom(room));
  if (!plan) return [];
  // The maker keeps the room of a plan that has ended.
  const stays = app.plans.isOwn(plan) && !plan.over;
  return [
    [t("planMore"), () => openPlan(app, plan.plan)],
    [t(plan.over ? "leavePlan" : stays ? "endPlan" : "answer.NOT_COMING"), async () => {
      if (await leavePlan(app, plan) && !stays) go("chats");
    }, "danger"],
  ];
}
