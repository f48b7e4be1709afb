// The field in which messages are written and edited.

import { ROOM_SEND_TEXT_MAX } from "../client/lengths.js";
import { t } from "../texts/index.js";
import { toast } from "../view/dialog.js";
import { h, icon } from "../view/dom.js";
import { icons } from "../view/icons.js";
import { menu } from "../view/parts.js";
import { computed, effect, onEnd, signal, untracked } from "../view/signal.js";
import { hostOf, linkIn } from "../model/attached.js";
import { isGroup } from "../model/groups.js";
import {
  attach,
  attachLink,
  choose,
  chosen,
  chosenFor,
  preparing,
  readsLinks,
  recordsVoice,
  tools,
} from "./attach.js";
import { drafts } from "./drafts.js";
import { pickEmoji } from "./emoji.js";
import { mentioning } from "./mentioning.js";
import { makePoll } from "./polls.js";
import { replies, reply, replyLine, stepReply } from "./replies.js";

/** How often the server learns that the user is typing, in milliseconds. */
const TYPING_PAUSE = 3_000;
/** A longer press of the microphone records for as long as it lasts, in milliseconds. */
const HOLD = 600;
/** There, Enter begins a new line: a message is sent by the button beside the field. */
const isPhone = matchMedia("(pointer: coarse)");

/**
 * @param {import("../app.js").App} app
 * @param {string} username
 * @param {import("../view/signal.js").Signal<import("../client/wire.d.ts").RoomMessage | undefined>} editing
 * @param {() => void} sent called when a message is on its way
 */
export function composer(app, username, editing, sent) {
  const room = app.world.conversation(username);
  let typingSince = 0;
  const mentions = isGroup(username)
    ? mentioning(app, username, () => area, () => changed())
    : undefined;
  /** @type {HTMLTextAreaElement} */
  const area = h("textarea", {
    ...mentions?.attributes,
    onblur: () => mentions?.close(),
    rows: "1",
    "aria-label": t("writeTo", {
      name: untracked(() => isGroup(username) ? app.world.profile(username).displayName : username),
    }),
    placeholder: t("writeHere"),
    dir: "auto",
    enterkeyhint: isPhone.matches ? "enter" : "send",
    oninput: () => {
      changed();
      mentions?.look();
    },
    onpaste: (/** @type {ClipboardEvent} */ event) => {
      // What is copied from a text has a picture of it, too.
      if (event.clipboardData.types.includes("text/plain") || editing.peek()) return;
      if (!event.clipboardData.files.length) return;
      event.preventDefault();
      attach(username, event.clipboardData.files);
    },
    onkeydown: (/** @type {KeyboardEvent} */ event) => {
      if (event.isComposing || mentions?.takes(event)) return;
      const isEnd = event.ctrlKey || event.metaKey || !isPhone.matches;
      if (event.key === "Enter" && !event.shiftKey && isEnd) {
        event.preventDefault();
        send();
      } else if (event.key === "Escape" && editing.peek()) {
        event.stopPropagation();
        editing.value = undefined;
      } else if (event.key === "Escape" && replies.peek().has(username)) {
        event.stopPropagation();
        reply(username);
      } else if (event.altKey && ["ArrowUp", "ArrowDown"].includes(event.key)) {
        event.preventDefault();
        if (!editing.peek()) stepReply(room, event.key === "ArrowUp");
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
    if (!app.isOnline.peek()) return;
    if (on && Date.now() - typingSince < TYPING_PAUSE) return;
    if (!on && !typingSince) return;
    typingSince = on ? Date.now() : 0;
    app.link.call("roomType", { with: username, on }).catch(() => {});
  };
  const editLast = () => {
    const mine = room.messages.peek().filter((
      one,
    ) => one.from === app.login.username && !one.deleted && !one.poll);
    editing.value = mine.at(-1);
  };
  const send = async () => {
    const text = area.value.trim();
    const message = editing.peek();
    const length = [...text].length;
    if (length > ROOM_SEND_TEXT_MAX) {
      return toast(t("tooLong", { count: length - ROOM_SEND_TEXT_MAX }), { kind: "error" });
    }
    if (message) {
      // Without its text, there must be something left of it.
      if (!text && !message.attachments?.length) return;
      const isDone = text === (message.text ?? "") ||
        await app.act("roomEdit", { with: username, seq: message.seq, text }, {
          LIST_FULL: t("editedOften"),
        });
      if (isDone) editing.value = undefined;
      return;
    }
    const hasFiles = chosen.peek().has(username) || preparing.peek().get(username) > 0;
    if (!text && !hasFiles) return;
    area.value = "";
    changed();
    typingSince = 0;
    const replyTo = replies.peek().get(username);
    reply(username);
    sent();
    if (!hasFiles) return await app.outbox.write(username, text, [], replyTo);
    const choices = await chosenFor(username);
    choose(username, []);
    if (!text && !choices.length) return;
    try {
      await app.outbox.write(username, text, choices, replyTo);
    } catch {
      choose(username, choices);
      reply(username, replyTo);
      area.value ||= text;
      changed();
      toast(t("noSpaceHere"), { kind: "error" });
    }
  };
  // Inputs of their own: a browser opens its chooser only at once after a press.
  const chooser = (/** @type {boolean} */ asFiles) =>
    h("input", {
      type: "file",
      multiple: true,
      hidden: true,
      accept: asFiles ? null : "image/*",
      "aria-label": t(asFiles ? "attachFile" : "attachPhoto"),
      onchange: (/** @type {any} */ { target }) => {
        attach(username, target.files, asFiles);
        target.value = "";
        if (!isPhone.matches) area.focus();
      },
    });
  const [photos, files] = [chooser(false), chooser(true)];
  /** @type {import("../view/signal.js").Signal<Awaited<ReturnType<typeof tools>> | undefined>} */
  const loaded = signal(undefined);
  effect(() => {
    const isNeeded = chosen.value.has(username) || preparing.value.has(username);
    // Without a network, `attach` says so.
    if (isNeeded && !loaded.peek()) tools().then((module) => loaded.value = module, () => {});
  });

  const { recording, microphone, isSilent } = voice(username, editing, (choice) => {
    const replyTo = replies.peek().get(username);
    reply(username);
    sent();
    app.outbox.write(username, "", [choice], replyTo).catch(() => {
      toast(t("noSpaceHere"), { kind: "error" });
    });
  });

  effect(() => {
    const message = editing.value;
    area.value = message ? message.text ?? "" : drafts.peek().get(username) ?? "";
    requestAnimationFrame(() => {
      fit();
      if (message) area.focus();
    });
  });
  let replied = replies.peek().get(username);
  effect(() => {
    const seq = replies.value.get(username);
    if (seq && seq !== replied) requestAnimationFrame(() => area.focus());
    replied = seq;
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
    () => !editing.value && replyLine(app, room),
    () => {
      const module = loaded.value;
      if (!module || editing.value) return null;
      return untracked(() => module.chips(username, () => area.focus()));
    },
    linkOffer(app, username, editing),
    () => recording.value?.element,
    mentions?.element,
    h(
      "div.row",
      { hidden: () => recording.value !== undefined },
      photos,
      files,
      () =>
        !editing.value && menu(t("attach"), () => [
          [t("attachPhoto"), () => photos.click()],
          [t("attachFile"), () => files.click()],
          [t("attachLocation"), () => locate(app, username)],
          [t("makePoll"), () => makePoll(app, username)],
        ], icons.clip),
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
      () => isSilent.value && microphone(),
      h(
        "button.primary.round",
        { type: "submit", "aria-label": t("send"), hidden: () => isSilent.value },
        icon(icons.send),
      ),
    ),
  );
}

/** Asks for a place for the next message. @param {import("../app.js").App} app @param {string} username */
async function locate(app, username) {
  try {
    const { chooseLocation } = await import("./attached/location.js");
    await chooseLocation(app, username);
  } catch {
    toast(t("noConnection"), { kind: "error" });
  }
}

/**
 * A button that adds a preview of the link that is written, where the server makes previews. It is
 * the user who has the page read.
 *
 * @param {import("../app.js").App} app
 * @param {string} username
 * @param {import("../view/signal.js").Signal<import("../client/wire.d.ts").RoomMessage | undefined>} editing
 */
function linkOffer(app, username, editing) {
  const isOffered = signal(false);
  readsLinks().then((offered) => isOffered.value = offered);
  const url = computed(() => {
    if (!isOffered.value || editing.value) return "";
    const isChosen = chosen.value.get(username)?.some(({ kind }) => kind === "LINK");
    return isChosen || preparing.value.get(username) ? "" : linkIn(drafts.value.get(username));
  });
  return () =>
    url.value && h(
      "button.offer",
      {
        type: "button",
        onclick: () => attachLink(app, username, url.peek()),
      },
      icon(icons.link),
      t("addPreview", { host: hostOf(url.value) }),
    );
}

/**
 * The button that records a voice message: for as long as it is held, or until the message is sent
 * after a short press.
 *
 * @param {string} username
 * @param {import("../view/signal.js").Signal<import("../client/wire.d.ts").RoomMessage | undefined>} editing
 * @param {(choice: import("../model/outbox.js").Choice) => void} send
 */
function voice(username, editing, send) {
  const isOffered = signal(false);
  recordsVoice().then((offered) => isOffered.value = offered);
  /** @type {import("../view/signal.js").Signal<Awaited<ReturnType<typeof import("./attached/recording.js").record>>>} */
  const recording = signal(undefined);
  let isOver = false;
  let isBusy = false;
  const begin = async (/** @type {boolean} */ isHeld) => {
    if (isBusy) return;
    isBusy = true;
    const began = Date.now();
    let isLetGo = false;
    const up = () => {
      isLetGo = true;
      if (Date.now() - began > HOLD) recording.peek()?.send();
    };
    if (isHeld) addEventListener("pointerup", up, { once: true });
    try {
      const { record } = await import("./attached/recording.js");
      recording.value = await record((choice) => {
        recording.value = undefined;
        isBusy = false;
        if (choice) send(choice);
      });
      if (!recording.peek()) isBusy = false;
      // The user was asked for the microphone meanwhile, or has left.
      else if (isOver || (isHeld && isLetGo && Date.now() - began > HOLD)) {
        recording.peek().cancel();
      }
    } catch {
      isBusy = false;
      toast(t("noConnection"), { kind: "error" });
    }
  };
  onEnd(() => {
    isOver = true;
    recording.peek()?.cancel();
  });
  /** Whether there is nothing that could be sent instead. */
  const isSilent = computed(() =>
    isOffered.value && !editing.value && !drafts.value.get(username) &&
    !chosen.value.has(username) && !preparing.value.get(username)
  );
  const microphone = () =>
    h("button.round", {
      type: "button",
      "aria-label": t("recordVoice"),
      onpointerdown: () => begin(true),
      // Of a key: a pointer has begun before.
      onclick: (/** @type {MouseEvent} */ event) => event.detail === 0 && begin(false),
    }, icon(icons.microphone));
  return { recording, microphone, isSilent };
}
