// The page starts here: a user with a log-in sees the app, any other the log-in screen ("door").

import { here, intended, isOfDoor } from "./intended.js";
import { takeReason } from "./login.js";
import { welcome } from "./screens/welcome.js";
import { Database } from "./store/database.js";
import { language, loadTexts } from "./texts/index.js";
import { replaceAddress } from "./view/router.js";
import { scope } from "./view/signal.js";

/** How long after the log-in screen the rest of the page is loaded, in milliseconds. */
const APP_PAUSE = 2_000;

/** Everything behind the log-in screen, which does not wait for it. */
async function app() {
  const [shell] = await Promise.all([import("./screens/shell.js"), loadTexts()]);
  return shell;
}

/** The only script address that the page ever uses: the policy returns it for every input. */
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
 * @param {import("./screens/entering.js").Waiting} [waiting] messages that it could no longer send
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
  if (login) {
    // The user has logged in beside this tab, while it showed the log-in screen.
    const address = intended.take();
    if (isOfDoor(here()) && !location.search) replaceAddress(address);
    return await showApp(database, login, database.of(login), false);
  }
  await database.tidy();
  // Earlier versions of the page stored the log-in of a guest here.
  sessionStorage.removeItem("upfor.login");
  showDoor(database, takeReason() ?? "");
  // While the user types on the log-in screen.
  setTimeout(app, APP_PAUSE);
}

registerWorker();
// A click on a notification leads to a screen.
navigator.serviceWorker?.addEventListener("message", (event) => {
  if (typeof event.data?.go === "string") location.hash = `#/${event.data.go}`;
});
await start();
