// The page starts here: who has a log-in sees the app, everybody else the door.

import { keptLogin } from "./login.js";
import { Database } from "./store/database.js";
import { language } from "./texts/index.js";

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
  // Two parts: who is at the door does not wait for the app.
  if (!login) {
    const { welcome } = await import("./screens/welcome.js");
    return document.body.append(welcome(database));
  }
  const { open } = await import("./screens/shell.js");
  document.body.append(await open(database, login));
}

registerWorker();
// A click on a notification leads to a screen.
navigator.serviceWorker?.addEventListener("message", (event) => {
  if (typeof event.data?.go === "string") location.hash = `#/${event.data.go}`;
});
await start();
