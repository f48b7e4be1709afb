// What is chosen for the next message of each conversation, until it is sent or the page is closed.

import { Refused } from "../client/index.js";
import { explain } from "../explain.js";
import { site } from "../site.js";
import { t } from "../texts/index.js";
import { toast } from "../view/dialog.js";
import { onLeave } from "../view/leaving.js";
import { signal } from "../view/signal.js";

/** @typedef {import("../model/outbox.js").Choice} Choice */

/** By username or group. @type {import("../view/signal.js").Signal<Map<string, Choice[]>>} */
export const chosen = signal(new Map());
/** By username or group: how many files are being read and scaled. @type {import("../view/signal.js").Signal<Map<string, number>>} */
export const preparing = signal(new Map());
/** Ends when all files that were chosen are ready. */
let taking = Promise.resolve();

onLeave(() => chosen.value = new Map());

/** @param {string} username @param {Choice[]} choices */
export function choose(username, choices) {
  const next = new Map(chosen.peek());
  if (choices.length) next.set(username, choices);
  else next.delete(username);
  chosen.value = next;
}

/** What is chosen, once it is ready. @param {string} username */
export async function chosenFor(username) {
  await taking;
  return chosen.peek().get(username) ?? [];
}

/** The parts of the page that only those need who attach files. */
export function tools() {
  return import("./attached/choose.js");
}

/**
 * Takes files for the next message.
 *
 * @param {string} username
 * @param {Iterable<File>} files
 * @param {boolean} [asFiles] photos, too
 */
export function attach(username, files, asFiles = false) {
  // The list of an input changes with the input.
  const all = [...files];
  if (!all.length) return taking;
  prepare(username, all.length);
  taking = taking.then(async () => {
    try {
      const { take } = await tools();
      await take(username, all, asFiles);
    } catch {
      // Without a network it cannot be loaded for the first time.
      toast(t("noConnection"), { kind: "error" });
    } finally {
      prepare(username, -all.length);
    }
  });
  return taking;
}

/** @type {ReturnType<typeof site> | undefined} */
let terms;

/** What this server says of itself: asked until it has answered once. */
async function known() {
  const here = await (terms ??= site());
  if (here.fileBytes === undefined) terms = undefined;
  return here;
}

/** Whether this server makes previews of links. */
export async function readsLinks() {
  return (await known()).links === true;
}

/**
 * Takes a link for the next message: the server reads its page.
 *
 * @param {import("../app.js").App} app
 * @param {string} username
 * @param {string} url
 */
export function attachLink(app, username, url) {
  prepare(username, 1);
  taking = taking.then(async () => {
    await addMade(app, username, "linkRead", { url });
    prepare(username, -1);
  });
  return taking;
}

/**
 * Adds what the server makes of a command for the next message.
 *
 * @param {import("../app.js").App} app
 * @param {string} username
 * @param {"linkRead" | "locationShare"} command
 * @param {any} fields
 * @returns {Promise<boolean>} whether it has; otherwise the user has seen why not
 */
export async function addMade(app, username, command, fields) {
  try {
    const { attachment } = await app.link.call(command, fields);
    const choices = chosen.peek().get(username) ?? [];
    const { kind = "FILE", size = 0 } = attachment;
    choose(username, [...choices, { ...attachment, kind, size }]);
    return true;
  } catch (error) {
    const isNoPage = command === "linkRead" && isNotFound(error);
    toast(isNoPage ? t("noPreview") : explain(error), { kind: "error" });
    return false;
  }
}

/** @param {unknown} error */
export const isNotFound = (error) => error instanceof Refused && error.code === "NOT_FOUND";

/** @param {string} username @param {number} by */
function prepare(username, by) {
  const now = preparing.peek();
  preparing.value = new Map(now).set(username, (now.get(username) ?? 0) + by);
}

/** The most bytes of a file that this server takes. */
export async function mostBytes() {
  return (await known()).fileBytes ?? Infinity;
}

/** Whether voice messages can be recorded: on this server, in this browser. */
export async function recordsVoice() {
  return (await known()).voice === true &&
    Boolean(navigator.mediaDevices?.getUserMedia && globalThis.MediaRecorder);
}
