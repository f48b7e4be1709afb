// The outlines of countries, and the cities, as written by Packaging/page/world.

/**
 * A line or an outline on a Mercator map with sides of length 1: x and y alternating, and its box.
 *
 * @typedef {object} Line
 * @property {Float64Array} points
 * @property {number[]} box left, top, right, bottom
 *
 * @typedef {object} City
 * @property {string} name
 * @property {number} zoom the least zoom that shows its name
 * @property {number} lat
 * @property {number} lon
 * @property {number} people in thousands
 * @property {number} x
 * @property {number} y
 *
 * @typedef {{lands: Line[], borders: Line[], coasts: Line[], cities: City[]}} Earth
 */

/** Units of the files in a degree. */
const SCALE = 100;
/** The latitude at which the Mercator map ends, in degrees. */
const LATITUDE_MAX = 85.0511;

/** @type {Promise<Earth> | undefined} */
let loading;

/** Loads it once. @returns {Promise<Earth>} */
export function earth() {
  loading ??= load().catch((error) => {
    // The next call tries again.
    loading = undefined;
    throw error;
  });
  return loading;
}

async function load() {
  const [world, cities] = await Promise.all(
    ["/map/world.txt", "/map/cities.txt"].map(text),
  );
  return { ...outlines(world), cities: cityList(cities) };
}

/** @param {string} path */
async function text(path) {
  const answer = await fetch(path);
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return await answer.text();
}

/** @param {string} content of world.txt */
export function outlines(content) {
  const [first, second] = content.split("\n\n");
  const arcs = first.split("\n").map((line) => ({
    isBorder: line[0] === "b",
    points: decoded(line.slice(1)),
  }));
  const lands = second.trim().split("\n").map((row) =>
    line(
      row.split(" ").flatMap((word) => {
        const number = Number(word);
        return number < 0 ? arcs[-1 - number].points.toReversed() : arcs[number].points;
      }),
    )
  );
  const drawn = (/** @type {boolean} */ isBorder) =>
    arcs.filter((arc) => arc.isBorder === isBorder).flatMap(({ points }) => pieces(points))
      .map(line);
  return { lands, borders: drawn(true), coasts: drawn(false) };
}

/** A line without the parts along the edge of the map. @param {[number, number][]} points */
function pieces(points) {
  /** @type {[number, number][][]} */
  const found = [[]];
  points.forEach((point, index) => {
    const before = points[index - 1];
    if (before && isEdge(before) && isEdge(point)) found.push([]);
    found.at(-1).push(point);
  });
  return found.filter(({ length }) => length > 1);
}

/** @param {[number, number]} point */
function isEdge([lon, lat]) {
  return Math.abs(lon) >= 180 || lat <= -90;
}

/** @param {string} letters @returns {[number, number][]} longitudes and latitudes */
function decoded(letters) {
  /** @type {number[]} */
  const values = [];
  let value = 0;
  let shift = 0;
  for (let index = 0; index < letters.length; index++) {
    const code = letters.charCodeAt(index) - 63;
    value |= (code & 31) << shift;
    shift += 5;
    if (code & 32) continue;
    values.push(value & 1 ? ~(value >> 1) : value >> 1);
    value = shift = 0;
  }
  /** @type {[number, number][]} */
  const points = [];
  let [x, y] = [0, 0];
  for (let index = 0; index < values.length; index += 2) {
    x += values[index];
    y += values[index + 1];
    points.push([x / SCALE, y / SCALE]);
  }
  return points;
}

/** @param {[number, number][]} places longitudes and latitudes @returns {Line} */
function line(places) {
  const points = new Float64Array(places.length * 2);
  const box = [Infinity, Infinity, -Infinity, -Infinity];
  places.forEach(([lon, lat], index) => {
    const [x, y] = mercator(lat, lon);
    points[2 * index] = x;
    points[2 * index + 1] = y;
    box[0] = Math.min(box[0], x);
    box[1] = Math.min(box[1], y);
    box[2] = Math.max(box[2], x);
    box[3] = Math.max(box[3], y);
  });
  return { points, box };
}

/** Position of a place on a map of 1 by 1. @param {number} lat @param {number} lon */
export function mercator(lat, lon) {
  const held = Math.max(-LATITUDE_MAX, Math.min(LATITUDE_MAX, lat));
  const north = Math.asinh(Math.tan(held * Math.PI / 180));
  return [lon / 360 + .5, .5 - north / (2 * Math.PI)];
}

/** @param {string} content of cities.txt @returns {City[]} */
export function cityList(content) {
  return content.trim().split("\n").map((row) => {
    const [zoom, lat, lon, people, name] = row.split("\t");
    const place = { lat: Number(lat) / SCALE, lon: Number(lon) / SCALE };
    const [x, y] = mercator(place.lat, place.lon);
    return { name, zoom: Number(zoom), ...place, people: Number(people), x, y };
  });
}

/**
 * The best city for describing a place, with its distance in kilometres.
 *
 * @param {City[]} cities
 * @param {number} lat
 * @param {number} lon
 */
export function nearest(cities, lat, lon) {
  /** @type {{city: City, away: number} | undefined} */
  let found;
  for (const city of cities) {
    // Most cities are far away: skip the cosine for them.
    if (Math.abs(city.lat - lat) > 9) continue;
    const away = distance(lat, lon, city.lat, city.lon);
    if (!found || away < found.away) found = { city, away };
  }
  return found;
}

/** In kilometres, on a ball. @param {number} lat @param {number} lon @param {number} otherLat @param {number} otherLon */
export function distance(lat, lon, otherLat, otherLon) {
  const radians = Math.PI / 180;
  const north = Math.sin((otherLat - lat) * radians / 2);
  const east = Math.sin((otherLon - lon) * radians / 2);
  const share = north * north +
    Math.cos(lat * radians) * Math.cos(otherLat * radians) * east * east;
  return 2 * 6371 * Math.asin(Math.sqrt(Math.min(1, share)));
}
