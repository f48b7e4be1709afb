// The user's own invitations: links that make friends, each shown once, and those that are open.

import { commandOf, linkTo } from "../../model/invitations.js";
import { activityTitle, t } from "../../texts/index.js";
import { tell } from "../../texts/invited.js";
import { ti } from "../../texts/inviting.js";
import { toast } from "../../view/dialog.js";
import { full } from "../../view/format.js";
import { h, list } from "../../view/dom.js";
import { backTo, form, select } from "../../view/parts.js";
import { computed, signal, untracked } from "../../view/signal.js";
import { qr } from "../me/qr.js";
import { reading } from "../me/reading.js";

/**
 * @typedef {import("../../app.js").App} App
 * @typedef {import("../../client/wire.d.ts").PersonalInvitation} PersonalInvitation
 * @typedef {import("../../view/signal.js").Signal<PersonalInvitation | undefined>} Made
 */

/** Choices for how many may accept. */
const USES = [1, 2, 3, 5, 10, 20, 50, 100];
/** Choices for how long a link is valid, in hours: at most 30 days. */
const HOURS = [1, 24, 72, 168, 336, 720];
const HOURS_USUAL = "168";

/** @param {App} app */
export function invite(app) {
  // The server counts a use when a friend comes, or a request.
  const open = reading(app, "invitationList", "invitations", () => {
    app.world.friends.value;
    app.world.incoming.value;
  });
  /** @type {Made} */
  const made = signal(undefined);
  return h(
    "div.part",
    null,
    h("header.row.top", null, backTo("people"), h("h1.grow", null, t("inviteFriend"))),
    () => {
      const invitation = made.value;
      return untracked(() =>
        invitation ? link(app, invitation, made) : terms(app, made, open.load)
      );
    },
    h("h2", null, ti("openInvitations")),
    openOnes(app, open, made),
  );
}

/**
 * The form that creates a link.
 *
 * @param {App} app
 * @param {Made} made
 * @param {() => Promise<void>} load
 */
function terms(app, made, load) {
  const { activities } = app.world;
  // The board changes with each toggle: the choice must not be lost then.
  const isKnown = computed(() => activities.value.length > 0);
  return form(
    {},
    async (values) => {
      // Without a cid: the server would keep its answer, which has the code.
      const answer = await app.read("invitationCreate", commandOf(values));
      if (!answer) return;
      made.value = answer.invitation;
      await load();
    },
    h("p.explained", null, ti("inviteText")),
    h(
      "div.pair",
      null,
      select(
        ti("inviteFor"),
        "uses",
        USES.map((count) => [String(count), ti("inviteUses", { count })]),
      ),
      select(
        ti("inviteValid"),
        "hours",
        HOURS.map((hours) => [String(hours), lengthOf(hours)]),
        { chosen: HOURS_USUAL },
      ),
    ),
    () =>
      isKnown.value && select(ti("inviteTo"), "activity", [
        ["", ti("inviteToNothing")],
        ...activities.peek().map((state) => [state.activity, activityTitle(state)]),
      ], { chosen: activities.peek().find(({ on }) => on)?.activity }),
    box("request", ti("inviteByRequest")),
    h(
      "fieldset.boxes",
      null,
      h("legend", null, ti("inviteShows")),
      box("name", ti("inviteShowsName"), true),
      box("picture", ti("inviteShowsPicture"), true),
      box("username", ti("inviteShowsUsername")),
    ),
    h("button.primary.wide", {
      type: "submit",
      disabled: () => !app.isOnline.value,
    }, ti("inviteCreate")),
  );
}

/** @param {number} hours */
function lengthOf(hours) {
  return hours % 24 ? ti("inviteHours", { count: hours }) : ti("inviteDays", { count: hours / 24 });
}

/** @param {string} name @param {string} label */
function box(name, label, isChecked = false) {
  return h(
    "label.row",
    null,
    h("input", { type: "checkbox", name, checked: isChecked }),
    label,
  );
}

/** The new link. @param {App} app @param {PersonalInvitation} invitation @param {Made} made */
function link(app, { code, activity }, made) {
  const state = computed(() => app.world.activities.value.find((one) => one.activity === activity));
  const url = linkTo(location.origin, code);
  const again = () => {
    made.value = undefined;
  };
  const share = () => navigator.share({ text: ti("shareInvitation"), url }).catch(() => {});
  return h(
    "div.card.made",
    { role: "group", "aria-labelledby": "made-title" },
    h("h2", { id: "made-title", tabindex: "-1", ref: focusSoon }, ti("inviteMade")),
    h("p", null, ti("inviteMadeText")),
    h("input", {
      readonly: true,
      value: url,
      dir: "ltr",
      "aria-label": t("inviteLink"),
      onfocus: (/** @type {any} */ event) => event.target.select(),
    }),
    h(
      "p.row",
      null,
      navigator.share && h("button.primary", { type: "button", onclick: share }, t("share")),
      h("button", {
        type: "button",
        onclick: async () => {
          // A page without https has no clipboard: the user can copy the link by hand.
          await navigator.clipboard?.writeText(url).then(() => toast(t("meCopied")), () => {});
        },
      }, t("copyLink")),
      h("button", { type: "button", onclick: again }, ti("inviteAnother")),
    ),
    () =>
      state.value && !state.value.on && h(
        "p",
        null,
        h("button", {
          type: "button",
          disabled: () => !app.isOnline.value,
          onclick: () => app.act("activitySet", { activity, on: true }),
        }, ti("inviteTurnOn", { activity: activityTitle(state.value) })),
      ),
    qr(url, ti("inviteQR")),
  );
}

/** @param {HTMLElement} element */
function focusSoon(element) {
  requestAnimationFrame(() => element.focus());
}

/**
 * @param {App} app
 * @param {import("../me/reading.js").Reading<"invitations">} open
 * @param {Made} made
 */
function openOnes(app, open, made) {
  const found = computed(() =>
    (open.value?.invitations ?? []).filter(({ used = 0, uses = 0 }) => used < uses)
  );
  const revoke = async (/** @type {number} */ number) => {
    if (!await app.act("invitationRevoke", { number })) return;
    if (made.peek()?.number === number) made.value = undefined;
    toast(ti("invitationRevoked"));
    await open.load();
  };
  return [
    list(
      h("ul.rows"),
      () => found.value,
      ({ number }) => String(number),
      (entry) =>
        h(
          "li.row.item",
          null,
          h("span.grow", null, () => said(app, entry.value)),
          h("button.danger", {
            type: "button",
            "aria-label": ti("revokeOf", { time: full(entry.value.at) }),
            disabled: () => !app.isOnline.value,
            onclick: () => revoke(entry.value.number),
          }, ti("revoke")),
        ),
    ),
    () => open.value && found.value.length === 0 && h("p.explained", null, ti("noInvitations")),
  ];
}

/** @param {App} app @param {PersonalInvitation} invitation */
function said(app, { used = 0, uses = 0, expiresAt, activity, request }) {
  const more = [
    tell("validUntil", { time: full(expiresAt) }),
    activity && app.titleOf(activity),
    request && ti("byRequest"),
  ];
  return [
    h("span.name", null, ti("invitationUsed", { used, uses })),
    h("span.preview", { dir: "auto" }, more.filter(Boolean).join(" · ")),
  ];
}
