// The feed of the circle: waiting posts, repeated reads, and changes during a read.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Circle } from "../../Sources/Page/model/circle.js";
import { World } from "../../Sources/Page/model/world.js";

const user = (/** @type {string} */ username) => ({ username, displayName: username });
const post = (/** @type {number} */ number, more = {}) => ({
  id: String(number).padStart(16, "0"),
  author: user("ben"),
  activity: "coffee",
  text: `post ${number}`,
  ...more,
});
const ids = (/** @type {any[]} */ posts) => posts.map(({ id }) => Number(id));

/**
 * The circle of a server that has these posts, newest first.
 *
 * @param {any[]} stored
 */
function circle(stored) {
  /** @type {{name: string, fields: any}[]} */
  const asked = [];
  const server = { stored, meanwhile: () => {} };
  const call = (/** @type {string} */ name, /** @type {any} */ fields) => {
    asked.push({ name, fields });
    if (name !== "circleList") return Promise.resolve({ done: {} });
    const older = server.stored.filter(({ id }) => !fields.before || id < fields.before);
    const page = older.slice(0, fields.limit ?? 10);
    server.meanwhile();
    return Promise.resolve({ circlePage: { posts: page, more: page.length < older.length } });
  };
  const app = { world: new World(), login: user("ana"), link: { call }, read: call };
  const model = new Circle(/** @type {any} */ (app));
  return { model, server, asked, world: app.world };
}

const many = (/** @type {number} */ count) =>
  Array.from({ length: count }, (_, index) => post(count - index));

test("the circle is opened before it is listed, and read in pages", async () => {
  const { model, asked } = circle(many(25));
  await model.open();
  assert.deepEqual(asked.map(({ name }) => name), ["circleOpen", "circleList"]);
  assert.equal(model.posts.value.length, 10);
  await model.more();
  await model.more();
  assert.deepEqual(ids(model.posts.value), ids(many(25)));
  assert.equal(model.hasMore.value, false);
});

test("new posts wait while the user has scrolled down", async () => {
  const { model } = circle(many(3));
  await model.open();
  model.isReading = () => true;
  model.apply({ posted: post(4) });
  model.apply({ posted: post(5) });
  model.apply({ posted: post(5, { text: "edited" }) });
  assert.deepEqual([ids(model.waiting.value), ids(model.posts.value)], [[5, 4], [3, 2, 1]]);
  assert.equal(model.waiting.value[0].text, "edited");
  model.show();
  assert.deepEqual([ids(model.waiting.value), ids(model.posts.value)], [[], [5, 4, 3, 2, 1]]);
});

test("a new session reads again as much as there was, and keeps the place", async () => {
  const { model, server } = circle(many(25));
  await model.open();
  await model.more();
  model.isReading = () => true;
  server.stored = [post(26), ...many(25).filter(({ id }) => Number(id) !== 24)];
  await model.open();
  assert.deepEqual(ids(model.waiting.value), [26]);
  assert.deepEqual(ids(model.posts.value).slice(0, 3), [25, 23, 22]);
  assert.equal(model.posts.value.length, 19);
});

test("changes during a read are not lost", async () => {
  const { model, server } = circle(many(2));
  server.meanwhile = () => model.apply({ posted: post(3) });
  await model.open();
  assert.deepEqual(ids(model.posts.value), [3, 2, 1]);
});

test("an old post that is edited does not come to the top", async () => {
  const { model } = circle(many(25));
  await model.open();
  model.apply({ posted: post(2, { text: "edited" }) });
  assert.equal(ids(model.posts.value)[0], 25);
  assert.equal(model.posts.value.length, 10);
});

test("likes and comments change a post wherever it is", async () => {
  const { model } = circle(many(1));
  await model.open();
  const id = model.posts.value[0].id;
  model.apply({ liked: { post: id, likes: 2, liked: true } });
  model.apply({ liked: { post: id, likes: 3 } });
  for (let number = 1; number <= 7; number++) {
    const comment = { id: String(number), from: user("ben"), text: "hi" };
    model.apply({ said: { post: id, comment, commentCount: number } });
  }
  const [one] = model.posts.value;
  assert.deepEqual([one.likes, one.liked, one.commentCount], [3, true, 7]);
  assert.deepEqual(one.comments.map((comment) => comment.id), ["3", "4", "5", "6", "7"]);
  model.removeComment(id, "7");
  model.removeComment(id, "7");
  assert.equal(model.posts.value[0].commentCount, 6);
  model.apply({ removed: id });
  assert.equal(model.posts.value.length, 0);
});

test("a user with a post has confirmed", async () => {
  const { model, world } = circle([]);
  await model.open();
  world.apply({ seq: 1, circleAsked: { friend: user("ben"), activity: "coffee" } });
  model.apply({ posted: post(1, { author: user("ana"), with: user("ben") }) });
  assert.equal(world.asked.value.length, 0);
});
