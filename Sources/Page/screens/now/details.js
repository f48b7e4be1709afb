// What one says about an activity that is on: a dialog, and the words that friends read.

import { ACTIVITY_DETAILS_NOTE_MAX, ACTIVITY_DETAILS_PLACE_MAX } from "../../client/lengths.js";
import { detailsOf, nextTime } from "../../model/said.js";
import { activityTitle, t } from "../../texts/index.js";
import { dialog } from "../../view/dialog.js";
import { clock, isSameDay, left, timeOn } from "../../view/format.js";
import { h, icon } from "../../view/dom.js";
import { icons } from "../../view/icons.js";
import { field, form, select } from "../../view/parts.js";
import { signal } from "../../view/signal.js";

/**
 * @typedef {import("../../app.js").App} App
 * @typedef {import("../../client/wire.d.ts").ActivityState} ActivityState
 */

const MINUTE = 60_000;
/** Choices for how long it stays on, within its lifetime, in minutes. */
const MINUTES = [15, 30, 45, 60, 90, 120, 180, 240, 480, 720, 1440];
/** Choices for how many more may join. */
export const ROOM = [1, 2, 3, 4, 5, 6, 8, 10, 20, 50];

/**
 * Asks what to say about an activity, and turns it on.
 *
 * @param {App} app
 * @param {ActivityState} state
 */
export function detailsDialog(app, state) {
  const { activity, title, on, details = {} } = state;
  const point = signal(details.point);
  const from = signal(
    details.from && Date.parse(details.from) > Date.now() ? wallClock(details.from) : "",
  );
  return dialog(
    t("sayMoreTitle", { activity: activityTitle({ activity, title }) }),
    (close) =>
      form(
        { label: t(on ? "save" : "turnOn") },
        async (values) => {
          const said = detailsOf(
            { ...values, was: details },
            point.peek(),
            Date.now(),
          );
          if (
            await app.act("activitySet", { activity, on: true, details: said })
          ) close();
        },
        h("p", null, t("sayMoreHint")),
        h(
          "div.pair",
          null,
          timeField(t("fromWhen"), "from", from, t("fromHint")),
          untilField(state),
        ),
        field(t("note"), {
          name: "note",
          maxlength: ACTIVITY_DETAILS_NOTE_MAX,
          value: details.note ?? "",
          placeholder: t("notePlaceholder"),
          dir: "auto",
        }),
        field(t("place"), {
          name: "place",
          maxlength: ACTIVITY_DETAILS_PLACE_MAX,
          value: details.place ?? "",
          dir: "auto",
        }),
        pointField(point),
        select(
          t("roomFor"),
          "roomFor",
          [
            ["", t("notSaid")],
            ...ROOM.map((count) => [String(count), String(count)]),
          ],
          { chosen: String(details.roomFor ?? "") },
        ),
      ),
  );
}

/**
 * A time of the next 24 hours. One that has passed today is tomorrow's, which is said as it is typed.
 *
 * @param {string} label
 * @param {string} name
 * @param {import("../../view/signal.js").Signal<string>} time "18:30"; empty: none
 * @param {string} hint
 */
export function timeField(label, name, time, hint) {
  return field(
    label,
    {
      name,
      type: "time",
      value: time.peek(),
      oninput: (/** @type {any} */ event) => time.value = event.target.value,
    },
    () =>
      isTomorrow(time.value)
        ? h("b", { role: "status" }, timeOn(nextTime(time.value, Date.now())))
        : hint,
  );
}

/** Whether the clock shows a time tomorrow next. @param {string} time "18:30"; empty: none */
export function isTomorrow(time) {
  const now = Date.now();
  return time !== "" && !isSameDay(new Date(nextTime(time, now)), new Date(now));
}

/** @param {ActivityState} state */
function untilField({ lifetime = "7200s", details = {} }) {
  const most = parseInt(lifetime) / 60;
  const text = (/** @type {number} */ minutes) => left(new Date(minutes * MINUTE).toISOString(), 0);
  const choices = MINUTES.filter((one) => one < most).map((
    one,
  ) => [String(one), text(one)]);
  const kept = details.until ? [["same", t("untilTime", { time: clock(details.until) })]] : [];
  return select(
    t("howLong"),
    "minutes",
    [...kept, ["", text(most)], ...choices],
    { chosen: kept.length ? "same" : "" },
  );
}

/** A point on the map. @param {import("../../view/signal.js").Signal<any>} point */
export function pointField(point) {
  const chooser = signal(
    /** @type {import("../../view/dom.js").Content} */ (undefined),
  );
  const open = async () => {
    const [{ placeChooser }, { site }] = await Promise.all([
      import("../map/place.js"),
      import("../../site.js"),
    ]);
    chooser.value = placeChooser(await site(), point, point.peek());
  };
  const forget = () => {
    chooser.value = undefined;
    point.value = undefined;
  };
  return h(
    "div",
    null,
    () => chooser.value,
    h(
      "button",
      { type: "button", onclick: () => point.peek() ? forget() : open() },
      icon(icons.pin),
      () => t(point.value ? "noPoint" : "addPoint"),
    ),
  );
}

/** Shows a point on the map. @param {{lat?: number, lon?: number}} point */
export function pointButton({ lat = 0, lon = 0 }) {
  return h("button", {
    type: "button",
    "aria-label": t("pointOnMap"),
    onclick: async () => {
      const { placeView } = await import("../map/place.js");
      const { site } = await import("../../site.js");
      const view = placeView(await site(), { lat, lon });
      await dialog(t("pointOnMap"), () => view);
    },
  }, icon(icons.pin));
}

/** "18:30", as a field for a time has it. @param {string} at */
export function wallClock(at) {
  const date = new Date(at);
  return [date.getHours(), date.getMinutes()].map((one) => String(one).padStart(2, "0")).join(":");
}
