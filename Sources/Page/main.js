// The page starts here: a user with a log-in sees the app, any other the door.

import { takeReason } from "./login.js";
import { welcome } from "./screens/welcome.js";
import { Database } from "./store/database.js";
import { language } from "./texts/index.js";
import { scope } from "./view/signal.js";

/** How long after the door the rest of the page is loaded, in milliseconds. */
const APP_PAUSE = 2_000;

/** All that comes behind the door: a user at the door does not wait for it. */
function app() {
  return import("./screens/shell.js");
}

/** The only script address that the page ever uses: whatever a policy is asked, that is its answer. */
function registerWorker() {
  const policy = /** @type {any} */ (globalThis).trustedTypes?.createPolicy(
    "upfor",
    {
      createScriptURL: () => "/worker.js",
    },
  );
  const url = /** @type {any} */ (policy?.createScriptURL("") ?? "/worker.js");
  navigator.serviceWorker?.register(url).catch(() => {});
}

/**
 * @param {Database} database
 * @param {string} reason why a log-in has ended; empty: none has
 * @param {import("./screens/entering.js").Waiting} [waiting] what it could not send any more
 */
function showDoor(database, reason, waiting) {
  const [door, close] = scope(() =>
    welcome(database, {
      reason,
      waiting,
      show: async (login, keeper) => {
        await showApp(database, login, keeper, true);
        close();
      },
    })
  );
  document.body.replaceChildren(door);
}

/**
 * @param {Database} database
 * @param {import("./login.js").Login} login
 * @param {import("./store/database.js").Keeper} keeper
 * @param {boolean} isGuest
 */
async function showApp(database, login, keeper, isGuest) {
  const { open } = await app();
  const onEnd = (/** @type {string} */ reason, /** @type {any} */ waiting) =>
    showDoor(database, reason, waiting);
  document.body.replaceChildren(await open({ login, keeper, isGuest, onEnd }));
}

async function start() {
  document.documentElement.lang = language;
  const database = await Database.open();
  const login = await database.login();
  if (login) return await showApp(database, login, database.of(login), false);
  await database.tidy();
  // Pages of before kept the log-in of a guest here.
  sessionStorage.removeItem("upfor.login");
  showDoor(database, takeReason() ?? "");
  // While the user types at the door.
  setTimeout(app, APP_PAUSE);
}

registerWorker();
// A click on a notification leads to a screen.
navigator.serviceWorker?.addEventListener("message", (event) => {
  if (typeof event.data?.go === "string") location.hash = `#/${event.data.go}`;
});
await start();
