// Dialogs, short messages, and announcements for screen readers.

import { onLeave } from "./leaving.js";
import { t } from "../texts/index.js";
import { h, icon, insert } from "./dom.js";
import { icons } from "./icons.js";
import { scope, signal } from "./signal.js";

/**
 * Shows a dialog until it is closed. Escape and the button close it; the focus returns.
 *
 * @param {string} title
 * @param {(close: () => void) => import("./dom.js").Content} body
 * @param {string} [name] a class
 * @returns {Promise<void>} when it is closed
 */
export function dialog(title, body, name) {
  return new Promise((resolve) => {
    const id = `title-${crypto.randomUUID()}`;
    /** @type {HTMLDialogElement} */
    const element = h("dialog", { "aria-labelledby": id, class: name ?? null });
    const close = () => element.close();
    const [, end] = scope(() => {
      insert(
        element,
        h(
          "header.row",
          null,
          h("h2.grow", { id }, title),
          h(
            "button.plain",
            { type: "button", "aria-label": t("close"), onclick: close },
            icon(icons.close),
          ),
        ),
      );
      insert(element, body(close));
    });
    element.addEventListener("close", () => {
      end();
      element.remove();
      resolve();
    });
    // A click outside of it closes it, too.
    element.addEventListener("pointerdown", (event) => {
      if (event.target === element) close();
    });
    document.body.append(element);
    element.showModal();
  });
}

/**
 * Asks for confirmation of an action that cannot be undone.
 *
 * @param {string} title
 * @param {string} text
 * @param {string} action text of the button
 * @returns {Promise<boolean>}
 */
export async function confirmed(title, text, action) {
  let isConfirmed = false;
  await dialog(title, (close) => [
    h("p", { dir: "auto" }, text),
    h(
      "footer.row.end",
      null,
      h("button", { type: "button", onclick: close }, t("cancel")),
      h("button.danger", {
        type: "button",
        onclick: () => {
          isConfirmed = true;
          close();
        },
      }, action),
    ),
  ]);
  return isConfirmed;
}

/**
 * Short messages at the edge of the page.
 *
 * @type {import("./signal.js").Signal<{key: string, text: string, kind: string, href?: string}[]>}
 */
export const toasts = signal([]);

/**
 * @param {string} text
 * @param {{kind?: "news" | "error", href?: string, seconds?: number}} [options]
 */
export function toast(
  text,
  { kind = "news", href, seconds = kind === "error" ? 8 : 5 } = {},
) {
  const key = crypto.randomUUID();
  // The newest message about a subject replaces the previous one.
  const others = toasts.peek().filter((one) => one.text !== text && (!href || one.href !== href));
  toasts.value = [...others.slice(-2), { key, text, kind, href }];
  announce(text);
  setTimeout(() => dismiss(key), seconds * 1000);
}

/** @param {string} key */
export function dismiss(key) {
  toasts.value = toasts.peek().filter((one) => one.key !== key);
}

const announcer = h("div.unseen", { role: "status", "aria-live": "polite" });

onLeave(() => {
  toasts.value = [];
  announcer.replaceChildren();
});

/** Announces a text to screen readers. @param {string} text */
export function announce(text) {
  // Screen readers ignore content outside of an open dialog.
  const place = document.querySelector("dialog[open]") ?? document.body;
  if (announcer.parentNode !== place) place.append(announcer);
  const line = h("p", null, text);
  announcer.append(line);
  setTimeout(() => line.remove(), 10_000);
}
