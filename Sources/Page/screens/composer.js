// The field in which messages are written and edited.

import { ROOM_SEND_TEXT_MAX } from "../client/lengths.js";
import { t } from "../texts/index.js";
import { toast } from "../view/dialog.js";
import { h, icon } from "../view/dom.js";
import { icons } from "../view/icons.js";
import { effect, onEnd, untracked } from "../view/signal.js";
import { isGroup } from "../model/groups.js";
import { drafts } from "./drafts.js";
import { pickEmoji } from "./emoji.js";

/** How often the server learns that the user is typing, in milliseconds. */
const TYPING_PAUSE = 3_000;
/** There, Enter begins a new line: a message is sent by the button beside the field. */
const isPhone = matchMedia("(pointer: coarse)");

/**
 * @param {import("../app.js").App} app
 * @param {string} username
 * @param {import("../view/signal.js").Signal<import("../client/wire.d.ts").RoomMessage | undefined>} editing
 */
export function composer(app, username, editing) {
  let typingSince = 0;
  /** @type {HTMLTextAreaElement} */
  const area = h("textarea", {
    rows: "1",
    "aria-label": t("writeTo", {
      name: untracked(() => isGroup(username) ? app.world.profile(username).displayName : username),
    }),
    placeholder: t("writeHere"),
    dir: "auto",
    enterkeyhint: isPhone.matches ? "enter" : "send",
    oninput: () => changed(),
    onkeydown: (/** @type {KeyboardEvent} */ event) => {
      if (event.isComposing) return;
      const isEnd = event.ctrlKey || event.metaKey || !isPhone.matches;
      if (event.key === "Enter" && !event.shiftKey && isEnd) {
        event.preventDefault();
        send();
      } else if (event.key === "Escape" && editing.peek()) {
        event.stopPropagation();
        editing.value = undefined;
      } else if (event.key === "ArrowUp" && !area.value) editLast();
    },
  });

  const fit = () => {
    // Otherwise the height is computed, and the whole page laid out, twice with each key.
    if (CSS.supports("field-sizing", "content")) return;
    area.style.height = "auto";
    area.style.height = `${Math.min(area.scrollHeight, 160)}px`;
  };
  const changed = () => {
    fit();
    if (editing.peek()) return;
    const next = new Map(drafts.peek());
    if (area.value) next.set(username, area.value);
    else next.delete(username);
    drafts.value = next;
    tellTyping(area.value !== "");
  };
  const tellTyping = (/** @type {boolean} */ on) => {
    if (!app.isOnline.peek() || isGroup(username)) return;
    if (on && Date.now() - typingSince < TYPING_PAUSE) return;
    if (!on && !typingSince) return;
    typingSince = on ? Date.now() : 0;
    app.link.call("roomType", { with: username, on }).catch(() => {});
  };
  const editLast = () => {
    const mine = app.world.conversation(username).messages.peek().filter((
      one,
    ) => one.from === app.login.username && !one.deleted);
    editing.value = mine.at(-1);
  };
  const send = async () => {
    const text = area.value.trim();
    const message = editing.peek();
    const length = [...text].length;
    if (length > ROOM_SEND_TEXT_MAX) {
      return toast(t("tooLong", { count: length - ROOM_SEND_TEXT_MAX }), { kind: "error" });
    }
    if (!text) return;
    if (message) {
      const isDone = text === message.text ||
        await app.act("roomEdit", { with: username, seq: message.seq, text });
      if (isDone) editing.value = undefined;
      return;
    }
    area.value = "";
    changed();
    typingSince = 0;
    await app.outbox.write(username, text);
  };

  effect(() => {
    const message = editing.value;
    area.value = message ? message.text : drafts.peek().get(username) ?? "";
    requestAnimationFrame(() => {
      fit();
      if (message) area.focus();
    });
  });
  onEnd(() => tellTyping(false));
  // An on-screen keyboard would cover the conversation.
  if (matchMedia("(hover: hover)").matches) {
    requestAnimationFrame(() => area.focus());
  }

  return h(
    "form.composer",
    {
      onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        send();
      },
    },
    () =>
      editing.value && h(
        "p.row.editing",
        null,
        icon(icons.edit),
        h("span.grow", null, t("editing")),
        h("button.plain", {
          type: "button",
          "aria-label": t("cancel"),
          onclick: () => {
            editing.value = undefined;
          },
        }, icon(icons.close)),
      ),
    h(
      "div.row",
      null,
      h("button.plain", {
        type: "button",
        "aria-label": t("emoji"),
        onclick: () =>
          pickEmoji(app, (emoji) => {
            area.setRangeText(
              emoji,
              area.selectionStart,
              area.selectionEnd,
              "end",
            );
            changed();
            area.focus();
          }),
      }, icon(icons.smile)),
      area,
      h(
        "button.primary.round",
        { type: "submit", "aria-label": t("send") },
        icon(icons.send),
      ),
    ),
  );
}
