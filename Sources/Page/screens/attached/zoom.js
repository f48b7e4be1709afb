// How a picture is enlarged and moved in its frame: arithmetic without a page.

/** The largest zoom. */
export const ZOOM_MAX = 6;

/**
 * @typedef {object} View
 * @property {number} zoom 1: the whole picture is in the frame
 * @property {number} x by how much its middle is right of that of the frame, in parts of the frame
 * @property {number} y by how much it is below
 */

/** @type {View} */
export const WHOLE = { zoom: 1, x: 0, y: 0 };

/** The nearest view in which the frame is not left empty. @param {View} view @returns {View} */
export function bounded({ zoom, x, y }) {
  const near = Math.min(Math.max(zoom, 1), ZOOM_MAX);
  const most = (near - 1) / 2;
  // "+ 0": no negative zero.
  const within = (/** @type {number} */ one) => Math.min(Math.max(one, -most), most) + 0;
  return { zoom: near, x: within(x), y: within(y) };
}

/**
 * The view after zooming by a factor: the point under the pointer stays.
 *
 * @param {View} view
 * @param {number} by
 * @param {number} x of the point, from the middle of the frame, in parts of it: -0.5 to 0.5
 * @param {number} y
 */
export function zoomed(view, by, x, y) {
  const zoom = Math.min(Math.max(view.zoom * by, 1), ZOOM_MAX);
  const factor = zoom / view.zoom;
  return bounded({ zoom, x: x - (x - view.x) * factor, y: y - (y - view.y) * factor });
}

/** Where a swipe leads: 1 to the next picture, -1 to the one before. @param {number} across in parts of the frame @param {boolean} isRightToLeft */
export function swiped(across, isRightToLeft) {
  if (Math.abs(across) < .15) return 0;
  return (across < 0) === isRightToLeft ? -1 : 1;
}
