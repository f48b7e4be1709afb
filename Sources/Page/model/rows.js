// The rows in which a conversation shows its messages.

import { dayKey, dayOf } from "../view/format.js";

/** @typedef {import("../client/wire.d.ts").RoomMessage} RoomMessage */

/** Messages of one person within this time stand together, in milliseconds. */
const TOGETHER = 5 * 60_000;

/**
 * The content of a row: a message, or the day above its first message.
 *
 * @typedef {{key: string, message?: RoomMessage, day?: string, isFirst?: boolean}} Row
 */

/**
 * The rows of a conversation: days change at the user's own midnight.
 *
 * @param {RoomMessage[]} messages
 * @returns {Row[]}
 */
export function rowsOf(messages) {
  /** @type {Row[]} */
  const rows = [];
  /** @type {RoomMessage | undefined} */
  let former;
  for (const message of messages) {
    const day = dayKey(message.at);
    const isNewDay = (former && dayKey(former.at)) !== day;
    if (isNewDay) rows.push({ key: `day ${day}`, day: dayOf(message.at) });
    const isFirst = isNewDay || former.from !== message.from ||
      new Date(message.at).getTime() - new Date(former.at).getTime() > TOGETHER;
    rows.push({ key: String(message.seq), message, isFirst });
    former = message;
  }
  return rows;
}
