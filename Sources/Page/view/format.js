// Times and numbers as people of the page's language write them.

import { locale, t } from "../texts/index.js";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

const time = new Intl.DateTimeFormat(locale, {
  hour: "numeric",
  minute: "2-digit",
});
const weekday = new Intl.DateTimeFormat(locale, { weekday: "short" });
const day = new Intl.DateTimeFormat(locale, {
  day: "numeric",
  month: "short",
});
const longDay = new Intl.DateTimeFormat(locale, {
  weekday: "long",
  day: "numeric",
  month: "long",
});
const moment = new Intl.DateTimeFormat(locale, {
  dateStyle: "medium",
  timeStyle: "short",
});
const meeting = new Intl.DateTimeFormat(locale, {
  weekday: "short",
  day: "numeric",
  month: "short",
  hour: "numeric",
  minute: "2-digit",
});
const wholeDate = new Intl.DateTimeFormat(locale, { dateStyle: "long" });
const kilobytes = new Intl.NumberFormat(locale, {
  style: "unit",
  unit: "kilobyte",
  maximumFractionDigits: 0,
});
const megabytes = new Intl.NumberFormat(locale, {
  style: "unit",
  unit: "megabyte",
  maximumFractionDigits: 1,
});
const relative = new Intl.RelativeTimeFormat(locale, {
  numeric: "auto",
  style: "short",
});

/** "14:03". @param {string | number} at */
export function clock(at) {
  return time.format(new Date(at));
}

/** "14:03" today, "Mon" this week, "3 Nov" before. @param {string} at */
export function brief(at) {
  if (!at) return "";
  const date = new Date(at);
  if (isSameDay(date, new Date())) return time.format(date);
  return Date.now() - date.getTime() < 6 * DAY ? weekday.format(date) : day.format(date);
}

/** "today", "yesterday", or the day. @param {string} at */
export function dayOf(at) {
  const date = new Date(at);
  const days = Math.round((startOfDay(date) - startOfDay(new Date())) / DAY);
  return Math.abs(days) <= 1 ? relative.format(days, "day") : longDay.format(date);
}

/** "Tomorrow, 15:00", to begin a line. @param {string | number} at */
export function timeOn(at) {
  const text = dayOf(new Date(at).toISOString());
  return `${text[0].toUpperCase()}${text.slice(1)}, ${clock(at)}`;
}

/** The day in the time zone of the user, to compare: "2026-11-3". @param {string} at */
export function dayKey(at) {
  const date = new Date(at);
  return [date.getFullYear(), date.getMonth() + 1, date.getDate()].join("-");
}

/** "3 Nov 2026, 14:03". @param {string} at */
export function full(at) {
  return at ? moment.format(new Date(at)) : "";
}

/** "Fri, 27 Nov, 18:00". @param {string} at */
export function appointment(at) {
  return at ? meeting.format(new Date(at)) : "";
}

/** "27 November 2026". @param {string} at */
export function date(at) {
  return at ? wholeDate.format(new Date(at)) : "";
}

/** "5 min ago". @param {string} at @param {number} [now] */
export function ago(at, now = Date.now()) {
  const minutes = Math.round((new Date(at).getTime() - now) / MINUTE);
  if (minutes > -1) return t("justNow");
  if (minutes > -60) return relative.format(minutes, "minute");
  if (minutes > -24 * 60) {
    return relative.format(Math.round(minutes / 60), "hour");
  }
  return relative.format(Math.round(minutes / 60 / 24), "day");
}

/** "1:05" hours, or "12 min". @param {string} until @param {number} [now] */
export function left(until, now = Date.now()) {
  const minutes = Math.max(
    0,
    Math.ceil((new Date(until).getTime() - now) / MINUTE),
  );
  if (minutes < 60) return t("minutes", { count: minutes });
  const hours = Math.floor(minutes / 60);
  return minutes % 60 ? t("hoursMinutes", { hours, minutes: minutes % 60 }) : t("hours", { hours });
}

/** "12 kB", "1.2 MB"; never nothing. @param {number} count of bytes */
export function bytesOf(count) {
  return count < 999_500
    ? kilobytes.format(Math.max(1, count / 1000))
    : megabytes.format(count / 1e6);
}

/** @param {Date} one @param {Date} other */
export function isSameDay(one, other) {
  return startOfDay(one) === startOfDay(other);
}

/** @param {Date} date */
function startOfDay(date) {
  return new Date(date.getFullYear(), date.getMonth(), date.getDate())
    .getTime();
}
