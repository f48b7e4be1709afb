// The dialog in which one checks in: where, what one says, and for how long.

import { degrees, nearWhat } from "../../map/near.js";
import { MapView } from "../../map/view.js";
import { site } from "../../site.js";
import { t } from "../../texts/index.js";
import { dialog, toast } from "../../view/dialog.js";
import { left } from "../../view/format.js";
import { h, icon } from "../../view/dom.js";
import { icons } from "../../view/icons.js";
import { field, form } from "../../view/parts.js";
import { signal } from "../../view/signal.js";
import { placeAudience } from "../map.js";
import { uploadPicture } from "./picture.js";

/**
 * @typedef {import("../../app.js").App} App
 * @typedef {{lat: number, lon: number}} Place
 */

const TEXT_MAX = 500;
/** How long a marker may stay, as far as the server lets it, in minutes. */
const MINUTES = [15, 30, 60, 120, 240, 480, 720, 1440, 2880, 10080];
/** How near one looks where one is. */
const HERE = 14;
/** How long one waits for a position, in milliseconds, and how old it may be. */
const POSITION_MAX = 15_000;
const POSITION_AGE = 60_000;

/** @param {App} app @param {Place} [at] where the map was touched */
export async function checkInDialog(app, at) {
  const { tiles } = await site();
  const place = signal(/** @type {Place} */ (at));
  const photo = signal(/** @type {File | undefined} */ (undefined));
  const activity = signal("");
  await dialog(t("checkIn"), (close) =>
    form(
      { class: "check-in" },
      async (values) => {
        const picture = photo.peek() && await uploadPicture(app, photo.peek());
        if (photo.peek() && !picture) return;
        const isDone = await app.places.checkIn({
          ...place.peek(),
          text: values.text.trim(),
          sticker: values.sticker,
          activity: values.activity,
          turnOn: values.turnOn !== undefined,
          picture,
          minutes: Number(values.minutes),
        });
        if (!isDone) return;
        toast(t("checkedIn"));
        close();
      },
      placeChooser(tiles, place, at),
      field(t("checkInText"), {
        name: "text",
        rows: 2,
        maxlength: TEXT_MAX,
        dir: "auto",
      }),
      stickers(app),
      photoField(photo),
      h("div.pair", null, minutesField(app), activityField(app, activity)),
      () =>
        activity.value && h(
          "label.row",
          null,
          h("input", { type: "checkbox", name: "turnOn" }),
          h(
            "span.grow",
            null,
            t("turnOnToo", { activity: app.titleOf(activity.value) }),
          ),
        ),
      h(
        "p.row",
        null,
        h("small.grow", null, t("checkInHint")),
        audienceButton(app),
      ),
      h(
        "button.primary.wide",
        { type: "submit", disabled: () => !app.isOnline.value },
        t("checkInHere"),
      ),
    ));
}

/** @param {App} app */
function audienceButton(app) {
  return h(
    "button",
    { type: "button", onclick: () => placeAudience(app) },
    t("whoSeesMe"),
  );
}

/**
 * A map whose middle is the place: it is moved by pointer, by keys, or to where one is.
 *
 * @param {string | undefined} tiles
 * @param {import("../../view/signal.js").Signal<Place>} place
 * @param {Place} [at]
 */
function placeChooser(tiles, place, at) {
  const isLooking = signal(false);
  const view = new MapView({
    label: t("choosePlaceLabel"),
    tiles,
    moved: () => place.value = view.centre(),
    picked: (lat, lon) => view.chart.panTo([lat, lon]),
    more: h("span.map-aim", { "aria-hidden": "true" }, icon(icons.pin)),
  });
  if (at) view.show(at.lat, at.lon, view.chart.getZoom());
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
            if (here) view.show(here.lat, here.lon, HERE);
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

/** Where this device is. @returns {Promise<Place | undefined>} undefined: not known, which was said */
function position() {
  return new Promise((resolve) => {
    const fail = (/** @type {{code?: number}} */ { code }) => {
      toast(t(code === 1 ? "positionForbidden" : "positionUnknown"), {
        kind: "error",
      });
      resolve(undefined);
    };
    if (!navigator.geolocation) return fail({});
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => resolve({ lat: coords.latitude, lon: coords.longitude }),
      fail,
      {
        enableHighAccuracy: true,
        timeout: POSITION_MAX,
        maximumAge: POSITION_AGE,
      },
    );
  });
}

/** @param {App} app */
function stickers(app) {
  const { stickers = [] } = app.places.standing.peek() ?? {};
  if (!stickers.length) return null;
  const option = (
    /** @type {string} */ value,
    /** @type {string} */ shown,
    /** @type {string} */ label,
  ) =>
    h(
      "label.sticker-choice",
      null,
      h("input", {
        type: "radio",
        name: "sticker",
        value,
        checked: value === "",
        "aria-label": label,
      }),
      h("span", { "aria-hidden": "true" }, shown),
    );
  return h(
    "fieldset.stickers",
    null,
    h("legend", null, t("sticker")),
    h(
      "div",
      null,
      option("", "–", t("noSticker")),
      stickers.map(({ name, icon }) => option(name, icon || name, name)),
    ),
  );
}

/** @param {import("../../view/signal.js").Signal<File | undefined>} photo */
function photoField(photo) {
  /** @type {HTMLInputElement} */
  const input = h("input", {
    type: "file",
    accept: "image/*",
    hidden: true,
    "aria-label": t("addPhoto"),
    onchange: () => photo.value = input.files[0] ?? photo.peek(),
  });
  return h(
    "p.row",
    null,
    input,
    h(
      "button",
      { type: "button", onclick: () => input.click() },
      () => t(photo.value ? "otherPhoto" : "addPhoto"),
    ),
    () => photo.value && h("span.grow", { dir: "auto" }, photo.value.name),
    () =>
      photo.value && h("button.plain", {
        type: "button",
        "aria-label": t("removePhoto"),
        onclick: () => {
          photo.value = undefined;
          input.value = "";
        },
      }, icon(icons.close)),
  );
}

/** @param {App} app */
function minutesField(app) {
  const { minutes = 60, minutesMax = minutes } = app.places.standing.peek() ??
    {};
  const choices = [
    ...new Set([
      ...MINUTES.filter((one) => one < minutesMax),
      minutes,
      minutesMax,
    ]),
  ]
    .sort((one, other) => one - other);
  const text = (/** @type {number} */ count) => {
    const now = Date.now();
    return left(new Date(now + count * 60_000).toISOString(), now);
  };
  return select(
    t("staysFor"),
    "minutes",
    choices.map((one) => [String(one), text(one)]),
    {
      chosen: String(minutes),
    },
  );
}

/** @param {App} app @param {import("../../view/signal.js").Signal<string>} activity */
function activityField(app, activity) {
  const choices = app.world.activities.peek().map((
    one,
  ) => [one.activity, one.title]);
  return select(
    t("activity"),
    "activity",
    [["", t("noActivity")], ...choices],
    {
      changed: (value) => activity.value = value,
    },
  );
}

/**
 * @param {string} label
 * @param {string} name
 * @param {string[][]} choices values and texts
 * @param {{chosen?: string, changed?: (value: string) => void}} [options]
 */
function select(label, name, choices, { chosen, changed } = {}) {
  const id = `select-${name}`;
  return h(
    "p.field",
    null,
    h("label", { for: id }, label),
    h(
      "select",
      {
        id,
        name,
        onchange: (/** @type {any} */ event) => changed?.(event.target.value),
      },
      choices.map(([value, text]) => h("option", { value, selected: value === chosen }, text)),
    ),
  );
}
