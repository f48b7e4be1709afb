// Files for the next message: read, scaled, asked about, and shown above the field. It is loaded
// when something is attached.

import {
  COUNT_MAX,
  isPhoto,
  remarkOf,
  scaledSize,
  sentName,
  titleOf,
} from "../../model/attached.js";
import { t } from "../../texts/index.js";
import { announce, dialog, toast } from "../../view/dialog.js";
import { h, icon, list } from "../../view/dom.js";
import { bytesOf } from "../../view/format.js";
import { icons } from "../../view/icons.js";
import { onEnd } from "../../view/signal.js";
import { choose, chosen, mostBytes, preparing } from "../attach.js";
import { iconOf, shortened } from "../attached.js";

/** @typedef {import("../../model/outbox.js").Choice} Choice */

/** Pixels of the longer side of a photo, and quality of its compression. */
const SIDE_MAX = 2_560;
const QUALITY = .85;
/** A larger picture loses its transparency. */
const PNG_MAX = 1 << 20;

/**
 * Adds files to those that are chosen.
 *
 * @param {string} username
 * @param {File[]} files
 * @param {boolean} asFiles photos, too
 */
export async function take(username, files, asFiles) {
  /** @type {{answer?: "photo" | "file" | "none"}} */
  const asked = {};
  for (const file of files) {
    const choices = chosen.peek().get(username) ?? [];
    if (choices.length >= COUNT_MAX) {
      toast(t("attachMost", { count: COUNT_MAX }), { kind: "error" });
      return;
    }
    const choice = await choiceOf(file, asFiles, asked);
    // What is chosen may have changed while it was asked.
    if (choice) choose(username, [...chosen.peek().get(username) ?? [], choice]);
    if (choice) announce(`${t("attachments")}: ${file.name}`);
  }
}

/**
 * @param {File} file
 * @param {boolean} asFiles
 * @param {{answer?: "photo" | "file" | "none"}} asked for all photos that are chosen at once
 * @returns {Promise<Choice | undefined>}
 */
async function choiceOf(file, asFiles, asked) {
  const { name } = file;
  if (!file.size) return refuse("fileEmpty", name);
  let head;
  try {
    head = new Uint8Array(await file.slice(0, 16).arrayBuffer());
  } catch {
    // A folder, or a file that was deleted.
    return refuse("fileUnreadable", name);
  }
  // One of moving pictures would stand still.
  const isPicture = file.type.startsWith("image/") && file.type !== "image/gif";
  if (isPicture && !asFiles) {
    const photo = await photoOf(file);
    if (photo) return photo;
    toast(t("asFileInstead", { name }));
  }
  const most = await mostBytes();
  if (file.size > most) {
    toast(t("fileTooLargeMost", { size: bytesOf(most) }), { kind: "error" });
    return;
  }
  if (!isPhoto(head)) return fileOf(file);
  asked.answer ??= await ask();
  if (asked.answer === "file") return { ...fileOf(file), keepsMetadata: true };
  if (asked.answer === "photo") return await photoOf(file) ?? refuse("fileNoPicture", name);
}

/**
 * @param {"fileEmpty" | "fileUnreadable" | "fileNoPicture"} text
 * @param {string} name
 * @returns {undefined}
 */
function refuse(text, name) {
  toast(t(text, { name }), { kind: "error" });
  return undefined;
}

/** @param {File} file @returns {Choice} */
function fileOf(file) {
  return { kind: "FILE", name: sentName(file.name), size: file.size, blob: file };
}

/**
 * A photo, drawn again: the place where it was taken, and all else that its camera has noted, does
 * not leave the device.
 *
 * @param {File} file
 * @returns {Promise<Choice | undefined>} undefined: the browser cannot read it
 */
async function photoOf(file) {
  /** @type {ImageBitmap} */
  let image;
  try {
    image = await createImageBitmap(file, { imageOrientation: "from-image" });
  } catch {
    return undefined;
  }
  const size = scaledSize(image, SIDE_MAX);
  const canvas = document.createElement("canvas");
  Object.assign(canvas, size);
  const context = canvas.getContext("2d", { willReadFrequently: true });
  context.imageSmoothingQuality = "high";
  context.drawImage(image, 0, 0, size.width, size.height);
  image.close();
  const encoded = (/** @type {string} */ type) =>
    new Promise((/** @type {(blob: Blob | null) => void} */ resolve) =>
      canvas.toBlob(resolve, type, QUALITY)
    );
  let blob = null;
  if (file.type !== "image/jpeg" && isTransparent(context, size)) {
    blob = await encoded("image/png");
    if (blob?.size > PNG_MAX) {
      blob = null;
      // JPEG has no transparency: it would be black.
      context.globalCompositeOperation = "destination-over";
      context.fillStyle = "#fff";
      context.fillRect(0, 0, size.width, size.height);
    }
  }
  blob ??= await encoded("image/jpeg");
  return blob ? { kind: "PICTURE", size: blob.size, ...size, blob } : undefined;
}

/** @param {CanvasRenderingContext2D} context @param {{width: number, height: number}} size */
function isTransparent(context, { width, height }) {
  const { data } = context.getImageData(0, 0, width, height);
  for (let at = 3; at < data.length; at += 4) if (data[at] < 255) return true;
  return false;
}

/** Whether a photo's file goes with what its camera has noted. */
async function ask() {
  let answer = /** @type {"photo" | "file" | "none"} */ ("none");
  await dialog(t("photoAsFile"), (close) => {
    const button = (
      /** @type {typeof answer} */ choice,
      /** @type {"withMetadata" | "withoutMetadata"} */ text,
      /** @type {string} */ tag,
    ) =>
      h(tag, {
        type: "button",
        onclick: () => {
          answer = choice;
          close();
        },
      }, t(text));
    return [
      h("p", null, t("photoAsFileText")),
      h(
        "footer.row.end",
        null,
        h("button", { type: "button", onclick: close }, t("cancel")),
        button("file", "withMetadata", "button"),
        button("photo", "withoutMetadata", "button.primary"),
      ),
    ];
  });
  return answer;
}

/**
 * What is chosen, above the field. Each can be removed, also by the Delete key.
 *
 * @param {string} username
 * @param {() => void} focusField
 */
export function chips(username, focusField) {
  const choices = () => chosen.value.get(username) ?? [];
  const remove = (/** @type {Choice} */ gone) => {
    const all = chosen.peek().get(username) ?? [];
    const at = all.indexOf(gone);
    choose(username, all.filter((one) => one !== gone));
    // A listener's changes are shown when it has ended.
    queueMicrotask(() => {
      const next = frame.querySelectorAll("button")[Math.min(at, all.length - 2)];
      if (next) next.focus();
      else focusField();
    });
  };
  const names = new Map();
  /** @type {HTMLElement} */
  const frame = h(
    "div.enclosed",
    { hidden: () => !choices().length && !preparing.value.get(username) },
    list(
      h("ul", { "aria-label": t("attachments"), hidden: () => !choices().length }),
      choices,
      (choice) => {
        if (!names.has(choice)) names.set(choice, crypto.randomUUID());
        return names.get(choice);
      },
      (choice) => chip(choice.value, remove),
    ),
    () => preparing.value.get(username) > 0 && h("small", { role: "status" }, t("preparing")),
  );
  return frame;
}

/** @param {Choice} choice @param {(choice: Choice) => void} remove */
function chip(choice, remove) {
  const { kind, name = "", blob } = choice;
  return h(
    `li.enclosure${kind === "PICTURE" ? ".thumb" : ""}`,
    { title: name || null },
    kind === "PICTURE" ? thumbnail(blob) : [
      icon(iconOf(choice)),
      h(
        "span.grow",
        null,
        name ? shortened(name) : titleOf(choice),
        h("small", null, remarkOf(choice)),
      ),
    ],
    h("button.plain", {
      type: "button",
      "aria-label": t("removeAttachment", { name: titleOf(choice) }),
      onclick: () => remove(choice),
      onkeydown: (/** @type {KeyboardEvent} */ event) => {
        if (event.key === "Delete" || event.key === "Backspace") remove(choice);
      },
    }, icon(icons.close)),
  );
}

/** @param {Blob} blob */
function thumbnail(blob) {
  const url = URL.createObjectURL(blob);
  onEnd(() => URL.revokeObjectURL(url));
  return h("img", { src: url, alt: t("photos", { count: 1 }) });
}
