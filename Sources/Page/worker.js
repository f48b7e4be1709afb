// The service worker: the page without a network, and notifications while no tab is open.

/// <reference path="./worker.d.ts" />

import { post } from "./client/http.js";
import { newCID } from "./client/index.js";
import { Database } from "./store/database.js";

/** Paths of files that never change, and a hash of the whole: given by the build. */
const assets = ASSETS;
/** Those that are kept when they have been needed once. @type {Set<string>} */
const later = new Set(LATER);
const cacheName = `upfor-${VERSION}`;
const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));

worker.addEventListener("install", (event) => {
  event.waitUntil(install());
});

async function install() {
  const cache = await caches.open(cacheName);
  // "reload": what the browser has kept of the former version is not asked.
  await cache.addAll(
    ["/", ...assets].map((path) => new Request(path, { cache: "reload" })),
  );
  await worker.skipWaiting();
}

worker.addEventListener("activate", (event) => {
  event.waitUntil(activate());
});

async function activate() {
  for (const name of await caches.keys()) {
    if (name.startsWith("upfor-") && name !== cacheName) {
      await caches.delete(name);
    }
  }
  await worker.clients.claim();
}

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  if (url.pathname.startsWith("/a/")) event.respondWith(kept(request));
  else if (request.mode === "navigate") event.respondWith(navigated(request));
});

/** A file that never changes. @param {Request} request */
async function kept(request) {
  const known = await caches.match(request);
  if (known) return known;
  const answer = await fetch(request);
  if (answer.ok && later.has(new URL(request.url).pathname)) {
    const cache = await caches.open(cacheName);
    await cache.put(request, answer.clone()).catch(() => {});
  }
  return answer;
}

/** The page: the newest one, or without a network the one that is kept. @param {Request} request */
async function navigated(request) {
  try {
    return await fetch(request);
  } catch {
    return await caches.match("/") ?? Response.error();
  }
}

/**
 * What the server sends.
 *
 * @typedef {object} Pushed
 * @property {string} id the same in every attempt
 * @property {string} kind
 * @property {string} user the recipient's username
 * @property {string} from the username of the other user
 * @property {string} [room] of a group
 * @property {number} at
 * @property {string} title
 * @property {string} text
 */

worker.addEventListener("push", (event) => {
  event.waitUntil(show(event.data?.json()));
});

/** @param {Pushed | undefined} pushed */
async function show(pushed) {
  const database = await Database.open();
  const login = await database.login();
  // A device may have changed hands. A browser wants to see something for each push, though.
  if (!pushed || pushed.user !== login?.username) {
    return await worker.registration.showNotification("Upfor", {
      tag: "upfor",
    });
  }
  const { id, kind, from, room, title, text, at } = pushed;
  await worker.registration.showNotification(title, {
    body: text,
    // The newest message of a friend, or in a group, replaces the one before.
    tag: kind === "message" ? `message:${room ?? from}` : id,
    icon: "/icons/icon-192.png",
    data: address(kind, from, room),
    ...{ timestamp: at, renotify: true },
  });
}

/**
 * Where a notification leads.
 *
 * @param {string} kind
 * @param {string} from
 * @param {string} [room]
 */
function address(kind, from, room) {
  const name = encodeURIComponent(from);
  // A user who is invited to a group is not in its room yet.
  if (kind === "group") return "/#/chats";
  if (room) return `/#/chats/${encodeURIComponent(room)}`;
  if (kind === "message") return `/#/chats/${name}`;
  if (kind === "match") return "/#/now";
  if (kind === "comment" || kind === "circle_asked") return "/#/circle";
  if (kind === "partner" || kind.startsWith("meetup")) return "/#/partners";
  if (kind.startsWith("team_")) return "/#/events";
  if (kind.startsWith("word_")) return kind === "word_daily" ? "/#/words/daily" : "/#/words";
  return `/#/people/${name}`;
}

worker.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data ?? "/"));
});

/** @param {string} url of a screen */
async function open(url) {
  const tabs = await worker.clients.matchAll({
    type: "window",
    includeUncontrolled: true,
  });
  const tab = tabs[0];
  if (!tab) return await worker.clients.openWindow(url);
  // A browser may refuse to; the page goes there in any case.
  await tab.focus().catch(() => {});
  tab.postMessage({ go: url.replace(/^\/?#?\/?/, "") });
}

worker.addEventListener("pushsubscriptionchange", (event) => {
  /** @type {any} */ (event).waitUntil(renew());
});

/**
 * The browser has changed the subscription: sends the new one to the server.
 *
 * @returns {Promise<void>}
 */
async function renew() {
  const database = await Database.open();
  const login = await database.login();
  if (!login) return;
  const { token } = login;
  const { pushKey } = await post("pushKeyRead", {}, { token });
  const subscription = await worker.registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: pushKey.key,
  });
  // Its user may have logged out meanwhile.
  if (!await database.login()) {
    await subscription.unsubscribe();
    return;
  }
  const { endpoint, keys } = subscription.toJSON();
  await post("pushSubscribe", { endpoint, ...keys, cid: newCID() }, { token });
}
