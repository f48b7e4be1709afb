// The page starts here: who has a log-in sees the app, everybody else the door.

import { keptLogin } from "./login.js";
import { welcome } from "./screens/welcome.js";
import { Database } from "./store/database.js";
import { language } from "./texts/index.js";

/** How long after the door the rest of the page is loaded, in milliseconds. */
const APP_PAUSE = 2_000;

/** All that comes behind the door: who is at it does not wait for that. */
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

async function start() {
  document.documentElement.lang = language;
  const database = await Database.open();
  const login = await keptLogin(database);
  if (login) {
    const { open } = await app();
    return document.body.append(await open(database, login));
  }
  document.body.append(welcome(database));
  // While somebody types.
  setTimeout(app, APP_PAUSE);
}

registerWorker();
// A click on a notification leads to a screen.
navigator.serviceWorker?.addEventListener("message", (event) => {
  if (typeof event.data?.go === "string") location.hash = `#/${event.data.go}`;
});
await start();
