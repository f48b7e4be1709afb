// A place in words, by the nearest city.

import { t } from "../texts/index.js";
import { signal } from "../view/signal.js";
import { earth, nearest } from "./earth.js";

/** Within this distance, in kilometres, the text is "near". */
const NEAR = 12;

/** @type {import("../view/signal.js").Signal<import("./earth.js").City[]>} */
const cities = signal([]);

/** Loads the cities; until then, places are shown as degrees. */
export function learnCities() {
  earth().then((found) => cities.value = found.cities, () => {});
}

/** "near Lisbon", "63 km from Lisbon", or degrees. @param {{lat?: number, lon?: number}} place */
export function nearWhat({ lat = 0, lon = 0 }) {
  const found = nearest(cities.value, lat, lon);
  if (!found) return degrees({ lat, lon });
  const { city: { name }, away } = found;
  return away <= NEAR
    ? t("nearCity", { city: name })
    : t("awayFromCity", { city: name, km: Math.round(away) });
}

/** "38.7223, −9.1393". @param {{lat?: number, lon?: number}} place */
export function degrees({ lat = 0, lon = 0 }) {
  return `${lat.toFixed(4)}, ${lon.toFixed(4)}`.replaceAll("-", "−");
}
