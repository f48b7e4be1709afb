// One post of the circle: the activity and its people, likes, and actions.

import { CIRCLE_EDIT_TEXT_MAX } from "../../client/lengths.js";
import { activityTitle, t } from "../../texts/index.js";
import { confirmed, dialog, toast } from "../../view/dialog.js";
import { ago, full } from "../../view/format.js";
import { h, icon } from "../../view/dom.js";
import { icons } from "../../view/icons.js";
import { avatar, field, form, menu, nameOf } from "../../view/parts.js";
import { address, go } from "../../view/router.js";
import { signal } from "../../view/signal.js";
import { linked } from "../links.js";
import { reportDialog } from "../person.js";
import { comments } from "./comments.js";

/**
 * @typedef {import("../../app.js").App} App
 * @typedef {import("../../client/wire.d.ts").CirclePost} CirclePost
 * @typedef {import("../../client/wire.d.ts").UserProfile} UserProfile
 */

/** Maximum length of a post in characters. */

/**
 * @param {App} app
 * @param {{readonly value: CirclePost}} post
 * @param {boolean} [isAlone] it is open by its address, with all comments
 */
export function postCard(app, post, isAlone = false) {
  const { id } = post.value;
  const titled = `post-${id}${isAlone ? "-alone" : ""}`;
  const said = comments(app, post, isAlone);
  return h(
    "article.card.post",
    { "aria-labelledby": titled },
    h(
      "header.row",
      null,
      () => faces(post.value),
      h(
        "div.grow",
        null,
        h("h2", { id: titled }, () => headline(app, post.value)),
        () => when(app, post.value),
      ),
      menu(t("postActions"), () => actions(app, post.value)),
    ),
    () => post.value.text && h("p.text", { dir: "auto" }, linked(post.value.text)),
    h(
      "footer.row",
      null,
      like(app, post),
      h(
        "button.plain",
        {
          type: "button",
          "aria-label": () => t("commentCount", { count: post.value.commentCount ?? 0 }),
          onclick: said.write,
        },
        icon(icons.comment),
        () => post.value.commentCount || null,
      ),
    ),
    said.element,
  );
}

/** The pictures of its author and companion. @param {CirclePost} post */
function faces({ author, with: companion }) {
  return h("span.faces", null, avatar(author), companion && avatar(companion, "small"));
}

/** "Ana · ☕ Coffee with Ben, Dora". @param {App} app @param {CirclePost} post */
function headline(app, { author, with: companion, others = [], activity, title }) {
  const { icon } = app.world.activities.value.find((one) => one.activity === activity) ?? {};
  return [
    person(app, author),
    h(
      "span.did",
      null,
      icon && h("span", { "aria-hidden": "true" }, `${icon} `),
      h("bdi", null, activityTitle({ activity, title })),
      companion && [" ", t("withWhom"), " ", person(app, companion)],
      others.map((other) => [", ", person(app, other)]),
    ),
  ];
}

/** @param {App} app @param {UserProfile} user */
function person(app, user) {
  const isMe = user.username === app.login.username;
  return h("a", { href: isMe ? address("me") : address("people", user.username) }, nameOf(user));
}

/** When, as a link to the post alone. @param {App} app @param {CirclePost} post */
function when(app, { id, at }) {
  return h(
    "small",
    null,
    h(
      "a.when",
      { href: address("circle", id) },
      h("time", { datetime: at, title: full(at) }, ago(at, app.now)),
    ),
  );
}

/** @param {App} app @param {{readonly value: CirclePost}} post */
function like(app, post) {
  const isBusy = signal(false);
  return h(
    "button.plain.like",
    {
      type: "button",
      "aria-pressed": () => String(post.value.liked ?? false),
      "aria-label": () => t("likeCount", { count: post.value.likes ?? 0 }),
      disabled: () => !app.isOnline.value || isBusy.value,
      onclick: async () => {
        isBusy.value = true;
        const { id, liked = false } = post.value;
        // Set, not toggled: a second tap while the command waits sends the same state.
        const answer = await app.act("circleLike", { post: id, liked: !liked });
        isBusy.value = false;
        if (answer) app.circle.apply({ liked: { liked: !liked, ...answer.circleLikes } });
      },
    },
    icon(icons.heart),
    () => post.value.likes || null,
  );
}

/**
 * @param {App} app
 * @param {CirclePost} post
 * @returns {[string, () => void, string?][]}
 */
function actions(app, post) {
  /** @type {[string, () => void, string?][]} */
  const offered = [[t("copyLink"), () => copyLink(post)]];
  if (post.author.username !== app.login.username) {
    return [...offered, [
      t("report"),
      () => reportDialog(app, post.author, { post: post.id }),
      "danger",
    ]];
  }
  if (!app.isOnline.value) return offered;
  return [
    ...offered,
    [t("edit"), () => editDialog(app, post)],
    [t("delete"), () => remove(app, post), "danger"],
  ];
}

/** @param {CirclePost} post */
async function copyLink({ link }) {
  try {
    await navigator.clipboard.writeText(location.origin + link);
    toast(t("linkCopied"));
  } catch {
    // A page without https has no clipboard: the user can copy the link by hand.
    dialog(
      t("copyLink"),
      () => field(t("link"), { value: location.origin + link, readonly: true, dir: "ltr" }),
    );
  }
}

/** @param {App} app @param {CirclePost} post */
function editDialog(app, { id, text = "" }) {
  return dialog(t("editPost"), (close) =>
    form(
      { label: t("save") },
      async (values) => {
        const answer = await app.act("circleEdit", { post: id, text: values.text.trim() });
        if (!answer) return;
        app.circle.apply({ posted: answer.circlePost });
        close();
      },
      field(t("postText"), {
        name: "text",
        rows: 4,
        maxlength: CIRCLE_EDIT_TEXT_MAX,
        value: text,
        dir: "auto",
      }),
    ));
}

/** @param {App} app @param {CirclePost} post */
async function remove(app, { id }) {
  if (!await confirmed(t("deletePost"), t("deletePostText"), t("delete"))) return;
  if (!await app.act("circleRemove", { post: id })) return;
  const isAlone = app.circle.one.peek().id === id;
  app.circle.apply({ removed: id });
  if (isAlone) go("circle");
}
