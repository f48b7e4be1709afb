// The state and services of the screens: this user's world, the link to the server, and the data
// that are stored on the device.

import { newCID, post, put, Refused, Session, socketTo } from "./client/index.js";
import { explain, explainUpload, fieldOf } from "./explain.js";
import { intended } from "./intended.js";
import { forgetTokens } from "./issuer.js";
import { leave } from "./view/leaving.js";
import { channelOf, keepReason } from "./login.js";
import { pathOf } from "./model/attached.js";
import { Circle } from "./model/circle.js";
import { Kept } from "./model/kept.js";
import { Outbox } from "./model/outbox.js";
import { Pictures } from "./model/pictures.js";
import { Partners } from "./model/partners.js";
import { Parts } from "./model/parts.js";
import { Places } from "./model/places.js";
import { Plans } from "./model/plans.js";
import { Seen } from "./model/seen.js";
import { uploader } from "./model/upload.js";
import { Words } from "./model/words.js";
import { World } from "./model/world.js";
import { Link } from "./tabs/link.js";
import { Attention } from "./tabs/attention.js";
import { Push } from "./tabs/push.js";
import { activityTitle, t } from "./texts/index.js";
import { toast } from "./view/dialog.js";
import { replaceWith } from "./view/router.js";
import { computed, signal } from "./view/signal.js";

/** How long after a change the world is written to the device, in milliseconds. */
const KEEP_PAUSE = 500;
/** A token is renewed when it is older, in milliseconds. */
const TOKEN_AGE = 7 * 24 * 3600 * 1000;
/** How often lists are read again because events arrive meanwhile. */
const REFRESHES_MAX = 5;

/**
 * The owner of the app.
 *
 * @typedef {object} Owner
 * @property {import("./login.js").Login} login
 * @property {import("./store/database.js").Keeper} keeper its stored data
 * @property {boolean} isGuest the log-in ends with this tab and stores nothing on the device
 * @property {(reason: string, waiting: import("./screens/entering.js").Waiting) => void} onEnd called
 *   when the log-in is ended with unsent messages; they are sent when the same user logs in here
 *   again
 */

export class App {
  /** @type {import("./store/database.js").Keeper} */
  keeper;
  /** @type {import("./login.js").Login} */
  login;
  world = new World();
  /** @type {Link} */
  link;
  /** @type {Outbox} */
  outbox;
  /** @type {import("./view/signal.js").Signal<import("./client/session.js").Status>} */
  status = signal({ state: "connecting" });
  isOnline = computed(() => this.status.value.state === "online");
  /** Counts sessions, for data that are read again in each. */
  sessions = signal(0);
  #minute = signal(Math.floor(Date.now() / 60_000));
  isGuest = false;
  /** The user ends the log-in, here or in another tab. */
  #isLeaving = false;
  /** @type {Promise<void> | undefined} */
  #ending;
  /** Why it has ended, if it was not the user. */
  #reason = "";
  /** The newest event when the session was opened. */
  #top = Infinity;
  /** Whether the session began with a snapshot. */
  #hasLists = false;
  /** @type {any} */
  #keepTimer;

  /** @param {Owner} owner */
  constructor({ login, keeper, isGuest, onEnd }) {
    this.login = login;
    this.keeper = keeper;
    this.isGuest = isGuest;
    this.onEnd = onEnd;
    this.kept = new Kept(keeper, undefined, () => this.world.expiry.now);
    this.circle = new Circle(this);
    this.partners = new Partners(this);
    this.places = new Places(this);
    this.plans = new Plans(this);
    this.seen = new Seen(this);
    this.words = new Words(this);
    this.parts = new Parts(this);
    this.pictures = new Pictures(this);
    this.push = new Push(this);
    setInterval(() => {
      this.#minute.value = Math.floor(Date.now() / 60_000);
      // A timer does not run while the device sleeps.
      this.#expire();
    }, 10_000);
  }

  /** Shows the stored state, and connects. */
  async start() {
    const kept = await this.keeper.get("world");
    if (kept?.me?.username === this.login.username) this.world.load(kept);
    this.link = new Link({
      name: channelOf(this.login),
      session: (handlers) => this.#session(handlers),
      dump: () => this.world.dump(),
      load: (dump) => {
        this.world.load(dump);
        this.#top = 0;
      },
      after: () => this.world.after,
      onSession: (session) => this.#open(session),
      onMessage: (message) => this.#take(message),
      onStatus: (status) => this.#setStatus(status),
      onLead: (isLeader) => {
        if (!isLeader) return;
        this.outbox?.send();
        this.kept.expire();
      },
      onNote: (note) => this.#hear(note),
    });
    this.outbox = new Outbox(
      this.keeper,
      this.link,
      {
        explain: (error, isUpload) =>
          isUpload
            ? explainUpload(error)
            : fieldOf(error) === "replyTo"
            ? t("replyGone")
            : explain(error),
        knows: (to, seq) => this.world.conversation(to).newest >= seq,
        upload: uploader(() => this.login.token),
        discard: (id) => {
          put(pathOf(id), null, this.login.token).catch(() => {});
        },
        uploaded: (to, attachment, blob) => this.pictures.add(to, attachment, blob),
      },
    );
    this.attention = new Attention(this);
    await this.outbox.read();
    await this.parts.open();
    await this.plans.start();
    this.pictures.start();
    this.world.expiry.listen(() => this.#keepSoon());
    await this.seen.start();
    this.link.start();
    addEventListener("pagehide", () => this.isGuest ? this.#endGuest() : this.#keep());
    if (this.isGuest) this.#beGuest();
    document.addEventListener("visibilitychange", () => {
      if (document.hidden) return this.#keep();
      this.#expire();
      this.link.session?.probe();
    });
    addEventListener("online", () => this.link.session?.probe());
  }

  /** Removes what has disappeared. */
  #expire() {
    this.world.expiry.run();
    if (this.link?.isLeader) this.kept.expire();
  }

  /** @param {any} handlers */
  #session(handlers) {
    return new Session({
      ...handlers,
      open: socketTo(location.origin),
      token: () => this.login.token,
      device: this.login.device,
      after: this.world.after,
      epoch: this.world.epoch,
    });
  }

  /** @param {import("./client/wire.d.ts").SessionOpened} session */
  #open(session) {
    this.#top = session.top ?? 0;
    this.world.open(session);
    if (!this.link.isLeader) return;
    if (session.snapshot) this.kept.clear();
    this.#keepSoon();
    this.#hasLists = session.snapshot !== undefined;
  }

  /** The leading tab is online: reads and renews data that the session did not contain. */
  #begin() {
    // Presence and receipts are not events: they are read again.
    if (!this.#hasLists) this.#refresh();
    if (Date.now() - this.login.renewedAt > TOKEN_AGE) this.#renew();
    this.push.renew();
  }

  async #refresh() {
    try {
      for (let attempt = 0; attempt < REFRESHES_MAX; attempt++) {
        const { after } = this.world;
        const [friends, rooms] = await Promise.all([
          this.link.call("friendList"),
          this.link.call("roomList"),
        ]);
        // What arrived meanwhile may be missing in them: an unread message would not be counted.
        if (this.world.after !== after) continue;
        return this.apply({ friends: friends.friends, rooms: rooms.rooms });
      }
    } catch {
      // The next session reads them.
    }
  }

  /**
   * Applies lists, and facts that only the answer to a command contains, in all tabs.
   *
   * @param {any} facts
   */
  apply(facts) {
    this.#know(facts);
    this.link.tell({ facts });
    this.#keepSoon();
  }

  /** @param {any} facts */
  #know({ friends, rooms, mailbox, requested, group }) {
    if (friends) this.world.setFriends(friends);
    if (rooms) this.world.setRooms(rooms);
    if (mailbox) this.world.setMailbox(mailbox);
    if (group) this.world.apply(/** @type {any} */ ({ groupChanged: { group } }));
    if (requested) {
      this.world.apply(/** @type {any} */ ({ friendRequestSent: requested }));
    }
  }

  async #renew() {
    try {
      const { account } = await this.link.call("tokenRenew");
      this.login = {
        ...this.login,
        token: account.token,
        renewedAt: Date.now(),
      };
      await this.keeper.set("login", this.login);
      this.link.tell({ login: this.login });
    } catch {
      // The old one is valid; the next session tries again.
    }
  }

  /** @param {import("./client/wire.d.ts").ServerMessage} message */
  #take(message) {
    this.world.apply(message);
    const said = message.roomMessage ?? message.roomMessageChanged?.message;
    if (said) this.pictures.know(this.world.otherOf(said.room), [said]);
    if (message.roomMessage?.from === this.login.username) {
      this.outbox.settle(
        this.world.otherOf(message.roomMessage.room),
        message.roomMessage,
      );
    }
    if (message.seq !== undefined && this.link.isLeader) {
      this.#keepSoon();
      this.#forget(message);
    }
    if (this.world.isStale && this.link.isLeader) this.link.session.refresh();
  }

  /**
   * Takes from the device what the user may no longer read, or what was changed.
   *
   * @param {import("./client/wire.d.ts").ServerMessage} message
   */
  #forget({ roomMessageChanged, friendRemoved, blockChanged, groupChanged }) {
    const changed = roomMessageChanged?.message;
    if (changed) this.kept.change(this.world.otherOf(changed.room), changed);
    if (friendRemoved) this.kept.drop(friendRemoved.friend);
    if (blockChanged) this.kept.drop(blockChanged.user.username);
    // A member who leaves may have deleted the account, and all messages with it.
    if (groupChanged?.left?.length) this.kept.drop(groupChanged.group.room);
  }

  /** @param {import("./client/session.js").Status} status */
  #setStatus(status) {
    const former = this.status.peek().state;
    this.status.value = status;
    if (status.state === "online" && former !== "online") {
      this.sessions.value++;
      this.outbox.send();
      this.plans.open();
      if (this.link.isLeader) this.#begin();
    }
    if (status.state === "ended") {
      if (status.isBanned) {
        this.forget(explain(new Refused({ code: "BANNED", message: status.reason })));
      } else if (this.#isLeaving) this.forget();
      else this.forget(t("signedOut"), true);
    }
  }

  /** @param {any} note of another tab */
  #hear(note) {
    if (note.outbox) this.outbox.read();
    if (note.progress) this.outbox.hear(note.progress);
    if (note.facts) this.#know(note.facts);
    if (note.login) this.login = note.login;
    if (note.hidden) this.parts.hidden.value = note.hidden;
    if (note.leaving) this.#isLeaving = true;
    if (note.over) this.forget(note.over.reason, note.over.mayReturn);
    // The same user has logged in again, beside this tab.
    if (note.moved) reload("");
    if (note.seen) this.attention.saw();
    if (note.looked) this.seen.hear(note.looked);
  }

  #keepSoon() {
    this.#keepTimer ??= setTimeout(() => this.#keep(), KEEP_PAUSE);
  }

  #keep() {
    clearTimeout(this.#keepTimer);
    this.#keepTimer = undefined;
    if (this.#ending || !this.link?.isLeader || this.world.after === undefined) return;
    this.keeper.set("world", this.world.dump()).catch(() => {});
  }

  /** Milliseconds since 1970. An effect that reads it runs again each minute. */
  get now() {
    this.#minute.value;
    return Date.now();
  }

  /** Whether this tab has all events of the time before its session. */
  get isCurrent() {
    return (this.world.after ?? 0) >= this.#top;
  }

  /** The title of an activity. @param {string} activity */
  titleOf(activity) {
    const state = this.world.activities.value.find((one) => one.activity === activity);
    return activityTitle(state ?? { activity });
  }

  /**
   * Sends a command, and shows a refusal to the user.
   *
   * @param {import("./client/connection.js").Command} name
   * @param {any} [fields] commands that change something get a `cid`, unless it is null
   * @param {Record<string, string>} [words] texts for refusals, by their codes
   * @returns {Promise<import("./client/wire.d.ts").ServerMessage | undefined>} undefined: refused
   */
  async act(name, fields = {}, words = {}) {
    try {
      const { cid = newCID(), ...others } = fields;
      return await this.link.call(
        name,
        cid === null ? others : { ...others, cid },
      );
    } catch (error) {
      toast(words[/** @type {any} */ (error).code] ?? explain(error), { kind: "error" });
    }
  }

  /**
   * Reads something.
   *
   * @param {import("./client/connection.js").Command} name
   * @param {any} [fields]
   */
  read(name, fields = {}) {
    return this.act(name, { ...fields, cid: null });
  }

  /** Ends the log-in here, and deletes all its data. */
  async logOut() {
    this.leave();
    await this.link.call("accountLogout").catch(() => {});
    await this.forget();
  }

  /** The user is about to end the log-in: unsent messages are dropped with it. */
  leave() {
    this.#isLeaving = true;
    this.link.tell({ leaving: true });
  }

  /**
   * Deletes all data of the log-in, which has ended for any reason.
   *
   * @param {string} [reason] the reason, if the user did not end it
   * @param {boolean} [mayReturn] the same user may log in again: unsent messages stay in the memory
   *   of this tab until then
   */
  async forget(reason = "", mayReturn = false) {
    const isFirst = !this.#ending;
    this.#reason ||= reason;
    const unsent = mayReturn ? this.outbox.unsent() : Promise.resolve([]);
    this.#ending ??= this.#end({ reason, mayReturn }, unsent);
    await this.#ending;
    const messages = await unsent;
    if (!mayReturn || !messages.length) return reload(this.#reason);
    if (!isFirst) return;
    leave();
    replaceWith();
    const { login: { username }, isGuest } = this;
    this.onEnd(reason, { username, isGuest, messages });
  }

  /**
   * @param {any} over the note for the other tabs
   * @param {any} unsent what is read before the storage is cleared
   */
  async #end(over, unsent) {
    clearTimeout(this.#keepTimer);
    await unsent;
    this.link.tell({ over });
    this.link.close();
    // Another tab may have cleared it.
    await this.keeper.clear().catch(() => {});
    if (!this.isGuest) await forgetOnDevice();
    // An address may name a friend: the next user of this tab begins at the board.
    intended.forget();
    history.replaceState(null, "", "/");
  }

  /** The log-in is only in this tab's memory, and ends with the tab. */
  #beGuest() {
    addEventListener("beforeunload", (event) => {
      if (!this.#ending && this.outbox.messages.peek().length) event.preventDefault();
    });
    // The user came back to this page.
    addEventListener("pageshow", (event) => {
      if (/** @type {PageTransitionEvent} */ (event).persisted) location.reload();
    });
  }

  /** The tab of a guest is closed or left. */
  #endGuest() {
    if (this.#ending) return;
    // Both ways: a browser may drop either when a page is closed.
    const { token } = this.login;
    this.link.session?.call("accountLogout").catch(() => {});
    post("accountLogout", {}, { token, outlivesPage: true }).catch(() => {});
  }
}

/** @param {string} reason shown at the door */
function reload(reason) {
  if (reason) keepReason(reason);
  location.reload();
}

/** Deletes what the browser stores about the device's user outside of the database. */
async function forgetOnDevice() {
  forgetTokens();
  navigator.clearAppBadge?.().catch(() => {});
  const registration = await navigator.serviceWorker?.getRegistration();
  for (const shown of await registration?.getNotifications() ?? []) shown.close();
  const subscription = await registration?.pushManager?.getSubscription();
  await subscription?.unsubscribe().catch(() => {});
}
