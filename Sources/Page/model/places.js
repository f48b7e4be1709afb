// The map: markers of the user and of friends.

import { Refused } from "../client/index.js";
import { batch, computed, signal } from "../view/signal.js";

/**
 * @typedef {import("../client/wire.d.ts").Marker} Marker
 * @typedef {import("../client/wire.d.ts").SuperMarker} SuperMarker
 * @typedef {import("../client/wire.d.ts").CheckinStanding} CheckinStanding
 *
 * A part of the map: degrees, and the zoom.
 * @typedef {{south: number, west: number, north: number, east: number, zoom: number}} Box
 */

/** How long after a change the merged markers are read again, in milliseconds. */
const MERGE_PAUSE = 400;
/** Up to this number, markers in one place are not merged. */
const ALONE_MAX = 5;

export class Places {
  /**
   * The server's settings for check-ins, and the user's marker.
   *
   * @type {import("../view/signal.js").Signal<CheckinStanding | undefined>}
   */
  standing = signal(undefined);
  /**
   * By username, in the visible part of the map.
   *
   * @type {import("../view/signal.js").Signal<Map<string, Marker>>}
   */
  #markers = signal(new Map());
  /** @type {import("../view/signal.js").Signal<SuperMarker[]>} */
  supers = signal([]);
  isLoaded = signal(false);
  /** Counts changes of markers, including those that are not shown. */
  changes = signal(0);
  /** Whether this server has a map; true until a refusal says otherwise. */
  isOffered = signal(true);
  /** The visible markers: the user's own first, then by name. */
  markers = computed(() => {
    const now = this.app?.now ?? Date.now();
    return [...this.#markers.value.values()].filter((marker) => isThere(marker, now)).sort(
      (one, other) =>
        Number(other.isMine ?? false) - Number(one.isMine ?? false) ||
        one.user.displayName.localeCompare(other.user.displayName),
    );
  });

  /** @type {Box | undefined} */
  #box;
  /** Counts reads: only the result of the last one is shown. */
  #reads = 0;
  /** @type {any} */
  #timer;

  /** @param {import("../app.js").App} app */
  constructor(app) {
    this.app = app;
    app.world.listen(({ placeChanged, profileChanged, ...more }) => {
      if (placeChanged?.set) this.set(placeChanged.set);
      if (placeChanged?.gone) this.remove(placeChanged.gone);
      // The change may come from another device of the user: only the server has the check-in
      // itself.
      const changed = placeChanged?.set?.user.username ?? placeChanged?.gone;
      if (changed === app.login?.username) this.#stand().catch(() => {});
      if (profileChanged) this.#rename(profileChanged.user);
      // After these events, only the server knows whose markers the user may see.
      if (more.friendAdded || more.friendRemoved || more.blockChanged) {
        this.#readSoon(0);
      }
    });
  }

  /**
   * Subscribes to changes.
   *
   * @param {Box} box what is shown
   * @returns {Promise<Marker[]>} all markers, wherever they are
   */
  async open(box) {
    this.#box = box;
    try {
      // Open before read: so no change in between is missed.
      await this.app.link.call("placeOpen", { on: true });
      await this.#stand();
      const { markers } = await this.#read({});
      await this.refresh();
      return markers;
    } catch (error) {
      // The next session tries again.
      if (error instanceof Refused && error.code === "UNKNOWN_COMMAND") {
        this.isOffered.value = false;
      }
      return [];
    }
  }

  async #stand() {
    const { checkinStanding } = await this.app.link.call("checkinRead");
    this.standing.value = checkinStanding;
  }

  /** All markers, wherever they are. @returns {Promise<Marker[]>} */
  async all() {
    try {
      return (await this.#read({})).markers;
    } catch {
      return [];
    }
  }

  /** Shows another part of the map. @param {Box} box */
  look(box) {
    this.#box = box;
    return this.refresh();
  }

  /** Reads the visible part again. */
  async refresh() {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (!this.#box || !this.isOffered.peek()) return;
    const mine = ++this.#reads;
    try {
      const { markers, supers } = await this.#read(this.#box);
      if (mine !== this.#reads) return;
      batch(() => {
        this.#markers.value = new Map(
          markers.map((marker) => [marker.user.username, marker]),
        );
        this.supers.value = supers;
        this.isLoaded.value = true;
      });
    } catch {
      // The next move or the next session tries again.
    }
  }

  /** All pages. @param {Partial<Box>} box */
  async #read(box) {
    /** @type {Marker[]} */
    const markers = [];
    /** @type {SuperMarker[]} */
    let supers = [];
    let after = "";
    do {
      const { places } = await this.app.link.call("placeList", {
        ...box,
        after,
      });
      markers.push(...places.markers ?? []);
      if (!after) supers = places.supers ?? [];
      after = places.next ?? "";
    } while (after);
    return { markers, supers };
  }

  /** @param {Marker} marker */
  set(marker) {
    this.changes.value = this.changes.peek() + 1;
    const { username } = marker.user;
    const markers = new Map(this.#markers.peek());
    if (this.#isShown(marker)) markers.set(username, marker);
    else markers.delete(username);
    this.#markers.value = markers;
    this.#mergeSoon();
  }

  /** @param {string} username */
  remove(username) {
    this.changes.value = this.changes.peek() + 1;
    const markers = new Map(this.#markers.peek());
    markers.delete(username);
    this.#markers.value = markers;
    this.#mergeSoon();
  }

  /** Only the server merges markers and knows which ones. */
  #mergeSoon() {
    if (this.supers.peek().length || this.#markers.peek().size > ALONE_MAX) {
      this.#readSoon(MERGE_PAUSE);
    }
  }

  /** @param {number} pause */
  #readSoon(pause) {
    if (!this.isLoaded.peek()) return;
    this.#timer ??= setTimeout(() => this.refresh(), pause);
  }

  /** @param {Marker} marker */
  #isShown({ lat = 0, lon = 0 }) {
    if (!this.#box) return false;
    const { south, west, north, east } = this.#box;
    const isBetween = west <= east ? lon >= west && lon <= east : lon >= west || lon <= east;
    return lat >= south && lat <= north && isBetween;
  }

  /** @param {import("../client/wire.d.ts").UserProfile} user */
  #rename(user) {
    const marker = this.#markers.peek().get(user.username);
    if (marker) {
      this.#markers.value = new Map(this.#markers.peek()).set(user.username, {
        ...marker,
        user,
      });
    }
  }

  /**
   * Checks in.
   *
   * @param {any} fields of `checkinSet`
   * @returns {Promise<boolean>} false: refused, and said
   */
  async checkIn(fields) {
    const answer = await this.app.act("checkinSet", fields);
    if (answer) this.#setMine(answer.checkin);
    return answer !== undefined;
  }

  /**
   * Removes the user's marker.
   *
   * @param {{checkin?: string, history?: boolean}} [what] check-ins to delete, too
   * @returns {Promise<boolean>} false: refused, and said
   */
  async clear(what = {}) {
    const answer = await this.app.act("checkinClear", what);
    if (!answer) return false;
    const current = this.standing.peek()?.current;
    if (!what.checkin || what.checkin === current?.id) this.#setMine(undefined);
    return true;
  }

  /** @param {import("../client/wire.d.ts").Checkin | undefined} checkin */
  #setMine(checkin) {
    batch(() => {
      this.standing.value = { ...this.standing.peek(), current: checkin };
      const user = this.app.world.me.peek();
      if (checkin) this.set({ ...checkin, user, isMine: true });
      else this.remove(user.username);
    });
  }

  /**
   * Finds a marker that may be outside of the visible part.
   *
   * @param {string} username @returns {Promise<Marker | undefined>}
   */
  async find(username) {
    const known = this.#markers.peek().get(username);
    if (known) return known;
    return (await this.all()).find(({ user }) => user.username === username);
  }

  /** A user's marker, if it is shown. @param {string} username */
  markerOf(username) {
    return this.markers.value.find(({ user }) => user.username === username);
  }
}

/** Whether a marker has not expired. @param {{expiresAt?: string}} marker @param {number} now */
export function isThere({ expiresAt }, now) {
  return !expiresAt || new Date(expiresAt).getTime() > now;
}
