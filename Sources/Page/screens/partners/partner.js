// One language partner.

import { t } from "../../texts/index.js";
import { confirmed } from "../../view/dialog.js";
import { date } from "../../view/format.js";
import { h } from "../../view/dom.js";
import { backTo, empty, menu, onward } from "../../view/parts.js";
import { go } from "../../view/router.js";
import { computed, untracked } from "../../view/signal.js";
import { reportDialog } from "../person.js";
import { fullName, languagesOf, speakerAvatar, speakerName } from "./languages.js";
import { meetup } from "./meetup.js";

/**
 * @typedef {import("../../app.js").App} App
 * @typedef {import("../../client/wire.d.ts").Partnership} Partnership
 */

/**
 * @param {App} app
 * @param {number} number
 */
export function partner(app, number) {
  const found = computed(() => app.partners.list.value.find((one) => one.number === number));
  const isThere = computed(() => found.value !== undefined);
  return h(
    "div.partner-pane.scrolls",
    null,
    h(
      "header.row.top",
      null,
      backTo("partners"),
      // Its own heading is the name.
      () => isThere.value ? h("span.grow") : h("h1.grow", null, t("partners")),
      () => isThere.value && menu(t("actions"), () => actions(app, found.value)),
    ),
    () =>
      isThere.value
        ? untracked(() => contents(app, found))
        : empty(t("noSuchPartnership"), onward(t("partners"), "partners")),
  );
}

/** @param {App} app @param {{readonly value: Partnership}} found */
function contents(app, found) {
  // After the end of the partnership, the rest is not drawn again.
  /** @type {Partnership} */
  let last;
  const partnership = computed(() => last = found.value ?? last);
  const other = computed(() => app.partners.otherOf(partnership.value));
  return [
    h(
      "div.partner-face",
      null,
      () => speakerAvatar(other.value, "huge"),
      h("h1", null, () => speakerName(other.value)),
      h("p", null, () => h("bdi", null, `@${other.value.username}`)),
      h("p", null, () => languagesOf(other.value)),
      h("small", null, () => t("partnersSince", { day: date(partnership.value.since) })),
    ),
    () => other.value.bio && h("p.text.bio", { dir: "auto" }, other.value.bio),
    meetup(app, partnership),
  ];
}

/**
 * @param {App} app
 * @param {Partnership} partnership
 * @returns {[string, () => void, string?][]}
 */
function actions(app, partnership) {
  const other = app.partners.otherOf(partnership);
  const name = fullName(other);
  return [
    [t("report"), () => reportDialog(app, { username: other.username, displayName: name })],
    [t("endPartnership"), async () => {
      const isSure = await confirmed(
        t("endPartnership"),
        t("endPartnershipText", { name }),
        t("endPartnership"),
      );
      if (isSure && await app.partners.end(partnership.number)) go("partners");
    }, "danger"],
  ];
}
