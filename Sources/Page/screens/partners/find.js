// The search for a language partner: users who fit, one by username, or a random one.

import { t } from "../../texts/index.js";
import { toast } from "../../view/dialog.js";
import { h, list } from "../../view/dom.js";
import { backTo, empty, lookUpForm, onward } from "../../view/parts.js";
import { address, go } from "../../view/router.js";
import { signal } from "../../view/signal.js";
import { languageName, languagesOf, speakerAvatar, speakerName } from "./languages.js";

/**
 * @typedef {import("../../app.js").App} App
 * @typedef {import("../../client/wire.d.ts").Speaker} Speaker
 */

/** @param {App} app */
export function find(app) {
  const found = signal(/** @type {Speaker[] | undefined} */ (undefined));
  const next = signal(/** @type {number | undefined} */ (undefined));
  const isByName = signal(false);
  const read = async (/** @type {any} */ fields) => {
    const answer = await app.read("speakerFind", fields);
    if (!answer) return;
    const { speakers = [] } = answer.speakers;
    const known = fields.after ? found.peek() : [];
    found.value = [...known, ...speakers];
    next.value = answer.speakers.next;
    isByName.value = fields.username !== undefined;
  };
  read({});
  const { known, learn } = app.partners.me.peek();
  return h(
    "div.partner-pane.scrolls",
    null,
    h(
      "header.row.top",
      null,
      backTo("partners"),
      h("h1.grow", null, t("findPartner")),
    ),
    lookUpForm((username) => read(username ? { username } : {})),
    h(
      "p.hint",
      { role: "status" },
      () =>
        isByName.value
          ? null
          : t("whoFits", { known: languageName(learn), learn: languageName(known) }),
    ),
    list(
      h("ul.speakers", { "aria-label": t("found") }),
      () => found.value ?? [],
      ({ number }) => String(number),
      (speaker) => card(app, speaker.value),
    ),
    () =>
      found.value?.length === 0 &&
      empty(
        t(isByName.value ? "noSuchPartner" : "nobodyFits"),
        isByName.value
          ? h("button", { type: "button", onclick: () => read({}) }, t("showWhoFits"))
          : onward(t("myProfile"), "partners", "profile"),
      ),
    () =>
      next.value !== undefined && h(
        "p.row.center",
        null,
        h("button", {
          type: "button",
          disabled: () => !app.isOnline.value,
          onclick: () => read({ after: next.peek() }),
        }, t("showMore")),
      ),
  );
}

/** @param {App} app @param {Speaker} speaker */
function card(app, speaker) {
  const isBusy = signal(false);
  const partnership = () =>
    app.partners.list.value.find((one) => app.partners.otherOf(one).username === speaker.username);
  return h(
    "li.card.speaker",
    null,
    h(
      "div.row",
      null,
      speakerAvatar(speaker, "large"),
      h(
        "div.grow",
        null,
        h("h2", null, speakerName(speaker)),
        h("small", null, h("bdi", null, `@${speaker.username}`), " · ", languagesOf(speaker)),
      ),
    ),
    speaker.bio && h("p.text", { dir: "auto" }, speaker.bio),
    () => {
      const { number } = partnership() ?? {};
      if (number) {
        return h("a.button", { href: address("partners", String(number)) }, t("isPartner"));
      }
      return h("button.primary", {
        type: "button",
        disabled: () => !app.isOnline.value || isBusy.value,
        onclick: async () => {
          isBusy.value = true;
          const made = await app.partners.match(speaker.username);
          isBusy.value = false;
          if (made) go("partners", String(made.number));
        },
      }, t("makePartner"));
    },
  );
}

/** Matches the user with a random partner who fits. @param {App} app */
export async function drawPartner(app) {
  const made = await app.partners.match();
  if (!made) return;
  toast(t("newPartner", { name: app.partners.otherOf(made).firstName }));
  go("partners", String(made.number));
}
