// What is attached to messages: in words, in a size, in a grid. Nothing here needs a page.

import { t } from "../texts/index.js";
import { appointment, bytesOf } from "../view/format.js";
import { addresses } from "../writing/addresses.js";
import { plain } from "../writing/marks.js";

/**
 * @typedef {import("../client/wire.d.ts").Attachment} Attachment
 * @typedef {import("../client/wire.d.ts").AttachmentKind} Kind
 * @typedef {{width: number, height: number}} Size
 */

/** Most attachments of a message. */
export const COUNT_MAX = 10;
/** Characters of a file's name, and of the ending that stays when a name is shortened. */
const NAME_MAX = 200;
const ENDING_MAX = 10;
/** The largest size of a single picture in a conversation, and its least side, in pixels. */
const SHOWN = { width: 320, height: 380 };
const SHOWN_MIN = 96;

/**
 * A message in one line: its text without marks, or what is attached.
 *
 * @param {{text?: string, poll?: any, attachments?: Pick<Attachment, "kind" | "name" | "url">[]}} message
 * @returns {string} empty of a message that was deleted
 */
export function summaryOf({ text, poll, attachments = [] }) {
  const said = poll ? t("pollOf", { question: plain(text) }) : plain(text);
  if (said || !attachments.length) return said;
  if (attachments.every(({ kind }) => kind === "PICTURE")) {
    return t("photos", { count: attachments.length });
  }
  const rest = attachments.length > 1 ? ` +${attachments.length - 1}` : "";
  return titleOf(attachments[0]) + rest;
}

/** @param {Pick<Attachment, "kind" | "name" | "url">} attachment */
export function titleOf({ kind, name, url }) {
  if (kind === "PICTURE") return t("photos", { count: 1 });
  if (kind === "LINK") return name || hostOf(url);
  if (kind === "LOCATION") return t("location");
  return kind === "VOICE" ? t("voiceMessage") : name || t("attachFile");
}

/**
 * What stands below the title of a row.
 *
 * @param {Partial<Attachment>} attachment
 * @param {number} [now] milliseconds since 1970
 */
export function remarkOf({ kind, url, size, expiresAt }, now = Date.now()) {
  if (kind === "LINK") return hostOf(url);
  if (kind !== "LOCATION") return bytesOf(size ?? 0);
  return Date.parse(expiresAt) > now
    ? t("untilTime", { time: appointment(expiresAt) })
    : t("locationGone");
}

/** Of whom a link is: the page itself wrote the rest. @param {string} [url] */
export function hostOf(url = "") {
  return URL.canParse(url) ? new URL(url).host : "";
}

/** The first link of a text of which a preview can be made. @param {string} [text] */
export function linkIn(text = "") {
  // The whole search costs more, and most keys make no link.
  if (!/https:|www\./i.test(text)) return "";
  const first = addresses(text).find(({ href }) => /^https:/i.test(href));
  return first && URL.canParse(first.href) ? new URL(first.href).href : "";
}

/** Where an attachment is read. @param {string} id @param {boolean} [isPreview] */
export function pathOf(id, isPreview = false) {
  return `/v1/rooms/files/${encodeURIComponent(id)}${isPreview ? "/preview" : ""}`;
}

/**
 * Where one is uploaded.
 *
 * @param {{kind?: Kind, name?: string, keepsMetadata?: boolean}} file
 */
export function uploadPath({ kind, name = "", keepsMetadata }) {
  const words = kind === "PICTURE"
    ? "kind=picture"
    : kind === "VOICE"
    ? "kind=voice"
    : `kind=file&name=${encodeURIComponent(name)}${keepsMetadata ? "&metadata=keep" : ""}`;
  return `/v1/rooms/files?${words}`;
}

/**
 * The size in which a single picture is shown: the whole of it, unless it is very long.
 *
 * @param {{width?: number, height?: number}} picture 0 or absent: not known
 * @returns {Size}
 */
export function shownSize({ width = 0, height = 0 }) {
  if (!width || !height) return { width: SHOWN.width, height: 240 };
  const scale = Math.min(1, SHOWN.width / width, SHOWN.height / height);
  return {
    width: Math.round(Math.max(width * scale, SHOWN_MIN)),
    height: Math.round(Math.max(height * scale, SHOWN_MIN)),
  };
}

/**
 * How many pictures stand in each row of a grid: two or three, the larger ones first.
 *
 * @param {number} count
 * @returns {number[]}
 */
export function gridOf(count) {
  if (count <= 3) return count ? [count] : [];
  const pairs = [0, 2, 1][count % 3];
  return [...Array(pairs).fill(2), ...Array((count - pairs * 2) / 3).fill(3)];
}

/**
 * The size to which a picture is scaled before it is sent.
 *
 * @param {Size} picture
 * @param {number} most pixels of the longer side
 * @returns {Size}
 */
export function scaledSize({ width, height }, most) {
  const scale = Math.min(1, most / Math.max(width, height));
  return {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  };
}

/** How files begin that cameras make, and that may say where they were made. */
const SIGNATURES = [
  /^\xff\xd8\xff/,
  /^\x89PNG/,
  /^RIFF[^]{4}WEBP/,
  /^[^]{4}ftyp(?:hei[cxms]|hevc|mif1|msf1|avi[fs])/,
  /^(?:II\*\0|MM\0\*)/,
];

/** Whether a file begins as a photo does. @param {Uint8Array} head its first 16 bytes */
export function isPhoto(head) {
  const text = String.fromCharCode(...head);
  return SIGNATURES.some((one) => one.test(text));
}

/**
 * A file's name as servers take it: without a path, without characters that cannot be seen or that
 * turn the direction around, and not too long. Its ending stays.
 *
 * @param {string} name
 */
export function sentName(name) {
  const clean = name.replace(/[/\\]/g, "_")
    .replace(/[\p{Cc}\u2028\u2029\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu, "").trim();
  if (!clean || /^\.{1,2}$/.test(clean)) return "file";
  const letters = [...clean];
  if (letters.length <= NAME_MAX) return clean;
  const [, ending] = parted(clean);
  return letters.slice(0, NAME_MAX - [...ending].length).join("") + ending;
}

/**
 * A name and its ending, which stays when the name is cut: "plan", ".pdf".
 *
 * @param {string} name
 * @returns {[string, string]}
 */
export function parted(name) {
  const dot = name.lastIndexOf(".");
  const isEnding = dot > 0 && name.length - dot <= ENDING_MAX;
  return isEnding ? [name.slice(0, dot), name.slice(dot)] : [name, ""];
}
