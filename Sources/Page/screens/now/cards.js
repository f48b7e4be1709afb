// The cards beside the board: friends who are up for the same thing right now, plans, and duels.

import { boardOf, keyOf } from "../../model/board.js";
import { planNews } from "../../model/plans.js";
import { settled } from "../../model/slots.js";
import { activityTitle, t } from "../../texts/index.js";
import { announce, toast } from "../../view/dialog.js";
import { left } from "../../view/format.js";
import { h, list } from "../../view/dom.js";
import { avatar, empty, toFriends } from "../../view/parts.js";
import { address } from "../../view/router.js";
import { computed, effect, onEnd, untracked } from "../../view/signal.js";
import { pushCard } from "../me/notifications.js";
import { matchesDialog, matchPart } from "./match.js";
import { planPart } from "./plan.js";

/**
 * @typedef {import("../../app.js").App} App
 * @typedef {import("../../model/board.js").Shared} Shared
 * @typedef {import("../../client/wire.d.ts").ServerMessage} ServerMessage
 * @typedef {import("../../client/wire.d.ts").WordDuel} WordDuel
 *
 * A card: what is shown, or a place that is free.
 * @typedef {{key: string, shared?: Shared, duel?: WordDuel, isOffer?: boolean}} Card
 */

/**
 * Everything that waits for the user. It has a size of its own, and each card keeps its place: a
 * match or a plan that comes or goes moves nothing under the finger.
 *
 * @param {App} app
 * @param {() => string[]} words of the address: "plans" and a username lead to that user's plan
 */
export function cards(app, words) {
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
  const elementOf = (/** @type {(card: Card) => boolean} */ isMeant) => {
    const { key } = found.peek().find(isMeant) ?? {};
    return [...shown.children].find((one) => one.getAttribute("data-key") === key);
  };
  onEnd(app.world.listen((message) => news(app, message, elementOf)));
  leadTo(app, words, elementOf);
  const look = () => document.hidden || untracked(() => app.seen.look());
  effect(() => app.seen.count > 0 && look());
  document.addEventListener("visibilitychange", look);
  onEnd(() => document.removeEventListener("visibilitychange", look));
  return h(
    "section.beside",
    { "aria-labelledby": "matches" },
    h("h2", { id: "matches" }, t("matches")),
    shown,
    () => found.value.length === 0 && app.world.me.value && hint(app),
  );
}

/** @param {App} app @returns {Card[]} */
function cardsOf(app) {
  const shared = boardOf(app.world.current, app.plans.list.value)
    .map((one) => ({ key: one.key, shared: one }));
  const duels = app.words.waiting.map((duel) => ({ key: `duel ${duel.number}`, duel }));
  const offers = app.push.isOffered.value ? [{ key: "offer", isOffer: true }] : [];
  return [...shared, ...duels, ...offers];
}

/** @param {App} app @param {{readonly value: Card}} card */
function cardOf(app, card) {
  const { shared, duel, isOffer } = card.value;
  if (shared) return sharedCard(app, card);
  if (duel) return duelCard(app, card);
  return isOffer ? pushCard(app) : h("li", { "aria-hidden": "true" });
}

/** What to do while nothing waits. @param {App} app */
function hint(app) {
  const [first, ...others] = app.world.friends.value.values();
  const on = app.world.activities.value.filter((one) => one.on).map(activityTitle);
  if (first && on.length > 0) {
    const name = others.length > 0 ? t("aFriend") : first.user.displayName;
    return empty(t("upAlone", { activity: on.join(", "), name }));
  }
  if (others.length > 0) return empty(t("noMatchesYet"));
  if (first) return empty(t("firstFriend", { name: first.user.displayName }));
  const [request] = app.world.outgoing.value;
  const text = request ? t("firstRequest", { name: request.user.displayName }) : t("noFriendsYet");
  return empty(text, toFriends());
}

/**
 * Announces a match or a plan without moving the focus. One that is out of sight is shown for a
 * moment, too.
 *
 * @param {App} app
 * @param {ServerMessage} message
 * @param {(isMeant: (card: Card) => boolean) => Element | undefined} elementOf
 */
function news(app, message, elementOf) {
  if (document.hidden) return;
  const { match, planOffered, planChanged } = message;
  const plan = (planOffered ?? planChanged)?.plan;
  const [text, words, isPlain] = match ? matchNews(app, match) : planNews(app, message) ?? [];
  if (!text) return;
  requestAnimationFrame(() => {
    const card = elementOf(({ key, shared }) =>
      match ? key === keyOf(match.activity) : shared?.plan?.plan === plan.plan
    );
    if (card && isInSight(card) && !isPlain) announce(text);
    // The newest takes the place of the one before.
    else toast(text, { href: address(...words) });
  });
}

/**
 * @param {App} app
 * @param {import("../../client/wire.d.ts").Match} match
 * @returns {[string, string[], "news"?]}
 */
function matchNews(app, { activity, with: user }) {
  return [t("newsMatch", { name: user.displayName, activity: app.titleOf(activity) }), ["now"]];
}

/**
 * Shows the plan that an address names, once.
 *
 * @param {App} app
 * @param {() => string[]} words
 * @param {(isMeant: (card: Card) => boolean) => Element | undefined} elementOf
 */
function leadTo(app, words, elementOf) {
  let done = "";
  effect(() => {
    const [what, maker = ""] = words();
    if (what !== "plans") done = "";
    if (what !== "plans" || done === maker) return;
    const plan = app.plans.ofMaker(maker);
    if (!plan) return;
    done = maker;
    requestAnimationFrame(() => {
      const card = elementOf(({ shared }) => shared?.plan?.plan === plan.plan);
      card?.scrollIntoView({ block: "nearest", inline: "nearest" });
      /** @type {HTMLElement | undefined} */ (card)?.focus({ preventScroll: true });
    });
  });
}

/** @param {Element} card */
function isInSight(card) {
  const { left, top, right, bottom } = card.getBoundingClientRect();
  const frame = card.closest("section").getBoundingClientRect();
  return left >= frame.left && top >= frame.top && right <= frame.right && bottom <= frame.bottom;
}

/**
 * The card of an activity: a plan, or the friends who match. What changes on it moves nothing.
 *
 * @param {App} app
 * @param {{readonly value: Card}} card
 */
function sharedCard(app, card) {
  const shared = computed(() => card.value.shared);
  const { key, activity } = shared.value;
  const number = computed(() => shared.value.plan?.plan);
  /** @type {HTMLElement | undefined} */
  let element;
  return h(
    "li.card.match",
    {
      "data-key": key,
      tabindex: "-1",
      class: () => {
        const { over, cancelled } = shared.value.plan ?? {};
        return [number.value && "with-plan", over && "over", cancelled && "off"]
          .filter(Boolean).join(" ");
      },
      ref: (/** @type {HTMLElement} */ made) => element = made,
    },
    () => {
      const plan = number.value;
      // The button that had the focus goes with the former content.
      if (element?.contains(document.activeElement)) element.focus({ preventScroll: true });
      return untracked(() =>
        plan ? planPart(app, shared, plan, matchesDialog) : matchPart(app, shared, activity)
      );
    },
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
