// The list beside the map, and all users in one place.

import { nearWhat } from "../../map/near.js";
import { t } from "../../texts/index.js";
import { ago } from "../../view/format.js";
import { h, icon, list } from "../../view/dom.js";
import { icons } from "../../view/icons.js";
import { avatar, empty, nameOf, onward, toFriends } from "../../view/parts.js";
import { address } from "../../view/router.js";
import { effect, signal, untracked } from "../../view/signal.js";
import { stickerOf } from "./pins.js";

/**
 * @typedef {import("../../app.js").App} App
 * @typedef {import("../../client/wire.d.ts").Marker} Marker
 */

/** @param {App} app */
export function markerList(app) {
  const { places } = app;
  return [
    list(
      h("ul.rows", { "aria-label": t("shownPeople") }),
      () => places.markers.value,
      ({ user }) => user.username,
      (marker) => row(app, marker),
    ),
    list(
      h("ul.rows", { "aria-label": t("shownPlaces") }),
      () => places.supers.value,
      ({ cell }) => cell,
      (spot, cell) =>
        h(
          "li",
          null,
          h(
            "a.row.item",
            { href: address("map", "spot", cell) },
            h(
              "span.cluster",
              { "aria-hidden": "true" },
              () => spot.value.count,
            ),
            h(
              "span.grow",
              null,
              () =>
                t("peopleHere", {
                  count: spot.value.count,
                  near: nearWhat(spot.value),
                }),
            ),
          ),
        ),
    ),
    () => {
      if (!places.isLoaded.value) {
        return h(
          "p.note",
          { role: "status" },
          app.isOnline.value ? t("loading") : t("noConnection"),
        );
      }
      return places.markers.value.length + places.supers.value.length === 0 &&
        empty(
          t("nobodyHere"),
          app.world.friends.value.size === 0 && toFriends(),
        );
    },
  ];
}

/** @param {App} app @param {{readonly value: Marker}} marker */
function row(app, marker) {
  const { username } = marker.value.user;
  return h(
    "li",
    null,
    h(
      "a.row.item",
      { href: address("map", "at", username) },
      () => avatar(marker.value.user),
      h(
        "span.grow",
        null,
        () => nameOf(marker.value.user),
        () => marker.value.isMine && h("small", null, ` ${t("yourself")}`),
        h(
          "span.preview",
          { dir: "auto" },
          () =>
            [stickerOf(app, marker.value.sticker), marker.value.text].filter(
              Boolean,
            ).join(" ") ||
            nearWhat(marker.value),
        ),
      ),
      h("small", null, () => ago(marker.value.at, app.now)),
    ),
  );
}

/** All markers in one place. @param {App} app @param {string} cell */
export function spot(app, cell) {
  const found = signal(/** @type {Marker[] | undefined} */ (undefined));
  const next = signal("");
  const read = async (after = "") => {
    const answer = await app.read("placeSpot", { cell, after });
    if (!answer) return;
    const { markers = [] } = answer.placeSpot;
    found.value = after ? [...found.peek(), ...markers] : markers;
    next.value = answer.placeSpot.next ?? "";
  };
  effect(() => {
    // When markers on the map change, so do the users in this place.
    app.places.supers.value;
    if (app.isOnline.value) untracked(() => read());
  });
  return [
    top(() => t("spotTitle", { count: found.value?.length ?? 0 })),
    h(
      "div.scrolls",
      null,
      list(
        h("ul.rows", { "aria-label": t("shownPeople") }),
        () => found.value ?? [],
        ({ user }) => user.username,
        (marker) => row(app, marker),
      ),
      () => found.value?.length === 0 && empty(t("nobodyHere"), onward(t("map"), "map")),
      () =>
        next.value && h(
          "p.row.center",
          null,
          h("button", {
            type: "button",
            disabled: () => !app.isOnline.value,
            onclick: () => read(next.peek()),
          }, t("showMore")),
        ),
    ),
  ];
}

/**
 * The head of a screen beside the map.
 *
 * @param {import("../../view/dom.js").Content} title @param {...import("../../view/dom.js").Content} more
 */
export function top(title, ...more) {
  return h(
    "header.row.top",
    null,
    h(
      "a.plain",
      { href: address("map"), "aria-label": t("back") },
      icon(icons.back),
    ),
    h("h1.grow", null, title),
    more,
  );
}
