// What is attached to a message: pictures in a grid, and files to be saved.

import { file, Refused } from "../client/index.js";
import { explain } from "../explain.js";
import { gridOf, hostOf, parted, pathOf, remarkOf, shownSize, titleOf } from "../model/attached.js";
import { mayReturn } from "../model/pictures.js";
import { t } from "../texts/index.js";
import { toast } from "../view/dialog.js";
import { bytesOf } from "../view/format.js";
import { h, icon } from "../view/dom.js";
import { icons } from "../view/icons.js";
import { computed, effect, onEnd, signal, untracked } from "../view/signal.js";
import { download } from "./me/file.js";

/**
 * @typedef {import("../app.js").App} App
 * @typedef {import("../client/wire.d.ts").Attachment} Attachment
 * @typedef {import("../client/wire.d.ts").RoomMessage} RoomMessage
 * @typedef {import("../store/database.js").OutgoingFile} OutgoingFile
 * @typedef {{with: string, seq?: number, expiresAt?: string}} Where
 */

/** How long after a failed attempt a picture is loaded again, in milliseconds. */
const RETRY_PAUSE = 5_000;

/**
 * What is attached to a message. It stays as it is while the message gets reactions.
 *
 * @param {App} app
 * @param {{readonly value: RoomMessage}} message
 * @param {string} other
 */
export function attached(app, message, other) {
  const ids = computed(() => message.value.attachments?.map(({ id }) => id).join() ?? "");
  return () => {
    if (!ids.value) return null;
    const { attachments, seq, expiresAt } = untracked(() => message.value);
    const where = { with: other, seq, expiresAt };
    const pictures = attachments.filter(({ kind }) => kind === "PICTURE");
    const open = async (/** @type {number} */ at) => {
      try {
        const { showPictures } = await import("./attached/viewer.js");
        await showPictures(app, pictures, at, where, message.value.at);
      } catch {
        toast(t("noConnection"), { kind: "error" });
      }
    };
    return h(
      "div.attached",
      null,
      grid(pictures, (one, index) => picture(app, one, where, index, pictures.length, open)),
      attachments.map((one) => {
        if (one.kind === "PICTURE") return null;
        if (one.kind === "LINK") return linkCard(app, one, where);
        if (one.kind === "LOCATION") return locationRow(app, one);
        return one.kind === "VOICE" ? voice(app, one, where) : fileRow(app, one);
      }),
    );
  };
}

/**
 * What is attached to a message that is not sent yet, with its progress.
 *
 * @param {App} app
 * @param {{readonly value: import("../store/database.js").Outgoing}} entry
 */
export function attaching(app, entry) {
  const files = entry.value.attachments;
  if (!files?.length) return null;
  const isDone = (/** @type {string} */ key) => {
    const { failure, attachments } = entry.value;
    return Boolean(failure || attachments?.find((one) => one.key === key)?.id);
  };
  return h(
    "div.attached",
    null,
    grid(files.filter(({ kind }) => kind === "PICTURE"), (one) => {
      const { url, start } = source(app, async () => {
        const blob = await app.outbox.file(one.key);
        if (!blob) throw new Refused(/** @type {any} */ ({ code: "NOT_FOUND" }));
        return blob;
      });
      start();
      return h(
        "span.photo",
        null,
        h("img", {
          alt: t("photos", { count: 1 }),
          src: () => url.value || null,
          hidden: () => !url.value,
        }),
        () => !isDone(one.key) && ring(app, one),
      );
    }),
    files.map((one) =>
      one.kind !== "PICTURE" && h(
        "span.file",
        { title: one.name || null },
        () => isDone(one.key) ? icon(iconOf(one)) : ring(app, one),
        h(
          "span.grow",
          null,
          label(one),
          h("small", null, remarkOf(one)),
        ),
      )
    ),
  );
}

/** @param {{kind?: string}} attachment */
export function iconOf({ kind }) {
  if (kind === "LINK") return icons.link;
  if (kind === "LOCATION") return icons.pin;
  return kind === "VOICE" ? icons.microphone : icons.file;
}

/** @param {Attachment | OutgoingFile} attachment */
function label(attachment) {
  return attachment.name ? shortened(attachment.name) : titleOf(attachment);
}

/** A name in one line, whose ending stays when it is cut. @param {string} name */
export function shortened(name) {
  const [stem, ending] = parted(name);
  return h("span.file-name", { dir: "auto" }, h("span", null, stem), ending);
}

/** How far an upload is. @param {App} app @param {OutgoingFile} file */
function ring(app, file) {
  const part = computed(() => app.outbox.progress.value.get(file.key) ?? 0);
  return h(
    "svg.ring",
    {
      viewBox: "0 0 36 36",
      role: "progressbar",
      "aria-label": t("uploading", { name: titleOf(file) }),
      "aria-valuenow": () => String(Math.round(part.value * 100)),
    },
    h("circle", { cx: "18", cy: "18", r: "15" }),
    h("circle.uploaded", {
      cx: "18",
      cy: "18",
      r: "15",
      pathLength: "1",
      "stroke-dasharray": () => `${Math.max(part.value, .02)} 1`,
    }),
  );
}

/**
 * Pictures in rows of two or three; a single one in its own shape. Their sizes are reserved before
 * they are loaded.
 *
 * @template {{width?: number, height?: number}} T
 * @param {T[]} pictures
 * @param {(picture: T, index: number) => Element} cell
 */
function grid(pictures, cell) {
  if (!pictures.length) return null;
  if (pictures.length === 1) {
    const { width, height } = shownSize(pictures[0]);
    const style = { "aspect-ratio": `${width} / ${height}`, "inline-size": `${width}px` };
    return h("div.photos.single", { style }, cell(pictures[0], 0));
  }
  let index = 0;
  return h(
    "div.photos",
    null,
    gridOf(pictures.length).map((count) =>
      h(
        "div",
        { style: { "--count": String(count) } },
        Array.from({ length: count }, () => cell(pictures[index], index++)),
      )
    ),
  );
}

/**
 * @param {App} app
 * @param {Attachment} attachment
 * @param {Where} where
 * @param {number} index
 * @param {number} count
 * @param {(index: number) => void} open
 */
function picture(app, attachment, where, index, count, open) {
  const { url, failure, start } = source(app, () => app.pictures.load(attachment, true, where));
  const element = h(
    "button.photo",
    {
      type: "button",
      "aria-label": t("openPhoto", { number: index + 1, count }),
      onclick: () => open(index),
    },
    h("img", { alt: "", src: () => url.value || null, hidden: () => !url.value }),
    () =>
      failure.value && h(
        "small",
        null,
        icon(icons.picture),
        t(failure.value === "gone" ? "photoGone" : "photoAway"),
      ),
  );
  whenNear(element, start);
  return element;
}

/**
 * A content as an object URL, loaded once it is wanted. What fails for a while is tried again.
 *
 * @param {App} app
 * @param {() => Promise<Blob>} load
 */
export function source(app, load) {
  const url = signal("");
  const failure = signal(/** @type {"" | "later" | "gone"} */ (""));
  let isOver = false;
  let isWanted = false;
  /** @type {any} */
  let timer;
  const start = async () => {
    isWanted = true;
    clearTimeout(timer);
    try {
      const blob = await load();
      if (isOver || url.peek()) return;
      url.value = URL.createObjectURL(blob);
      failure.value = "";
    } catch (error) {
      if (isOver) return;
      failure.value = mayReturn(error) ? "later" : "gone";
      const pause = error instanceof Refused ? error.retryAfter : undefined;
      if (mayReturn(error)) timer = setTimeout(start, pause ?? RETRY_PAUSE);
    }
  };
  effect(() => {
    app.sessions.value;
    if (isWanted && failure.peek() === "later") untracked(start);
  });
  onEnd(() => {
    isOver = true;
    clearTimeout(timer);
    if (url.peek()) URL.revokeObjectURL(url.peek());
  });
  return { url, failure, start };
}

/** Calls back once an element is in the visible part, or near it. @param {Element} element @param {() => void} act */
export function whenNear(element, act) {
  const observer = new IntersectionObserver((entries) => {
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
    observer.disconnect();
    act();
  }, /** @type {any} */ ({ rootMargin: "400px", scrollMargin: "400px" }));
  observer.observe(element);
  onEnd(() => observer.disconnect());
}

/** A place, until it expires. @param {App} app @param {Attachment} attachment */
function locationRow(app, attachment) {
  return h(
    "button.file",
    {
      type: "button",
      onclick: async () => {
        try {
          const { showLocation } = await import("./attached/location.js");
          await showLocation(app, attachment);
        } catch {
          toast(t("noConnection"), { kind: "error" });
        }
      },
    },
    icon(icons.pin),
    h("span.grow", null, t("location"), h("small", null, () => remarkOf(attachment, app.now))),
  );
}

/**
 * A link with what its page said. Nothing is fetched of the page: the server has its picture.
 *
 * @param {App} app
 * @param {Attachment} attachment
 * @param {Where} where
 */
function linkCard(app, attachment, where) {
  const { url: href = "", description, site, width, height } = attachment;
  const host = hostOf(href);
  if (!/^https:/.test(href) || !host) return null;
  /** @type {Element | null} */
  let image = null;
  if (width && height) {
    const { url, start } = source(app, () => app.pictures.load(attachment, true, where));
    const style = { "aspect-ratio": `${width} / ${height}` };
    image = h("span.photo", { style }, h("img", { alt: "", src: () => url.value || null }));
    whenNear(image, start);
  }
  return h(
    "a.link-card",
    { href, target: "_blank", rel: "noopener noreferrer", title: href },
    image,
    h("small", null, site && site !== host ? `${host} · ${site}` : host),
    h("strong", { dir: "auto" }, titleOf(attachment)),
    description && h("span", { dir: "auto" }, description),
  );
}

/** A file to be saved: it may be harmful, and is never shown. @param {App} app @param {Attachment} attachment */
function fileRow(app, attachment) {
  const { id, name = "", size = 0 } = attachment;
  const isBusy = signal(false);
  return h(
    "button.file",
    {
      type: "button",
      title: name,
      "aria-label": t("saveFile", { name, size: bytesOf(size) }),
      "aria-busy": () => String(isBusy.value),
      onclick: async () => {
        if (isBusy.peek()) return;
        isBusy.value = true;
        try {
          download(await file(pathOf(id), app.login.token), name);
        } catch (error) {
          toast(explain(error), { kind: "error" });
        } finally {
          isBusy.value = false;
        }
      },
    },
    icon(icons.file),
    h(
      "span.grow",
      null,
      label(attachment),
      h("small", null, () => isBusy.value ? t("loading") : bytesOf(size)),
    ),
    icon(icons.save),
  );
}

/** @param {App} app @param {Attachment} attachment @param {Where} where */
function voice(app, attachment, where) {
  const shown = signal(/** @type {any} */ (null));
  import("./attached/voice.js").then(
    ({ player }) => shown.value = player,
    () => toast(t("noConnection"), { kind: "error" }),
  );
  return h(
    "div.voice",
    { role: "group", "aria-label": t("voiceMessage") },
    () => {
      const make = shown.value;
      return make && untracked(() => make(app, attachment, where));
    },
  );
}
