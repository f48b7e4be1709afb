import assert from "node:assert/strict";
import { afterEach, test } from "node:test";

import { Pictures } from "../../Sources/Page/model/pictures.js";
import { Memory } from "../../Sources/Page/store/memory.js";
import { signal } from "../../Sources/Page/view/signal.js";

const { fetch } = globalThis;
afterEach(() => {
  globalThis.fetch = fetch;
});

/** Paths that were asked for. @type {string[]} */
let asked = [];

/** A server that has these files. @param {Record<string, string>} files */
function serve(files) {
  asked = [];
  globalThis.fetch = /** @type {any} */ (async (/** @type {string} */ path) => {
    asked.push(await path);
    return path in files
      ? new Response(files[path])
      : Response.json({ error: { code: "NOT_FOUND" } }, { status: 404 });
  });
}

/** Without a network. */
function away() {
  globalThis.fetch = () => Promise.reject(new TypeError("away"));
}

/** @param {Memory} [keeper] @param {number} [now] by the server's clock */
function made(keeper = new Memory(), now = 0) {
  const app = {
    keeper,
    login: { token: "t" },
    sessions: signal(1),
    world: {
      rooms: signal(new Map([["ben", {}], ["#1", {}]])),
      expiry: { count: signal(0), now },
    },
  };
  const pictures = new Pictures(/** @type {any} */ (app));
  pictures.start();
  return { app, pictures };
}

const PATH = "/v1/rooms/files/a/preview";
const where = { with: "ben", seq: 3 };
const settled = (pause = 5) => new Promise((resolve) => setTimeout(resolve, pause));

test("a picture is downloaded once, and is there without a network, also later", async () => {
  serve({ [PATH]: "picture" });
  const { pictures, app } = made();
  const both = await Promise.all([1, 2].map(() => pictures.load({ id: "a" }, true, where)));
  assert.deepEqual(asked, [PATH]);
  assert.equal(await both[0].text(), "picture");
  await settled(600);
  away();
  const { pictures: later } = made(app.keeper);
  assert.equal(await (await later.load({ id: "a" }, true, where)).text(), "picture");
  await assert.rejects(later.load({ id: "b" }, true, where));
});

test("it goes with its message", async () => {
  serve({ [PATH]: "picture" });
  const { pictures, app } = made();
  await pictures.load({ id: "a" }, true, where);
  await pictures.know("ben", [{ seq: 3, attachments: [{ id: "a" }] }]);
  assert.ok(await app.keeper.get(`seen ${PATH}`));
  // A message of another conversation, and another message.
  await pictures.know("#1", [{ seq: 3 }]);
  await pictures.know("ben", [{ seq: 4 }]);
  assert.ok(await app.keeper.get(`seen ${PATH}`));
  await pictures.know("ben", [{ seq: 3, deleted: true }]);
  assert.equal(await app.keeper.get(`seen ${PATH}`), undefined);
});

test("it goes when its message disappears, also while no page is open", async () => {
  serve({ [PATH]: "a", "/v1/rooms/files/b/preview": "b" });
  const { pictures, app } = made();
  const expiresAt = new Date(1_000).toISOString();
  await pictures.load({ id: "a" }, true, { ...where, expiresAt });
  await pictures.load({ id: "b" }, true, { with: "ben", seq: 4 });
  // Of one that was seen before its message was read anew.
  await pictures.know("ben", [
    { seq: 4, expiresAt, attachments: [{ id: "b" }] },
  ]);
  await settled(600);
  made(app.keeper, 999);
  await settled();
  assert.equal((await app.keeper.get("seen")).length, 2);
  made(app.keeper, 1_000);
  await settled(600);
  assert.deepEqual(await app.keeper.get("seen"), []);
  assert.equal(await app.keeper.get(`seen ${PATH}`), undefined);
});

test("one that the user has sent goes with its message, too", async () => {
  const { pictures, app } = made();
  await pictures.add("ben", { id: "a", kind: "PICTURE" }, new Blob(["mine"]));
  away();
  assert.equal(await (await pictures.load({ id: "a" }, true, { with: "ben" })).text(), "mine");
  await pictures.know("ben", [{ seq: 9, attachments: [{ id: "a" }] }]);
  await pictures.know("ben", [{ seq: 9, deleted: true }]);
  assert.equal(await app.keeper.get(`seen ${PATH}`), undefined);
});

test("files to be saved are not kept", async () => {
  const { pictures, app } = made();
  await pictures.add("ben", { id: "a", kind: "FILE" }, new Blob(["mine"]));
  assert.equal(await app.keeper.get(`seen ${PATH}`), undefined);
});

test("it goes with the right to read the conversation", async () => {
  serve({ [PATH]: "picture" });
  const { pictures, app } = made();
  await pictures.load({ id: "a" }, true, { with: "#1", seq: 1 });
  app.world.rooms.value = new Map([["#1", {}]]);
  await settled();
  assert.ok(await app.keeper.get(`seen ${PATH}`));
  app.world.rooms.value = new Map([["ben", {}]]);
  await settled();
  assert.equal(await app.keeper.get(`seen ${PATH}`), undefined);
});

test("a refusal deletes what is kept of it, and no network does not", async () => {
  serve({ [PATH]: "picture" });
  const { pictures, app } = made();
  await pictures.load({ id: "a" }, true, where);
  away();
  await assert.rejects(pictures.load({ id: "a" }, false, where), { name: "Lost" });
  assert.ok(await app.keeper.get(`seen ${PATH}`));
  serve({});
  await assert.rejects(pictures.load({ id: "a" }, false, where), { name: "Refused" });
  await settled();
  assert.equal(await app.keeper.get(`seen ${PATH}`), undefined);
});

test("the pictures that were not seen for longest go first", async () => {
  const { pictures, app } = made();
  const file = "x".repeat(9 << 20);
  serve(Object.fromEntries([..."abcdefghi"].map((id) => [`/v1/rooms/files/${id}/preview`, file])));
  for (const id of "abcdefg") await pictures.load({ id }, true, where);
  await pictures.load({ id: "a" }, true, where);
  await pictures.load({ id: "h" }, true, where);
  await settled();
  const found = await Promise.all(
    [..."abcdefgh"].map(async (id) =>
      await app.keeper.get(`seen /v1/rooms/files/${id}/preview`) ? id : ""
    ),
  );
  // 64 MB: seven of them.
  assert.equal(found.join(""), "acdefgh");
});

test("two tabs do not lose what the other has seen", async () => {
  serve({ [PATH]: "a", "/v1/rooms/files/b/preview": "b" });
  const { pictures, app } = made();
  const { pictures: other } = made(app.keeper);
  await Promise.all([
    other.load({ id: "b" }, true, where),
    pictures.load({ id: "a" }, true, where),
  ]);
  await settled(700);
  const list = /** @type {any[]} */ (await app.keeper.get("seen"));
  assert.deepEqual(list.map(({ id }) => id).toSorted(), ["a", "b"]);
});
