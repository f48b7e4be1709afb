// Pictures of check-ins, which are read with the token because they have no public address.

import { file as fileAt, put } from "../../client/index.js";
import { explain } from "../../explain.js";
import { t } from "../../texts/index.js";
import { toast } from "../../view/dialog.js";
import { h } from "../../view/dom.js";
import { onEnd, signal } from "../../view/signal.js";

/** Pixels of the longer side, and quality of compression: the server stores no more. */
const SIDE_MAX = 1280;
const QUALITY = .85;

/**
 * @param {import("../../app.js").App} app
 * @param {string} path on this server
 * @param {string} alt
 */
export function picture(app, path, alt) {
  const source = signal("");
  let isOver = false;
  fileAt(path, app.login.token).then((blob) => {
    const url = URL.createObjectURL(blob);
    if (isOver) URL.revokeObjectURL(url);
    else source.value = url;
  }).catch(() => {});
  onEnd(() => {
    isOver = true;
    if (source.peek()) URL.revokeObjectURL(source.peek());
  });
  return h("img.checkin-picture", {
    src: () => source.value || null,
    alt,
    hidden: () => !source.value,
  });
}

/**
 * Uploads a picture for a check-in. It is redrawn first, so that the place where it was taken does
 * not leave the device.
 *
 * @param {import("../../app.js").App} app
 * @param {File} file
 * @returns {Promise<string | undefined>} its name; undefined: impossible, and the user has seen why
 */
export async function uploadPicture(app, file) {
  /** @type {ImageBitmap} */
  let image;
  try {
    image = await createImageBitmap(file);
  } catch {
    toast(t("mePictureBroken"), { kind: "error" });
    return;
  }
  try {
    const answer = await put(
      "/v1/checkin/picture",
      await drawn(image),
      app.login.token,
    );
    return (answer.pictureUploaded ?? answer).picture;
  } catch (error) {
    toast(explain(error), { kind: "error" });
  } finally {
    image.close();
  }
}

/** @param {ImageBitmap} image @returns {Promise<Blob>} */
function drawn(image) {
  const scale = Math.min(1, SIDE_MAX / Math.max(image.width, image.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(image.width * scale));
  canvas.height = Math.max(1, Math.round(image.height * scale));
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob(resolve, "image/jpeg", QUALITY));
}
