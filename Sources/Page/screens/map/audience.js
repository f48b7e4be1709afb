// The audience of the user's check-ins.

import { t } from "../../texts/index.js";
import { audienceDialog } from "../now.js";

/** Shows for which friends the user's markers are meant. @param {import("../../app.js").App} app */
export function placeAudience(app) {
  return audienceDialog(app, { activity: "@place" }, {
    title: t("whoSeesMe"),
    hint: t("whoSeesMeHint"),
  });
}
