// Links of invitations, and what they mean for the user who opens one.

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  aimOf,
  codeIn,
  codeOf,
  commandOf,
  headlineOf,
  INVITE,
  linkTo,
  meaningOf,
} from "../../Sources/Page/model/invitations.js";

const CODE = "k3Vb0Yx1ZsQ2mVb7TtXk-_";

test("a link has the code in its fragment, which browsers do not send", () => {
  const link = linkTo("https://up.example", CODE);
  assert.equal(link, `https://up.example/i#${CODE}`);
  const { pathname, search, hash } = new URL(link);
  assert.deepEqual([pathname, search, hash], ["/i", "", `#${CODE}`]);
});

test("a code is read from a link, or alone", () => {
  for (const text of [CODE, ` ${CODE}\n`, `https://up.example/i#${CODE}`, `up.example/i#${CODE}`]) {
    assert.equal(codeIn(text), CODE, text);
  }
  for (const text of ["", "ana", CODE.slice(1), `${CODE}x`, `${CODE}!`, "https://up.example/i"]) {
    assert.equal(codeIn(text), "", text);
  }
});

test("the code of an address is whatever its fragment is", () => {
  for (
    const [address, code] of [
      [`/i#${CODE}`, CODE],
      [`/#/people/%2B${CODE}`, CODE],
      [`/#/people/+${CODE}`, CODE],
      ["/i#K3y/with?signs", "K3y/with?signs"],
      ["/i#%", "%"],
      ["/i#%C3%A9", "é"],
      ["/i", ""],
      ["/i#", ""],
      ["/i#/register", ""],
      ["/#/people/ana", ""],
      ["/#/people/+", ""],
      [`/#/people/${INVITE}`, ""],
      [`/#/people/${encodeURIComponent(INVITE)}`, ""],
      [`/#/chats/%2B${CODE}`, ""],
      [`/circle/i#${CODE}`, ""],
    ]
  ) assert.equal(codeOf(address), code, address);
});

test("an invitation leads to its activity, or nowhere in particular", () => {
  assert.deepEqual(aimOf({ activity: "coffee" }), ["now", "coffee"]);
  assert.deepEqual(aimOf({ activity: "" }), []);
  assert.deepEqual(aimOf({}), []);
  assert.deepEqual(aimOf(undefined), []);
});

test("what an invitation means depends on what its inviter shows", () => {
  const friends = new Map([["ana", {}]]);
  for (
    const [preview, meaning] of [
      [{}, "friendship"],
      [{ displayName: "Ana" }, "friendship"],
      [{ request: true }, "request"],
      [{ username: "ana" }, "friends"],
      [{ username: "ana", request: true }, "friends"],
      [{ username: "ben" }, "own"],
      [{ username: "carl" }, "friendship"],
      [{ operator: true }, "operator"],
    ]
  ) {
    const found = meaningOf(/** @type {any} */ (preview), "ben", friends);
    assert.equal(found, meaning, JSON.stringify(preview));
  }
});

test("the headline has the name, or else the username, or neither", () => {
  assert.equal(headlineOf({ displayName: "Ana", username: "ana1" }), "Ana invites you");
  assert.equal(headlineOf({ username: "ana1" }), "@ana1 invites you");
  assert.equal(headlineOf({}), "A user of this server invites you");
  assert.equal(headlineOf({ operator: true }), "You are invited to this server");
});

test("a form becomes a command: a box that is not checked is false", () => {
  assert.deepEqual(
    commandOf({ uses: "5", hours: "24", activity: "coffee", request: "on", username: "on" }),
    {
      uses: 5,
      hours: 24,
      activity: "coffee",
      request: true,
      shows: { name: false, picture: false, username: true },
    },
  );
  assert.deepEqual(
    commandOf({ uses: "1", hours: "168", activity: "", name: "on", picture: "on" }),
    {
      uses: 1,
      hours: 168,
      activity: undefined,
      request: false,
      shows: { name: true, picture: true, username: false },
    },
  );
});
