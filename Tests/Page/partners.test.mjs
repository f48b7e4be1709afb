// Language partners: turns, and which of two states is newer.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Refused } from "../../Sources/Page/client/index.js";
import { Partners } from "../../Sources/Page/model/partners.js";
import { World } from "../../Sources/Page/model/world.js";

const speaker = (/** @type {string} */ username) => ({ username, firstName: username });
const partnership = (more = {}) => ({
  number: 7,
  first: speaker("ben"),
  second: speaker("ana"),
  version: 1,
  ...more,
});

/** @param {(name: string) => any} answer */
function partners(answer = () => ({})) {
  const call = (/** @type {string} */ name) => Promise.resolve().then(() => answer(name));
  const app = { world: new World(), login: { username: "ana" }, link: { call }, read: call };
  return { model: new Partners(/** @type {any} */ (app)), world: app.world };
}

test("the stage says whose turn it is", () => {
  const { model } = partners();
  const stages = ["NO_MEETUP", "PROPOSED_BY_FIRST", "PROPOSED_BY_SECOND", "SCHEDULED"]
    .map((status) => model.stageOf(/** @type {any} */ (partnership({ status }))));
  assert.deepEqual(stages, ["none", "theirs", "mine", "agreed"]);
});

test("events change the list, and an older answer does not change it back", () => {
  const { model, world } = partners();
  world.apply({ seq: 1, partnerMatched: { partnership: partnership() } });
  const offered = partnership({ status: "PROPOSED_BY_FIRST", version: 2 });
  world.apply(/** @type {any} */ ({ seq: 2, meetupOffered: { partnership: offered, by: "ben" } }));
  model.set(partnership());
  assert.equal(model.list.value[0].version, 2);
  assert.equal(model.waiting, 1);
  world.apply({ seq: 3, partnerEnded: { number: 7, username: "ben" } });
  assert.equal(model.list.value.length, 0);
});

test("without a profile there are no partners; a server may have none at all", async () => {
  const refusing = (/** @type {any} */ code) =>
    partners(() => {
      throw new Refused({ code, message: "" });
    }).model;
  const none = refusing("NOT_FOUND");
  await none.open();
  assert.deepEqual([none.me.value, none.isLoaded.value, none.isOffered.value], [null, true, true]);
  const off = refusing("UNKNOWN_COMMAND");
  await off.open();
  assert.equal(off.isOffered.value, false);
});
