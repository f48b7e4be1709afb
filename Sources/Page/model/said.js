// What one says about an activity that is on: made of a dialog's fields, and put into words.

import { t } from "../texts/index.js";
import { clock, isSameDay, timeOn } from "../view/format.js";

/** @typedef {import("../client/wire.d.ts").ActivityDetails} ActivityDetails */

const MINUTE = 60_000;

/**
 * What the fields of the dialog say.
 *
 * @param {{from?: string, minutes?: string, note?: string, place?: string, roomFor?: string,
 *   was?: ActivityDetails}} values `minutes` is "same" for the end that it has
 * @param {ActivityDetails["point"]} point
 * @param {number} now
 * @returns {ActivityDetails}
 */
export function detailsOf(
  { from, minutes, note = "", place = "", roomFor, was = {} },
  point,
  now,
) {
  const start = from ? nextTime(from, now) : now;
  const until = minutes === "same"
    ? was.until
    : minutes
    ? new Date(start + Number(minutes) * MINUTE).toISOString()
    : undefined;
  return {
    from: from ? new Date(start).toISOString() : undefined,
    until,
    note: note.trim() || undefined,
    place: place.trim() || undefined,
    point: point && { lat: point.lat, lon: point.lon },
    roomFor: Number(roomFor) || undefined,
  };
}

/**
 * The next moment at which the clock shows a time.
 *
 * @param {string} time "18:30"
 * @param {number} now
 */
export function nextTime(time, now) {
  const [hours, minutes] = time.split(":").map(Number);
  const date = new Date(now);
  date.setHours(hours, minutes, 0, 0);
  if (date.getTime() <= now) date.setDate(date.getDate() + 1);
  return date.getTime();
}

/** "from 18:30", or the day and the time. @param {string} from @param {number} now */
export function fromText(from, now) {
  const isToday = isSameDay(new Date(from), new Date(now));
  return isToday ? t("fromTime", { time: clock(from) }) : timeOn(from);
}

/**
 * What a user says, in the order in which it is read; nothing for what is not said.
 *
 * @param {ActivityDetails | undefined} details
 * @param {number} [now]
 * @returns {string[]}
 */
export function saidOf(details, now = Date.now()) {
  if (!details) return [];
  const { from, until, note, place, roomFor } = details;
  return [
    from && Date.parse(from) > now && fromText(from, now),
    until && t("untilTime", { time: clock(until) }),
    place,
    roomFor && t("roomForCount", { count: roomFor }),
    note,
  ].filter((one) => typeof one === "string" && one !== "");
}
