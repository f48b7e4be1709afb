// The user's account on this server: the list of settings, and the open part.

import { site } from "../site.js";
import { choose, language, languages, t } from "../texts/index.js";
import { h, icon } from "../view/dom.js";
import { icons } from "../view/icons.js";
import { avatar, backTo, heading, nameOf } from "../view/parts.js";
import { address } from "../view/router.js";
import { computed, signal, untracked } from "../view/signal.js";
import { data } from "./me/data.js";
import { devices } from "./me/devices.js";
import { notifications } from "./me/notifications.js";
import { shownParts } from "./me/parts.js";
import { privacy } from "./me/privacy.js";
import { profile } from "./me/profile.js";
import { security } from "./me/security.js";
import { keysDialog } from "./navigation.js";

/**
 * @typedef {import("../app.js").App} App
 * @typedef {import("../view/dom.js").Content} Content
 */

/**
 * A part of the screen: its icon, its texts in the list, and its contents below the title.
 *
 * @typedef {object} Part
 * @property {string} icon
 * @property {import("../texts/index.js").Text} title
 * @property {import("../texts/index.js").Text} hint
 * @property {(app: App) => Content} show
 */

/** @type {Record<string, Part>} */
const PARTS = {
  profile: {
    icon: icons.me,
    title: "meProfile",
    hint: "meProfileHint",
    show: profile,
  },
  security: {
    icon: icons.lock,
    title: "meSecurity",
    hint: "meSecurityHint",
    show: security,
  },
  devices: {
    icon: icons.devices,
    title: "meDevices",
    hint: "meDevicesHint",
    show: devices,
  },
  privacy: {
    icon: icons.eye,
    title: "mePrivacy",
    hint: "mePrivacyHint",
    show: privacy,
  },
  notifications: {
    icon: icons.bell,
    title: "meNotifications",
    hint: "meNotificationsHint",
    show: notifications,
  },
  parts: { icon: icons.parts, title: "meParts", hint: "mePartsHint", show: shownParts },
  data: { icon: icons.save, title: "meData", hint: "meDataHint", show: data },
};

/**
 * @param {App} app
 * @param {() => string[]} words
 */
export function me(app, words) {
  const open = computed(() => Object.hasOwn(PARTS, words()[0] ?? "") ? words()[0] : undefined);
  // On wide screens, one part is open from the start.
  const shown = computed(() => open.value ?? "profile");
  return h(
    "section.panes.me",
    { class: () => open.value ? "has-detail" : "" },
    h(
      "div.pane.list-pane",
      null,
      heading(t("me")),
      h("div.scrolls", null, card(app), parts(open), footer(app)),
    ),
    h("div.pane.detail-pane", null, () => part(app, shown.value)),
  );
}

/** The user's own name and picture. @param {App} app */
function card(app) {
  return h("p.row.whoami", null, () => {
    const user = app.world.me.value ?? app.world.profile(app.login.username);
    return [
      avatar(user, "large"),
      h(
        "span.grow",
        null,
        nameOf(user),
        h("span.preview", null, `@${user.username}`),
      ),
    ];
  });
}

/** @param {{readonly value: string | undefined}} open */
function parts(open) {
  return h(
    "ul.rows",
    null,
    Object.entries(PARTS).map(([name, { icon: shape, title, hint }]) =>
      h(
        "li",
        null,
        h(
          "a.row.item",
          {
            href: address("me", name),
            "aria-current": () => open.value === name ? "true" : null,
          },
          icon(shape),
          h(
            "span.grow",
            null,
            h("b.name", null, t(title)),
            h("span.preview", null, t(hint)),
          ),
          h("span.onward", null, icon(icons.onward)),
        ),
      )
    ),
  );
}

/** Settings of the page rather than of the account. @param {App} app */
function footer(app) {
  const version = signal("");
  site().then((here) => version.value = here.version ?? "");
  return h(
    "div.foot",
    null,
    // It requires a reload of the page, which ends the log-in of a guest.
    !app.isGuest && h(
      "p.row",
      null,
      h("label.grow", { for: "language" }, t("meLanguage")),
      h(
        "select",
        {
          id: "language",
          onchange: (/** @type {any} */ event) => choose(event.target.value),
        },
        Object.entries(languages).map(([key, name]) =>
          h(
            "option",
            { value: key, lang: key, selected: key === language },
            name,
          )
        ),
      ),
    ),
    h(
      "p.row",
      null,
      h(
        "button.plain.link",
        { type: "button", onclick: () => keysDialog(app) },
        t("keys"),
      ),
      h("small.grow", null, () => version.value && `Upfor ${version.value}`),
    ),
  );
}

/**
 * @param {App} app
 * @param {string} name
 */
function part(app, name) {
  const { title, show } = PARTS[name];
  // Its contents follow signals themselves: the part is not created again.
  return untracked(() =>
    h(
      "div.part",
      { "aria-labelledby": "part-title", role: "region" },
      h(
        "header.row.top",
        null,
        backTo("me"),
        h(
          "h1.grow",
          { id: "part-title", tabindex: "-1", ref: focusIfLost },
          t(title),
        ),
      ),
      show(app),
    )
  );
}

/** When a part replaces the list, the focused link disappears. @param {HTMLElement} title */
function focusIfLost(title) {
  const before = document.activeElement;
  requestAnimationFrame(() => {
    const isGone = before instanceof HTMLAnchorElement &&
      before.offsetParent === null;
    if (title.isConnected && isGone) title.focus({ preventScroll: true });
  });
}
