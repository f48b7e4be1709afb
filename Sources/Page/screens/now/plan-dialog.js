// A plan in a dialog: who comes, the user's answer, and what becomes of it.

import { isMember, isPosted, mayConfirm, whenOf } from "../../model/plans.js";
import { t } from "../../texts/index.js";
import { tp } from "../../texts/planning.js";
import { dialog, toast } from "../../view/dialog.js";
import { h, icon, list } from "../../view/dom.js";
import { icons } from "../../view/icons.js";
import { avatar, form, nameOf, select, toggle } from "../../view/parts.js";
import { address } from "../../view/router.js";
import { computed, untracked } from "../../view/signal.js";
import { download } from "../me/file.js";
import { pointButton } from "./details.js";
import { postForm } from "./match.js";
import { doneButton, leavePlan, titleOf } from "./plan.js";
import { changeDialog } from "./plan-form.js";

export { makeDialog } from "./plan-form.js";

/**
 * @typedef {import("../../app.js").App} App
 * @typedef {import("../../view/dom.js").Content} Content
 * @typedef {import("../../client/wire.d.ts").Plan} Plan
 * @typedef {import("../../client/wire.d.ts").PlanMember} PlanMember
 */

/** Choices for how long the way takes, in minutes. */
const MINUTES = [5, 10, 15, 20, 30, 45, 60, 90, 120, 180, 240];

/**
 * A plan, and all that the user can do about it.
 *
 * @param {App} app
 * @param {number} number
 */
export function planDialog(app, number) {
  return about(app, number, (plan, close) => contents(app, plan, close));
}

/**
 * A dialog about a plan. When there is no such plan for the user any more, it says so.
 *
 * @param {App} app
 * @param {number} number
 * @param {(plan: {readonly value: Plan}, close: () => void) => Content} body
 */
function about(app, number, body) {
  const plan = computed(() => app.plans.find(number));
  const isThere = computed(() => plan.value !== undefined);
  const known = plan.peek();
  return dialog(
    known ? titleOf(app, known) : t("plan"),
    (close) => () =>
      isThere.value
        ? untracked(() => body(plan, close))
        : h("p", { role: "status" }, tp("planIsGone")),
  );
}

/** @param {App} app @param {{readonly value: Plan}} plan @param {() => void} close */
function contents(app, plan, close) {
  const number = plan.value.plan;
  const isIn = computed(() => isMember(plan.value));
  const isOver = computed(() => plan.value.over ?? false);
  return [
    h(
      "p.when-where",
      null,
      h("b", null, () => whenOf(plan.value, app.now)),
      () => plan.value.place && h("span", { dir: "auto" }, plan.value.place),
      () => plan.value.note && h("span", { dir: "auto" }, plan.value.note),
    ),
    () => !plan.value.cancelled && h("h3", null, tp("planWhoComes")),
    list(
      h("ul.plain-list.plan-members"),
      () => plan.value.cancelled ? [] : plan.value.members ?? [],
      ({ user }) => user.username,
      (member) => memberRow(plan, member),
    ),
    () => askedText(plan.value),
    () => isOver.value ? null : untracked(() => answerFields(app, plan, isIn, close)),
    () => isOver.value && isIn.value ? untracked(() => ending(app, plan)) : null,
    h(
      "p.row.plan-actions",
      null,
      () => isIn.value && h("a.button", roomLink(plan, close), tp("planOpenRoom")),
      () => plan.value.point && pointButton(plan.value.point),
      () => mayConfirm(plan.value, app.now) && doneButton(app, number),
      () =>
        !isOver.value && h("button", action(app, () => calendar(app, number)), t("addToCalendar")),
      () =>
        !isOver.value && app.plans.isOwn(plan.value) &&
        h("button", action(app, () => changeDialog(app, plan.value)), tp("changePlan")),
      () =>
        isOver.value && isIn.value && h(
          "button.danger",
          action(app, async () => {
            if (await leavePlan(app, plan.value)) close();
          }),
          t("leavePlan"),
        ),
    ),
  ];
}

/** @param {{readonly value: Plan}} plan @param {() => void} close */
function roomLink(plan, close) {
  return {
    href: () => plan.value.room ? address("chats", plan.value.room) : null,
    onclick: close,
  };
}

/** @param {App} app @param {() => any} act */
function action(app, act) {
  return { type: "button", disabled: () => !app.isOnline.value, onclick: () => untracked(act) };
}

/** @param {{readonly value: Plan}} plan @param {{readonly value: PlanMember}} member */
function memberRow(plan, member) {
  const isMaker = () => member.value.user.username === plan.value.maker.username;
  return h(
    "li.row",
    null,
    () => avatar(member.value.user, "small"),
    h(
      "span.grow",
      null,
      () => nameOf(member.value.user),
      " ",
      h("small", null, () =>
        [comingOf(member.value), isMaker() && tp("planMaker")]
          .filter(Boolean).join(" · ")),
    ),
    () =>
      member.value.done &&
      h("span", { role: "img", "aria-label": t("weDidIt") }, icon(icons.check)),
  );
}

/** @param {PlanMember} member */
function comingOf({ answer, minutes }) {
  if (minutes) return tp("comesIn", { count: minutes });
  return tp(answer === "LATER" ? "comesLater" : "comes");
}

/** Only the maker's own plan says who is asked. @param {Plan} plan */
function askedText({ asked = [], over }) {
  if (over || !asked.length) return;
  const names = asked.map(({ displayName }) => displayName).join(", ");
  return h("p", null, tp("planAsked", { names }), " ", h("small", null, tp("planAskedHint")));
}

/**
 * @param {App} app
 * @param {{readonly value: Plan}} plan
 * @param {{readonly value: boolean}} isIn
 * @param {() => void} close
 */
function answerFields(app, plan, isIn, close) {
  const { plan: number, answer, members = [] } = plan.value;
  const mine = members.find(({ user }) => user.username === app.login.username);
  let minutes = mine?.minutes;
  const reply = async (/** @type {"COMING" | "LATER"} */ answer) => {
    if (await app.plans.reply(number, answer, minutes)) close();
  };
  const leave = async () => {
    if (await leavePlan(app, plan.value)) close();
  };
  return h(
    "section.plan-answer",
    { "aria-label": tp("planAnswer") },
    () => !isIn.value && h("p", null, tp("planJoinHint")),
    minutesField(minutes, (chosen) => minutes = chosen),
    h(
      "p.row",
      null,
      /** @type {const} */ (["COMING", "LATER"]).map((one) =>
        h("button", {
          ...action(app, () => reply(one)),
          "aria-pressed": () => String(plan.value.answer === one),
          class: () => plan.value.answer === one ? "primary" : "",
        }, t(`answer.${one}`))
      ),
      h(
        "button",
        { ...action(app, leave), class: answer ? "danger" : "" },
        t(app.plans.isOwn(plan.value) ? "endPlan" : "answer.NOT_COMING"),
      ),
    ),
  );
}

/** @param {number | undefined} minutes @param {(minutes: number | undefined) => void} changed */
function minutesField(minutes, changed) {
  const choices = MINUTES.includes(minutes) || !minutes ? MINUTES : [minutes, ...MINUTES];
  return select(
    tp("planHowFar"),
    "plan-minutes",
    [["", t("notSaid")], ...choices.map((one) => [String(one), t("minutes", { count: one })])],
    { chosen: String(minutes ?? ""), changed: (value) => changed(Number(value) || undefined) },
  );
}

/** A plan that is over. @param {App} app @param {{readonly value: Plan}} plan */
function ending(app, plan) {
  return toggle(
    tp("keepPlan"),
    () => plan.value.kept ?? false,
    (on) => app.plans.keep(plan.value.plan, on),
    {
      hint: tp("keepPlanHint"),
      disabled: () => !app.isOnline.value,
    },
  );
}

/**
 * Says before the user joins who will see it.
 *
 * @param {App} app
 * @param {number} number
 * @param {"COMING" | "LATER"} answer
 */
export function joinDialog(app, number, answer) {
  /** @type {number | undefined} */
  let minutes;
  return about(app, number, (_, close) =>
    form(
      { label: t(`answer.${answer}`) },
      async () => {
        if (await app.plans.reply(number, answer, minutes)) close();
      },
      h("p", null, tp("planJoinHint")),
      minutesField(undefined, (chosen) => minutes = chosen),
    ));
}

/** "We did it", for a plan. @param {App} app @param {number} number */
export function doneDialog(app, number) {
  return about(app, number, (plan, close) =>
    postForm(
      async (command) => {
        if (!await app.plans.done(number, command)) return;
        const isOn = command.on !== false;
        if (isOn && !isPosted(plan.value)) toast(tp("planPostWaits"));
        else toast(t(isOn ? "posted" : "postTakenBack"));
        close();
      },
      tp("planPostHint"),
      plan.value.text,
    ));
}

/** @param {App} app @param {number} number */
async function calendar(app, number) {
  const answer = await app.read("planCalendar", { plan: number });
  if (!answer) return;
  download(new Blob([answer.calendar.text], { type: "text/calendar" }), "plan.ics");
}
