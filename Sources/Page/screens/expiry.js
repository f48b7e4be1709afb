// How long new messages of a conversation stay: what is set, and how a user sets it.

import { t } from "../texts/index.js";
import { dialog } from "../view/dialog.js";
import { h, icon } from "../view/dom.js";
import { clock, full } from "../view/format.js";
import { icons } from "../view/icons.js";
import { form, select } from "../view/parts.js";

/**
 * @typedef {import("../app.js").App} App
 * @typedef {import("../client/wire.d.ts").RoomExpiry} RoomExpiry
 * @typedef {import("../client/wire.d.ts").RoomMessage} RoomMessage
 */

const [HOUR, DAY] = [60, 24 * 60];
/** What the dialog offers, in minutes; 0: messages stay. */
const CHOICES = [0, 5, HOUR, 8 * HOUR, DAY, 7 * DAY, 30 * DAY, 90 * DAY];

/** "1 day". @param {number} minutes */
function lifeText(minutes) {
  if (minutes % DAY === 0) return t("daysLong", { count: minutes / DAY });
  if (minutes % HOUR === 0) return t("hoursLong", { count: minutes / HOUR });
  return t("minutes", { count: minutes });
}

/**
 * The entry in the menu of a conversation; none for those who may not set it.
 *
 * @param {App} app
 * @param {string} name
 * @returns {[string, () => void][]}
 */
export function expiryAction(app, name) {
  const { group } = app.world.rooms.peek().get(name) ?? {};
  if (group?.owner && group.owner !== app.login.username) return [];
  return [[t("expireMessages"), () => expiryDialog(app, name)]];
}

/** @param {App} app @param {string} name */
function expiryDialog(app, name) {
  const { minutes: now = 0 } = app.world.rooms.peek().get(name)?.expiry ?? {};
  const all = CHOICES.includes(now) ? CHOICES : [...CHOICES, now].sort((one, two) => one - two);
  return dialog(t("expireMessages"), (close) =>
    form(
      { label: t("save") },
      async ({ minutes }) => {
        if (
          await app.act("roomExpire", { with: name, minutes: Number(minutes) })
        ) close();
      },
      h("p", null, t("expireText")),
      select(
        t("expireAfter"),
        "minutes",
        all.map((
          minutes,
        ) => [String(minutes), minutes ? lifeText(minutes) : t("expireNever")]),
        { chosen: String(now) },
      ),
      h("p", null, h("small", null, t("expireLimits"))),
    ));
}

/** Who has set what, and when. @param {App} app @param {RoomExpiry} expiry */
export function expiryLine(app, { minutes = 0, by, at }) {
  const life = minutes ? t("expireSet", { time: lifeText(minutes) }) : t("expireUnset");
  const author = by === app.login.username ? t("you") : by && `${nameIn(app, by)}:`;
  return h(
    "li.day.expiry",
    { title: full(at) },
    icon(icons.clock),
    " ",
    author ? t("expireBy", { name: author, text: life }) : life,
    " · ",
    clock(at),
  );
}

/** @param {App} app @param {string} username */
function nameIn(app, username) {
  return app.world.profile(username).displayName;
}

/** The clock on a message that disappears. @param {RoomMessage} message */
export function endOf({ expiresAt }) {
  if (!expiresAt) return null;
  const label = t("expiresAt", { time: full(expiresAt) });
  return h(
    "span.expires",
    { role: "img", "aria-label": label, title: label },
    icon(icons.clock),
  );
}
