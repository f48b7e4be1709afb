// Pictures of events, projects and profiles, which the server stores unchanged.

import { put, Refused } from "../../client/index.js";
import { explain } from "../../explain.js";
import { t } from "../../texts/index.js";
import { confirmed, toast } from "../../view/dialog.js";
import { h } from "../../view/dom.js";
import { eventChanges } from "./read.js";

/**
 * @typedef {import("../../app.js").App} App
 * @typedef {"events" | "projects" | "users"} Subject the subject of a picture
 */

/** @param {string | undefined} path */
export function eventPicture(path) {
  return path && h("img.event-picture", { src: path, alt: "", decoding: "async" });
}

/**
 * Actions on a picture.
 *
 * @param {App} app
 * @param {Subject} subject
 * @param {number} number
 * @param {string} [path] of the present picture
 * @returns {[string, () => void, string?][]}
 */
export function pictureActions(app, subject, number, path) {
  const place = `/hinder/${subject}/${number}/picture`;
  /** @type {[string, () => void, string?][]} */
  const offered = [[t("chooseEventPicture"), () => choose(app, place)]];
  if (path) {
    offered.push([t("removeEventPicture"), () => send(app, place, null), "danger"]);
  }
  return offered;
}

/** @param {App} app @param {string} place */
function choose(app, place) {
  /** @type {HTMLInputElement} */
  const input = h("input", {
    type: "file",
    accept: "image/png, image/jpeg, image/webp",
    hidden: true,
    onchange: async () => {
      input.remove();
      const file = input.files[0];
      if (file) await upload(app, place, file);
    },
    oncancel: () => input.remove(),
  });
  document.body.append(input);
  input.click();
}

/** @param {App} app @param {string} place @param {File} file */
async function upload(app, place, file) {
  try {
    await put(place, file, app.login.token);
  } catch (error) {
    // Cameras write the place and the time into a picture.
    if (!(error instanceof Refused) || error.code !== "INVALID_FIELD") {
      return toast(explain(error), { kind: "error" });
    }
    if (!await confirmed(t("pictureTells"), t("pictureTellsText"), t("uploadWithout"))) return;
    return await send(app, `${place}?clean=1`, file);
  }
  done();
}

/** @param {App} app @param {string} place @param {File | null} file */
async function send(app, place, file) {
  try {
    await put(place, file, app.login.token);
    done();
  } catch (error) {
    toast(explain(error), { kind: "error" });
  }
}

function done() {
  eventChanges.value = eventChanges.peek() + 1;
}
