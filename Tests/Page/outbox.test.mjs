import assert from "node:assert/strict";
import { test } from "node:test";

import { Lost, Refused } from "../../Sources/Page/client/index.js";
import { Outbox } from "../../Sources/Page/model/outbox.js";
import { Memory } from "../../Sources/Page/store/memory.js";

const FILE = /** @type {const} */ ({ kind: "FILE", name: "a.txt", size: 1 });
const blob = (text = "a") => new Blob([text]);

/** A server, whose answers can be held up, and an outbox that sends to it. */
class World {
  /** @type {any[]} */
  sent = [];
  /** The paths of uploads with their keys. @type {string[][]} */
  uploads = [];
  /** @type {string[]} */
  discarded = [];
  /** @type {any[]} */
  notes = [];
  /** What the next uploads end with. @type {any[]} */
  outcomes = [];
  /** What the next messages end with. @type {any[]} */
  refusals = [];
  count = 0;

  constructor(keeper = new Memory()) {
    this.keeper = keeper;
    const link = {
      isLeader: true,
      tell: (/** @type {any} */ note) => this.notes.push(note),
      call: async (/** @type {string} */ _, /** @type {any} */ fields) => {
        await undefined;
        const refusal = this.refusals.shift();
        if (refusal) throw refusal;
        this.sent.push(fields);
        return { roomSent: { seq: this.sent.length } };
      },
    };
    this.link = link;
    this.outbox = new Outbox(keeper, /** @type {any} */ (link), {
      explain: (error, isUpload) => `${/** @type {any} */ (error).code} ${isUpload}`,
      knows: () => true,
      upload: (path, body, options) => this.upload(path, body, options),
      discard: (id) => this.discarded.push(id),
    });
  }

  /** @param {string} path @param {Blob} body @param {import("../../Sources/Page/model/upload.js").UploadOptions} options */
  async upload(path, body, { key, signal, onProgress }) {
    this.uploads.push([path, key, await body.text()]);
    onProgress(.5);
    const outcome = await this.outcomes.shift();
    if (outcome instanceof Error) throw outcome;
    if (signal.aborted && !outcome?.isLate) throw new Lost();
    return { attachment: { id: `f${++this.count}`, ...outcome } };
  }

  /** @param {string} what @param {() => any} condition */
  async until(what, condition) {
    for (let turn = 0; turn < 200; turn++) {
      if (condition()) return;
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    assert.fail(`not in time: ${what}`);
  }

  isEmpty() {
    return this.outbox.messages.peek().length === 0;
  }
}

/** An outcome that is decided later. */
function held() {
  /** @type {(outcome?: any) => void} */
  let decide;
  const outcome = new Promise((resolve) => decide = resolve);
  return { outcome, decide };
}

test("files go before the message that names them, in their order", async () => {
  const world = new World();
  await world.outbox.write("ben", "look", [
    { ...FILE, blob: blob("one") },
    { kind: "PICTURE", size: 3, width: 4, height: 3, blob: blob("two") },
  ]);
  await world.until("sent", () => world.isEmpty());
  assert.deepEqual(world.uploads.map(([path, , text]) => [path, text]), [
    ["/v1/rooms/files?kind=file&name=a.txt", "one"],
    ["/v1/rooms/files?kind=picture", "two"],
  ]);
  const [{ cid, ...message }] = world.sent;
  assert.deepEqual(message, { to: "ben", text: "look", attachments: ["f1", "f2"] });
  assert.ok(cid);
  assert.equal(await world.keeper.file(world.uploads[0][1]), undefined, "the file stays here");
});

test("a text alone names no attachments", async () => {
  const world = new World();
  await world.outbox.write("ben", "hi");
  await world.until("sent", () => world.isEmpty());
  assert.deepEqual(Object.keys(world.sent[0]).toSorted(), ["cid", "text", "to"]);
});

test("the order of a conversation is kept, and another one does not wait", async () => {
  const world = new World();
  const { outcome, decide } = held();
  world.outcomes.push(outcome);
  await world.outbox.write("ben", "first", [{ ...FILE, blob: blob() }]);
  await world.outbox.write("ben", "second");
  await world.outbox.write("carl", "to another");
  await world.until("the other one", () => world.sent.length === 1);
  assert.equal(world.sent[0].to, "carl");
  decide();
  await world.until("sent", () => world.isEmpty());
  assert.deepEqual(world.sent.slice(1).map(({ text }) => text), ["first", "second"]);
});

test("an upload that breaks off is made again with the same key", async () => {
  const world = new World();
  world.outcomes.push(new Lost());
  await world.outbox.write("ben", "", [{ ...FILE, blob: blob() }]);
  await world.until("first attempt", () => world.uploads.length === 1);
  assert.equal(world.sent.length, 0);
  // The session is there again.
  await world.outbox.send();
  await world.until("sent", () => world.isEmpty());
  assert.equal(world.uploads.length, 2);
  assert.equal(world.uploads[0][1], world.uploads[1][1]);
  assert.equal(world.sent.length, 1);
});

test("what is uploaded stays uploaded when the page is opened again", async () => {
  const world = new World();
  world.refusals.push(new Lost());
  await world.outbox.write("ben", "", [{ ...FILE, blob: blob() }]);
  await world.until("upload", () => world.outbox.messages.peek()[0]?.attachments[0].id);
  const cid = world.outbox.messages.peek()[0].cid;
  const later = new World(world.keeper);
  await later.outbox.read();
  await later.until("sent", () => later.sent.length === 1);
  assert.deepEqual(later.uploads, []);
  assert.deepEqual(later.sent[0].attachments, ["f1"]);
  assert.equal(later.sent[0].cid, cid);
});

test("a message that is dropped is not sent, and its upload ends", async () => {
  const world = new World();
  const { outcome, decide } = held();
  world.outcomes.push(outcome);
  await world.outbox.write("ben", "", [{ ...FILE, blob: blob() }]);
  await world.until("upload", () => world.uploads.length === 1);
  await world.outbox.drop(world.outbox.messages.peek()[0].cid);
  decide();
  await world.outbox.write("ben", "next");
  await world.until("sent", () => world.isEmpty());
  assert.deepEqual(world.sent.map(({ text }) => text), ["next"]);
  assert.equal(await world.keeper.file(world.uploads[0][1]), undefined);
});

test("an upload that ends although its message was dropped is deleted", async () => {
  const world = new World();
  const { outcome, decide } = held();
  world.outcomes.push(outcome);
  await world.outbox.write("ben", "", [{ ...FILE, blob: blob() }]);
  await world.until("upload", () => world.uploads.length === 1);
  await world.outbox.drop(world.outbox.messages.peek()[0].cid);
  decide({ isLate: true });
  await world.until("deletion", () => world.discarded.length === 1);
  await world.outbox.send();
  assert.deepEqual(world.sent, []);
  assert.deepEqual(await world.keeper.outbox(), []);
});

test("what another tab has dropped is not sent", async () => {
  const world = new World();
  const { outcome, decide } = held();
  world.outcomes.push(outcome);
  await world.outbox.write("ben", "", [{ ...FILE, blob: blob() }]);
  await world.until("upload", () => world.uploads.length === 1);
  await world.keeper.drop(world.outbox.messages.peek()[0].cid);
  await world.outbox.read();
  decide();
  await world.outbox.write("ben", "next");
  await world.until("sent", () => world.isEmpty());
  assert.deepEqual(world.sent.map(({ text }) => text), ["next"]);
});

test("a message that was uploaded and dropped leaves nothing at the server", async () => {
  const world = new World();
  world.refusals.push(new Lost());
  await world.outbox.write("ben", "", [{ ...FILE, blob: blob() }]);
  await world.until("upload", () => world.outbox.messages.peek()[0]?.attachments[0].id);
  await world.outbox.drop(world.outbox.messages.peek()[0].cid);
  assert.deepEqual(world.discarded, ["f1"]);
});

test("a refusal is shown in words, and the next message goes on", async () => {
  const world = new World();
  world.outcomes.push(new Refused(/** @type {any} */ ({ code: "TOO_LARGE", message: "" })));
  await world.outbox.write("ben", "big", [{ ...FILE, blob: blob() }]);
  await world.outbox.write("ben", "next");
  await world.until("next", () => world.sent.length === 1);
  const [failed] = world.outbox.messages.peek();
  assert.equal(failed.failure, "TOO_LARGE true");
  await world.outbox.retry(failed.cid);
  await world.until("sent", () => world.isEmpty());
  assert.deepEqual(world.sent.map(({ text }) => text), ["next", "big"]);
});

test("a refusal for a while is tried again", async () => {
  const world = new World();
  world.outcomes.push(
    new Refused(
      /** @type {any} */ ({ code: "RATE_LIMITED", temporary: true, retryAfter: "0.01s" }),
    ),
  );
  await world.outbox.write("ben", "", [{ ...FILE, blob: blob() }]);
  await world.until("sent", () => world.isEmpty());
  assert.equal(world.uploads.length, 2);
});

test("an upload that has expired is made again, but not for ever", async () => {
  const expired = () =>
    new Refused(
      /** @type {any} */ ({ code: "NOT_FOUND", field: "roomSend.attachments", message: "" }),
    );
  const world = new World();
  world.refusals.push(expired());
  await world.outbox.write("ben", "", [{ ...FILE, blob: blob() }]);
  await world.until("sent", () => world.isEmpty());
  assert.deepEqual(world.sent[0].attachments, ["f2"]);

  world.refusals.push(expired(), expired(), expired(), expired());
  await world.outbox.write("ben", "", [{ ...FILE, blob: blob() }]);
  await world.until("failure", () => world.outbox.messages.peek()[0]?.failure);
  assert.equal(world.uploads.length, 2 + 3);
});

test("a file that the browser has lost is a failure in words", async () => {
  const world = new World();
  world.keeper.file = async () => await undefined;
  await world.outbox.write("ben", "", [{ ...FILE, blob: blob() }]);
  await world.until("failure", () => world.outbox.messages.peek()[0]?.failure);
  assert.equal(world.outbox.messages.peek()[0].failure, "NOT_FOUND true");
});

test("without room on the device, a message with files is refused", async () => {
  const world = new World();
  world.keeper.keep = () => Promise.reject(new Error("QuotaExceededError"));
  await assert.rejects(world.outbox.write("ben", "", [{ ...FILE, blob: blob() }]));
  assert.ok(world.isEmpty());
});

test("the message in flight is the one with the same text and the same files", async () => {
  const world = new World();
  world.link.isLeader = false;
  await world.outbox.write("ben", "", [{ ...FILE, blob: blob() }]);
  const [message] = world.outbox.messages.peek();
  world.outbox.messages.value = [{
    ...message,
    attachments: [{ ...message.attachments[0], id: "f1" }],
  }];
  // The fields that are empty are absent in an event.
  world.outbox.settle("ben", /** @type {any} */ ({ seq: 1 }));
  assert.equal(world.outbox.messages.peek().length, 1);
  world.outbox.settle("ben", { seq: 1, attachments: [{ id: "f2" }] });
  assert.equal(world.outbox.messages.peek().length, 1);
  world.outbox.settle("ben", { seq: 1, attachments: [{ id: "f1" }] });
  assert.ok(world.isEmpty());
});

test("the progress of an upload is known in all tabs", async () => {
  const world = new World();
  await world.outbox.write("ben", "", [{ ...FILE, blob: blob() }]);
  await world.until("sent", () => world.isEmpty());
  const [, key] = world.uploads[0];
  assert.equal(world.outbox.progress.peek().get(key), .5);
  const note = world.notes.find(({ progress }) => progress);
  const other = new World();
  other.outbox.hear(note.progress);
  assert.equal(other.outbox.progress.peek().get(key), .5);
});

test("unsent messages have their files, for the next log-in", async () => {
  const world = new World();
  world.link.isLeader = false;
  await world.outbox.write("ben", "text");
  await world.outbox.write("ben", "", [{ ...FILE, blob: blob("bytes") }]);
  const unsent = await world.outbox.unsent();
  await world.keeper.clear();
  const next = new World();
  for (const { message, files } of unsent) await next.keeper.keep(message, files);
  await next.outbox.read();
  await next.until("sent", () => next.sent.length === 2);
  assert.equal(next.uploads[0][2], "bytes");
});

test("a reply says what it replies to, and is another message than one without", async () => {
  const world = new World();
  await world.outbox.write("ben", "yes", [], 7);
  await world.until("sent", () => world.isEmpty());
  assert.equal(world.sent[0].replyTo, 7);
  await world.outbox.write("ben", "no");
  await world.until("sent", () => world.isEmpty());
  assert.equal("replyTo" in world.sent[1], false);
  world.link.isLeader = false;
  await world.outbox.write("ben", "yes", [], 7);
  world.outbox.settle("ben", { text: "yes" });
  assert.equal(world.isEmpty(), false);
  world.outbox.settle("ben", { text: "yes", replyTo: 7 });
  assert.equal(world.isEmpty(), true);
});

test("a reply to a message that is gone waits for the user, and goes without it", async () => {
  const world = new World();
  world.refusals.push(new Refused({ code: "NOT_FOUND", message: "", field: "roomSend.replyTo" }));
  await world.outbox.write("ben", "yes", [], 7);
  const failure = () => world.outbox.messages.peek()[0]?.failure;
  await world.until("refused", failure);
  const [{ cid }] = world.outbox.messages.peek();
  await world.outbox.retry(cid);
  await world.until("sent", () => world.isEmpty());
  assert.deepEqual(world.sent, [{ to: "ben", text: "yes", cid }]);
});
