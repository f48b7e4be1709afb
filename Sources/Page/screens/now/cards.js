// The cards beside the board: friends who are up for the same thing right now, and duels.

import { CIRCLE_CONFIRM_TEXT_MAX } from "../../client/lengths.js";
import { saidOf } from "../../model/said.js";
import { settled } from "../../model/slots.js";
import { t } from "../../texts/index.js";
import { announce, dialog, toast } from "../../view/dialog.js";
import { ago, left } from "../../view/format.js";
import { h, list } from "../../view/dom.js";
import { avatar, empty, field, form, nameOf, toFriends } from "../../view/parts.js";
import { address } from "../../view/router.js";
import { computed, onEnd } from "../../view/signal.js";
import { pushCard } from "../me/notifications.js";
import { pointButton } from "./details.js";

/**
 * @typedef {import("../../app.js").App} App
 * @typedef {import("../../client/wire.d.ts").MatchEntry} MatchEntry
 * @typedef {import("../../client/wire.d.ts").WordDuel} WordDuel
 *
 * A card: what is shown, or a place that is free.
 * @typedef {{key: string, match?: MatchEntry, duel?: WordDuel, isOffer?: boolean}} Card
 */

/**
 * Everything that waits for the user. It has a size of its own, and each card keeps its place: a
 * match that comes or goes moves nothing under the finger.
 *
 * @param {App} app
 */
export function cards(app) {
  /** @type {(string | undefined)[]} */
  let places = [];
  const found = computed(() => {
    const all = new Map(cardsOf(app).map((card) => [card.key, card]));
    places = settled(places, [...all.keys()]);
    return places.map((key, place) => all.get(key) ?? { key: `free ${place}` });
  });
  const shown = list(
    h("ul.cards"),
    () => found.value,
    ({ key }) => key,
    (card) => cardOf(app, card),
  );
  onEnd(app.world.listen(({ match }) => match && news(app, match, shown)));
  return h(
    "section.beside",
    { "aria-labelledby": "matches" },
    h("h2", { id: "matches" }, t("matches")),
    shown,
    () => found.value.length === 0 && app.world.me.value && hint(app),
  );
}

/** Newest first. @param {App} app @returns {Card[]} */
function cardsOf(app) {
  const matches = app.world.matches.value.map((match) => ({
    key: keyOf(match.activity, match.with.username),
    match,
  }));
  const duels = app.words.waiting.map((duel) => ({ key: `duel ${duel.number}`, duel }));
  const offers = app.push.isOffered.value ? [{ key: "offer", isOffer: true }] : [];
  return [...matches, ...duels, ...offers];
}

/** @param {string} activity @param {string} username */
const keyOf = (activity, username) => `match ${activity} ${username}`;

/** @param {App} app @param {{readonly value: Card}} card */
function cardOf(app, card) {
  const { match, duel, isOffer } = card.value;
  if (match) return matchCard(app, card);
  if (duel) return duelCard(app, card);
  return isOffer ? pushCard(app) : h("li", { "aria-hidden": "true" });
}

/** What to do while nothing waits. @param {App} app */
function hint(app) {
  const [first, ...others] = app.world.friends.value.values();
  if (others.length > 0) return empty(t("noMatchesYet"));
  if (first) return empty(t("firstFriend", { name: first.user.displayName }));
  const [request] = app.world.outgoing.value;
  const text = request ? t("firstRequest", { name: request.user.displayName }) : t("noFriendsYet");
  return empty(text, toFriends());
}

/**
 * Announces a match without moving the focus. One that is out of sight is shown for a moment, too.
 *
 * @param {App} app
 * @param {import("../../client/wire.d.ts").Match} match
 * @param {Element} shown
 */
function news(app, { activity, with: user }, shown) {
  if (document.hidden) return;
  const text = t("newsMatch", { name: user.displayName, activity: app.titleOf(activity) });
  requestAnimationFrame(() => {
    const key = keyOf(activity, user.username);
    const card = [...shown.children].find((one) => one.getAttribute("data-key") === key);
    if (card && isInSight(card)) announce(text);
    // The newest takes the place of the one before.
    else toast(text, { href: address("now") });
  });
}

/** @param {Element} card */
function isInSight(card) {
  const { left, top, right, bottom } = card.getBoundingClientRect();
  const frame = card.closest("section").getBoundingClientRect();
  return left >= frame.left && top >= frame.top && right <= frame.right && bottom <= frame.bottom;
}

/** @param {App} app @param {{readonly value: Card}} card */
function matchCard(app, card) {
  const match = computed(() => card.value.match);
  const { activity, with: { username } } = match.peek();
  return h(
    "li.card.match",
    { "data-key": keyOf(activity, username) },
    () => avatar(match.value.with, "large"),
    h(
      "div.grow",
      null,
      h("p", null, () => [
        nameOf(match.value.with),
        " ",
        t("isUpFor", { activity: app.titleOf(activity) }),
      ]),
      h("small", { dir: "auto" }, () => {
        const said = saidOf(match.value.details, app.now);
        return said.length > 0 ? said.join(" · ") : ago(match.value.since, app.now);
      }),
    ),
    h(
      "span.answers",
      null,
      h("a.button.primary", { href: address("chats", username) }, t("write")),
      () => match.value.details?.point && pointButton(match.value.details.point),
      h("button", {
        type: "button",
        disabled: () => !app.isOnline.value,
        onclick: () => confirmDialog(app, match.peek().with, activity),
      }, t("weDidIt")),
    ),
  );
}

/** A duel in which it is the user's turn. @param {App} app @param {{readonly value: Card}} card */
function duelCard(app, card) {
  const duel = computed(() => card.value.duel);
  const { number, with: user } = duel.peek();
  return h(
    "li.card.match",
    null,
    avatar(user, "large"),
    h(
      "div.grow",
      null,
      h("p", null, t("duelWith", { name: user.displayName })),
      h("small", null, () => {
        const { played = 0, count = 0, until } = duel.value;
        return t("duelOpen", { played, count, time: left(until, app.now) });
      }),
    ),
    h(
      "span.answers",
      null,
      h("a.button.primary", { href: address("words", "duels", String(number)) }, t("playDuel")),
    ),
  );
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
    return [
      form(
        { label: t("post") },
        ({ text }) => send({ text }),
        field(t("postText"), {
          name: "text",
          rows: 3,
          maxlength: CIRCLE_CONFIRM_TEXT_MAX,
          dir: "auto",
        }, t("postHint")),
      ),
      h("button.wide", { type: "button", onclick: () => send({ on: false }) }, t("takePostBack")),
    ];
  });
}
