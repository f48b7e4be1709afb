// The base map below the markers: drawn here from outlines and cities, or tiles of a server.

import { bounds, GridLayer, PolyUtil, TileLayer } from "leaflet";
import { earth } from "./earth.js";

/**
 * @typedef {import("./earth.js").Earth} Earth
 * @typedef {import("./earth.js").Line} Line
 * @typedef {{sea: string, land: string, border: string, coast: string, text: string}} Colours
 */

/** Side of a tile, in pixels. */
const SIDE = 256;
/** Margin around a tile that is drawn, too: lines are wide, and names extend over the edge. */
const EDGE = 8;
const NAME_EDGE = 160;
/** Cities of more inhabitants, in thousands, have larger names. */
const LARGE = 1_000;

/**
 * A layer for a map.
 *
 * @param {string} [tiles] the address of a server's, with {z}, {x} and {y}; absent: the page's own
 * @param {HTMLElement} [frame] its style defines the colours
 */
export function baseLayer(tiles, frame = document.body) {
  if (tiles) return new TileLayer(tiles, { maxZoom: 19, noWrap: false });
  const Drawn = GridLayer.extend({
    /** @param {{x: number, y: number, z: number}} place @param {(error?: Error, tile?: Element) => void} done */
    createTile(place, done) {
      const tile = document.createElement("canvas");
      const ratio = Math.min(2, devicePixelRatio || 1);
      tile.width = tile.height = SIDE * ratio;
      const context = tile.getContext("2d");
      context.scale(ratio, ratio);
      earth().then((earth) => {
        draw(context, earth, place, colours(frame));
        done(undefined, tile);
      }, done);
      return tile;
    },
  });
  return /** @type {GridLayer} */ (new Drawn({ tileSize: SIDE, maxZoom: 19 }));
}

/** @param {HTMLElement} frame @returns {Colours} */
function colours(frame) {
  const style = getComputedStyle(frame);
  const value = (/** @type {string} */ name) => style.getPropertyValue(`--map-${name}`).trim();
  return {
    sea: value("sea"),
    land: value("land"),
    border: value("border"),
    coast: value("coast"),
    text: value("text"),
  };
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {Earth} earth
 * @param {{x: number, y: number, z: number}} place
 * @param {Colours} colours
 */
function draw(
  context,
  { lands, borders, coasts, cities },
  { x, y, z },
  colours,
) {
  const size = SIDE * 2 ** z;
  const [left, top] = [x * SIDE, y * SIDE];
  const near = seen(left, top, size, EDGE);
  context.fillStyle = colours.sea;
  context.fillRect(0, 0, SIDE, SIDE);
  context.fillStyle = colours.land;
  context.beginPath();
  const box = bounds([-EDGE, -EDGE], [SIDE + EDGE, SIDE + EDGE]);
  for (const land of lands) {
    if (!near(land.box)) continue;
    const clipped = PolyUtil.clipPolygon(pixels(land, size, left, top), box);
    clipped.forEach((point, index) =>
      index ? context.lineTo(point.x, point.y) : context.moveTo(point.x, point.y)
    );
    context.closePath();
  }
  context.fill();
  stroke(
    context,
    borders.filter(({ box }) => near(box)),
    size,
    left,
    top,
    colours.border,
    .8,
  );
  stroke(
    context,
    coasts.filter(({ box }) => near(box)),
    size,
    left,
    top,
    colours.coast,
    1,
  );
  const nearNames = seen(left, top, size, NAME_EDGE);
  context.textAlign = "center";
  context.lineJoin = "round";
  for (const city of cities) {
    if (city.zoom > z) break;
    if (!nearNames([city.x, city.y, city.x, city.y])) continue;
    name(context, city, city.x * size - left, city.y * size - top, colours);
  }
}

/**
 * Whether a box reaches into a tile.
 *
 * @param {number} left
 * @param {number} top
 * @param {number} size
 * @param {number} edge
 */
function seen(left, top, size, edge) {
  const west = (left - edge) / size;
  const north = (top - edge) / size;
  const east = (left + SIDE + edge) / size;
  const south = (top + SIDE + edge) / size;
  return (/** @type {number[]} */ box) =>
    box[0] <= east && box[2] >= west && box[1] <= south && box[3] >= north;
}

/** @param {Line} line @param {number} size @param {number} left @param {number} top */
function pixels({ points }, size, left, top) {
  const found = new Array(points.length / 2);
  for (let index = 0; index < found.length; index++) {
    found[index] = {
      x: points[2 * index] * size - left,
      y: points[2 * index + 1] * size - top,
    };
  }
  return found;
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {Line[]} lines
 * @param {number} size
 * @param {number} left
 * @param {number} top
 * @param {string} colour
 * @param {number} width
 */
function stroke(context, lines, size, left, top, colour, width) {
  context.beginPath();
  for (const { points } of lines) {
    let isDown = false;
    for (let index = 0; index + 3 < points.length; index += 2) {
      const [x, y, nextX, nextY] = [0, 1, 2, 3].map((more) =>
        points[index + more] * size - (more % 2 ? top : left)
      );
      // Far outside of the canvas, a browser's own clipping is slow and inexact.
      const isFar = Math.max(x, nextX) < -EDGE ||
        Math.min(x, nextX) > SIDE + EDGE ||
        Math.max(y, nextY) < -EDGE || Math.min(y, nextY) > SIDE + EDGE;
      if (!isFar && !isDown) context.moveTo(x, y);
      if (!isFar) context.lineTo(nextX, nextY);
      isDown = !isFar;
    }
  }
  context.strokeStyle = colour;
  context.lineWidth = width;
  context.stroke();
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {import("./earth.js").City} city
 * @param {number} x
 * @param {number} y
 * @param {Colours} colours
 */
function name(context, { name, people }, x, y, colours) {
  context.fillStyle = colours.text;
  context.beginPath();
  context.arc(x, y, 2, 0, 7);
  context.fill();
  context.font = `${people >= LARGE ? "600 12.5" : "11.5"}px system-ui, sans-serif`;
  context.strokeStyle = colours.land;
  context.lineWidth = 3;
  context.strokeText(name, x, y - 6);
  context.fillText(name, x, y - 6);
}
