// Usernames as they are typed, and refusals as they are read.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Refused } from "../../Sources/Page/client/index.js";
import { explain, fieldOf } from "../../Sources/Page/explain.js";
import { flawOf, spelled } from "../../Sources/Page/model/usernames.js";
import "../../Sources/Page/refusals.js";

test("a name is spelled in the letters of a username", () => {
  assert.equal(spelled("Jörg"), "joerg");
  assert.equal(spelled("Jo\u0308rg"), "joerg");
  assert.equal(spelled(" Zoë Łęcka-Groß "), "zoe_lecka_gross");
  assert.equal(spelled("4you"), "you");
  assert.equal(spelled("Ли"), "");
  assert.equal(spelled("a".repeat(30)).length, 20);
});

test("a username has a flaw, or none", () => {
  const flaws = ["jörg", "_ana", "4you", "jo", "a".repeat(21), "ana_4"].map(flawOf);
  assert.deepEqual(flaws, ["letters", "begins", "begins", "short", "long", undefined]);
});

test("refusals are sentences, by what the code and the server say", () => {
  const said = (/** @type {any} */ error) => explain(new Refused(error));
  const invalid = (/** @type {string} */ message) => said({ code: "INVALID_FIELD", message });
  assert.match(
    invalid("this is a common password, one that is tried first: choose another"),
    /^This password is one/,
  );
  assert.match(invalid("it contains the username, and too little besides"), /your username/);
  assert.match(invalid("expected an e-mail address"), /complete e-mail address/);
  assert.equal(invalid("expected 8 to 128 bytes"), "A password has 8 to 128 characters.");
  assert.equal(invalid("expected 1 to 40 characters"), "Between 1 and 40 characters fit here.");
  assert.equal(invalid("some other reason"), "The server does not accept this entry. Check it.");
  const conflict = (/** @type {string} */ message) => said({ code: "CONFLICT", message });
  assert.match(conflict("the meetup is scheduled: clear it first"), /call it off first/);
  assert.match(conflict("this passkey is in use already"), /does not go with/);
  const code = { code: "WRONG_CREDENTIALS", field: "passwordRecover.code", message: "" };
  assert.match(said(code), /^The code is wrong/);
  assert.equal(fieldOf(new Refused(/** @type {any} */ (code))), "code");
  assert.match(said({ code: "WRONG_CREDENTIALS", message: "" }), /^The name or the password/);
  const ban = { code: "BANNED", message: "this account is banned: spam" };
  assert.equal(said(ban), "This account is banned: spam");
  assert.match(said({ ...ban, retryAfter: "60s" }), /banned: spam Until .*\.$/);
});
