// The page starts here: who has a log-in sees the app, everybody else the door.

import { App } from "./app.js";
import { shell } from "./screens/shell.js";
import { welcome } from "./screens/welcome.js";
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
  const login = await App.keptLogin(database);
  if (!login) return document.body.append(await welcome(database));
  const app = new App(database, login);
  await app.start();
  document.body.append(shell(app));
}

registerWorker();
// A click on a notification leads to a screen.
navigator.serviceWorker?.addEventListener("message", (event) => {
  if (typeof event.data?.go === "string") location.hash = `#/${event.data.go}`;
});
await start();
