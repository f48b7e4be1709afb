// The map: its visible part, and places in words.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { Refused } from "../../Sources/Page/client/index.js";
import { cityList, distance, mercator, nearest, outlines } from "../../Sources/Page/map/earth.js";
import { isThere, Places } from "../../Sources/Page/model/places.js";
import { World } from "../../Sources/Page/model/world.js";

const file = (/** @type {string} */ name) =>
  readFileSync(new URL(`../../Sources/Page/map/${name}`, import.meta.url), "utf8");
const later = new Date(Date.now() + 3600_000).toISOString();
const marker = (/** @type {string} */ username, /** @type {any} */ more = {}) => ({
  user: { username, displayName: username },
  lat: 1,
  lon: 1,
  at: new Date().toISOString(),
  expiresAt: later,
  ...more,
});
const box = { south: -10, west: -10, north: 10, east: 10, zoom: 4 };

/** @param {Record<string, (fields: any) => any>} answers */
function places(answers) {
  /** @type {string[]} */
  const sent = [];
  const call = async (/** @type {string} */ name, /** @type {any} */ fields) => {
    sent.push(name);
    return await (answers[name] ?? (() => ({})))(fields);
  };
  const world = new World();
  world.me.value = { username: "ana", displayName: "Ana" };
  const app = { world, login: { username: "ana" }, link: { call }, act: call, now: Date.now() };
  return { model: new Places(/** @type {any} */ (app)), world, sent };
}

const names = (/** @type {Places} */ model) => model.markers.value.map(({ user }) => user.username);

test("all pages of a part of the map are shown, the user's own marker first", async () => {
  const { model } = places({
    placeList: ({ after }) => ({
      places: after
        ? { markers: [marker("ana", { isMine: true })] }
        : { markers: [marker("ben")], supers: [{ cell: "4/1/1", count: 6 }], next: "ben" },
    }),
  });
  await model.look(box);
  assert.deepEqual(names(model), ["ana", "ben"]);
  assert.deepEqual(model.supers.value.map(({ cell }) => cell), ["4/1/1"]);
});

test("markers appear, leave the visible part and disappear as the server says", async () => {
  const { model, world } = places({ placeList: () => ({ places: {} }) });
  await model.look(box);
  world.apply(/** @type {any} */ ({ placeChanged: { set: marker("ben") } }));
  assert.deepEqual(names(model), ["ben"]);
  world.apply(/** @type {any} */ ({ placeChanged: { set: marker("ben", { lon: 50 }) } }));
  assert.deepEqual(names(model), []);
  world.apply(/** @type {any} */ ({ placeChanged: { set: marker("ben", { lon: -9 }) } }));
  world.apply(/** @type {any} */ ({ placeChanged: { gone: "ben" } }));
  assert.deepEqual(names(model), []);
});

test("a part that crosses the date line has both of its sides", async () => {
  const { model } = places({ placeList: () => ({ places: {} }) });
  await model.look({ ...box, west: 170, east: -170 });
  for (const [lon, isShown] of [[175, true], [-175, true], [0, false], [160, false]]) {
    model.set(marker("ben", { lon }));
    assert.equal(names(model).length === 1, isShown, String(lon));
  }
});

test("a marker whose time has passed is not shown", async () => {
  const past = new Date(Date.now() - 1000).toISOString();
  const { model } = places({
    placeList: () => ({ places: { markers: [marker("ben", { expiresAt: past }), marker("eva")] } }),
  });
  await model.look(box);
  assert.deepEqual(names(model), ["eva"]);
  assert.equal(isThere({}, Date.now()), true);
});

test("an older answer does not replace a newer one", async () => {
  /** @type {((answer: any) => void)[]} */
  const waiting = [];
  const { model } = places({ placeList: () => new Promise((resolve) => waiting.push(resolve)) });
  const first = model.look(box);
  const second = model.look({ ...box, zoom: 5 });
  waiting[1]({ places: { markers: [marker("new")] } });
  await second;
  waiting[0]({ places: { markers: [marker("old")] } });
  await first;
  assert.deepEqual(names(model), ["new"]);
});

test("a check-in of the user is shown at once, and so is its end", async () => {
  const { model } = places({
    placeList: () => ({ places: {} }),
    checkinSet: (fields) => ({ checkin: { id: "1", ...fields, expiresAt: later } }),
    checkinClear: () => ({ done: {} }),
  });
  await model.look(box);
  await model.checkIn({ lat: 2, lon: 3 });
  assert.deepEqual(names(model), ["ana"]);
  assert.equal(model.standing.value.current.id, "1");
  // Deleting an older one leaves the marker.
  await model.clear({ checkin: "0" });
  assert.deepEqual(names(model), ["ana"]);
  await model.clear({ checkin: "1" });
  assert.deepEqual(names(model), []);
});

test("a server may have no map", async () => {
  const { model, sent } = places({
    placeOpen: () => {
      throw new Refused({ code: "UNKNOWN_COMMAND", message: "" });
    },
  });
  await model.open(box);
  assert.equal(model.isOffered.value, false);
  await model.refresh();
  assert.deepEqual(sent, ["placeOpen"]);
});

test("the outlines and the cities are those of the earth", () => {
  const { lands, borders, coasts } = outlines(file("world.txt"));
  assert.ok(lands.length > 1000 && borders.length > 200 && coasts.length > 1000);
  for (const { points, box } of lands) {
    assert.ok(points.every((value) => value >= 0 && value <= 1), String(box));
  }
  // A point in the middle of France is on land, one in the Atlantic is not.
  assert.equal(isOnLand(lands, 46.6, 2.5), true);
  assert.equal(isOnLand(lands, 30, -45), false);
  const cities = cityList(file("cities.txt"));
  const near = (/** @type {number} */ lat, /** @type {number} */ lon) => nearest(cities, lat, lon);
  assert.equal(near(38.7223, -9.1393).city.name, "Lisbon");
  assert.ok(near(52.52, 13.4).away < 12);
  assert.equal(near(-80, 0), undefined);
  assert.ok(Math.abs(distance(52.52, 13.405, 48.8566, 2.3522) - 878) < 3);
  assert.deepEqual(mercator(0, 0), [.5, .5]);
});

/** By the number of edges to the left. @param {import("../../Sources/Page/map/earth.js").Line[]} lands @param {number} lat @param {number} lon */
function isOnLand(lands, lat, lon) {
  const [x, y] = mercator(lat, lon);
  let count = 0;
  for (const { points } of lands) {
    for (let index = 0; index < points.length; index += 2) {
      const next = (index + 2) % points.length;
      const [left, top, right, bottom] = [
        points[index],
        points[index + 1],
        points[next],
        points[next + 1],
      ];
      if ((top > y) !== (bottom > y) && left + (y - top) / (bottom - top) * (right - left) < x) {
        count++;
      }
    }
  }
  return count % 2 === 1;
}
