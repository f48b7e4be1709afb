// One person: the relation to the user, and actions.

import { FRIEND_REQUEST_MESSAGE_MAX, USER_REPORT_TEXT_MAX } from "../client/lengths.js";
import { t } from "../texts/index.js";
import { confirmed, dialog, toast } from "../view/dialog.js";
import { h } from "../view/dom.js";
import {
  avatar,
  backTo,
  empty,
  field,
  form,
  menu,
  nameOf,
  onward,
  presenceText,
} from "../view/parts.js";
import { address } from "../view/router.js";
import { computed, effect, signal, untracked } from "../view/signal.js";
import { leaveCommonDialog } from "./group/begin.js";
import { whyDialog } from "./now.js";

/**
 * @typedef {import("../app.js").App} App
 * @typedef {import("../client/wire.d.ts").UserProfile} UserProfile
 */

/**
 * @param {App} app
 * @param {string} username
 */
export function person(app, username) {
  const found = signal(
    /** @type {import("../client/wire.d.ts").UserFound | undefined} */ (undefined),
  );
  const isMissing = signal(false);
  const look = async () => {
    try {
      found.value = (await app.link.call("userLookup", { username })).user;
    } catch (error) {
      isMissing.value = /** @type {any} */ (error).code === "NOT_FOUND";
    }
  };
  const friend = computed(() => app.world.friends.value.get(username));
  // Friends are known; other users are looked up, and again when the relation changed.
  effect(() => {
    app.world.outgoing.value;
    app.world.incoming.value;
    app.world.blocks.value;
    if (app.isOnline.value && !friend.value) untracked(look);
  });
  return h(
    "article.person",
    null,
    h(
      "header.row.top",
      null,
      backTo("people"),
    ),
    () => {
      const user = friend.value?.user ?? found.value?.user;
      if (!user) {
        if (!isMissing.value) return empty(t("loading"));
        return empty(t("noSuchPerson"), onward(t("findFriends"), "people"));
      }
      return [
        avatar(user, "huge"),
        h("h1", null, nameOf(user)),
        h("p", null, h("bdi", null, `@${user.username}`)),
        friend.value && h("p", null, () => presenceText(app, friend.value)),
        h(
          "p.row.center",
          null,
          friend.value
            ? h(
              "a.button.primary",
              { href: address("chats", username) },
              t("write"),
            )
            : relationAction(app, found.value, look),
          friend.value &&
            h(
              "button",
              { type: "button", onclick: () => whyDialog(app, user) },
              t("whyNoMatch"),
            ),
          friend.value && app.words.isOffered.value &&
            h("a.button", { href: address("words", "profile", username) }, t("words")),
          username !== app.login.username &&
            menu(t("actions"), () => profileDialogs(app, user)),
        ),
      ];
    },
  );
}

/**
 * The action on another user, by the relation to this one.
 *
 * @param {App} app
 * @param {import("../client/wire.d.ts").UserFound} found
 * @param {() => void} done
 */
export function relationAction(app, { user, relation = "STRANGER" }, done) {
  const { username } = user;
  if (relation === "FRIEND") {
    return h("a.button", { href: address("chats", username) }, t("write"));
  }
  if (relation === "REQUESTED") return h("span", null, t("requested"));
  if (relation === "YOURSELF") return h("span", null, t("yourself"));
  const [text, act] = /** @type {[string, () => Promise<any>]} */ (
    relation === "ASKING"
      ? [t("accept"), () => app.act("friendAccept", { from: username })]
      : relation === "BLOCKED"
      ? [t("unblock"), () => app.act("userUnblock", { user: username })]
      : [t("addFriend"), () => requestDialog(app, user)]
  );
  return h("button.primary", {
    type: "button",
    disabled: () => !app.isOnline.value,
    onclick: async () => {
      await act();
      done();
    },
  }, text);
}

/** @param {App} app @param {UserProfile} user */
function requestDialog(app, user) {
  return dialog(t("requestTitle", { name: user.displayName }), (close) =>
    form(
      { label: t("sendRequest") },
      async ({ message }) => {
        const answer = await app.act("friendRequest", {
          to: user.username,
          message,
        });
        if (!answer) return;
        if (!answer.friendRequestSent.friends) {
          app.apply({ requested: { user, message } });
        }
        toast(t("requestSent", { name: user.displayName }));
        close();
      },
      field(t("requestMessage"), {
        name: "message",
        maxlength: FRIEND_REQUEST_MESSAGE_MAX,
        dir: "auto",
      }),
    ));
}

/**
 * The actions that end a relation.
 *
 * @param {App} app
 * @param {UserProfile} user
 * @returns {[string, () => void, string?][]}
 */
export function profileDialogs(app, user) {
  const { username, displayName: name } = user;
  /** @type {[string, () => void, string?][]} */
  const offered = [];
  if (app.world.friends.peek().has(username)) {
    offered.push([t("unfriend"), async () => {
      if (
        await confirmed(
          t("unfriend"),
          t("unfriendText", { name }),
          t("unfriend"),
        )
      ) {
        await app.act("friendRemove", { friend: username });
      }
    }, "danger"]);
  }
  if (app.world.blocks.peek().some((one) => one.username === username)) {
    offered.push([
      t("unblock"),
      () => app.act("userUnblock", { user: username }),
    ]);
  } else {
    offered.push([t("block"), async () => {
      if (await confirmed(t("block"), t("blockText", { name }), t("block"))) {
        if (await app.act("userBlock", { user: username })) {
          await leaveCommonDialog(app, username, name);
        }
      }
    }, "danger"]);
  }
  offered.push([t("report"), () => reportDialog(app, user), "danger"]);
  return offered;
}

const REASONS = /** @type {const} */ ([
  "HARASSMENT",
  "SPAM",
  "HATE",
  "SEXUAL",
  "VIOLENCE",
  "IMPERSONATION",
  "OTHER",
]);

/**
 * Reports a person, a message or a post to the administrators.
 *
 * @param {App} app
 * @param {UserProfile} user
 * @param {{message?: number, post?: string, room?: string}} [what] `room`: of a group
 */
export function reportDialog(app, user, what = {}) {
  return dialog(t("reportTitle", { name: user.displayName }), (close) =>
    form(
      { label: t("report") },
      async ({ reason, text }) => {
        const answer = await app.act("userReport", {
          user: user.username,
          ...what,
          reason,
          text,
        });
        if (!answer) return;
        toast(t("reported"));
        close();
      },
      h("p", null, t("reportHint")),
      h(
        "p.field",
        null,
        h("label", { for: "report-reason" }, t("reason")),
        h(
          "select",
          { id: "report-reason", name: "reason" },
          REASONS.map((reason) => h("option", { value: reason }, t(`reason.${reason}`))),
        ),
      ),
      field(t("details"), {
        name: "text",
        rows: 3,
        maxlength: USER_REPORT_TEXT_MAX,
        dir: "auto",
      }),
    ));
}
