// Friends who are up for the same thing right now: on a card, and one by one in a dialog.

import { CIRCLE_CONFIRM_TEXT_MAX } from "../../client/lengths.js";
import { namesOf } from "../../model/board.js";
import { saidOf } from "../../model/said.js";
import { t } from "../../texts/index.js";
import { dialog, toast } from "../../view/dialog.js";
import { ago } from "../../view/format.js";
import { h, list } from "../../view/dom.js";
import { avatar, field, form, nameOf } from "../../view/parts.js";
import { address } from "../../view/router.js";
import { computed, untracked } from "../../view/signal.js";
import { pointButton } from "./details.js";
import { makeButton } from "./plan.js";

/**
 * @typedef {import("../../app.js").App} App
 * @typedef {import("../../client/wire.d.ts").MatchEntry} MatchEntry
 * @typedef {import("../../model/board.js").Shared} Shared
 */

/** How many faces stand for several friends. */
const FACES = 4;
/** How long after the match "We did it" is offered first, in milliseconds. */
const SOONEST = 10 * 60_000;

/**
 * The content of an activity's card: one friend, or the names of several, who are shown on demand.
 *
 * @param {App} app
 * @param {{readonly value: Shared}} card
 * @param {string} activity
 */
export function matchPart(app, card, activity) {
  const matches = computed(() => card.value.matches);
  const first = computed(() => matches.value[0]);
  const isOne = computed(() => matches.value.length === 1);
  const only = computed(() => isOne.value ? first.value.with.username : "");
  return [
    () =>
      isOne.value ? avatar(first.value.with, "large") : h(
        "span.crowd",
        null,
        matches.value.slice(0, FACES).map((match) => avatar(match.with, "small")),
      ),
    h(
      "div.grow",
      null,
      h("p", null, () =>
        isOne.value
          ? [
            nameOf(first.value.with),
            " ",
            t("isUpFor", { activity: app.titleOf(activity) }),
          ]
          : [
            h("b", null, app.titleOf(activity)),
            ": ",
            h("bdi", null, namesOf(matches.value.map((match) => match.with))),
          ]),
      h("small", { dir: "auto" }, () => isOne.value ? saying(app, first.value) : t("areUpForIt")),
    ),
    h(
      "span.answers",
      null,
      h(
        "span.choices",
        null,
        () =>
          only.value ? untracked(() => answers(app, first)) : h("button", {
            type: "button",
            onclick: () => matchesDialog(app, activity),
          }, () => t("showMatches", { count: matches.value.length })),
      ),
      makeButton(app, activity),
    ),
  ];
}

/**
 * What a friend says about it, or since when they match.
 *
 * @param {App} app
 * @param {MatchEntry} match
 */
function saying(app, { details, since }) {
  const said = saidOf(details, app.now);
  return said.length > 0 ? said.join(" · ") : ago(since, app.now);
}

/** Whether they can have done it by now. @param {MatchEntry | undefined} match @param {number} now */
function hasHappened(match, now) {
  return now - Date.parse(match?.since ?? "") > SOONEST;
}

/**
 * What to do about one match.
 *
 * @param {App} app
 * @param {{readonly value: MatchEntry}} match of one friend
 * @param {() => void} [leave] is called before another screen is opened
 */
function answers(app, match, leave) {
  const { activity, with: user } = match.value;
  return [
    h(
      "a.button.primary",
      { href: address("chats", user.username), onclick: () => leave?.() },
      t("write"),
    ),
    // Two members of a plan confirm the plan.
    () =>
      hasHappened(match.value, app.now) &&
      !app.plans.has(user.username, activity, match.value?.since) && h("button", {
        type: "button",
        disabled: () => !app.isOnline.value,
        onclick: () => confirmDialog(app, user, activity),
      }, t("weDidIt")),
    () => match.value.details?.point && pointButton(match.value.details.point),
  ];
}

/**
 * All who match for an activity, with what each says.
 *
 * @param {App} app
 * @param {string} activity
 */
export function matchesDialog(app, activity) {
  const matches = computed(() => app.world.current.filter((match) => match.activity === activity));
  return dialog(t("matchesTitle", { activity: app.titleOf(activity) }), (close) => [
    list(
      h("ul.plain-list.scrolls.sharers"),
      () => matches.value,
      (match) => match.with.username,
      (match) =>
        h(
          "li",
          null,
          () => avatar(match.value.with),
          h(
            "div.grow",
            null,
            h("a", {
              href: address("people", match.value.with.username),
              onclick: close,
            }, () => nameOf(match.value.with)),
            h("small", { dir: "auto" }, () => saying(app, match.value)),
          ),
          h("span.answers", null, answers(app, match, close)),
        ),
    ),
    () => matches.value.length === 0 && h("p", { role: "status" }, t("matchesOver")),
    h("p.row.end", null, () => matches.value.length > 0 && makeButton(app, activity, close)),
  ]);
}

/**
 * Asks for the text of the post on the circle, or withdraws the confirmation.
 *
 * @param {App} app
 * @param {import("../../client/wire.d.ts").UserProfile} user
 * @param {string} activity
 */
export function confirmDialog(app, user, activity) {
  const title = t("weDidItTitle", {
    activity: app.titleOf(activity),
    name: user.displayName,
  });
  return dialog(title, (close) => {
    /** @param {{text?: string, on?: boolean}} command */
    const send = async (command) => {
      const answer = await app.act("circleConfirm", {
        friend: user.username,
        activity,
        ...command,
      });
      if (!answer) return;
      app.world.asked.value = app.world.asked.peek().filter((one) =>
        one.friend.username !== user.username || one.activity !== activity
      );
      const said = answer.circleConfirmed.posted ? "posted" : "postWaits";
      toast(t(command.on === false ? "postTakenBack" : said, { name: user.displayName }));
      close();
    };
    return postForm(send, t("postHint"));
  });
}

/**
 * The form of "We did it", and the button that takes it back.
 *
 * @param {(command: {text?: string, on?: boolean}) => Promise<any>} send
 * @param {string} hint
 * @param {string} [text] what the user has said before
 */
export function postForm(send, hint, text = "") {
  return [
    form(
      { label: t("post") },
      ({ text }) => send({ text }),
      field(t("postText"), {
        name: "text",
        rows: 3,
        maxlength: CIRCLE_CONFIRM_TEXT_MAX,
        value: text,
        dir: "auto",
      }, hint),
    ),
    h("button.wide", { type: "button", onclick: () => send({ on: false }) }, t("takePostBack")),
  ];
}
