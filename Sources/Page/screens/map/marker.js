// One check-in: its user, text, picture, time and place.

import { degrees, nearWhat } from "../../map/near.js";
import { t } from "../../texts/index.js";
import { ago, full, left } from "../../view/format.js";
import { h } from "../../view/dom.js";
import { avatar, empty, nameOf, onward } from "../../view/parts.js";
import { address, go } from "../../view/router.js";
import { computed, effect, signal, untracked } from "../../view/signal.js";
import { linked } from "../links.js";
import { checkInDialog } from "./checkin.js";
import { top } from "./list.js";
import { picture } from "./picture.js";
import { stickerOf } from "./pins.js";

/**
 * @typedef {import("../../app.js").App} App
 * @typedef {import("../../client/wire.d.ts").Marker} Marker
 */

/** @param {App} app @param {string} username */
export function markerDetail(app, username) {
  const elsewhere = signal(
    /** @type {Marker | null | undefined} */ (undefined),
  );
  const marker = computed(() => app.places.markerOf(username) ?? elsewhere.value);
  // The marker may be outside of the visible part, or merged with others.
  effect(() => {
    app.places.changes.value;
    if (!app.isOnline.value) return;
    untracked(async () => elsewhere.value = await app.places.find(username) ?? null);
  });
  const isThere = computed(() => Boolean(marker.value));
  return [
    top(() => {
      const user = marker.value?.user ?? app.world.profile(username);
      return nameOf(user);
    }),
    h(
      "div.scrolls.marker",
      null,
      () => {
        if (isThere.value) return untracked(() => contents(app, marker));
        if (marker.value === null) return empty(t("noMarker"), onward(t("map"), "map"));
        return h(
          "p.note",
          { role: "status" },
          app.isOnline.value ? t("loading") : t("noConnection"),
        );
      },
    ),
  ];
}

/** @param {App} app @param {{readonly value: Marker}} found */
function contents(app, found) {
  /** @type {Marker} */
  let last;
  const marker = computed(() => last = found.value ?? last);
  const path = computed(() => marker.value.picture);
  return [
    () =>
      path.value &&
      untracked(() => picture(app, path.value, t("checkInPicture"))),
    h(
      "p.row",
      null,
      () => avatar(marker.value.user, "large"),
      h(
        "span.grow",
        null,
        () => {
          const icon = stickerOf(app, marker.value.sticker);
          return icon && h("span.sticker-large", null, icon);
        },
        h("time", {
          datetime: () => marker.value.at,
          title: () => full(marker.value.at),
        }, () => ago(marker.value.at, app.now)),
      ),
    ),
    () =>
      marker.value.text &&
      h("p.text", { dir: "auto" }, linked(marker.value.text)),
    () =>
      marker.value.activity &&
      h(
        "p",
        null,
        t("upForThere", { activity: app.titleOf(marker.value.activity) }),
      ),
    h(
      "p.place",
      null,
      () => nearWhat(marker.value),
      h("small", null, () => degrees(marker.value)),
    ),
    () =>
      marker.value.expiresAt &&
      h(
        "small",
        null,
        t("goesIn", { time: left(marker.value.expiresAt, app.now) }),
      ),
    h("p.row", null, () => choices(app, marker.value)),
  ];
}

/** @param {App} app @param {Marker} marker */
function choices(app, { isMine, user: { username } }) {
  if (!isMine) {
    return [
      h("a.button.primary", { href: address("chats", username) }, t("write")),
      h("a.button", { href: address("people", username) }, t("showPerson")),
    ];
  }
  return [
    h("button.primary", {
      type: "button",
      disabled: () => !app.isOnline.value,
      onclick: () => checkInDialog(app),
    }, t("checkInAgain")),
    h("button.danger", {
      type: "button",
      disabled: () => !app.isOnline.value,
      onclick: async () => {
        if (await app.places.clear()) go("map");
      },
    }, t("clearMarker")),
  ];
}
