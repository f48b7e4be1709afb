// The circle: posts about activities of friends, newest first, and one post by its address.

import { t } from "../texts/index.js";
import { h, icon, list } from "../view/dom.js";
import { icons } from "../view/icons.js";
import { avatar, empty, heading, nameOf, onward } from "../view/parts.js";
import { address } from "../view/router.js";
import { computed, effect, onEnd, untracked } from "../view/signal.js";
import { postCard } from "./circle/post.js";
import { confirmDialog } from "./now/match.js";

/**
 * @typedef {import("../app.js").App} App
 * @typedef {import("../client/wire.d.ts").CirclePost} CirclePost
 */

/**
 * In pixels: within this distance of the end the next page is read; within this one of the top the
 * user counts as not scrolled down.
 */
const EDGE = 600;
const TOP = 80;

/**
 * @param {App} app
 * @param {() => string[]} words
 */
export function circle(app, words) {
  const open = computed(() => words()[0]);
  // A subscription to changes belongs to a connection: each session opens the circle again.
  effect(() => {
    app.sessions.value;
    if (app.isOnline.peek()) untracked(() => app.circle.open());
  });
  return h(
    "section.panes.circle",
    null,
    feed(app, open),
    () => open.value && onePost(app, open.value),
  );
}

/**
 * The list stays while a post is open, with its scroll position.
 *
 * @param {App} app
 * @param {{readonly value: string | undefined}} open
 */
function feed(app, open) {
  const { circle } = app;
  let place = 0;
  /** @type {HTMLElement} */
  const frame = h(
    "div.feed",
    { hidden: () => open.value !== undefined },
    heading(t("circle")),
    newPosts(app, () => frame.scrollTo({ top: 0 })),
    asked(app),
    list(
      h("ol.posts", { "aria-label": t("posts") }),
      () => circle.posts.value,
      ({ id }) => id,
      (post) => h("li", null, postCard(app, post)),
    ),
    () => feedEnd(app),
  );
  const isHidden = () => untracked(() => open.value !== undefined);
  const isAway = () => isHidden() || frame.scrollTop > TOP;
  circle.isReading = isAway;
  frame.addEventListener("scroll", () => {
    if (!isHidden()) place = frame.scrollTop;
    if (!isAway() && circle.waiting.peek().length) circle.show();
    if (frame.scrollHeight - frame.scrollTop - frame.clientHeight < EDGE) circle.more();
  }, { passive: true });
  effect(() => {
    if (open.value === undefined) requestAnimationFrame(() => frame.scrollTop = place);
  });
  onEnd(() => {
    circle.isReading = () => false;
    circle.show();
  });
  return frame;
}

/**
 * Announces new posts above, without moving the visible ones.
 *
 * @param {App} app
 * @param {() => void} toTop
 */
function newPosts({ circle }, toTop) {
  return h(
    "p.new-posts",
    { role: "status" },
    () =>
      circle.waiting.value.length > 0 && h("button.primary", {
        type: "button",
        onclick: () => {
          circle.show();
          toTop();
        },
      }, t("newPosts", { count: circle.waiting.value.length })),
  );
}

/** Friends who wait for the user's "we did it". @param {App} app */
function asked(app) {
  const { asked } = app.world;
  return [
    () => asked.value.length > 0 && h("h2.unseen", null, t("askedTitle")),
    list(
      h("ul.matches"),
      // What members of a plan did is confirmed by the plan.
      () => asked.value.filter((one) => !app.plans.has(one.friend.username, one.activity)),
      ({ friend, activity }) => `${activity}:${friend.username}`,
      (entry) => {
        const { friend, activity } = entry.value;
        return h(
          "li.card.match",
          null,
          avatar(friend, "large"),
          h(
            "p.grow",
            null,
            nameOf(friend),
            " ",
            () => t("askedText", { activity: app.titleOf(activity) }),
          ),
          h("button.primary", {
            type: "button",
            disabled: () => !app.isOnline.value,
            onclick: () => confirmDialog(app, friend, activity),
          }, t("weDidIt")),
          h("button", {
            type: "button",
            onclick: () => asked.value = asked.peek().filter((one) => one !== entry.value),
          }, t("notNow")),
        );
      },
    ),
  ];
}

/** The element below the last post. @param {App} app */
function feedEnd(app) {
  const { circle } = app;
  if (!circle.isLoaded.value) {
    return h("p.note", { role: "status" }, app.isOnline.value ? t("loading") : t("noConnection"));
  }
  if (circle.posts.value.length === 0) {
    return empty(t("noPosts"), onward(t("toBoard"), "now"));
  }
  if (!circle.hasMore.value) return h("p.note", null, t("noMorePosts"));
  return h(
    "p.row.center",
    null,
    h("button", {
      type: "button",
      disabled: () => circle.isLoading.value || !app.isOnline.value,
      onclick: () => circle.more(),
    }, () => circle.isLoading.value ? t("loading") : t("olderPosts")),
  );
}

/**
 * @param {App} app
 * @param {string} id
 */
function onePost(app, id) {
  effect(() => {
    app.sessions.value;
    if (app.isOnline.peek()) untracked(() => app.circle.read(id));
  });
  onEnd(() => app.circle.closeThread(id));
  const post = computed(() =>
    app.circle.one.value.id === id ? app.circle.one.value.post : undefined
  );
  const isThere = computed(() => Boolean(post.value));
  return h(
    "div.feed",
    null,
    h(
      "header.row.top",
      null,
      h(
        "a.plain",
        { href: address("circle"), "aria-label": t("back") },
        icon(icons.back),
      ),
      h("h1.grow", null, t("onePost")),
    ),
    () => {
      if (isThere.value) return untracked(() => postCard(app, post, true));
      if (post.value === null) return empty(t("noSuchPost"), onward(t("circle"), "circle"));
      return h("p.note", { role: "status" }, app.isOnline.value ? t("loading") : t("noConnection"));
    },
  );
}
