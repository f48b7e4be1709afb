// Notifications of this device while the page is closed (Web Push): their state, how to turn them
// on, and when to offer them.

import { newCID, Refused } from "../client/index.js";
import { site } from "../site.js";
import { effect, signal } from "../view/signal.js";

/**
 * The state of notifications on this device.
 *
 * - `unknown`: not determined yet
 * - `unsupported`: the browser does not support them here
 * - `off-server`: the server sends none
 * - `guest`: the log-in ends with the tab
 * - `denied`: the user has denied permission
 * - `off`, `on`
 *
 * @typedef {"unknown" | "unsupported" | "off-server" | "guest" | "denied" | "off" | "on"} State
 */

/** Storage key: they were offered once. */
const OFFERED_KEY = "pushOffered";
/** Storage key: the endpoint that the server has. */
const ENDPOINT_KEY = "push";

export class Push {
  /** @type {import("../view/signal.js").Signal<State>} */
  state = signal("unknown");
  /** Whether to offer them now. */
  isOffered = signal(false);

  /** @param {import("../app.js").App} app */
  constructor(app) {
    this.app = app;
    if (!app.isGuest) this.#offerOnce();
  }

  async #offerOnce() {
    if (!await this.app.keeper.get(OFFERED_KEY)) this.#waitForMoment();
  }

  /** Waits for the first match or the first message of another user: then their use is clear. */
  #waitForMoment() {
    const stop = this.app.world.listen(async ({ match, roomMessage }) => {
      const isMessage = roomMessage &&
        roomMessage.from !== this.app.login.username;
      if (document.hidden || (!match && !isMessage)) return;
      stop();
      await this.look();
      this.isOffered.value = this.state.peek() === "off" &&
        Notification.permission === "default";
    });
    // A user who has them needs no offer.
    effect(() => {
      if (this.state.value === "on") this.isOffered.value = false;
    });
  }

  /** Never offers them again. */
  dismiss() {
    this.app.keeper.set(OFFERED_KEY, true).catch(() => {});
    this.isOffered.value = false;
  }

  /** Determines the state of this device. */
  async look() {
    this.state.value = await this.#look();
  }

  /** @returns {Promise<State>} */
  async #look() {
    if (!isPossible()) return "unsupported";
    if (!(await site()).push) return "off-server";
    if (this.app.isGuest) return "guest";
    if (Notification.permission === "denied") return "denied";
    return await subscribed() ? "on" : "off";
  }

  /**
   * Asks for permission, subscribes, and registers with the server. Call it on a click.
   *
   * @param {(fields: any) => Promise<any>} send sends `pushSubscribe` to the server; undefined:
   *   cancelled
   */
  async enable(send) {
    this.dismiss();
    if (await Notification.requestPermission() === "granted") {
      const { key } = (await this.app.link.call("pushKeyRead")).pushKey;
      const subscription = await subscribe(key);
      if (await send(fieldsOf(subscription))) await this.#keep(subscription);
      else await subscription.unsubscribe();
    }
    await this.look();
  }

  async disable() {
    const subscription = await subscribed();
    await subscription?.unsubscribe();
    await this.app.keeper.remove(ENDPOINT_KEY);
    await this.app.act("pushUnsubscribe");
    await this.look();
  }

  /**
   * Subscribes again if the server's key has changed, and sends a subscription that the server does
   * not have yet. Once for each session.
   */
  async renew() {
    const subscription = isPossible() && !this.app.isGuest ? await subscribed() : null;
    if (!subscription) return;
    try {
      const { key } = (await this.app.link.call("pushKeyRead")).pushKey;
      const current = isOf(subscription, key) ? subscription : await subscribe(key);
      if (current.endpoint === await this.app.keeper.get(ENDPOINT_KEY)) {
        return;
      }
      await this.app.link.call("pushSubscribe", {
        ...fieldsOf(current),
        cid: newCID(),
      });
      await this.#keep(current);
    } catch (error) {
      // If the server no longer sends any, the subscription is of no use. After other failures, the
      // next session tries again.
      if (error instanceof Refused && error.code === "NOT_FOUND") {
        await subscription.unsubscribe();
      }
    }
  }

  /** @param {PushSubscription} subscription */
  async #keep({ endpoint }) {
    await this.app.keeper.set(ENDPOINT_KEY, endpoint);
  }
}

function isPossible() {
  return Boolean(
    navigator.serviceWorker && globalThis.PushManager &&
      globalThis.Notification,
  );
}

async function manager() {
  return (await navigator.serviceWorker.ready).pushManager;
}

async function subscribed() {
  return await (await manager()).getSubscription();
}

/** @param {string} key of the server, in URL-safe base64 */
async function subscribe(key) {
  const pushes = await manager();
  // A browser has one subscription, for one key.
  const former = await pushes.getSubscription();
  if (former && !isOf(former, key)) await former.unsubscribe();
  return await pushes.subscribe({
    userVisibleOnly: true,
    applicationServerKey: key,
  });
}

/**
 * @param {PushSubscription} subscription
 * @param {string} key
 */
function isOf({ options }, key) {
  const bytes = new Uint8Array(
    options.applicationServerKey ?? new ArrayBuffer(0),
  );
  const text = btoa(String.fromCharCode(...bytes));
  return text.replace(/\+/g, "-").replace(/\//g, "_").replace(/=/g, "") ===
    key.replace(/=/g, "");
}

/** @param {PushSubscription} subscription */
function fieldsOf(subscription) {
  const { endpoint, keys } = subscription.toJSON();
  return { endpoint, p256dh: keys.p256dh, auth: keys.auth };
}
