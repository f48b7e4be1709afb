// The user's picture: chosen, pasted or dropped, cropped to a square, and uploaded.

import { put } from "../../client/index.js";
import { explain } from "../../explain.js";
import { t } from "../../texts/index.js";
import { confirmed, toast } from "../../view/dialog.js";
import { h } from "../../view/dom.js";
import { avatar } from "../../view/parts.js";
import { computed, onEnd, signal } from "../../view/signal.js";
import { cropDialog } from "./cropper.js";

/** @typedef {import("../../app.js").App} App */

/** @param {App} app */
export function picture(app) {
  const isBusy = signal(false);
  const isOver = signal(false);
  const isLocked = computed(() => isBusy.value || !app.isOnline.value);
  // Only pictures of letters, which the server draws, are SVG.
  const isChosen = computed(() => !app.world.me.value?.avatar?.endsWith(".svg"));
  const take = async (/** @type {FileList | undefined} */ files) => {
    const file = [...files ?? []].find(({ type }) => type.startsWith("image/"));
    if (!file || isLocked.peek() || document.querySelector("dialog[open]")) {
      return;
    }
    isBusy.value = true;
    await choose(app, file);
    isBusy.value = false;
  };
  const paste = (/** @type {ClipboardEvent} */ event) => take(event.clipboardData?.files);
  document.addEventListener("paste", paste);
  onEnd(() => document.removeEventListener("paste", paste));
  /** @type {HTMLInputElement} */
  const input = h("input", {
    type: "file",
    hidden: true,
    accept: "image/*",
    "aria-label": t("meChoosePicture"),
    onchange: async () => {
      await take(input.files);
      input.value = "";
    },
  });
  return h(
    "div.own-picture",
    {
      class: () => isOver.value ? "over" : "",
      ondragover: (/** @type {DragEvent} */ event) => {
        event.preventDefault();
        isOver.value = true;
      },
      ondragleave: () => isOver.value = false,
      ondrop: (/** @type {DragEvent} */ event) => {
        event.preventDefault();
        isOver.value = false;
        take(event.dataTransfer?.files);
      },
    },
    () => avatar(app.world.me.value, "huge"),
    h(
      "div.actions",
      null,
      input,
      h("button", {
        type: "button",
        disabled: () => isLocked.value,
        onclick: () => input.click(),
      }, t("meChoosePicture")),
      () =>
        isChosen.value && h("button.danger", {
          type: "button",
          disabled: () => isLocked.value,
          onclick: () => remove(app),
        }, t("meRemovePicture")),
      h("small", null, t("mePictureHint")),
    ),
  );
}

/**
 * @param {App} app
 * @param {File} file
 */
async function choose(app, file) {
  /** @type {ImageBitmap} */
  let image;
  try {
    image = await createImageBitmap(file);
  } catch {
    toast(t("mePictureBroken"), { kind: "error" });
    return;
  }
  const blob = await cropDialog(image);
  image.close();
  // The picture itself arrives with `profileChanged`.
  if (blob && await upload(app, blob)) toast(t("mePictureSaved"));
}

/** @param {App} app */
async function remove(app) {
  const isSure = await confirmed(
    t("meRemovePicture"),
    t("meRemovePictureText"),
    t("meRemovePicture"),
  );
  if (isSure && await upload(app, null)) toast(t("mePictureRemoved"));
}

/**
 * @param {App} app
 * @param {Blob | null} blob null: removes it
 */
async function upload(app, blob) {
  try {
    await put("/avatar", blob, app.login.token);
    return true;
  } catch (error) {
    toast(explain(error), { kind: "error" });
  }
}
