// The pictures of a message in their full size, one at a time. It is loaded when one is opened.

import { t } from "../../texts/index.js";
import { announce, dialog, toast } from "../../view/dialog.js";
import { explain } from "../../explain.js";
import { h, icon } from "../../view/dom.js";
import { icons } from "../../view/icons.js";
import { computed, onEnd, signal, untracked } from "../../view/signal.js";
import { source } from "../attached.js";
import { download } from "../me/file.js";
import { bounded, swiped, WHOLE, zoomed } from "./zoom.js";

/**
 * @typedef {import("../../app.js").App} App
 * @typedef {import("../../client/wire.d.ts").Attachment} Attachment
 */

/** How much a step of keys zooms, and a double press. */
const STEP = 1.5;
const LEAP = 2.5;

/**
 * @param {App} app
 * @param {Attachment[]} pictures of one message
 * @param {number} first the index of the one to begin with
 * @param {import("../attached.js").Where} where
 * @param {string} at when the message was sent
 */
export async function showPictures(app, pictures, first, where, at) {
  const count = pictures.length;
  const shown = signal(first);
  const move = (/** @type {number} */ by) => {
    const next = shown.peek() + by;
    if (!pictures[next]) return;
    shown.value = next;
    announce(t("photoOf", { number: next + 1, count }));
  };
  // It is closed by Back, too, as everything that fills a phone.
  await dialog(t("photos", { count: 1 }), (close) => {
    addEventListener("hashchange", close, { once: true });
    onEnd(() => removeEventListener("hashchange", close));
    return h(
      "div.viewer",
      { onkeydown: (/** @type {KeyboardEvent} */ event) => press(event, move) },
      stage(app, pictures, shown, where, move),
      h(
        "footer.row",
        null,
        count > 1 && arrow("previousPhoto", icons.back, () => move(-1), () => shown.value === 0),
        h(
          "span.grow.center",
          null,
          () => count > 1 && t("photoOf", { number: shown.value + 1, count }),
        ),
        h(
          "button",
          {
            type: "button",
            onclick: () => save(app, pictures[shown.peek()], where, at, shown.peek() + 1),
          },
          icon(icons.save),
          t("savePhoto"),
        ),
        count > 1 &&
          arrow("nextPhoto", icons.onward, () => move(1), () => shown.value === count - 1),
      ),
    );
  });
}

/**
 * @param {"previousPhoto" | "nextPhoto"} text
 * @param {string} path
 * @param {() => void} act
 * @param {() => boolean} isAtEnd
 */
function arrow(text, path, act, isAtEnd) {
  return h("button.plain.turn", {
    type: "button",
    "aria-label": t(text),
    // A disabled button would lose the focus.
    "aria-disabled": () => String(isAtEnd()),
    onclick: act,
  }, icon(path));
}

/** @param {KeyboardEvent} event @param {(by: number) => void} move */
function press(event, move) {
  const isRightToLeft = getComputedStyle(/** @type {Element} */ (event.target)).direction === "rtl";
  if (event.key === "ArrowRight") move(isRightToLeft ? -1 : 1);
  else if (event.key === "ArrowLeft") move(isRightToLeft ? 1 : -1);
  else return;
  event.preventDefault();
}

/**
 * The frame stays, with the focus, while the pictures in it change.
 *
 * @param {App} app
 * @param {Attachment[]} pictures
 * @param {import("../../view/signal.js").Signal<number>} shown
 * @param {import("../attached.js").Where} where
 * @param {(by: number) => void} move
 */
function stage(app, pictures, shown, where, move) {
  const count = pictures.length;
  const view = signal(WHOLE);
  const title = () => t("photoOf", { number: shown.value + 1, count });
  /** @type {HTMLElement} */
  const frame = h(
    "div.photo-frame",
    {
      tabindex: "0",
      role: "group",
      "aria-label": title,
      class: () => view.value.zoom > 1 ? "zoomed" : "",
      onkeydown: (/** @type {KeyboardEvent} */ event) => {
        if (event.key === "+" || event.key === "=") view.value = zoomed(view.peek(), STEP, 0, 0);
        else if (event.key === "-") view.value = zoomed(view.peek(), 1 / STEP, 0, 0);
        else if (event.key === "0") view.value = WHOLE;
      },
    },
    () => {
      const attachment = pictures[shown.value];
      view.value = WHOLE;
      return untracked(() => content(app, attachment, where, view, title()));
    },
  );
  handle(frame, view, move);
  return frame;
}

/**
 * @param {App} app
 * @param {Attachment} attachment
 * @param {import("../attached.js").Where} where
 * @param {import("../../view/signal.js").Signal<import("./zoom.js").View>} view
 * @param {string} alt
 */
function content(app, attachment, where, view, alt) {
  const full = source(app, () => app.pictures.load(attachment, false, where));
  const preview = source(app, () => app.pictures.load(attachment, true, where));
  preview.start();
  full.start();
  const url = computed(() => full.url.value || preview.url.value);
  return [
    h("img", {
      alt,
      src: () => url.value || null,
      hidden: () => !url.value,
      width: attachment.width || null,
      height: attachment.height || null,
      draggable: "false",
      style: () => {
        const { zoom, x, y } = view.value;
        return { transform: `translate(${x * 100}%, ${y * 100}%) scale(${zoom})` };
      },
    }),
    () =>
      !url.value && h(
        "p.note",
        { role: "status" },
        full.failure.value
          ? t(full.failure.value === "gone" ? "photoGone" : "photoAway")
          : t("loading"),
      ),
  ];
}

/**
 * Pointers: one swipes, or moves what is enlarged; two zoom; so do a wheel and a double press.
 *
 * @param {HTMLElement} frame
 * @param {import("../../view/signal.js").Signal<import("./zoom.js").View>} view
 * @param {(by: number) => void} move
 */
function handle(frame, view, move) {
  /** @type {Map<number, {x: number, y: number}>} */
  const pointers = new Map();
  /** How far one pointer has gone, in parts of the frame. */
  let across = 0;
  const place = (/** @type {MouseEvent} */ event) => {
    const { left, top, width, height } = frame.getBoundingClientRect();
    return { x: (event.clientX - left) / width - .5, y: (event.clientY - top) / height - .5 };
  };
  frame.addEventListener("wheel", (event) => {
    event.preventDefault();
    const { x, y } = place(event);
    view.value = zoomed(view.peek(), Math.exp(-event.deltaY / 400), x, y);
  }, { passive: false });
  frame.addEventListener("dblclick", (event) => {
    const { x, y } = place(event);
    view.value = view.peek().zoom > 1 ? WHOLE : zoomed(view.peek(), LEAP, x, y);
  });
  frame.addEventListener("pointerdown", (event) => {
    pointers.set(event.pointerId, place(event));
    frame.setPointerCapture(event.pointerId);
    if (pointers.size === 1) across = 0;
  });
  frame.addEventListener("pointermove", (event) => {
    const former = pointers.get(event.pointerId);
    if (!former) return;
    const now = place(event);
    pointers.set(event.pointerId, now);
    const other = [...pointers].find(([id]) => id !== event.pointerId)?.[1];
    if (other) {
      const by = distance(now, other) / Math.max(distance(former, other), .01);
      view.value = zoomed(view.peek(), by, (now.x + other.x) / 2, (now.y + other.y) / 2);
      across = 0;
    } else if (view.peek().zoom > 1) {
      const { zoom, x, y } = view.peek();
      view.value = bounded({ zoom, x: x + now.x - former.x, y: y + now.y - former.y });
    } else across += now.x - former.x;
  });
  const up = (/** @type {PointerEvent} */ event) => {
    if (!pointers.delete(event.pointerId) || pointers.size) return;
    const by = event.type === "pointerup" && view.peek().zoom === 1
      ? swiped(across, getComputedStyle(frame).direction === "rtl")
      : 0;
    if (by) move(by);
  };
  frame.addEventListener("pointerup", up);
  frame.addEventListener("pointercancel", up);
  // The keys work from the beginning.
  requestAnimationFrame(() => frame.focus());
}

/** @param {{x: number, y: number}} one @param {{x: number, y: number}} other */
function distance(one, other) {
  return Math.hypot(one.x - other.x, one.y - other.y);
}

/**
 * @param {App} app
 * @param {Attachment} attachment
 * @param {import("../attached.js").Where} where
 * @param {string} at
 * @param {number} number
 */
async function save(app, attachment, where, at, number) {
  try {
    const blob = await app.pictures.load(attachment, false, where);
    const day = new Date(at).toISOString().slice(0, 10);
    const ending = blob.type === "image/png" ? "png" : "jpg";
    download(blob, `${t("fileName")}-${day}-${number}.${ending}`);
  } catch (error) {
    toast(explain(error), { kind: "error" });
  }
}
