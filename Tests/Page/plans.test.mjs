// Plans: the list by answers and events, and what the dialogs say.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Refused } from "../../Sources/Page/client/index.js";
import {
  hasBegun,
  isPosted,
  mayConfirm,
  planChangeOf,
  planMakeOf,
  planNews,
  Plans,
} from "../../Sources/Page/model/plans.js";
import { World } from "../../Sources/Page/model/world.js";
import { Memory } from "../../Sources/Page/store/memory.js";
import { loadTexts } from "../../Sources/Page/texts/index.js";

await loadTexts();

const user = (/** @type {string} */ username) => ({ username, displayName: username });
/** @param {string} username @param {any} [more] */
const member = (username, more = {}) => ({ user: user(username), answer: "COMING", ...more });
/** @param {number} number @param {any} [more] */
const plan = (number, more = {}) => ({
  plan: number,
  activity: "coffee",
  maker: user("ben"),
  members: [member("ben")],
  ...more,
});

const NOW = new Date(2026, 10, 30, 17, 0).getTime();
const at = (/** @type {number} */ hours, minutes = 0, day = 30) =>
  new Date(2026, 10, day, hours, minutes).toISOString();

/** Ana's plans. @param {(name: string, fields?: any) => any} [answer] of the server */
function plans(answer = () => ({})) {
  const call = (/** @type {string} */ name, /** @type {any} */ fields) =>
    Promise.resolve().then(() => answer(name, fields));
  const world = new World();
  const app = {
    world,
    login: user("ana"),
    link: { call },
    act: call,
    keeper: new Memory(),
    titleOf: (/** @type {string} */ activity) => activity,
    plans: /** @type {any} */ (undefined),
  };
  const model = app.plans = new Plans(/** @type {any} */ (app));
  const numbers = () => model.list.value.map((one) => one.plan);
  return { model, world, app: /** @type {any} */ (app), numbers };
}

test("events add, change and end plans", () => {
  const { model, world, numbers } = plans();
  world.apply({ seq: 1, planOffered: { plan: plan(1) } });
  world.apply({ seq: 2, planOffered: { plan: plan(2, { activity: "gym" }) } });
  assert.deepEqual(numbers(), [2, 1]);
  assert.equal(model.waiting, 2);
  const joined = plan(1, { answer: "LATER", room: "#9", members: [member("ben"), member("ana")] });
  world.apply({ seq: 3, planChanged: { plan: joined, by: "ana" } });
  assert.deepEqual(numbers(), [2, 1]);
  assert.equal(model.waiting, 1);
  assert.equal(model.ofRoom("#9").plan, 1);
  assert.equal(model.ofMaker("ben").plan, 2);
  world.apply({ seq: 4, planGone: { plan: 2 } });
  assert.deepEqual(numbers(), [1]);
});

test("the answer to a command changes the list; not coming removes the plan", async () => {
  const { model, numbers } = plans((_, { plan: number, answer }) => ({
    plan: answer === "NOT_COMING" ? { plan: number, over: true, answer } : plan(number, { answer }),
  }));
  assert.equal(await model.reply(4, "COMING", 10), true);
  assert.deepEqual(numbers(), [4]);
  await model.reply(4, "NOT_COMING");
  assert.deepEqual(numbers(), []);
});

test("a refused command changes nothing", async () => {
  const { model, numbers } = plans(() => undefined);
  assert.equal(await model.make({ activity: "coffee" }), false);
  assert.deepEqual(numbers(), []);
});

test("changes during a read are not lost", async () => {
  const { model, world, numbers } = plans(() => {
    world.apply({ seq: 1, planOffered: { plan: plan(3) } });
    world.apply({ seq: 2, planGone: { plan: 1 } });
    return { plans: { plans: [plan(2), plan(1)] } };
  });
  await model.open();
  assert.deepEqual(numbers(), [3, 2]);
});

test("a server may have no plans", async () => {
  const { model } = plans(() => {
    throw new Refused(/** @type {any} */ ({ code: "UNKNOWN_COMMAND", message: "" }));
  });
  await model.open();
  assert.equal(model.isOffered.value, false);
});

test("the list is on the device for a start without a connection", async () => {
  const { model, app } = plans();
  await model.start();
  model.set(plan(5));
  const next = new Plans(app);
  await next.start();
  assert.deepEqual(next.list.value.map((one) => one.plan), [5]);
});

test("members of one plan confirm the plan, and not their match", () => {
  const { model } = plans();
  model.set(plan(1));
  assert.equal(model.has("ben", "coffee"), false);
  model.set(plan(1, { answer: "COMING", members: [member("ben"), member("ana")] }));
  assert.equal(model.has("ben", "coffee"), true);
  assert.equal(model.has("ben", "gym"), false);
  assert.equal(model.has("eva", "coffee"), false);
});

test("a match after the end of a plan, or beside one called off, is confirmed by itself", () => {
  const { model } = plans();
  const both = { answer: "COMING", over: true, members: [member("ben"), member("ana")] };
  model.set(plan(1, { ...both, until: at(17) }));
  assert.equal(model.has("ben", "coffee", at(16)), true);
  assert.equal(model.has("ben", "coffee", at(18)), false);
  model.set(plan(1, { ...both, until: at(17), cancelled: true }));
  assert.equal(model.has("ben", "coffee", at(16)), false);
});

test("the user's own open plan keeps another for the activity away", () => {
  const { model } = plans();
  model.set(plan(1, { maker: user("ana"), answer: "COMING" }));
  assert.equal(model.own("coffee").plan, 1);
  model.set(plan(1, { maker: user("ana"), answer: "COMING", over: true }));
  assert.equal(model.own("coffee"), undefined);
});

test("a new name is shown wherever the user is", () => {
  const { model, world } = plans();
  model.set(plan(1, { asked: [user("eva")] }));
  world.apply({ seq: 1, profileChanged: { user: { username: "ben", displayName: "Benno" } } });
  world.apply({ seq: 2, profileChanged: { user: { username: "eva", displayName: "Evi" } } });
  const [{ maker, members, asked }] = model.list.value;
  assert.deepEqual(
    [maker, members[0].user, asked[0]].map(({ displayName }) => displayName),
    ["Benno", "Benno", "Evi"],
  );
});

const said = (/** @type {any} */ fields) => JSON.parse(JSON.stringify(fields));

test("a dialog left empty makes a plan for all, as soon as they come", () => {
  const fields = planMakeOf({ time: "", note: " ", place: "", roomFor: "" }, undefined, [], NOW);
  assert.deepEqual(said(fields), { with: [] });
});

test("a plan has a time, a place and a point", () => {
  const values = { time: "18:30", note: "hi", place: " Café ", roomFor: "3" };
  const fields = planMakeOf(values, { lat: 1, lon: 2 }, ["eva"], NOW);
  assert.deepEqual(said(fields), {
    with: ["eva"],
    note: "hi",
    place: "Café",
    point: { lat: 1, lon: 2 },
    at: at(18, 30),
    roomFor: 3,
  });
  assert.equal(planMakeOf({ time: "16:00" }, undefined, [], NOW).at, at(16, 0, 31));
});

test("members who come get news of a change and of the end; its maker gets none", () => {
  const { app, world } = plans();
  const members = [member("ben"), member("ana")];
  const mine = plan(1, { answer: "COMING", place: "Café", members });
  const news = (/** @type {any} */ more) => {
    const message = { planChanged: { plan: { ...mine, ...more } } };
    world.apply(/** @type {any} */ ({ seq: 1, ...message }));
    return planNews(app, /** @type {any} */ (message));
  };
  assert.equal(news({}), undefined);
  assert.deepEqual(news({ place: "Bar" }), [
    "ben has changed the plan: coffee · Bar",
    ["now", "plans", "ben"],
    "news",
  ]);
  assert.equal(news({ place: "Bar", members: [members[0]] }), undefined);
  assert.match(news({ place: "Bar", at: at(18) })[0], /coffee · (At|Since|Tomorrow|Mon)/);
  assert.equal(news({ over: true, cancelled: true })[0], "ben has called it off: coffee");
  assert.equal(news({ over: true, cancelled: true }), undefined);
  news({ maker: user("ana") });
  assert.equal(news({ maker: user("ana"), place: "Bar" }), undefined);
});

test("only what has changed is sent; a time and a point can be taken away", () => {
  const known = plan(1, { note: "hi", place: "Café", point: { lat: 1, lon: 2 }, at: at(18, 30) });
  const same = { time: "18:30", note: "hi", place: "Café" };
  assert.deepEqual(said(planChangeOf(same, known.point, known, "18:30", NOW)), {});
  const other = { time: "", note: "", place: "Bar" };
  assert.deepEqual(said(planChangeOf(other, undefined, known, "18:30", NOW)), {
    note: "",
    place: "Bar",
    noPoint: true,
    at: at(17, 0, 29),
  });
  const moved = planChangeOf({ ...same, time: "19:00" }, { lat: 3, lon: 2 }, known, "18:30", NOW);
  assert.deepEqual(said(moved), { point: { lat: 3, lon: 2 }, at: at(19) });
});

test("members can confirm a plan that has begun and was not called off", () => {
  const mine = { answer: "COMING" };
  assert.equal(mayConfirm(plan(1, mine), NOW), true);
  assert.equal(mayConfirm(plan(1), NOW), false);
  assert.equal(mayConfirm(plan(1, { ...mine, at: at(18) }), NOW), false);
  assert.equal(mayConfirm(plan(1, { ...mine, over: true, cancelled: true }), NOW), false);
});

test("a plan begins at its time, or at once", () => {
  assert.equal(hasBegun(plan(1), NOW), true);
  assert.equal(hasBegun(plan(1, { at: at(18) }), NOW), false);
  assert.equal(hasBegun(plan(1, { at: at(16) }), NOW), true);
});

test("it is posted once two members have confirmed it", () => {
  const done = { done: true };
  assert.equal(isPosted(plan(1, { members: [member("ben", done), member("ana")] })), false);
  assert.equal(isPosted(plan(1, { members: [member("ben", done), member("ana", done)] })), true);
});

test("news are of offers, and to members of who comes and who does not", () => {
  const { app } = plans();
  const news = (/** @type {any} */ message) => planNews(app, message);
  assert.deepEqual(news({ planOffered: { plan: plan(1) } }), [
    "ben has a plan: coffee",
    ["now", "plans", "ben"],
  ]);
  const joined = plan(1, { answer: "COMING", members: [member("ben"), member("eva")] });
  assert.equal(news({ planChanged: { plan: joined, by: "eva" } })[0], "eva comes: coffee");
  assert.equal(news({ planChanged: { plan: joined, by: "dan" } })[0], "dan is not coming: coffee");
  assert.equal(news({ planChanged: { plan: joined, by: "ana" } }), undefined);
  assert.equal(news({ planChanged: { plan: joined } }), undefined);
  assert.equal(news({ planChanged: { plan: plan(1), by: "ben" } }), undefined);
  assert.equal(news({ planGone: { plan: 1 } }), undefined);
});
