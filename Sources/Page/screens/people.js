// Friends, requests, the search for a user, and one person.

import { INVITE } from "../model/invitations.js";
import { t } from "../texts/index.js";
import { brief } from "../view/format.js";
import { h, list } from "../view/dom.js";
import { avatar, empty, heading, nameOf, presenceDot, presenceText } from "../view/parts.js";
import { address } from "../view/router.js";
import { computed, untracked } from "../view/signal.js";
import { later } from "./later.js";
import { lookUp } from "./people/lookup.js";
import { several } from "./people/several.js";
import { person } from "./person.js";

/**
 * @typedef {import("../app.js").App} App
 * @typedef {import("../client/wire.d.ts").UserProfile} UserProfile
 * @typedef {import("../client/wire.d.ts").PendingRequest} PendingRequest
 */

/** The word in place of a username for the screen of several people: usernames are longer. */
const SEVERAL = "+";

const invite = later("inviteFriend", async () => (await import("./people/invite.js")).invite);
const invited = later("invitation", async () => (await import("./people/invited.js")).invited);

/**
 * @param {App} app
 * @param {() => string[]} words
 */
export function people(app, words) {
  const open = computed(() => words()[0]);
  return h(
    "section.panes",
    { class: () => open.value ? "has-detail" : "" },
    h(
      "div.pane.list-pane",
      null,
      heading(
        t("people"),
        () =>
          app.parts.isShown("partners") &&
          h("a.button", { href: address("partners") }, t("partners")),
      ),
      lookUp(app),
      h(
        "p.row.ways",
        null,
        // Without friends, the empty list has it.
        () =>
          app.world.friends.value.size > 0 &&
          h("a.button.primary", { href: address("people", INVITE) }, t("inviteFriend")),
        h("a.button", { href: address("people", SEVERAL) }, t("severalPeople")),
      ),
      h(
        "div.scrolls",
        null,
        requests(app),
        friends(app, open),
      ),
    ),
    h(
      "div.pane.detail-pane",
      null,
      () => {
        if (!open.value) return app.world.friends.value.size > 0 && empty(t("pickPerson"));
        return untracked(() => detail(app, words, open.value));
      },
    ),
  );
}

/**
 * @param {App} app
 * @param {() => string[]} words
 * @param {string} word the first of them
 */
function detail(app, words, word) {
  if (word === SEVERAL) return several(app);
  if (word === INVITE) return invite(app, words);
  return word.startsWith("+") ? invited(app, words) : person(app, word);
}

/** @param {App} app */
function requests(app) {
  const { incoming, outgoing } = app.world;
  return [
    () => incoming.value.length > 0 && h("h2", null, t("requests")),
    list(
      h("ul.rows"),
      () => incoming.value,
      ({ user }) => user.username,
      (request) =>
        h(
          "li.row.item",
          null,
          requestText(request),
          h(
            "span.answers",
            null,
            h("button.primary", {
              type: "button",
              disabled: () => !app.isOnline.value,
              onclick: () => app.act("friendAccept", { from: request.value.user.username }),
            }, t("accept")),
            h("button", {
              type: "button",
              disabled: () => !app.isOnline.value,
              onclick: () => app.act("friendDecline", { from: request.value.user.username }),
            }, t("decline")),
          ),
        ),
    ),
    () => outgoing.value.length > 0 && h("h2", null, t("ownRequests")),
    list(
      h("ul.rows"),
      () => outgoing.value,
      ({ user }) => user.username,
      (request) =>
        h(
          "li.row.item",
          null,
          requestText(request),
          h("button", {
            type: "button",
            disabled: () => !app.isOnline.value,
            onclick: () => app.act("friendWithdraw", { to: request.value.user.username }),
          }, t("withdraw")),
        ),
    ),
  ];
}

/** @param {{readonly value: PendingRequest}} request */
function requestText(request) {
  const { user, message, at } = request.value;
  return [
    avatar(user),
    h(
      "a.grow",
      { href: address("people", user.username) },
      nameOf(user),
      h("span.preview", { dir: "auto" }, message || `@${user.username}`),
      h("small", null, brief(at)),
    ),
  ];
}

/**
 * @param {App} app
 * @param {{readonly value: string | undefined}} open
 */
function friends(app, open) {
  const sorted = computed(() =>
    [...app.world.friends.value.values()].sort((one, other) =>
      Number(other.online ?? false) - Number(one.online ?? false) ||
      one.user.displayName.localeCompare(other.user.displayName)
    )
  );
  return [
    h("h2", null, () => t("friendCount", { count: sorted.value.length })),
    list(
      h("ul.rows"),
      () => sorted.value,
      ({ user }) => user.username,
      (friend, username) =>
        h(
          "li",
          null,
          h(
            "a.row.item",
            {
              href: address("people", username),
              "aria-current": () => open.value === username ? "true" : null,
            },
            h(
              "span.picture",
              null,
              () => [avatar(friend.value.user), presenceDot(friend.value)],
            ),
            h(
              "span.grow",
              null,
              () => nameOf(friend.value.user),
              h("span.preview", null, () => presenceText(app, friend.value)),
            ),
          ),
        ),
    ),
    () =>
      sorted.value.length === 0 && empty(
        t("noFriends"),
        h(
          "p.row.center",
          null,
          h("a.button.primary", { href: address("people", INVITE) }, t("inviteFriend")),
          h("button", {
            type: "button",
            onclick: () =>
              /** @type {HTMLElement} */ (document.querySelector(".look-up input")).focus(),
          }, t("findFriends")),
        ),
      ),
  ];
}
