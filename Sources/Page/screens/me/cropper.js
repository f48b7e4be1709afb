// The dialog in which a picture is cropped: by pointers, wheel, slider and keys.

import { t } from "../../texts/index.js";
import { dialog } from "../../view/dialog.js";
import { h } from "../../view/dom.js";
import { effect, signal } from "../../view/signal.js";
import { middle, pushed, side, within, ZOOM_MAX } from "./crop.js";

/** Pixels of a side, of the upload and of the preview: the server stores no more. */
const SIDE = 512;
const QUALITY = 0.9;
/** Step of an arrow key, as a part of the side, and factor of a zoom key. */
const PUSH = 0.05;
const STEP = 1.1;

/** @typedef {import("../../view/signal.js").Signal<import("./crop.js").Square>} Shown */

/**
 * @param {ImageBitmap} image
 * @returns {Promise<Blob | undefined>} undefined: cancelled
 */
export async function cropDialog(image) {
  const square = signal(middle(image));
  let isDone = false;
  await dialog(t("meCrop"), (close) => [
    stage(image, square),
    slider(image, square),
    h(
      "footer.row.end",
      null,
      h("button", { type: "button", onclick: close }, t("cancel")),
      h("button.primary", {
        type: "button",
        onclick: () => {
          isDone = true;
          close();
        },
      }, t("meUsePicture")),
    ),
  ]);
  return isDone ? await drawn(image, square.peek()) : undefined;
}

/**
 * @param {ImageBitmap} image
 * @param {Shown} square
 */
function stage(image, square) {
  const push = (/** @type {number} */ right, /** @type {number} */ down) =>
    square.value = pushed(image, square.peek(), right, down);
  const zoomBy = (/** @type {number} */ factor) =>
    square.value = within(image, {
      ...square.peek(),
      zoom: square.peek().zoom * factor,
    });
  /** @type {HTMLCanvasElement} */
  const canvas = h("canvas", {
    width: SIDE,
    height: SIDE,
    tabindex: "0",
    role: "application",
    "aria-label": t("meCropArea"),
    "aria-describedby": "crop-hint",
    onkeydown: (/** @type {KeyboardEvent} */ event) => {
      const act = KEYS[event.key];
      if (!act || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      act(push, zoomBy);
    },
    onwheel: (/** @type {WheelEvent} */ event) => {
      event.preventDefault();
      zoomBy(Math.exp(-event.deltaY / 500));
    },
    ...pointers(push, zoomBy),
  });
  const context = canvas.getContext("2d");
  effect(() => draw(context, image, square.value));
  return h(
    "div.crop",
    null,
    h("div.stage", null, canvas),
    h("small", { id: "crop-hint" }, t("meCropHint")),
  );
}

/**
 * @typedef {(right: number, down: number) => void} Push
 * @typedef {(factor: number) => void} Zoom
 */

/** @type {Record<string, (push: Push, zoomBy: Zoom) => void>} */
const KEYS = {
  ArrowLeft: (push) => push(-PUSH, 0),
  ArrowRight: (push) => push(PUSH, 0),
  ArrowUp: (push) => push(0, -PUSH),
  ArrowDown: (push) => push(0, PUSH),
  "+": (_, zoomBy) => zoomBy(STEP),
  "=": (_, zoomBy) => zoomBy(STEP),
  "-": (_, zoomBy) => zoomBy(1 / STEP),
};

/**
 * One pointer moves the picture; two zoom it.
 *
 * @param {Push} push
 * @param {Zoom} zoomBy
 */
function pointers(push, zoomBy) {
  /** @type {Map<number, PointerEvent>} */
  const down = new Map();
  const distance = () => {
    const [one, other] = [...down.values()];
    return Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
  };
  const lift = (/** @type {PointerEvent} */ event) => down.delete(event.pointerId);
  return {
    onpointerdown: (/** @type {PointerEvent} */ event) => {
      /** @type {Element} */ (event.target).setPointerCapture(event.pointerId);
      down.set(event.pointerId, event);
    },
    onpointermove: (/** @type {PointerEvent} */ event) => {
      const former = down.get(event.pointerId);
      if (!former) return;
      const { width } = /** @type {Element} */ (event.target)
        .getBoundingClientRect();
      const before = down.size === 2 ? distance() : 0;
      down.set(event.pointerId, event);
      if (before) zoomBy(distance() / before);
      const share = width * down.size;
      push(
        (event.clientX - former.clientX) / share,
        (event.clientY - former.clientY) / share,
      );
    },
    onpointerup: lift,
    onpointercancel: lift,
  };
}

/**
 * @param {ImageBitmap} image
 * @param {Shown} square
 */
function slider(image, square) {
  return h(
    "p.field",
    null,
    h("label", { for: "crop-zoom" }, t("meZoom")),
    h("input", {
      id: "crop-zoom",
      type: "range",
      min: "1",
      max: ZOOM_MAX,
      step: "0.01",
      value: () => String(square.value.zoom),
      oninput: (/** @type {any} */ event) =>
        square.value = within(image, {
          ...square.peek(),
          zoom: Number(event.target.value),
        }),
    }),
  );
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {ImageBitmap} image
 * @param {import("./crop.js").Square} square
 */
function draw(context, image, square) {
  const length = side(image, square);
  // Transparent areas become white: JPEG has no transparency.
  context.fillStyle = "#ffffff";
  context.fillRect(0, 0, SIDE, SIDE);
  context.imageSmoothingQuality = "high";
  const [left, top] = [square.x - length / 2, square.y - length / 2];
  context.drawImage(image, left, top, length, length, 0, 0, SIDE, SIDE);
}

/**
 * @param {ImageBitmap} image
 * @param {import("./crop.js").Square} square
 * @returns {Promise<Blob>}
 */
function drawn(image, square) {
  const canvas = h("canvas", { width: SIDE, height: SIDE });
  draw(canvas.getContext("2d"), image, square);
  return new Promise((resolve) => canvas.toBlob(resolve, "image/jpeg", QUALITY));
}
