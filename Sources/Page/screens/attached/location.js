// A place on the map: chosen for the next message, and shown of one.

import { file } from "../../client/index.js";
import { explain } from "../../explain.js";
import { pathOf } from "../../model/attached.js";
import { site } from "../../site.js";
import { t } from "../../texts/index.js";
import { dialog, toast } from "../../view/dialog.js";
import { form, select } from "../../view/parts.js";
import { signal } from "../../view/signal.js";
import { placeChooser, placeView } from "../map/place.js";
import { knownPosition } from "../position.js";
import { addMade, isNotFound } from "../attach.js";

/** How long a place can be read: minutes and texts. @type {["15" | "60" | "480" | "1440", "minutes" | "hours", number][]} */
const LIVES = [["15", "minutes", 15], ["60", "hours", 1], ["480", "hours", 8], [
  "1440",
  "hours",
  24,
]];

/**
 * Asks for a place, and how long it is to be seen.
 *
 * @param {import("../../app.js").App} app
 * @param {string} username
 */
export async function chooseLocation(app, username) {
  const place = signal(/** @type {import("../position.js").Place} */ ({ lat: 0, lon: 0 }));
  const [terms, here] = await Promise.all([site(), knownPosition()]);
  await dialog(t("attachLocation"), (close) =>
    form(
      { label: t("addLocation") },
      async ({ minutes }) => {
        const command = { ...place.peek(), minutes: Number(minutes) };
        if (await addMade(app, username, "locationShare", command)) close();
      },
      placeChooser(terms, place, here, true),
      select(
        t("locationLife"),
        "minutes",
        LIVES.map(([value, unit, count]) => [
          value,
          t(unit === "hours" ? "locationHours" : "locationMinutes", { count }),
        ]),
        { chosen: "60" },
      ),
    ));
}

/**
 * Shows a place, as long as it can be read.
 *
 * @param {import("../../app.js").App} app
 * @param {{id?: string}} attachment
 */
export async function showLocation(app, { id }) {
  try {
    const content = await file(pathOf(id ?? ""), app.login.token);
    const { lat, lon } = JSON.parse(await content.text());
    const view = placeView(await site(), { lat: Number(lat), lon: Number(lon) });
    await dialog(t("pointOnMap"), () => view);
  } catch (error) {
    toast(isNotFound(error) ? t("locationGone") : explain(error), { kind: "error" });
  }
}
