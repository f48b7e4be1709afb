// The pins on the map: a user's picture, or the number of users in one place.

import { nearWhat } from "../../map/near.js";
import { t } from "../../texts/index.js";
import { ago } from "../../view/format.js";
import { h } from "../../view/dom.js";
import { avatar } from "../../view/parts.js";
import { go } from "../../view/router.js";
import { computed } from "../../view/signal.js";

/**
 * @typedef {import("../../app.js").App} App
 * @typedef {import("../../client/wire.d.ts").Marker} Marker
 * @typedef {import("../../client/wire.d.ts").SuperMarker} SuperMarker
 */

/**
 * @param {App} app
 * @param {{readonly value: string | undefined}} selected the user whose marker is open
 * @returns {import("../../map/view.js").Pin[]}
 */
export function pins(app, selected) {
  const markers = app.places.markers.value.map((
    { user: { username }, lat = 0, lon = 0, isMine },
  ) => ({
    key: `at:${username}`,
    lat,
    lon,
    above: isMine,
    make: () => pin(app, username, selected),
  }));
  const supers = app.places.supers.value.map(({ cell, lat = 0, lon = 0 }) => ({
    key: `spot:${cell}`,
    lat,
    lon,
    make: () => cluster(app, cell),
  }));
  return [...markers, ...supers];
}

/**
 * @param {App} app
 * @param {string} username
 * @param {{readonly value: string | undefined}} selected
 */
function pin(app, username, selected) {
  /** @type {Marker} */
  let last;
  const marker = computed(() => last = app.places.markerOf(username) ?? last);
  return h(
    "button.pin",
    {
      type: "button",
      // The list beside the map serves keyboard users: it has all markers in order.
      tabindex: "-1",
      class: () =>
        [
          marker.value.isMine && "mine",
          selected.value === username && "selected",
        ]
          .filter(Boolean).join(" "),
      "aria-label": () => spoken(app, marker.value),
      onclick: () => go("map", "at", username),
    },
    () => avatar(marker.value.user),
    () => {
      const icon = stickerOf(app, marker.value.sticker);
      return icon && h("span.sticker", { "aria-hidden": "true" }, icon);
    },
  );
}

/** @param {App} app @param {string} cell */
function cluster(app, cell) {
  /** @type {SuperMarker} */
  let last;
  const spot = computed(() =>
    last = app.places.supers.value.find((one) => one.cell === cell) ?? last
  );
  return h(
    "button.pin.cluster",
    {
      type: "button",
      tabindex: "-1",
      class: () => spot.value.mine ? "mine" : "",
      "aria-label": () =>
        t("peopleHere", {
          count: spot.value.count,
          near: nearWhat(spot.value),
        }),
      onclick: () => go("map", "spot", cell),
    },
    () => spot.value.count,
  );
}

/** "Ana, near Lisbon, 5 min ago". @param {App} app @param {Marker} marker */
function spoken(app, marker) {
  return [nameOfMarker(marker), nearWhat(marker), ago(marker.at, app.now)].join(
    ", ",
  );
}

/** @param {Marker} marker */
export function nameOfMarker({ isMine, user }) {
  return isMine ? t("yourself") : user.displayName || user.username;
}

/** The icon of a sticker on this server. @param {App} app @param {string} [name] */
export function stickerOf(app, name) {
  if (!name) return;
  return app.places.standing.value?.stickers?.find((one) => one.name === name)
    ?.icon || name;
}
