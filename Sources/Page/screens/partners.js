// Language partners: the list, and the open part: a partner, the search, or the user's profile.

import { t } from "../texts/index.js";
import { h, list } from "../view/dom.js";
import { empty, heading, onward } from "../view/parts.js";
import { address } from "../view/router.js";
import { computed, effect, untracked } from "../view/signal.js";
import { drawPartner, find } from "./partners/find.js";
import { languagesOf, speakerAvatar, speakerName } from "./partners/languages.js";
import { meetupLine } from "./partners/meetup.js";
import { partner } from "./partners/partner.js";
import { ownProfile } from "./partners/profile.js";

/**
 * @typedef {import("../app.js").App} App
 * @typedef {import("../client/wire.d.ts").Partnership} Partnership
 */

/**
 * @param {App} app
 * @param {() => string[]} words
 */
export function partners(app, words) {
  const open = computed(() => words()[0]);
  effect(() => {
    app.sessions.value;
    if (app.isOnline.peek()) untracked(() => app.partners.open());
  });
  const state = computed(() => {
    const { isOffered, isLoaded, me } = app.partners;
    if (!isOffered.value) return "off";
    if (!isLoaded.value) return "loading";
    return me.value ? "member" : "newcomer";
  });
  return h(
    "section.panes.partners",
    { class: () => open.value && state.value !== "off" ? "has-detail" : "" },
    h(
      "div.pane.list-pane",
      null,
      heading(
        t("partners"),
        () =>
          state.value === "member" &&
          h("a.button", { href: address("partners", "profile") }, t("myProfile")),
      ),
      () => LISTS[state.value](app, open),
    ),
    h(
      "div.pane.detail-pane",
      null,
      () => {
        if (state.value === "off" || !open.value) {
          return state.value === "member" && empty(t("pickPartner"));
        }
        if (state.value === "loading") return h("p.note", null, t("loading"));
        return untracked(() => detail(app, open));
      },
    ),
  );
}

/** @param {App} app @param {{readonly value: string}} open */
function detail(app, open) {
  const isMember = app.partners.me.value;
  if (open.value === "profile" || !isMember) return ownProfile(app);
  return open.value === "find" ? find(app) : partner(app, Number(open.value));
}

/**
 * The contents of the list, by the state of the data.
 *
 * @type {Record<string, (app: App, open: {readonly value: string | undefined}) => import("../view/dom.js").Content>}
 */
const LISTS = {
  off: () => empty(t("noPartnersHere"), onward(t("toBoard"), "now")),
  loading: (app) =>
    h("p.note", { role: "status" }, app.isOnline.value ? t("loading") : t("noConnection")),
  newcomer: () =>
    empty(
      t("partnersLead"),
      h("a.button.primary", { href: address("partners", "profile") }, t("becomePartner")),
    ),
  member: (app, open) => [
    h(
      "p.row",
      null,
      h(
        "a.button.primary.grow",
        { href: address("partners", "find") },
        t("findPartner"),
      ),
      h("button.grow", {
        type: "button",
        disabled: () => !app.isOnline.value,
        onclick: () => drawPartner(app),
      }, t("anybody")),
    ),
    h(
      "div.scrolls",
      null,
      list(
        h("ul.rows", { "aria-label": t("partners") }),
        () => app.partners.list.value,
        ({ number }) => String(number),
        (entry) => row(app, entry, open),
      ),
      () => app.partners.list.value.length === 0 && empty(t("noPartnersYet")),
    ),
  ],
};

/**
 * @param {App} app
 * @param {{readonly value: Partnership}} entry
 * @param {{readonly value: string | undefined}} open
 */
function row(app, entry, open) {
  const number = String(entry.value.number);
  const other = computed(() => app.partners.otherOf(entry.value));
  return h(
    "li",
    null,
    h(
      "a.row.item",
      {
        href: address("partners", number),
        "aria-current": () => open.value === number ? "true" : null,
      },
      () => speakerAvatar(other.value),
      h(
        "span.grow",
        null,
        () => speakerName(other.value),
        h("span.preview", null, () => languagesOf(other.value)),
        () => meetupLine(app, entry.value),
      ),
    ),
  );
}
