// The rows in which a conversation shows its messages.

import { dayKey, dayOf } from "../view/format.js";

/** @typedef {import("../client/wire.d.ts").RoomMessage} RoomMessage */

/** Messages of one person within this time stand together, in milliseconds. */
const TOGETHER = 5 * 60_000;

/** @typedef {import("../client/wire.d.ts").RoomExpiry} RoomExpiry */

/**
 * The content of a row: a message, the day above its first message, the line above what is new, or
 * how long messages stay, where it was set.
 *
 * @typedef {{key: string, message?: RoomMessage, day?: string, isNew?: boolean,
 *   expiry?: RoomExpiry, isFirst?: boolean, isFound?: boolean}} Row
 */

/**
 * The row of a message while it stays the same: an equal one that is new would run all effects of
 * its element again, for each of 200 rows whenever some are added.
 *
 * @type {WeakMap<RoomMessage, Row>}
 */
const known = new WeakMap();

/**
 * @param {RoomMessage} message
 * @param {boolean} isFirst
 * @param {boolean} isFound
 * @returns {Row}
 */
function rowOf(message, isFirst, isFound) {
  let row = known.get(message);
  if (row?.isFirst !== isFirst || row.isFound !== isFound) {
    row = { key: String(message.seq), message, isFirst, isFound };
    known.set(message, row);
  }
  return row;
}

/** The key of the line above what is new. */
export const NEW = "new";

/**
 * The rows of a conversation: days change at the user's own midnight.
 *
 * @param {RoomMessage[]} messages
 * @param {object} [places]
 * @param {number} [places.unread] the `seq` of the first unread message
 * @param {number} [places.found] the `seq` of the message that is marked
 * @param {RoomExpiry} [places.expiry] of the room
 * @param {boolean} [places.isTail] whether these are the newest messages
 * @returns {Row[]}
 */
export function rowsOf(messages, { unread, found, expiry, isTail = true } = {}) {
  /** @type {Row[]} */
  const rows = [];
  /** @type {RoomMessage | undefined} */
  let former;
  let formerDay = "";
  // Between the messages of its time; below them all, if nothing was said since.
  let isWaiting = expiry?.at !== undefined;
  const place = () => {
    isWaiting = false;
    rows.push({ key: `expiry ${expiry.at}`, expiry });
    former = undefined;
  };
  for (const message of messages) {
    if (isWaiting && new Date(expiry.at) < new Date(message.at)) place();
    const day = dayKey(message.at);
    const isNewDay = formerDay !== day;
    if (isNewDay) rows.push({ key: `day ${day}`, day: dayOf(message.at) });
    const isUnread = message.seq === unread;
    if (isUnread) rows.push({ key: NEW, isNew: true });
    const isFirst = isNewDay || isUnread || former?.from !== message.from ||
      new Date(message.at).getTime() - new Date(former.at).getTime() > TOGETHER;
    rows.push(rowOf(message, isFirst, message.seq === found));
    [former, formerDay] = [message, day];
  }
  if (isWaiting && isTail) place();
  return rows;
}
