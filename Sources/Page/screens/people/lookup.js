// The search for a user by the exact name. Servers count look-ups: 20 at once, then one a minute.

import { Refused } from "../../client/index.js";
import { explain } from "../../explain.js";
import { INVITE } from "../../model/invitations.js";
import { t } from "../../texts/index.js";
import { left } from "../../view/format.js";
import { h } from "../../view/dom.js";
import { avatar, lookUpForm, nameOf, onward } from "../../view/parts.js";
import { address } from "../../view/router.js";
import { signal } from "../../view/signal.js";
import { relationAction } from "../person.js";

/**
 * @typedef {import("../../app.js").App} App
 * @typedef {import("../../client/wire.d.ts").UserFound} UserFound
 */

/** A username; anything else needs no look-up. */
const USERNAME = /^[a-z][a-z0-9_]{2,19}$/;

/** @param {App} app */
export function lookUp(app) {
  const found = signal(/** @type {UserFound | undefined} */ (undefined));
  const failure = signal("");
  return h(
    "div",
    null,
    lookUpForm(async (username) => {
      [found.value, failure.value] = [undefined, ""];
      if (!username) return;
      if (!USERNAME.test(username)) {
        failure.value = t("noUsername");
        return;
      }
      try {
        found.value = (await app.link.call("userLookup", { username })).user;
      } catch (error) {
        failure.value = reasonOf(error, username);
      }
    }),
    () =>
      found.value && h(
        "div.card.row",
        { role: "status" },
        avatar(found.value.user),
        h(
          "a.grow",
          { href: address("people", found.value.user.username) },
          nameOf(found.value.user),
        ),
        relationAction(app, found.value, () => found.value = undefined),
      ),
    h(
      "div",
      { role: "status" },
      () =>
        failure.value &&
        h(
          "div.card.missed",
          null,
          h("p", null, failure.value),
          onward(t("inviteFriend"), "people", INVITE),
        ),
    ),
  );
}

/** @param {any} error @param {string} name */
function reasonOf(error, name) {
  if (!(error instanceof Refused)) return explain(error);
  if (error.code === "NOT_FOUND") return t("noSuchUser", { name });
  if (error.code !== "RATE_LIMITED" || !error.retryAfter) return explain(error);
  return t("lookUpsUsed", { time: left(new Date(error.retryAfter).toISOString(), 0) });
}
