// A text of at most 106 bytes as a QR code: of version 5, with error correction of level L.
//
// Source: ISO/IEC 18004:2015; its table 9 has the sizes, annex C the format.

import { h } from "../../view/dom.js";

/** Modules of a side, bytes of data, and bytes of error correction. */
const [SIDE, ROOM, GUARD] = [37, 108, 26];
/** The mode for bytes. */
const MODE = 0b0100;
/** What table C.1 has for level L with mask 0. */
const FORMAT = 0b111011111000100;
/** What fills up the data, in turn. */
const PADS = [0xec, 0x11];
/** Light modules around it. */
const QUIET = 4;

/** Powers of 2 in the field of 256 elements. */
const POWERS = [1];
while (POWERS.length < 255) {
  const next = POWERS.at(-1) << 1;
  POWERS.push(next > 255 ? next ^ 0x11d : next);
}

/** @param {number} one @param {number} other */
function product(one, other) {
  return one && other ? POWERS[(POWERS.indexOf(one) + POWERS.indexOf(other)) % 255] : 0;
}

/** Bytes that correct errors. @param {number[]} data */
function correction(data) {
  let divisor = [1];
  for (const power of POWERS.slice(0, GUARD)) {
    const next = [...divisor, 0];
    divisor.forEach((factor, at) => next[at + 1] ^= product(factor, power));
    divisor = next;
  }
  const rest = [...data, ...Array(GUARD).fill(0)];
  data.forEach((_, at) => {
    const lead = rest[at];
    divisor.forEach((factor, index) => rest[at + index] ^= product(factor, lead));
  });
  return rest.slice(data.length);
}

/** The highest first. @param {number} value @param {number} count */
function bitsOf(value, count) {
  return Array.from({ length: count }, (_, at) => value >> count - 1 - at & 1);
}

/** @param {Uint8Array} text */
function stream(text) {
  // The mode has half a byte, the length a byte, and the end half a byte.
  const halves = [text.length, ...text].flatMap((
    byte,
  ) => [byte >> 4, byte & 15]);
  const bytes = [MODE, ...halves, 0].reduce(
    (done, half, at) => at % 2 ? done.with(-1, done.at(-1) | half) : [...done, half << 4],
    /** @type {number[]} */ ([]),
  );
  for (let at = 0; bytes.length < ROOM; at++) bytes.push(PADS[at % 2]);
  return [...bytes, ...correction(bytes)].flatMap((byte) => bitsOf(byte, 8));
}

/** What each code has at the same places; data come elsewhere. */
function frame() {
  /** Rows of modules; 1 is dark. @type {(number | undefined)[][]} */
  const grid = Array.from({ length: SIDE }, () => Array(SIDE).fill(undefined));
  /** @type {(x: number, y: number, reach: number, light: number[]) => void} */
  const rings = (x, y, reach, light) => {
    for (const [row, line] of grid.entries()) {
      for (const column of line.keys()) {
        const distance = Math.max(Math.abs(row - y), Math.abs(column - x));
        if (distance <= reach) line[column] = Number(!light.includes(distance));
      }
    }
  };
  for (let at = 0; at < SIDE; at++) grid[6][at] = grid[at][6] = 1 - at % 2;
  rings(SIDE - 7, SIDE - 7, 2, [1]);
  for (const [x, y] of [[3, 3], [SIDE - 4, 3], [3, SIDE - 4]]) {
    rings(x, y, 4, [2, 4]);
  }
  bitsOf(FORMAT, 15).reverse().forEach((bit, at) => {
    if (at < 8) grid[at < 6 ? at : at + 1][8] = grid[8][SIDE - 1 - at] = bit;
    else grid[8][at === 8 ? 7 : 14 - at] = grid[SIDE - 15 + at][8] = bit;
  });
  grid[SIDE - 8][8] = 1;
  return grid;
}

/** @param {string} text @returns {(number | undefined)[][] | undefined} undefined: it is too long */
export function modules(text) {
  const bytes = new TextEncoder().encode(text);
  if (bytes.length + 2 > ROOM) return;
  const [bits, grid] = [stream(bytes), frame()];
  const rows = grid.map((_, at) => at);
  let next = 0;
  // In pairs of columns from the right, up and down in turn; the sixth column is no data.
  for (let right = SIDE - 1, isUp = true; right > 0; right -= 2, isUp = !isUp) {
    if (right === 6) right--;
    for (const y of isUp ? rows.toReversed() : rows) {
      for (const x of [right, right - 1]) {
        if (grid[y][x] === undefined) {
          grid[y][x] = (bits[next++] ?? 0) ^ Number((x + y) % 2 === 0);
        }
      }
    }
  }
  return grid;
}

/** @param {string} text @param {string} label @returns {Element | null} */
export function qr(text, label) {
  const grid = modules(text);
  if (!grid) return null;
  const dark = grid.flatMap((row, y) =>
    row.flatMap((bit, x) => bit ? [`M${x + QUIET} ${y + QUIET}h1v1h-1z`] : [])
  );
  const size = SIDE + 2 * QUIET;
  return h(
    "svg.qr",
    { viewBox: `0 0 ${size} ${size}`, role: "img", "aria-label": label },
    h("rect", { width: size, height: size, fill: "#fff" }),
    h("path", { d: dark.join("") }),
  );
}
