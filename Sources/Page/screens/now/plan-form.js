// The dialogs in which a user makes a plan, and changes it.

import {
  PLAN_CHANGE_NOTE_MAX,
  PLAN_CHANGE_PLACE_MAX,
  PLAN_MAKE_NOTE_MAX,
  PLAN_MAKE_PLACE_MAX,
} from "../../client/lengths.js";
import { planChangeOf, planMakeOf } from "../../model/plans.js";
import { t } from "../../texts/index.js";
import { tp } from "../../texts/planning.js";
import { dialog, toast } from "../../view/dialog.js";
import { h, list } from "../../view/dom.js";
import { avatar, field, form, nameOf, select } from "../../view/parts.js";
import { computed, signal } from "../../view/signal.js";
import { leavePlan } from "./plan.js";
import { isTomorrow, pointField, ROOM, timeField, wallClock } from "./details.js";

/** @typedef {import("../../app.js").App} App */

/**
 * Asks for all that a plan says. It begins with what the user says about the activity.
 *
 * @param {App} app
 * @param {string} activity
 */
export function makeDialog(app, activity) {
  const { details = {} } = app.world.activities.peek().find((one) => one.activity === activity) ??
    {};
  const isForAll = signal(true);
  const chosen = signal(/** @type {Set<string>} */ (new Set()));
  const point = signal(details.point);
  const time = signal(timeOf(details.from));
  return dialog(tp("makePlanTitle", { activity: app.titleOf(activity) }), (close) =>
    form(
      { label: () => isTomorrow(time.value) ? tp("makePlanTomorrow") : t("makePlan") },
      async (values) => {
        const names = isForAll.peek() ? [] : [...chosen.peek()];
        if (!isForAll.peek() && !names.length) return toast(tp("planChoose"), { kind: "error" });
        const fields = planMakeOf(values, point.peek(), names, Date.now());
        if (!await app.plans.make({ activity, ...fields })) return;
        close();
        toast(tp("planIsMade"));
      },
      h("p", null, tp("planWhoSees"), " ", () => isForAll.value ? tp("planWhoLater") : null),
      guests(app, activity, isForAll, chosen),
      timeField(tp("planTime"), "time", time, tp("planTimeHint")),
      ...placeFields(details, point, PLAN_MAKE_NOTE_MAX, PLAN_MAKE_PLACE_MAX),
      select(
        tp("planRoomFor"),
        "roomFor",
        [["", tp("planAnyNumber")], ...ROOM.map((count) => [String(count), String(count)])],
        { chosen: "" },
      ),
    ));
}

/**
 * Who is asked.
 *
 * @param {App} app
 * @param {string} activity
 * @param {import("../../view/signal.js").Signal<boolean>} isForAll
 * @param {import("../../view/signal.js").Signal<Set<string>>} chosen usernames
 */
function guests(app, activity, isForAll, chosen) {
  const matches = computed(() => app.world.current.filter((match) => match.activity === activity));
  const pick = (/** @type {string} */ username) => {
    const next = new Set(chosen.peek());
    if (!next.delete(username)) next.add(username);
    chosen.value = next;
  };
  const way = (
    /** @type {boolean} */ isAll,
    /** @type {import("../../view/dom.js").Content} */ text,
  ) =>
    h(
      "label.row",
      null,
      h("input", {
        type: "radio",
        name: "who",
        checked: () => isForAll.value === isAll,
        onchange: () => isForAll.value = isAll,
      }),
      h("span.grow", null, text),
    );
  return h(
    "fieldset.friend-choice",
    null,
    h("legend", null, tp("planWho")),
    way(true, () => tp("planAll", { count: matches.value.length })),
    way(false, tp("planSome")),
    () =>
      !isForAll.value && list(
        h("ul.plain-list.scrolls"),
        () => matches.value,
        (match) => match.with.username,
        (match, username) =>
          h(
            "li",
            null,
            h(
              "label.row",
              null,
              h("input", {
                type: "checkbox",
                checked: () => chosen.value.has(username),
                onchange: () => pick(username),
              }),
              avatar(match.value.with, "small"),
              nameOf(match.value.with),
            ),
          ),
      ),
  );
}

/** What the field for the time shows; empty for a time that has come. @param {string} [at] */
function timeOf(at) {
  return at && Date.parse(at) > Date.now() ? wallClock(at) : "";
}

/**
 * @param {{note?: string, place?: string}} said
 * @param {import("../../view/signal.js").Signal<any>} point
 * @param {number} noteMax
 * @param {number} placeMax
 */
function placeFields({ note, place }, point, noteMax, placeMax) {
  return [
    field(t("place"), { name: "place", maxlength: placeMax, value: place ?? "", dir: "auto" }),
    pointField(point),
    field(t("note"), { name: "note", maxlength: noteMax, value: note ?? "", dir: "auto" }),
  ];
}

/**
 * Asks what has changed; for the maker.
 *
 * @param {App} app
 * @param {import("../../client/wire.d.ts").Plan} plan
 */
export function changeDialog(app, plan) {
  const point = signal(plan.point);
  const was = timeOf(plan.at);
  const time = signal(was);
  return dialog(tp("changePlanTitle"), (close) => [
    form(
      {
        label: () =>
          time.value !== was && isTomorrow(time.value) ? tp("changePlanTomorrow") : t("save"),
      },
      async (values) => {
        const fields = planChangeOf(values, point.peek(), plan, was, Date.now());
        if (await app.plans.change({ plan: plan.plan, ...fields })) close();
      },
      timeField(tp("planTime"), "time", time, tp("planTimeHint")),
      ...placeFields(plan, point, PLAN_CHANGE_NOTE_MAX, PLAN_CHANGE_PLACE_MAX),
    ),
    h("button.danger.wide", {
      type: "button",
      onclick: async () => {
        if (await leavePlan(app, plan)) close();
      },
    }, t("endPlan")),
  ]);
}
