// The finder: one field for people, groups and messages, by keys alone, too.

import { say } from "../texts/finding.js";
import { explain } from "../explain.js";
import { dialog } from "../view/dialog.js";
import { brief, full } from "../view/format.js";
import { h } from "../view/dom.js";
import { onLeave } from "../view/leaving.js";
import { avatar, nameOf } from "../view/parts.js";
import { address, go } from "../view/router.js";
import { batch, computed, effect, onEnd, signal, untracked } from "../view/signal.js";
import { ROOM_SEARCH_TEXT_MAX } from "../client/lengths.js";
import { summaryOf } from "../model/attached.js";
import { isExpired } from "../model/expiry.js";
import { excerpt, knownBy, NOTHING, Search } from "../model/finder.js";
import { isGroup } from "../model/groups.js";

/**
 * @typedef {import("../app.js").App} App
 * @typedef {import("../model/finder.js").Wanted} Wanted
 * @typedef {import("../client/wire.d.ts").RoomMessage} RoomMessage
 * @typedef {import("../client/wire.d.ts").UserProfile} UserProfile
 */

const KINDS = /** @type {const} */ ([
  "TEXTS",
  "PICTURES",
  "VOICES",
  "FILES",
  "LINKS",
  "PLACES",
  "POLLS",
]);

/** What was looked for last: a user may come back to the list from one of its hits. */
let former = NOTHING;
onLeave(() => former = NOTHING);

/**
 * Opens the finder.
 *
 * @param {App} app
 * @param {string} [room] only in this conversation
 */
export function find(app, room) {
  return dialog(
    say("title"),
    (close) => new Finder(app, room, close).view(),
    "finder",
  );
}

class Finder {
  /** @type {import("../view/signal.js").Signal<Wanted>} */
  wanted = signal(former);
  /** @type {import("../view/signal.js").Signal<{messages?: RoomMessage[], next?: string, error?: any}>} */
  all = signal({ messages: [] });
  /** Without what has disappeared since. */
  found = computed(() => {
    const { count, now } = this.app.world.expiry;
    // Follows what disappears.
    count.value;
    const { messages, ...rest } = this.all.value;
    return { ...rest, messages: messages?.filter((one) => !isExpired(one, now)) };
  });
  hasFilters = signal(false);
  /** Members of the group that is searched. @type {import("../view/signal.js").Signal<UserProfile[]>} */
  members = signal([]);

  /**
   * @param {App} app
   * @param {string | undefined} room
   * @param {() => void} close
   */
  constructor(app, room, close) {
    this.app = app;
    this.close = close;
    this.search = new Search(
      async (fields) => (await app.link.call("roomSearch", fields)).roomFound,
      (result) => {
        app.world.expiry.expect(result.messages ?? []);
        this.all.value = result;
      },
    );
    if (room !== undefined && room !== former.with) this.wanted.value = { ...NOTHING, with: room };
    this.hasFilters.value = this.count > 0;
    effect(() => {
      const wanted = this.wanted.value;
      former = wanted;
      if (app.isOnline.value) untracked(() => this.search.ask(wanted));
    });
    const group = computed(() => this.wanted.value.with);
    effect(() => {
      this.members.value = [];
      if (isGroup(group.value) && app.isOnline.value) untracked(() => this.read(group.peek()));
    });
    onEnd(() => this.search.stop());
  }

  /** Reads the members of a group, whose messages may be looked for. @param {string} room */
  async read(room) {
    try {
      const { groupPage } = await this.app.link.call("groupRead", { room });
      if (this.wanted.peek().with !== room) return;
      this.members.value = (groupPage.members ?? []).map(({ user }) => user);
    } catch {
      // Friends can be chosen in any case.
    }
  }

  /** Number of filters that are set. */
  get count() {
    const { text: _, ...filters } = this.wanted.value;
    return Object.values(filters).filter((one) => one !== "").length;
  }

  /** @param {Partial<Wanted>} change */
  set(change) {
    this.wanted.value = { ...this.wanted.peek(), ...change };
  }

  view() {
    /** @type {HTMLInputElement} */
    const field = h("input.grow", {
      type: "search",
      "aria-label": say("field"),
      placeholder: say("field"),
      maxlength: String(ROOM_SEARCH_TEXT_MAX),
      autocomplete: "off",
      enterkeyhint: "search",
      autofocus: true,
      value: this.wanted.peek().text,
      oninput: () => this.set({ text: field.value }),
    });
    requestAnimationFrame(() => field.select());
    /** @type {HTMLElement} */
    const results = h("div.results.scrolls", { tabindex: "-1" }, () => this.results());
    return h(
      "form.finding",
      {
        role: "search",
        onsubmit: (/** @type {Event} */ event) => {
          event.preventDefault();
          results.querySelector("a")?.click();
        },
        onkeydown: (/** @type {KeyboardEvent} */ event) => this.press(event, field, results),
      },
      h(
        "p.row",
        null,
        field,
        h("button", {
          type: "button",
          "aria-expanded": () => String(this.hasFilters.value),
          onclick: () => this.hasFilters.value = !this.hasFilters.peek(),
        }, () => this.count ? say("filtersOn", { count: this.count }) : say("filters")),
      ),
      () => this.hasFilters.value && untracked(() => this.filters()),
      h("p.note", { role: "status" }, () => this.state()),
      results,
    );
  }

  /**
   * Arrows go through the results, from the field and back to it.
   *
   * @param {KeyboardEvent} event
   * @param {HTMLElement} field
   * @param {HTMLElement} results
   */
  press(event, field, results) {
    const { key, target } = event;
    if (key === "Escape" && !event.isComposing) {
      // Otherwise a browser empties the field first.
      event.preventDefault();
      return this.close();
    }
    if (event.isComposing || (key !== "ArrowDown" && key !== "ArrowUp")) return;
    const rows = [...results.querySelectorAll("a, button")];
    const at = rows.indexOf(/** @type {Element} */ (target));
    if (at < 0 && target !== field) return;
    event.preventDefault();
    const next = at + (key === "ArrowDown" ? 1 : -1);
    /** @type {HTMLElement} */ (next < 0 ? field : rows[Math.min(next, rows.length - 1)])?.focus();
  }

  filters() {
    const { app } = this;
    const me = app.world.me.peek() ?? { username: app.login.username, displayName: "" };
    const friends = [...app.world.friends.peek().values()].map(({ user }) => user);
    const rooms = [...app.world.rooms.peek().keys()].filter((name) => app.world.canRead(name));
    const authors = () => {
      const known = new Set([me.username, ...friends.map(({ username }) => username)]);
      return [...friends, ...this.members.value.filter(({ username }) => !known.has(username))];
    };
    return h(
      "div.filters",
      null,
      this.choice("with", say("where"), () => [
        ["", say("everywhere")],
        ...rooms.map((name) => [name, app.world.profile(name).displayName]),
      ]),
      this.choice("from", say("who"), () => [
        ["", say("anyone")],
        [me.username, say("me")],
        ...authors().map(({ username, displayName }) => [username, displayName || username]),
      ]),
      this.choice("kind", say("kind"), () => [
        ["", say("anyKind")],
        ...KINDS.map((kind) => [kind, say(kind)]),
      ]),
      this.day("since", say("since")),
      this.day("until", say("until")),
      h("button", {
        type: "button",
        hidden: () => this.count === 0,
        onclick: () => this.wanted.value = { ...NOTHING, text: this.wanted.peek().text },
      }, say("noFilters")),
    );
  }

  /**
   * @param {"with" | "from" | "kind"} name
   * @param {string} label
   * @param {() => string[][]} choices follows signals
   */
  choice(name, label, choices) {
    const chosen = computed(() => this.wanted.value[name]);
    return h(
      "label",
      null,
      h("span", null, label),
      h(
        "select",
        { onchange: (/** @type {any} */ { target }) => this.set({ [name]: target.value }) },
        () =>
          choices().map(([value, text]) =>
            h("option", { value, selected: () => chosen.value === value }, text)
          ),
      ),
    );
  }

  /** @param {"since" | "until"} name @param {string} label */
  day(name, label) {
    const chosen = computed(() => this.wanted.value[name]);
    return h(
      "label",
      null,
      h("span", null, label),
      h("input", {
        type: "date",
        value: () => chosen.value,
        onchange: (/** @type {any} */ { target }) => this.set({ [name]: target.value }),
      }),
    );
  }

  /** People and groups: while no filter says that it is about messages. */
  known() {
    return this.count
      ? { people: [], groups: [] }
      : knownBy(this.app.world, this.wanted.value.text);
  }

  /** What is said of the results. */
  state() {
    const { messages, next, error } = this.found.value;
    const { people, groups } = this.known();
    if (!this.app.isOnline.value) return say("offline");
    if (error) return explain(error);
    const isEmpty = this.wanted.value.text.trim() === "";
    if (isEmpty && !messages?.length && this.count <= (this.wanted.value.with ? 1 : 0)) {
      return say("hint");
    }
    if (!messages) return say("searching");
    const count = messages.length + people.length + groups.length;
    if (!count && !next) return say("nothing");
    return say(next ? "foundMore" : "found", { count });
  }

  results() {
    const { people, groups } = this.known();
    const { messages = [], next } = this.found.value;
    const isRecent = this.wanted.value.text.trim() === "";
    const parts = isRecent
      ? this.part(say("recent"), [...people, ...groups].map((one) => this.conversation(one)))
      : [
        ...this.part(say("people"), people.map((one) => this.conversation(one))),
        ...this.part(say("groups"), groups.map((one) => this.conversation(one))),
      ];
    return [
      ...parts,
      ...this.part(say("messages"), messages.map((one) => this.message(one))),
      next && h(
        "p.row.center",
        null,
        h("button", {
          type: "button",
          disabled: () => !this.app.isOnline.value,
          onclick: () => this.search.more(this.wanted.peek(), messages, next),
        }, say("older")),
      ),
    ];
  }

  /** @param {string} title @param {Element[]} rows */
  part(title, rows) {
    return rows.length ? [h("h3", null, title), h("ul.rows", { "aria-label": title }, rows)] : [];
  }

  /**
   * A row that leads somewhere.
   *
   * @param {string[]} words of the address
   * @param {...import("../view/dom.js").Content} contents
   */
  row(words, ...contents) {
    return h(
      "li",
      null,
      h("a.row.item", {
        href: address(...words),
        onclick: (/** @type {MouseEvent} */ event) => {
          if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
          event.preventDefault();
          batch(() => {
            this.close();
            go(...words);
          });
        },
      }, ...contents),
    );
  }

  /** @param {UserProfile} profile */
  conversation(profile) {
    const { username } = profile;
    return this.row(
      ["chats", username],
      avatar(profile),
      h(
        "span.grow",
        null,
        nameOf(profile),
        !isGroup(username) && h("small.preview", { dir: "auto" }, `@${username}`),
      ),
    );
  }

  /** @param {RoomMessage} message */
  message(message) {
    const { world, login } = this.app;
    const other = world.otherOf(message.room);
    const profile = untracked(() => world.profile(other));
    const [before, word, after] = excerpt(summaryOf(message), this.wanted.peek().text);
    const author = message.from === login.username
      ? say("me")
      : isGroup(other) && (message.displayName || message.from);
    return this.row(
      ["chats", other, String(message.seq)],
      avatar(profile),
      h(
        "span.grow",
        null,
        nameOf(profile),
        h(
          "span.preview",
          { dir: "auto" },
          author && [h("bdi", null, author), ": "],
          before,
          word && h("mark", null, word),
          after,
        ),
      ),
      h("small", { title: full(message.at) }, brief(message.at)),
    );
  }
}
