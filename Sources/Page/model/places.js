// Where I am, and where my friends are: what is on the map.

import { Refused } from "../client/index.js";
import { batch, computed, signal } from "../view/signal.js";

/**
 * @typedef {import("../client/wire.d.ts").Marker} Marker
 * @typedef {import("../client/wire.d.ts").SuperMarker} SuperMarker
 * @typedef {import("../client/wire.d.ts").CheckinStanding} CheckinStanding
 *
 * A part of the map: degrees, and how near one looks.
 * @typedef {{south: number, west: number, north: number, east: number, zoom: number}} Box
 */

/** How long after a change the server is asked how it merges markers now, in milliseconds. */
const MERGE_PAUSE = 400;
/** So many markers in one place are not merged. */
const ALONE_MAX = 5;

export class Places {
  /** How I may check in, and my marker. @type {import("../view/signal.js").Signal<CheckinStanding | undefined>} */
  standing = signal(undefined);
  /** By username, in the part of the map that is shown. @type {import("../view/signal.js").Signal<Map<string, Marker>>} */
  #markers = signal(new Map());
  /** @type {import("../view/signal.js").Signal<SuperMarker[]>} */
  supers = signal([]);
  isLoaded = signal(false);
  /** Counts changes of markers, also of those that are not shown. */
  changes = signal(0);
  /** This server has a map, as far as is known. */
  isOffered = signal(true);
  /** What is shown, mine first, then by name. */
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
  /** Counts reads: only the last one is shown. */
  #reads = 0;
  /** @type {any} */
  #timer;

  /** @param {import("../app.js").App} app */
  constructor(app) {
    this.app = app;
    app.world.listen(({ placeChanged, profileChanged, ...more }) => {
      if (placeChanged?.set) this.set(placeChanged.set);
      if (placeChanged?.gone) this.remove(placeChanged.gone);
      // Another device of mine, perhaps: only the server has the check-in itself.
      const changed = placeChanged?.set?.user.username ?? placeChanged?.gone;
      if (changed === app.login?.username) this.#stand().catch(() => {});
      if (profileChanged) this.#rename(profileChanged.user);
      // Only the server knows whose markers the user may see after these.
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
      // First open, then read: nothing that happens between is missed.
      await this.app.link.call("placeOpen", { on: true });
      await this.#stand();
      const { markers } = await this.#read({});
      await this.refresh();
      return markers;
    } catch (error) {
      // There is another attempt in the next session.
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

  /** Reads again what is shown. */
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
      // The next move, or the next session.
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

  /** Only the server merges markers, and knows which are in one. */
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
   * Takes my marker away.
   *
   * @param {{checkin?: string, history?: boolean}} [what] is forgotten, too
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

  /** Finds a marker that may be elsewhere. @param {string} username @returns {Promise<Marker | undefined>} */
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

/** Until its time has passed. @param {{expiresAt?: string}} marker @param {number} now */
export function isThere({ expiresAt }, now) {
  return !expiresAt || new Date(expiresAt).getTime() > now;
}
