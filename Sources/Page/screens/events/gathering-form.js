// The form in which planners create and change an event.

import {
  GATHERING_CREATE_PLACE_MAX,
  GATHERING_CREATE_TEXT_MAX,
  GATHERING_CREATE_TITLE_MAX,
} from "../../client/lengths.js";
import { t } from "../../texts/index.js";
import { dialog, toast } from "../../view/dialog.js";
import { h } from "../../view/dom.js";
import { field, form } from "../../view/parts.js";
import { go } from "../../view/router.js";
import { signal } from "../../view/signal.js";
import { site } from "../../site.js";
import { change } from "./change.js";

/**
 * @typedef {import("../../app.js").App} App
 * @typedef {import("../../client/wire.d.ts").Gathering} Gathering
 * @typedef {import("../position.js").Place} Place
 */

const HOUR = 3600_000;

/** @param {App} app @param {Gathering} [gathering] absent: a new one */
export function gatheringDialog(app, gathering) {
  const { number, title = "", text = "", place = "", lat, lon } = gathering ?? {};
  const point = signal(
    /** @type {Place | undefined} */ (lat === undefined ? undefined : { lat, lon: lon ?? 0 }),
  );
  const starts = gathering ? new Date(gathering.starts) : nextEvening();
  const ends = gathering ? new Date(gathering.ends) : new Date(starts.getTime() + 4 * HOUR);
  return dialog(t(gathering ? "editEvent" : "newEvent"), (close) =>
    form(
      { label: t("save") },
      async (values) => {
        const [from, until] = [new Date(values.starts), new Date(values.ends)];
        if (!(until > from)) return toast(t("endsBeforeStart"), { kind: "error" });
        const answer = await change(app, gathering ? "gatheringUpdate" : "gatheringCreate", {
          number,
          title: values.title.trim(),
          text: values.text.trim(),
          place: values.place.trim(),
          ...point.peek(),
          ...(gathering && !point.peek() ? { nowhere: true } : {}),
          starts: from.toISOString(),
          ends: until.toISOString(),
        });
        if (!answer) return;
        close();
        if (!gathering) go("events", String(answer.gathering.number));
      },
      field(t("title"), {
        name: "title",
        required: true,
        maxlength: GATHERING_CREATE_TITLE_MAX,
        value: title,
        dir: "auto",
      }),
      field(t("description"), {
        name: "text",
        rows: 4,
        maxlength: GATHERING_CREATE_TEXT_MAX,
        value: text,
        dir: "auto",
      }),
      field(t("where"), {
        name: "place",
        maxlength: GATHERING_CREATE_PLACE_MAX,
        value: place,
        dir: "auto",
      }),
      pointField(point),
      h(
        "div.pair",
        null,
        timeField(t("starts"), "starts", starts),
        timeField(t("ends"), "ends", ends),
      ),
    ));
}

/**
 * The place on the map, for searches near a user.
 *
 * @param {import("../../view/signal.js").Signal<Place | undefined>} point
 */
function pointField(point) {
  return h(
    "p.row",
    null,
    h(
      "small.grow",
      { dir: "ltr" },
      () =>
        point.value ? `${point.value.lat.toFixed(4)}, ${point.value.lon.toFixed(4)}` : t("noPoint"),
    ),
    h("button", { type: "button", onclick: () => choosePoint(point) }, t("choosePoint")),
    () =>
      point.value &&
      h("button", {
        type: "button",
        onclick: () => {
          point.value = undefined;
        },
      }, t("remove")),
  );
}

/** @param {import("../../view/signal.js").Signal<Place | undefined>} point */
async function choosePoint(point) {
  // The map is large, and few users need it here.
  const [{ placeChooser }, terms] = await Promise.all([import("../map/place.js"), site()]);
  const chosen = signal(/** @type {Place} */ (point.peek()));
  await dialog(t("choosePoint"), (close) => [
    placeChooser(terms, chosen, point.peek()),
    h(
      "footer.row.end",
      null,
      h("button", { type: "button", onclick: close }, t("cancel")),
      h("button.primary", {
        type: "button",
        onclick: () => {
          point.value = chosen.peek();
          close();
        },
      }, t("usePoint")),
    ),
  ]);
}

/** @param {string} label @param {string} name @param {Date} value */
function timeField(label, name, value) {
  const shifted = new Date(value.getTime() - value.getTimezoneOffset() * 60_000);
  return field(label, {
    type: "datetime-local",
    name,
    required: true,
    value: shifted.toISOString().slice(0, 16),
  });
}

function nextEvening() {
  const date = new Date();
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() + 1, 18);
}
