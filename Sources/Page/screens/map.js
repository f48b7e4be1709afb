// The map: markers of the user and of friends, as pins and as a list with the same contents.

import { MapView } from "../map/view.js";
import { learnCities } from "../map/near.js";
import { site } from "../site.js";
import { t } from "../texts/index.js";
import { h, icon } from "../view/dom.js";
import { icons } from "../view/icons.js";
import { empty, heading, menu, onward } from "../view/parts.js";
import { address, go } from "../view/router.js";
import { computed, effect, signal, untracked } from "../view/signal.js";
import { logOut } from "./me/data.js";
import { placeAudience } from "./map/audience.js";
import { checkInDialog } from "./map/checkin.js";
import { history } from "./map/history.js";
import { markerList, spot } from "./map/list.js";
import { markerDetail } from "./map/marker.js";
import { pins } from "./map/pins.js";

/**
 * @typedef {import("../app.js").App} App
 */

/** How long the map must be still before its markers are read, in milliseconds. */
const LOOK_PAUSE = 150;

/**
 * @param {App} app
 * @param {() => string[]} words
 */
export function map(app, words) {
  const open = computed(() => words().join("/"));
  const terms = signal(/** @type {import("../site.js").Site | undefined} */ (undefined));
  site().then((found) => terms.value = found);
  learnCities();
  return h(
    "section.panes.map",
    null,
    h(
      "div.pane.list-pane",
      null,
      () => {
        if (!app.places.isOffered.value) {
          return [heading(t("map")), empty(t("noMapHere"), onward(t("toBoard"), "now"))];
        }
        open.value;
        return untracked(() => pane(app, words()));
      },
    ),
    h(
      "div.pane.map-pane",
      null,
      () => terms.value && untracked(() => chart(app, words, terms.peek())),
    ),
  );
}

/** The content beside the map. @param {App} app @param {string[]} words */
function pane(app, [what, which]) {
  switch (what) {
    case "at":
      return markerDetail(app, which);
    case "spot":
      return spot(app, which);
    case "history":
      return history(app);
    default:
      return overview(app);
  }
}

/** @param {App} app */
function overview(app) {
  return [
    heading(
      t("map"),
      menu(t("actions"), () => actions(app)),
    ),
    h(
      "p.row",
      null,
      h(
        "button.primary.grow",
        {
          type: "button",
          disabled: () => !app.isOnline.value,
          onclick: () => checkInDialog(app),
        },
        icon(icons.pin),
        t("checkIn"),
      ),
      h("a.button", { href: address("people", "+") }, t("severalPeople")),
    ),
    h("div.scrolls", null, markerList(app)),
  ];
}

/** @param {App} app @returns {[string, () => void, string?][]} */
function actions(app) {
  /** @type {[string, () => void, string?][]} */
  const offered = [[t("checkInHistory"), () => go("map", "history")]];
  if (!app.isOnline.peek()) return offered;
  offered.push([t("whoSeesMe"), () => placeAudience(app)]);
  if (app.places.standing.peek()?.current) {
    offered.push([t("clearMarker"), () => app.places.clear(), "danger"]);
  }
  offered.push([t("meLogOut"), () => logOut(app)]);
  return offered;
}

/**
 * @param {App} app
 * @param {() => string[]} words
 * @param {import("../site.js").Site} terms
 */
function chart(app, words, terms) {
  /** @type {any} */
  let timer;
  const view = new MapView({
    label: t("mapLabel"),
    terms,
    moved: (box) => {
      clearTimeout(timer);
      timer = setTimeout(() => app.places.look(box), LOOK_PAUSE);
    },
    held: (lat, lon) => app.isOnline.peek() && checkInDialog(app, { lat, lon }),
    more: h("button.round", {
      type: "button",
      "aria-label": t("showAllMarkers"),
      onclick: async () => view.showAll(await app.places.all()),
    }, icon(icons.target)),
  });
  const selected = computed(() => words()[0] === "at" ? words()[1] : undefined);
  view.follow(() => pins(app, selected));
  let isFirst = true;
  effect(() => {
    app.sessions.value;
    if (!app.isOnline.value) return;
    untracked(async () => {
      const markers = await app.places.open(view.box());
      if (isFirst && !selected.peek()) view.showAll(markers);
      isFirst = false;
    });
  });
  // The map moves to the marker that is opened in the list.
  effect(() => {
    const username = selected.value;
    if (!username || !app.isOnline.value) return;
    untracked(async () => {
      const marker = await app.places.find(username);
      if (!marker || view.isOver || selected.peek() !== username) return;
      const { lat = 0, lon = 0 } = marker;
      if (!view.isSeen(lat, lon) || !app.places.markerOf(username)) {
        view.show(lat, lon);
      }
    });
  });
  return view.element;
}
