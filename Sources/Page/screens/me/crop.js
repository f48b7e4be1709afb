// The visible square of a picture: arithmetic without a page.

/** Maximum zoom. */
export const ZOOM_MAX = 5;

/**
 * A square of a picture, in pixels of the picture.
 *
 * @typedef {object} Square
 * @property {number} x of its middle
 * @property {number} y of its middle
 * @property {number} zoom 1: as wide as the shorter side of the picture; 2: half of it
 */

/** @typedef {{width: number, height: number}} Size */

/** The largest square, in the centre. @param {Size} picture @returns {Square} */
export function middle({ width, height }) {
  return { x: width / 2, y: height / 2, zoom: 1 };
}

/** Length of a side. @param {Size} picture @param {Square} square */
export function side({ width, height }, { zoom }) {
  return Math.min(width, height) / zoom;
}

/** The nearest square that lies within the picture. @param {Size} picture @param {Square} square @returns {Square} */
export function within(picture, { x, y, zoom }) {
  const near = Math.min(Math.max(zoom, 1), ZOOM_MAX);
  const half = side(picture, { x, y, zoom: near }) / 2;
  return {
    x: Math.min(Math.max(x, half), picture.width - half),
    y: Math.min(Math.max(y, half), picture.height - half),
    zoom: near,
  };
}

/**
 * The square after the picture was moved by parts of its side.
 *
 * @param {Size} picture
 * @param {Square} square
 * @param {number} right 1: by a whole side
 * @param {number} down
 */
export function pushed(picture, square, right, down) {
  const length = side(picture, square);
  const { x, y, zoom } = square;
  return within(picture, { x: x - right * length, y: y - down * length, zoom });
}
