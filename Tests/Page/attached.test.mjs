import assert from "node:assert/strict";
import { test } from "node:test";

Object.defineProperty(globalThis, "navigator", {
  value: { languages: ["en-GB"] },
  configurable: true,
});
const {
  gridOf,
  isPhoto,
  parted,
  pathOf,
  scaledSize,
  sentName,
  shownSize,
  summaryOf,
  uploadPath,
} = await import("../../Sources/Page/model/attached.js");
const { loadTexts } = await import("../../Sources/Page/texts/index.js");
const { bytesOf } = await import("../../Sources/Page/view/format.js");
const { bounded, swiped, WHOLE, zoomed } = await import(
  "../../Sources/Page/screens/attached/zoom.js"
);

await loadTexts();

/** @type {(name: string) => any} */
const file = (name) => ({ kind: "FILE", name });
const photo = /** @type {any} */ ({ kind: "PICTURE" });
const voice = /** @type {any} */ ({ kind: "VOICE" });

test("a message in one line is its text, or what is attached", () => {
  assert.equal(summaryOf({ text: "*hi*", attachments: [photo] }), "hi");
  assert.equal(summaryOf({ attachments: [photo] }), "Photo");
  assert.equal(summaryOf({ text: "", attachments: [photo, photo, photo] }), "3 photos");
  assert.equal(summaryOf({ attachments: [voice] }), "Voice message");
  assert.equal(summaryOf({ attachments: [file("plan.pdf"), photo] }), "plan.pdf +1");
  assert.equal(summaryOf({ attachments: [photo, file("a"), file("b")] }), "Photo +2");
  // A message that was deleted has neither.
  assert.equal(summaryOf({}), "");
});

test("a grid has rows of two or three, and a place for each picture", () => {
  assert.deepEqual(gridOf(0), []);
  for (let count = 1; count <= 10; count++) {
    const rows = gridOf(count);
    assert.equal(rows.reduce((sum, one) => sum + one, 0), count, String(rows));
    if (count > 1) assert.ok(rows.every((one) => one === 2 || one === 3), String(rows));
    assert.deepEqual(rows, rows.toSorted(), "the larger ones are first");
  }
  assert.deepEqual(gridOf(4), [2, 2]);
  assert.deepEqual(gridOf(7), [2, 2, 3]);
});

test("a picture is scaled down to its longer side, and never up", () => {
  assert.deepEqual(scaledSize({ width: 4000, height: 3000 }, 2560), { width: 2560, height: 1920 });
  assert.deepEqual(scaledSize({ width: 3000, height: 4000 }, 2560), { width: 1920, height: 2560 });
  assert.deepEqual(scaledSize({ width: 800, height: 600 }, 2560), { width: 800, height: 600 });
  assert.deepEqual(scaledSize({ width: 90_000, height: 3 }, 2560), { width: 2560, height: 1 });
});

test("a single picture is shown whole, and neither too small nor too large", () => {
  assert.deepEqual(shownSize({ width: 1600, height: 1200 }), { width: 320, height: 240 });
  assert.deepEqual(shownSize({ width: 1200, height: 1600 }), { width: 285, height: 380 });
  assert.deepEqual(shownSize({ width: 100, height: 100 }), { width: 100, height: 100 });
  assert.deepEqual(shownSize({ width: 1, height: 1 }), { width: 96, height: 96 });
  assert.deepEqual(shownSize({ width: 10_000, height: 10 }), { width: 320, height: 96 });
  // A server that does not know its size.
  assert.deepEqual(shownSize({}), { width: 320, height: 240 });
});

test("sizes are in words", () => {
  assert.match(bytesOf(1), /^1\skB$/);
  assert.match(bytesOf(48_112), /^48\skB$/);
  assert.match(bytesOf(1_250_000), /^1\.3\sMB$/);
});

test("files that begin as a photo are found, whatever their name", () => {
  const bytes = (/** @type {string} */ text) =>
    Uint8Array.from(text.padEnd(16, "\0"), (letter) => letter.charCodeAt(0));
  for (
    const head of [
      "\xff\xd8\xff\xe1",
      "\x89PNG\r\n",
      "RIFF\x10\0\0\0WEBPVP8 ",
      "\0\0\0\x18ftypheic",
      "\0\0\0\x18ftypmif1",
      "\0\0\0\x18ftypavif",
      "II*\0",
      "MM\0*",
    ]
  ) assert.ok(isPhoto(bytes(head)), head);
  for (const head of ["%PDF-1.7", "<html>", "RIFF\0\0\0\0WAVE", "\0\0\0\x18ftypmp42", "MMM"]) {
    assert.ok(!isPhoto(bytes(head)), head);
  }
  assert.ok(!isPhoto(new Uint8Array()));
});

test("a name is sent without a path, without what cannot be seen, and with its ending", () => {
  assert.equal(sentName("plan.pdf"), "plan.pdf");
  assert.equal(sentName("../../etc/passwd"), ".._.._etc_passwd");
  assert.equal(sentName("C:\\a.txt"), "C:_a.txt");
  assert.equal(sentName("cod\u202efdp.exe"), "codfdp.exe");
  assert.equal(sentName(" a\nb\0.txt "), "ab.txt");
  assert.equal(sentName(".."), "file");
  assert.equal(sentName("\u200b"), "file");
  const long = sentName(`${"😀".repeat(300)}.pdf`);
  assert.equal([...long].length, 200);
  assert.ok(long.endsWith("😀.pdf"));
  assert.equal(sentName("<img src=x onerror=alert(1)>"), "<img src=x onerror=alert(1)>");
});

test("an ending stays when a name is cut", () => {
  assert.deepEqual(parted("plan.pdf"), ["plan", ".pdf"]);
  assert.deepEqual(parted("a.tar.gz"), ["a.tar", ".gz"]);
  assert.deepEqual(parted(".profile"), [".profile", ""]);
  assert.deepEqual(parted("Makefile"), ["Makefile", ""]);
  assert.deepEqual(parted("v1. What a long sentence"), ["v1. What a long sentence", ""]);
});

test("an upload says what it is, and nothing in a name ends the address", () => {
  assert.equal(uploadPath({ kind: "PICTURE", name: "sea.jpg" }), "/v1/rooms/files?kind=picture");
  assert.equal(
    uploadPath({ kind: "FILE", name: "a&b=c?#%ü.pdf" }),
    "/v1/rooms/files?kind=file&name=a%26b%3Dc%3F%23%25%C3%BC.pdf",
  );
  assert.equal(
    uploadPath({ kind: "FILE", name: "a.jpg", keepsMetadata: true }),
    "/v1/rooms/files?kind=file&name=a.jpg&metadata=keep",
  );
  assert.equal(uploadPath({ kind: "VOICE" }), "/v1/rooms/files?kind=voice");
  assert.equal(pathOf("0f", true), "/v1/rooms/files/0f/preview");
  assert.equal(pathOf("a/../b"), "/v1/rooms/files/a%2F..%2Fb");
});

test("zooming keeps the point under the pointer, and fills the frame", () => {
  const view = zoomed(WHOLE, 2, .25, -.1);
  assert.equal(view.zoom, 2);
  // A point p of the frame shows (p - x) / zoom of the picture.
  assert.ok(Math.abs((.25 - view.x) / view.zoom - .25) < 1e-9);
  assert.ok(Math.abs((-.1 - view.y) / view.zoom + .1) < 1e-9);
  assert.deepEqual(bounded({ zoom: 2, x: 9, y: -9 }), { zoom: 2, x: .5, y: -.5 });
  assert.deepEqual(zoomed(view, .1, 0, 0), WHOLE);
  assert.equal(zoomed(WHOLE, 99, 0, 0).zoom, 6);
});

test("a swipe against the direction of reading leads on", () => {
  assert.equal(swiped(-.3, false), 1);
  assert.equal(swiped(.3, false), -1);
  assert.equal(swiped(-.3, true), -1);
  assert.equal(swiped(.05, false), 0);
});
