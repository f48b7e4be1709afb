// A meetup as a file for calendars.

import { t } from "../../texts/index.js";
import { toast } from "../../view/dialog.js";
import { h } from "../../view/dom.js";

/** How long the browser may take to start saving, in milliseconds. */
const SAVE_MAX = 10_000;

/**
 * The server gives the file to the two partners only: a link without a token would not work.
 *
 * @param {import("../../app.js").App} app
 * @param {number} number of the partnership
 */
export async function saveCalendar(app, number) {
  const request = { headers: { Authorization: `Bearer ${app.login.token}` } };
  const answer = await fetch(`/wordup/matches/${number}/meetup.ics`, request)
    .catch(() => /** @type {any} */ (undefined));
  if (!answer?.ok) return toast(t(answer ? "noCalendar" : "noConnection"), { kind: "error" });
  const url = URL.createObjectURL(await answer.blob());
  h("a", { href: url, download: "meetup.ics" }).click();
  setTimeout(() => URL.revokeObjectURL(url), SAVE_MAX);
}
