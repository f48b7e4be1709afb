// The dialog for a check-in: place, text, and duration.

import { CHECKIN_SET_TEXT_MAX } from "../../client/lengths.js";
import { site } from "../../site.js";
import { activityTitle, t } from "../../texts/index.js";
import { dialog, toast } from "../../view/dialog.js";
import { left } from "../../view/format.js";
import { h, icon } from "../../view/dom.js";
import { icons } from "../../view/icons.js";
import { field, form, select } from "../../view/parts.js";
import { go } from "../../view/router.js";
import { signal } from "../../view/signal.js";
import { knownPosition } from "../position.js";
import { placeAudience } from "./audience.js";
import { placeChooser } from "./place.js";
import { uploadPicture } from "./picture.js";

/**
 * @typedef {import("../../app.js").App} App
 * @typedef {import("./place.js").Place} Place
 */

/** Choices for the lifetime of a marker, within the server's maximum, in minutes. */
const MINUTES = [15, 30, 60, 120, 240, 480, 720, 1440, 2880, 10080];

/** How long the dialog may wait for the position of this device, in milliseconds. */
const START_MAX = 1_000;

/** @param {App} app @param {Place} [touched] a place on the map */
export async function checkInDialog(app, touched) {
  const [terms, start] = await Promise.all([site(), touched ? undefined : startOf(app)]);
  const at = touched ?? start;
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
        go("map", "at", app.login.username);
      },
      placeChooser(terms, place, at, start !== undefined),
      field(t("checkInText"), {
        name: "text",
        rows: 2,
        maxlength: CHECKIN_SET_TEXT_MAX,
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

/**
 * Where a check-in starts: the user's current marker, their position, or the last check-in. The part
 * of the map that is shown may be the middle between friends on two continents.
 *
 * @param {App} app
 * @returns {Promise<Place | undefined>} undefined: none is known
 */
async function startOf(app) {
  const current = app.places.standing.peek()?.current;
  if (current) return placeOf(current);
  const pause = new Promise((resolve) => setTimeout(resolve, START_MAX));
  const here = await Promise.race([knownPosition(), pause]);
  if (here) return here;
  const answer = await app.read("checkinHistory", { limit: 1 });
  const [last] = answer?.checkinPage.checkins ?? [];
  return last && placeOf(last);
}

/** @param {{lat?: number, lon?: number}} checkin zeros are absent @returns {Place} */
function placeOf({ lat = 0, lon = 0 }) {
  return { lat, lon };
}

/** @param {App} app */
function audienceButton(app) {
  return h(
    "button",
    { type: "button", onclick: () => placeAudience(app) },
    t("whoSeesMe"),
  );
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
  ) => [one.activity, activityTitle(one)]);
  return select(
    t("activity"),
    "activity",
    [["", t("noActivity")], ...choices],
    {
      changed: (value) => activity.value = value,
    },
  );
}
