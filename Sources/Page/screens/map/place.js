// A place that is chosen on a small map, or found by the device.

import { degrees, learnCities, nearWhat } from "../../map/near.js";
import { MapView } from "../../map/view.js";
import { t } from "../../texts/index.js";
import { h, icon } from "../../view/dom.js";
import { icons } from "../../view/icons.js";
import { signal } from "../../view/signal.js";
import { position } from "../position.js";

/** @typedef {import("../position.js").Place} Place */

/** Zoom at the user's position, on outlines and on tiles. */
const HERE = 10;
const STREET = 15;

/**
 * A map with a place in its centre.
 *
 * @param {import("../../site.js").Site} terms
 * @param {Place} place
 */
export function placeView(terms, place) {
  learnCities();
  const view = new MapView({
    label: t("choosePlaceLabel"),
    terms,
    more: h("span.map-aim", { "aria-hidden": "true" }, icon(icons.pin)),
  });
  view.show(place.lat, place.lon, terms.tiles ? STREET : HERE);
  return h(
    "div.place-chooser",
    null,
    view.element,
    h("p", null, nearWhat(place), " ", h("small", null, degrees(place))),
  );
}

/**
 * A map whose centre is the place. It moves by pointer, by keys, or to the user's position.
 *
 * @param {import("../../site.js").Site} terms
 * @param {import("../../view/signal.js").Signal<Place>} place
 * @param {Place} [at]
 * @param {boolean} [isNear] whether to show its surroundings
 */
export function placeChooser(terms, place, at, isNear = false) {
  learnCities();
  const isLooking = signal(false);
  const view = new MapView({
    label: t("choosePlaceLabel"),
    terms,
    moved: () => place.value = view.centre(),
    picked: (lat, lon) => view.chart.panTo([lat, lon]),
    more: h("span.map-aim", { "aria-hidden": "true" }, icon(icons.pin)),
  });
  const near = terms.tiles ? STREET : HERE;
  if (at) view.show(at.lat, at.lon, isNear ? near : view.chart.getZoom());
  place.value = view.centre();
  return h(
    "div.place-chooser",
    { role: "group", "aria-label": t("checkInWhere") },
    h(
      "p.row",
      null,
      h(
        "button.grow",
        {
          type: "button",
          disabled: () => isLooking.value,
          onclick: async () => {
            isLooking.value = true;
            const here = await position();
            isLooking.value = false;
            if (here) view.show(here.lat, here.lon, near);
          },
        },
        icon(icons.target),
        () => t(isLooking.value ? "lookingForYou" : "whereIAm"),
      ),
    ),
    view.element,
    h(
      "p",
      { role: "status" },
      () => [
        nearWhat(place.value),
        " ",
        h("small", null, degrees(place.value)),
      ],
    ),
    h("small", null, t("choosePlaceHint")),
  );
}
