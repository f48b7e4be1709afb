// The service worker: the page without a network, and notifications while no tab is open.

/// <reference path="./worker.d.ts" />

import { post } from "./client/http.js";
import { newCID } from "./client/index.js";
import { Database } from "./store/database.js";
import { plain } from "./writing/marks.js";

/** Paths of immutable files, and a hash of the whole page: inserted by the build. */
const assets = ASSETS;
/** Files that are cached after their first use. @type {Set<string>} */
const later = new Set(LATER);
const cacheName = `upfor-${VERSION}`;
const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));

worker.addEventListener("install", (event) => {
  event.waitUntil(install());
});

async function install() {
  const cache = await caches.open(cacheName);
  // "reload" bypasses the browser's cache of the former version.
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
  if (url.origin !== location.origin) return;
  if (request.method === "POST" && url.pathname === "/share") event.respondWith(shared(request));
  if (request.method !== "GET") return;
  if (url.pathname.startsWith("/a/")) event.respondWith(kept(request));
  else if (request.mode === "navigate") event.respondWith(navigated(request));
});

/** Answers with an immutable file. @param {Request} request */
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

/**
 * Answers with the page: the newest one, or the cached one without a network.
 *
 * @param {Request} request
 */
async function navigated(request) {
  try {
    const answer = await fetch(request);
    // At an address that nothing has, the page says so in words; the server answers programs.
    const isForPrograms = answer.headers.get("Content-Type")?.startsWith("application/json");
    return answer.status === 404 && isForPrograms ? await caches.match("/") ?? answer : answer;
  } catch {
    return await caches.match("/") ?? Response.error();
  }
}

/**
 * Another app shares something: it waits on the device until the user has chosen a conversation.
 *
 * @param {Request} request
 */
async function shared(request) {
  const database = await Database.open();
  const login = await database.login();
  if (login) {
    const form = await request.formData();
    const words = ["title", "text", "url"].map((name) => form.get(name));
    const text = words.filter((one) => typeof one === "string" && one).join("\n");
    const files = form.getAll("files").filter((one) => one instanceof File && one.size > 0);
    // Without room on the device, the page says that nothing waits.
    await database.of(login).set("shared", { text, files }).catch(() => {});
  }
  return Response.redirect("/#/share", 303);
}

/**
 * A push message of the server.
 *
 * @typedef {object} Pushed
 * @property {string} id equal in every attempt
 * @property {string} kind
 * @property {string} user the recipient's username
 * @property {string} from the username of the other user
 * @property {string} [room] of a group
 * @property {number} at
 * @property {string} title
 * @property {string} text
 * @property {number} [badge] messages that are not read
 * @property {string} [quiet] hours without a sound: "22:00-07:00"
 * @property {string} [topic] replaces what is shown under the same topic
 * @property {string} [activity] may be prolonged
 * @property {number} [until] when the message disappears, in milliseconds since 1970
 */

worker.addEventListener("push", (event) => {
  event.waitUntil(show(event.data?.json()));
});

/** @param {Pushed | undefined} pushed */
async function show(pushed) {
  const database = await Database.open();
  const login = await database.login();
  // The device may have another user by now. Browsers require a notification for each push, though.
  if (!pushed || pushed.user !== login?.username) {
    return await worker.registration.showNotification("Upfor", {
      tag: "upfor",
    });
  }
  const { id, kind, from, room, title, text, at, badge, quiet, topic, activity, until } = pushed;
  await closeExpired();
  const isQuiet = quiet !== undefined && isWithin(quiet, new Date());
  if (badge !== undefined) await showBadge(badge);
  await worker.registration.showNotification(title, {
    body: until <= Date.now() ? "" : kind === "message" ? plain(text) : text,
    // The newest message of a friend, or in a group, replaces the previous one.
    tag: topic ?? (kind === "message" ? `message:${room ?? from}` : id),
    icon: "/icons/icon-192.png",
    data: { url: address(kind, from, room), activity, until },
    silent: isQuiet,
    ...{ timestamp: at, renotify: !isQuiet },
    ...(activity ? { actions: [{ action: "longer", title: "Longer" }] } : {}),
  });
}

/** Closes notifications of messages that have disappeared. */
async function closeExpired() {
  for (const shown of await worker.registration.getNotifications()) {
    if (shown.data?.until <= Date.now()) shown.close();
  }
}

/**
 * Whether a time of day is within some hours, which may pass midnight.
 *
 * @param {string} hours "22:00-07:00"
 * @param {Date} time
 */
function isWithin(hours, time) {
  const [from, until] = hours.split("-").map((text) => {
    const [hour, minute] = text.split(":").map(Number);
    return hour * 60 + minute;
  });
  const now = time.getHours() * 60 + time.getMinutes();
  return from < until ? from <= now && now < until : now >= from || now < until;
}

/**
 * Shows how many messages are not read, where the system shows badges.
 *
 * @param {number} count
 */
async function showBadge(count) {
  const { navigator } = /** @type {any} */ (worker);
  await navigator.setAppBadge?.(count)?.catch(() => {});
}

/**
 * The screen that a notification opens.
 *
 * @param {string} kind
 * @param {string} from
 * @param {string} [room]
 */
function address(kind, from, room) {
  const name = encodeURIComponent(from);
  // A user who is invited to a group is not a member of its room yet.
  if (kind === "group") return "/#/chats";
  if (room) return `/#/chats/${encodeURIComponent(room)}`;
  if (kind === "message") return `/#/chats/${name}`;
  if (kind === "match" || kind === "ending") return "/#/now";
  if (kind === "plan") return `/#/now/plans/${name}`;
  if (kind === "comment" || kind === "circle_asked") return "/#/circle";
  if (kind === "partner" || kind.startsWith("meetup")) return "/#/partners";
  if (kind.startsWith("team_")) return "/#/events";
  if (kind.startsWith("word_")) return kind === "word_daily" ? "/#/words/daily" : "/#/words";
  return `/#/people/${name}`;
}

worker.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const { data } = event.notification;
  // The page itself gives the address alone.
  const { url = "/", activity } = typeof data === "string" ? { url: data } : data ?? {};
  event.waitUntil(
    event.action === "longer" && activity ? prolong(activity) : open(url),
  );
});

/**
 * Turns an activity on for its whole time again.
 *
 * @param {string} activity
 */
async function prolong(activity) {
  const login = await (await Database.open()).login();
  try {
    const fields = { activity, on: true, cid: newCID() };
    await post("activitySet", fields, { token: login?.token });
  } catch {
    // The page says what is wrong.
    await open("/#/now");
  }
}

/** @param {string} url of a screen */
async function open(url) {
  const tabs = await worker.clients.matchAll({
    type: "window",
    includeUncontrolled: true,
  });
  const tab = tabs[0];
  if (!tab) return await worker.clients.openWindow(url);
  // A browser may refuse the focus; the page opens the screen in any case.
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
