// The address that a visitor opened before the log-in.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Intended, isOfDoor, within } from "../../Sources/Page/intended.js";

const ORIGIN = "https://up.example";

/** A tab's storage, and what it keeps. */
function tab() {
  /** @type {Map<string, string>} */
  const kept = new Map();
  /** @type {any} */
  const storage = {
    getItem: (/** @type {string} */ key) => kept.get(key) ?? null,
    setItem: kept.set.bind(kept),
    removeItem: kept.delete.bind(kept),
  };
  return { kept, intended: new Intended(storage, ORIGIN) };
}

test("an address of this site keeps path and fragment, and loses its query", () => {
  for (
    const [address, own] of [
      ["/", "/"],
      ["/#/chats/ben", "/#/chats/ben"],
      ["#/chats/%2Bk3y", "/#/chats/%2Bk3y"],
      ["/i#K3y/with?signs", "/i#K3y/with?signs"],
      ["/circle/0123", "/circle/0123"],
      ["/?code=secret&state=1#/me", "/#/me"],
      [`${ORIGIN}/#/map`, "/#/map"],
    ]
  ) assert.equal(within(address, ORIGIN), own, address);
});

test("an address never leads to another site", () => {
  for (
    const address of [
      "https://evil.example/#/chats",
      "//evil.example/",
      "/\\evil.example/",
      "\\\\evil.example",
      "/\t/evil.example",
      "http://up.example/#/chats",
      "https://up.example.evil.example/",
      "https://up.example@evil.example/",
      "javascript:alert(1)",
      "data:text/html,x",
      "blob:https://up.example/1",
      "https://",
    ]
  ) assert.equal(within(address, ORIGIN), "/", address);
  // A path that begins with two slashes would be the name of a host.
  for (const address of [`${ORIGIN}//evil.example/`, `${ORIGIN}/\\evil.example/`]) {
    const own = within(address, ORIGIN);
    assert.equal(new URL(own, ORIGIN).origin, ORIGIN, own);
  }
});

test("the log-in screen's own addresses are not kept", () => {
  for (
    const address of [
      "/",
      "/#",
      "/#/",
      "/#/register",
      "/#/forgot",
      "/#/recover",
      "/i#/register",
    ]
  ) assert.ok(isOfDoor(address), address);
  for (
    const address of [
      "/#/now",
      "/#/chats/register",
      "/i#K3y",
      "/i#register",
      "/circle/1",
    ]
  ) {
    assert.ok(!isOfDoor(address), address);
  }
  const { intended, kept } = tab();
  intended.keep("/i#K3y");
  for (const address of ["/i#/register", "/#/forgot", "/i#/"]) {
    intended.keep(address);
  }
  assert.equal(intended.address, "/i#K3y");
  assert.equal(kept.size, 1);
});

test("a kept address is taken once, and can be forgotten", () => {
  const { intended, kept } = tab();
  assert.equal(intended.take(), "/");
  intended.keep("/#/chats/ben");
  intended.keep("/#/chats/%2Bk3y");
  assert.equal(intended.take(), "/#/chats/%2Bk3y");
  assert.equal(intended.take(), "/");
  intended.keep("/#/chats/ben");
  intended.forget();
  assert.equal(intended.address, "/");
  assert.equal(kept.size, 0);
});

test("a stored address of another site is not opened", () => {
  const { intended, kept } = tab();
  intended.keep("/#/now");
  for (const key of kept.keys()) kept.set(key, "https://evil.example/#/now");
  assert.equal(intended.take(), "/");
});
