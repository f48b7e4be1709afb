import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { door as german } from "../../Sources/Page/texts/de.door.js";
import { de } from "../../Sources/Page/texts/de.js";
import { door } from "../../Sources/Page/texts/en.door.js";
import { en } from "../../Sources/Page/texts/en.js";
import { activityTitle, loadTexts, textIfAny } from "../../Sources/Page/texts/index.js";

/** In modules that the log-in screen shares with the rest: texts which only the rest shows. */
const OF_REST = [
  ...["justNow", "minutes", "hours", "hoursMinutes", "isOnline", "isOffline", "lastSeen", "lookUp"],
  ...["inviteFriend", "findFriends", "chats", "people", "me", "meSecurity"],
  ...["fileTooLarge", "fileTooLargeMost", "fileNoPicture"],
];
/** Words that are no texts of them: tags, states, addresses, keys of refusals.js. */
const NO_TEXTS = [
  ...["link", "title", "circle", "navigation", "now", "nowhere", "offline", "replaced"],
  ...["emoji", "meetup", "reason"],
];

/**
 * The modules that the log-in screen runs: all that main.js imports, but not what it loads when a
 * user has logged in.
 */
function modulesOfDoor() {
  const found = new Set([new URL("../../Sources/Page/main.js", import.meta.url).href]);
  for (const module of found) {
    const code = readFileSync(new URL(module), "utf8").replace(/\/\*[\s\S]*?\*\//g, "");
    for (const [, path] of code.matchAll(/(?:from |import |import\()"(\.[^"]+)"/g)) {
      const other = new URL(path, module).href;
      if (!/\/(?:texts\/\w+|screens\/shell)\.js$/.test(other)) found.add(other);
    }
  }
  return [...found].filter((module) => !module.includes("/texts/"));
}

test("the log-in screen has its texts without the rest of the page", () => {
  const modules = modulesOfDoor();
  assert.ok(modules.some((module) => module.endsWith("/screens/welcome.js")));
  assert.ok(modules.some((module) => module.endsWith("/people/preview.js")));
  const missing = modules.flatMap((module) => {
    const code = readFileSync(new URL(module), "utf8");
    return [...code.matchAll(/"([\w.]+)"/g)].map(([, word]) => word)
      .filter((word) => word in en && !(word in door))
      .filter((word) => ![...OF_REST, ...NO_TEXTS].includes(word))
      .map((word) => `${module.split("/Page/")[1]}: ${word}`);
  });
  assert.deepEqual(missing, []);
});

test("all languages have the same texts", () => {
  assert.deepEqual(Object.keys(german).sort(), Object.keys(door).sort());
  assert.deepEqual(Object.keys(de).sort(), Object.keys(en).sort());
});

test("the other texts are there when they are loaded", async () => {
  assert.equal(textIfAny("logIn"), door.logIn);
  assert.equal(textIfAny("writeHere"), undefined);
  // An invitation names what it is about.
  assert.equal(activityTitle({ activity: "gym" }), "Gym");
  await loadTexts();
  assert.equal(textIfAny("writeHere"), en.writeHere);
  assert.equal(activityTitle({ activity: "gym", title: "Gym" }), "Gym");
  assert.equal(activityTitle({ activity: "gym", title: "Boulder" }), "Boulder");
});
