// The board of activities, and what waits beside it.

import { isMember } from "../model/plans.js";
import { fromText, saidOf } from "../model/said.js";
import { activityTitle, t } from "../texts/index.js";
import { dialog, toast } from "../view/dialog.js";
import { ago, left } from "../view/format.js";
import { h, icon, list } from "../view/dom.js";
import { icons } from "../view/icons.js";
import { avatar, badge, empty, form, heading, nameOf, toFriends } from "../view/parts.js";
import { computed, effect, signal } from "../view/signal.js";
import { cards } from "./now/cards.js";
import { detailsDialog } from "./now/details.js";

/**
 * @typedef {import("../app.js").App} App
 * @typedef {import("../client/wire.d.ts").ActivityState} ActivityState
 */

/** Scrolls no further than to make something visible. */
const NEAREST = /** @type {const} */ ({ block: "nearest" });

/**
 * @param {App} app
 * @param {() => string[]} words of the address: the activity to which an invitation has pointed, or
 *   "plans" and the username of a maker
 */
export function now(app, words) {
  const pointed = computed(() => words()[0]);
  return h(
    "section.now",
    null,
    heading(t("nowTitle")),
    cards(app, words),
    h("h2.unseen", null, t("activities")),
    list(
      h("ul.board"),
      () => app.world.activities.value,
      (state) => state.activity,
      (state) => tile(app, state, pointed),
    ),
  );
}

/**
 * @param {App} app
 * @param {{readonly value: ActivityState}} entry
 * @param {{readonly value: string | undefined}} pointed
 */
function tile(app, entry, pointed) {
  const isBusy = signal(false);
  const { activity } = entry.value;
  const isPointed = computed(() => pointed.value === activity);
  const set = async () => {
    isBusy.value = true;
    // Set, not toggled: a second tap while the command waits sends the same state.
    const on = !entry.value.on;
    const isDone = await app.act("activitySet", { activity, on });
    isBusy.value = false;
    const goesOn = app.plans.list.peek().some((plan) =>
      plan.activity === activity && !plan.over && isMember(plan)
    );
    if (isDone && !on && goesOn) {
      toast(t("planGoesOn", { activity: activityTitle(entry.value) }));
    }
  };
  const count = computed(() =>
    app.world.current.filter((match) => match.activity === activity)
      .length
  );
  return h(
    "li.tile",
    {
      class: () =>
        [entry.value.on && "on", isBusy.value && "busy", isPointed.value && "pointed"]
          .filter(Boolean).join(" "),
    },
    h(
      "button.face",
      {
        ref: (/** @type {HTMLElement} */ face) =>
          effect(() =>
            isPointed.value && requestAnimationFrame(() => face.scrollIntoView(NEAREST))
          ),
        type: "button",
        "aria-pressed": () => String(entry.value.on ?? false),
        disabled: () => !app.isOnline.value || isBusy.value,
        onclick: set,
      },
      h(
        "span.emoji",
        { "aria-hidden": "true" },
        () => entry.value.icon || "⚡",
      ),
      h("span.title", { dir: "auto" }, () => activityTitle(entry.value)),
      h("small", null, () => {
        const { on, expiresAt, wildcard, details } = entry.value;
        if (!on && isPointed.value) return t("tapIfInvited");
        if (!on || !expiresAt) return wildcard ? t("wildcard") : t("tapIfUp");
        return details?.from && Date.parse(details.from) > app.now
          ? fromText(details.from, app.now)
          : t("timeLeft", { time: left(expiresAt, app.now) });
      }),
      h("small.said", { dir: "auto" }, () => {
        const { from: _, until: __, ...said } = entry.value.details ?? {};
        return saidOf(said).join(" · ");
      }),
      () => count.value > 0 && badge(count.value),
    ),
    h("button.plain.corner.more", {
      type: "button",
      "aria-label": () => t("sayMore", { activity: activityTitle(entry.value) }),
      title: () => t("sayMore", { activity: activityTitle(entry.value) }),
      disabled: () => !app.isOnline.value,
      onclick: () => detailsDialog(app, entry.value),
    }, icon(icons.edit)),
    h("button.plain.corner", {
      type: "button",
      "aria-label": () => t("audienceOf", { activity: activityTitle(entry.value) }),
      title: () => t("audienceOf", { activity: activityTitle(entry.value) }),
      disabled: () => !app.isOnline.value,
      onclick: () => audienceDialog(app, entry.value),
    }, icon(icons.people)),
  );
}

/**
 * The audience of an activity.
 *
 * @param {App} app
 * @param {ActivityState} state
 * @param {{title?: string, hint?: string}} [words] for an activity that is not on the board
 */
export async function audienceDialog(
  app,
  { activity, title },
  words = {
    title: t("audienceOf", { activity: activityTitle({ activity, title }) }),
    hint: t("audienceHint"),
  },
) {
  const answer = await app.read("audienceList", { activity });
  if (!answer) return;
  const { friends = [], newcomers = false } = answer.audience;
  const selected = signal(
    new Set(
      friends.filter((one) => one.selected).map((one) => one.user.username),
    ),
  );
  const isForNewcomers = signal(newcomers);
  const filter = signal("");
  const pick = (/** @type {string} */ username) => {
    const next = new Set(selected.peek());
    if (!next.delete(username)) next.add(username);
    selected.value = next;
  };
  const all = friends.map((one) => one.user);
  await dialog(words.title, (close) =>
    form(
      { label: t("save") },
      async () => {
        const names = all.map(({ username }) => username);
        const answer = await app.act("audienceSet", {
          activity,
          add: names.filter((name) => selected.peek().has(name)),
          drop: names.filter((name) => !selected.peek().has(name)),
          others: isForNewcomers.peek() === newcomers ? undefined : isForNewcomers.peek(),
        });
        if (answer) close();
      },
      h("p", null, words.hint),
      all.length === 0 && empty(t("noFriendsYet"), toFriends(close)),
      h(
        "p.row.filter",
        null,
        h("input.grow", {
          type: "search",
          "aria-label": t("filterFriends"),
          placeholder: t("filterFriends"),
          oninput: (/** @type {any} */ event) => filter.value = event.target.value.toLowerCase(),
        }),
        h("button", {
          type: "button",
          onclick: () => selected.value = new Set(all.map(({ username }) => username)),
        }, t("everybody")),
        h("button", {
          type: "button",
          onclick: () => selected.value = new Set(),
        }, t("nobody")),
      ),
      list(
        h("ul.plain-list.scrolls"),
        () =>
          all.filter(({ username, displayName }) =>
            `${username} ${displayName.toLowerCase()}`.includes(filter.value)
          ),
        ({ username }) => username,
        (user) =>
          h(
            "li",
            null,
            h(
              "label.row",
              null,
              h("input", {
                type: "checkbox",
                checked: () => selected.value.has(user.value.username),
                onchange: () => pick(user.value.username),
              }),
              avatar(user.value, "small"),
              nameOf(user.value),
            ),
          ),
      ),
      h(
        "label.row",
        null,
        h("input", {
          type: "checkbox",
          checked: () => isForNewcomers.value,
          onchange: () => isForNewcomers.value = !isForNewcomers.peek(),
        }),
        t("newcomers"),
      ),
    ));
}

/**
 * Explains why there is a match with a friend, or none.
 *
 * @param {App} app
 * @param {import("../client/wire.d.ts").UserProfile} user
 */
export async function whyDialog(app, user) {
  const result = signal("");
  await dialog(t("whyTitle", { name: user.displayName }), () => [
    h(
      "p.field",
      null,
      h("label", { for: "why-activity" }, t("activity")),
      h(
        "select",
        {
          id: "why-activity",
          onchange: async (/** @type {any} */ event) => {
            const activity = event.target.value;
            result.value = "";
            if (!activity) return;
            const answer = await app.read("matchWhy", {
              friend: user.username,
              activity,
            });
            if (answer) {
              result.value = reason(app, answer.matchReason, activity);
            }
          },
        },
        h("option", { value: "" }, t("choose")),
        app.world.activities.peek().map((state) =>
          h("option", { value: state.activity }, activityTitle(state))
        ),
      ),
    ),
    h("p", { role: "status" }, () => result.value),
  ]);
}

/**
 * @param {App} app
 * @param {import("../client/wire.d.ts").MatchReason} reason
 * @param {string} activity
 */
function reason(app, { matched, since, obstacles = [] }, activity) {
  const title = app.titleOf(activity);
  if (matched) return t("whyMatched", { activity: title, time: ago(since) });
  return obstacles.map((obstacle) => {
    if (obstacle === "NOT_ON") return t("whyNotOn", { activity: title });
    return t(obstacle === "NOT_MEANT" ? "whyNotMeant" : "whyTheirSide");
  }).join(" ");
}
