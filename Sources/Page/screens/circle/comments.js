// Comments on a post: the newest ones, or all of them, and the field for a new one.

import { CIRCLE_SAY_TEXT_MAX } from "../../client/lengths.js";
import { t } from "../../texts/index.js";
import { confirmed } from "../../view/dialog.js";
import { ago, full } from "../../view/format.js";
import { h, icon, list } from "../../view/dom.js";
import { icons } from "../../view/icons.js";
import { avatar, nameOf } from "../../view/parts.js";
import { computed, signal } from "../../view/signal.js";
import { linked } from "../links.js";

/**
 * @typedef {import("../../app.js").App} App
 * @typedef {import("../../client/wire.d.ts").CirclePost} CirclePost
 * @typedef {import("../../client/wire.d.ts").CircleComment} CircleComment
 */

/** Maximum length of a comment in characters, and maximum height of its field in pixels. */
const HEIGHT_MAX = 160;

/**
 * @param {App} app
 * @param {{readonly value: CirclePost}} post
 * @param {boolean} isAlone all comments are shown
 * @returns {{element: Element, write: () => void}} with a function that focuses the field
 */
export function comments(app, post, isAlone) {
  const { id } = post.value;
  const { circle } = app;
  const thread = computed(() => circle.threads.value.get(id));
  const shown = computed(() => thread.value?.comments ?? post.value.comments ?? []);
  const rest = computed(() => Math.max(0, (post.value.commentCount ?? 0) - shown.value.length));
  const isBusy = signal(false);
  const read = async () => {
    isBusy.value = true;
    await (thread.peek() ? circle.earlierComments(id) : circle.readComments(id));
    isBusy.value = false;
  };
  const more = (/** @type {string} */ text, /** @type {() => void} */ act) =>
    h("button.plain.more", {
      type: "button",
      disabled: () => isBusy.value || !app.isOnline.value,
      onclick: act,
    }, text);
  const isWanted = signal(isAlone);
  const field = commentForm(app, id, () => isWanted.value || shown.value.length > 0);
  return {
    element: h(
      "div.comments",
      null,
      () => {
        if (thread.value ? thread.value.more : rest.value > 0 && !isAlone) {
          return more(t("earlierComments", { count: rest.value }), read);
        }
      },
      list(
        h("ol", { "aria-label": t("comments") }),
        () => shown.value,
        (comment) => comment.id,
        (comment) => commentRow(app, post, comment),
      ),
      field.element,
    ),
    write: () => {
      isWanted.value = true;
      // The element is hidden until this event is over.
      requestAnimationFrame(field.focus);
    },
  };
}

/**
 * @param {App} app
 * @param {{readonly value: CirclePost}} post
 * @param {{readonly value: CircleComment}} comment
 */
function commentRow(app, post, comment) {
  const me = app.login.username;
  const isMine = comment.value.from.username === me;
  return h(
    "li.comment",
    null,
    () => avatar(comment.value.from, "small"),
    h(
      "div.grow",
      null,
      h(
        "div.said",
        null,
        () => nameOf(comment.value.from),
        h("p", { dir: "auto" }, () => linked(comment.value.text)),
      ),
      h("small", null, () =>
        h(
          "time",
          { datetime: comment.value.at, title: full(comment.value.at) },
          ago(comment.value.at, app.now),
        )),
    ),
    (isMine || post.value.author.username === me) && h("button.plain", {
      type: "button",
      "aria-label": () => t("deleteCommentOf", { name: comment.value.from.displayName }),
      disabled: () => !app.isOnline.value,
      onclick: () => remove(app, post.value, comment.value.id),
    }, icon(icons.trash)),
  );
}

/** @param {App} app @param {CirclePost} post @param {string} comment */
async function remove(app, { id }, comment) {
  if (!await confirmed(t("deleteComment"), t("deleteCommentText"), t("delete"))) return;
  const answer = await app.act("circleUnsay", { post: id, comment });
  if (answer) app.circle.removeComment(id, comment);
}

/**
 * @param {App} app
 * @param {string} id of the post
 * @param {() => boolean} isShown
 */
function commentForm(app, id, isShown) {
  const isBusy = signal(false);
  const isEmpty = signal(true);
  const fit = () => {
    area.style.height = "auto";
    area.style.height = `${Math.min(area.scrollHeight + 2, HEIGHT_MAX)}px`;
    isEmpty.value = area.value.trim() === "";
  };
  const send = async () => {
    const text = area.value.trim();
    if (!text || isBusy.peek() || !app.isOnline.peek()) return;
    isBusy.value = true;
    const answer = await app.act("circleSay", { post: id, text });
    isBusy.value = false;
    if (!answer) return;
    area.value = "";
    fit();
    app.circle.apply({ said: answer.circleSaid });
  };
  /** @type {HTMLTextAreaElement} */
  const area = h("textarea", {
    rows: "1",
    maxlength: CIRCLE_SAY_TEXT_MAX,
    "aria-label": t("writeComment"),
    placeholder: t("writeComment"),
    dir: "auto",
    enterkeyhint: "send",
    oninput: fit,
    onkeydown: (/** @type {KeyboardEvent} */ event) => {
      if (event.isComposing || event.key !== "Enter" || event.shiftKey) return;
      event.preventDefault();
      send();
    },
  });
  const element = h(
    "form.row",
    {
      hidden: () => !isShown(),
      onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        send();
      },
    },
    area,
    h("button.primary.round", {
      type: "submit",
      "aria-label": t("sendComment"),
      hidden: () => isEmpty.value,
      disabled: () => isBusy.value || !app.isOnline.value,
    }, icon(icons.send)),
  );
  return { element, focus: () => area.focus() };
}
