// The user's state: built from a snapshot, and changed by events. It needs neither a page nor a
// connection, so that each rule can be tested alone.

import { batch, signal } from "../view/signal.js";
import { Conversation } from "./conversation.js";
import { Expiry, firstEnd, isExpired } from "./expiry.js";
import { groupChanged, groupProfile, isGroup } from "./groups.js";

/**
 * @typedef {import("../client/wire.d.ts").ServerMessage} ServerMessage
 * @typedef {import("../client/wire.d.ts").UserProfile} UserProfile
 * @typedef {import("../client/wire.d.ts").Friend} Friend
 * @typedef {import("../client/wire.d.ts").RoomSummary} RoomSummary
 * @typedef {import("../client/wire.d.ts").PendingRequest} PendingRequest
 * @typedef {import("../client/wire.d.ts").ActivityState} ActivityState
 * @typedef {import("../client/wire.d.ts").MatchEntry} MatchEntry
 * @typedef {import("../client/wire.d.ts").SessionSnapshot} SessionSnapshot
 */

/** How long "is typing" is shown after the last hint, in milliseconds. */
const TYPING_SHOWN = 6_000;

export class World {
  /** @type {import("../view/signal.js").Signal<UserProfile>} */
  me = signal(undefined);
  /** By username. @type {import("../view/signal.js").Signal<Map<string, Friend>>} */
  friends = signal(new Map());
  /** @type {import("../view/signal.js").Signal<PendingRequest[]>} */
  incoming = signal([]);
  /** @type {import("../view/signal.js").Signal<PendingRequest[]>} */
  outgoing = signal([]);
  /** By the other's username, or the room of a group. @type {import("../view/signal.js").Signal<Map<string, RoomSummary>>} */
  rooms = signal(new Map());
  /**
   * Groups to which friends have invited the user, newest first.
   *
   * @type {import("../view/signal.js").Signal<import("../client/wire.d.ts").GroupInvitation[]>}
   */
  invitations = signal([]);
  /** In the order of the catalogue. @type {import("../view/signal.js").Signal<ActivityState[]>} */
  activities = signal([]);
  /** Current matches, newest first. @type {import("../view/signal.js").Signal<MatchEntry[]>} */
  matches = signal([]);
  /** @type {import("../view/signal.js").Signal<import("../client/wire.d.ts").Privacy>} */
  privacy = signal({});
  /** @type {import("../view/signal.js").Signal<UserProfile[]>} */
  blocks = signal([]);
  /**
   * Friends who are typing, by conversation: to the user, or in a group.
   *
   * @type {import("../view/signal.js").Signal<Map<string, string[]>>}
   */
  typing = signal(new Map());
  /**
   * Friends who wait for the user's "we did it".
   *
   * @type {import("../view/signal.js").Signal<import("../client/wire.d.ts").CircleAsked[]>}
   */
  asked = signal([]);

  /** The last event that was applied. @type {number | undefined} */
  after;
  /** @type {string | undefined} */
  epoch;
  /** The end of messages that disappear. */
  expiry = new Expiry(this);
  /** Whether an event was erased: only a snapshot shows which. */
  isStale = false;

  /** By the other's username. @type {Map<string, Conversation>} */
  #conversations = new Map();
  /** @type {Map<string, any>} */
  #typingTimers = new Map();
  /** @type {Set<(message: ServerMessage) => void>} */
  #listeners = new Set();

  /**
   * Calls back for each event and ephemeral message, after it was applied.
   *
   * @param {(message: ServerMessage) => void} listener
   * @returns {() => void} ends it
   */
  listen(listener) {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** @param {string} username */
  conversation(username) {
    let found = this.#conversations.get(username);
    if (!found) {
      found = new Conversation(username, (messages) => this.expiry.expect(messages));
      this.#conversations.set(username, found);
    }
    return found;
  }

  /** The key of a room here. @param {string} room "ana:ben", or "#17" of a group */
  otherOf(room) {
    const [first, second] = room.split(":");
    return first === this.me.peek()?.username ? second : first;
  }

  /** Whether the user can read the conversation. @param {string} name of a friend, or a group */
  canRead(name) {
    return isGroup(name) ? this.rooms.value.has(name) : this.friends.value.has(name);
  }

  /**
   * The profile of a friend or a group; of other users, the known part.
   *
   * @param {string} username
   */
  profile(username) {
    if (isGroup(username)) return groupProfile(username, this.rooms.value.get(username)?.group);
    return this.friends.value.get(username)?.user ??
      { username, displayName: username };
  }

  /**
   * The matches for what the user is up for. The others last some seconds more, so that a friend's
   * board does not flicker: here the user has turned the activity off.
   */
  get current() {
    const activities = this.activities.value;
    if (activities.some(({ on, wildcard }) => on && wildcard)) return this.matches.value;
    const off = new Set(activities.filter(({ on }) => !on).map(({ activity }) => activity));
    return this.matches.value.filter(({ activity }) => !off.has(activity));
  }

  /** Number of unread messages in all rooms that are not muted. */
  get unread() {
    let sum = 0;
    for (const { mark } of this.rooms.value.values()) {
      if (!mark?.muted) sum += mark?.unread ?? 0;
    }
    return sum;
  }

  /** @param {import("../client/wire.d.ts").SessionOpened} session */
  open(session) {
    batch(() => {
      this.me.value = session.user;
      this.epoch = session.epoch;
      this.expiry.set(session.now);
      if (!session.snapshot) return;
      this.after = session.top ?? 0;
      this.isStale = false;
      this.#conversations.forEach((conversation) => conversation.forget());
      this.#replace(session.snapshot);
    });
  }

  /** @param {SessionSnapshot} snapshot */
  #replace(snapshot) {
    this.setFriends(snapshot.friends);
    this.setMailbox(snapshot.mailbox);
    this.setRooms(snapshot.rooms);
    this.activities.value = snapshot.activities?.activities ?? [];
    this.matches.value = snapshot.matches?.matches ?? [];
    this.privacy.value = snapshot.privacy ?? {};
    this.blocks.value = snapshot.blocks?.users ?? [];
    this.asked.value = [];
  }

  /** @param {import("../client/wire.d.ts").Friends} friends */
  setFriends(friends) {
    this.friends.value = new Map(
      (friends?.friends ?? []).map((friend) => [friend.user.username, friend]),
    );
  }

  /** @param {import("../client/wire.d.ts").Mailbox} mailbox */
  setMailbox(mailbox) {
    this.incoming.value = mailbox?.incoming ?? [];
    this.outgoing.value = mailbox?.outgoing ?? [];
  }

  /** @param {import("../client/wire.d.ts").Rooms} rooms */
  setRooms(rooms) {
    this.rooms.value = new Map(
      (rooms?.rooms ?? []).map((room) => [room.with, room]),
    );
    this.invitations.value = rooms?.invitations ?? [];
    for (const room of this.rooms.peek().values()) {
      this.#conversations.get(room.with)?.setReceipt(room.receipt);
    }
    this.expiry.expect(
      [...this.rooms.peek().values()].map(({ newest }) => newest),
    );
  }

  /**
   * Removes messages that have disappeared.
   *
   * @param {number} now
   * @returns {[string, import("../client/wire.d.ts").RoomMessage[]][]} what was removed, by room
   */
  expire(now) {
    /** @type {Map<string, import("../client/wire.d.ts").RoomMessage[]>} */
    const gone = new Map();
    for (const [name, conversation] of this.#conversations) {
      const messages = conversation.expire(now);
      if (messages.length) gone.set(name, messages);
    }
    for (const [name, { newest }] of this.rooms.peek()) {
      if (!isExpired(newest, now)) continue;
      const others = (gone.get(name) ?? []).filter(({ seq }) => seq !== newest.seq);
      gone.set(name, [...others, newest]);
    }
    for (const [name, messages] of gone) {
      const left = this.#conversations.get(name)?.messages.peek() ?? [];
      this.changeRoom(name, (room) => ({
        ...room,
        newest: isExpired(room.newest, now) ? left.at(-1) : room.newest,
        mark: this.#less(room.mark ?? {}, messages, left),
      }));
    }
    return [...gone];
  }

  /**
   * A read mark without what has disappeared.
   *
   * @param {import("../client/wire.d.ts").RoomMarked} mark
   * @param {import("../client/wire.d.ts").RoomMessage[]} gone
   * @param {import("../client/wire.d.ts").RoomMessage[]} left what is here of the others
   */
  #less(mark, gone, left) {
    const me = this.me.peek()?.username;
    const isUnread = (/** @type {import("../client/wire.d.ts").RoomMessage} */ { seq, from }) =>
      from !== me && seq > (mark.seq ?? 0);
    const isMentioned = (/** @type {import("../client/wire.d.ts").RoomMessage[]} */ messages) =>
      messages.filter(isUnread).some(({ mentions }) => mentions?.includes(me));
    const unread = Math.max(0, (mark.unread ?? 0) - gone.filter(isUnread).length);
    const mentioned = unread > 0 && (mark.mentioned ?? false) &&
      (!isMentioned(gone) || isMentioned(left));
    return { ...mark, unread, mentioned };
  }

  /** When the next message disappears, in milliseconds since 1970; Infinity: none will. */
  get nextEnd() {
    const held = [...this.#conversations.values()].map((conversation) =>
      firstEnd(conversation.held)
    );
    return Math.min(firstEnd([...this.rooms.peek().values()].map(({ newest }) => newest)), ...held);
  }

  /**
   * Applies an event of the inbox, or an ephemeral message.
   *
   * @param {ServerMessage} message
   */
  apply(message) {
    batch(() => {
      if (message.seq !== undefined) this.after = message.seq;
      const kind = Object.keys(message).find((key) => key !== "seq" && key !== "at");
      if (!kind) this.isStale = true;
      const change = CHANGES[kind];
      change?.call(this, /** @type {any} */ (message)[kind], message.at);
      for (const listener of this.#listeners) listener(message);
    });
  }

  /**
   * @param {string} username
   * @param {(friend: Friend) => Friend} change
   */
  changeFriend(username, change) {
    const friend = this.friends.peek().get(username);
    if (!friend) return;
    this.friends.value = new Map(this.friends.peek()).set(
      username,
      change(friend),
    );
  }

  /** @param {import("../client/wire.d.ts").Presence} presence */
  setPresence({ user, online, lastSeen }) {
    this.changeFriend(user, (friend) => ({ ...friend, online, lastSeen }));
  }

  /**
   * @param {string} username
   * @param {(room: RoomSummary) => RoomSummary} change
   */
  changeRoom(username, change) {
    const rooms = this.rooms.peek();
    const room = rooms.get(username) ?? { with: username };
    this.rooms.value = new Map(rooms).set(username, change(room));
  }

  /**
   * @param {string} activity
   * @param {Partial<ActivityState>} change
   */
  changeActivity(activity, change) {
    this.activities.value = this.activities.peek().map((state) =>
      state.activity === activity ? { ...state, ...change } : state
    );
  }

  /** @param {(match: MatchEntry) => boolean} isOver */
  endMatches(isOver) {
    this.matches.value = this.matches.peek().filter((match) => !isOver(match));
  }

  /** @param {string} username */
  closeRequests(username) {
    const isOther = (/** @type {PendingRequest} */ request) => request.user.username !== username;
    this.incoming.value = this.incoming.peek().filter(isOther);
    this.outgoing.value = this.outgoing.peek().filter(isOther);
  }

  /** @param {string} room */
  closeInvitation(room) {
    this.invitations.value = this.invitations.peek().filter((one) => one.room !== room);
  }

  /**
   * @param {string} name of the conversation
   * @param {string} from
   * @param {boolean} isTyping
   */
  setTyping(name, from, isTyping) {
    const key = `${name} ${from}`;
    clearTimeout(this.#typingTimers.get(key));
    if (isTyping) {
      const timer = setTimeout(() => this.setTyping(name, from, false), TYPING_SHOWN);
      this.#typingTimers.set(key, timer);
    }
    const former = this.typing.peek().get(name) ?? [];
    if (former.includes(from) === isTyping) return;
    const others = former.filter((one) => one !== from);
    const typing = new Map(this.typing.peek());
    if (isTyping) typing.set(name, [...others, from]);
    else if (others.length) typing.set(name, others);
    else typing.delete(name);
    this.typing.value = typing;
  }

  /** The state to store on the device, which the next start shows before there is a connection. */
  dump() {
    return {
      after: this.after,
      epoch: this.epoch,
      lead: this.expiry.lead,
      me: this.me.peek(),
      friends: [...this.friends.peek().values()],
      incoming: this.incoming.peek(),
      outgoing: this.outgoing.peek(),
      rooms: [...this.rooms.peek().values()],
      invitations: this.invitations.peek(),
      activities: this.activities.peek(),
      matches: this.matches.peek(),
      privacy: this.privacy.peek(),
      blocks: this.blocks.peek(),
      asked: this.asked.peek(),
      conversations: [...this.#conversations.values()].flatMap((one) => one.dump()),
    };
  }

  /** @param {ReturnType<World["dump"]>} dump */
  load(dump) {
    batch(() => {
      this.after = dump.after;
      this.epoch = dump.epoch;
      this.me.value = dump.me;
      this.setFriends({ friends: dump.friends });
      this.incoming.value = dump.incoming;
      this.outgoing.value = dump.outgoing;
      this.setRooms({ rooms: dump.rooms, invitations: dump.invitations });
      this.activities.value = dump.activities;
      this.matches.value = dump.matches;
      this.privacy.value = dump.privacy;
      this.blocks.value = dump.blocks;
      this.asked.value = dump.asked;
      this.#conversations.forEach((conversation) => conversation.forget());
      for (const one of dump.conversations) {
        this.conversation(one.with).load(one);
      }
      this.expiry.lead = dump.lead ?? 0;
      this.expiry.run();
    });
  }
}

/**
 * The changes by each kind of message.
 *
 * @type {Record<string, (this: World, body: any, at?: string) => void>}
 */
const CHANGES = {
  profileChanged({ user }) {
    if (user.username === this.me.peek()?.username) this.me.value = user;
    this.changeFriend(user.username, (friend) => ({ ...friend, user }));
  },
  privacyChanged({ privacy }) {
    this.privacy.value = privacy;
  },

  friendRequested({ from, message }, at) {
    this.closeRequests(from.username);
    this.incoming.value = [...this.incoming.peek(), {
      user: from,
      message,
      at,
    }];
  },
  // Not an event: facts from the answer to this device's own request.
  friendRequestSent({ user, message }, at) {
    this.outgoing.value = [...this.outgoing.peek(), { user, message, at }];
  },
  friendRequestClosed({ from, to }) {
    this.closeRequests(from === this.me.peek()?.username ? to : from);
  },
  friendAdded({ friend }, at) {
    this.closeRequests(friend.username);
    const entry = { user: friend, since: at };
    const entries = [...this.friends.peek(), [friend.username, entry]];
    this.friends.value = new Map(
      /** @type {[string, Friend][]} */ (entries.sort(([a], [b]) => a < b ? -1 : 1)),
    );
  },
  friendRemoved({ friend }) {
    const friends = new Map(this.friends.peek());
    friends.delete(friend);
    this.friends.value = friends;
    const rooms = new Map(this.rooms.peek());
    rooms.delete(friend);
    this.rooms.value = rooms;
    this.endMatches((match) => match.with.username === friend);
    this.asked.value = this.asked.peek().filter((one) => one.friend.username !== friend);
  },
  blockChanged({ user, blocked }) {
    const others = this.blocks.peek().filter((one) => one.username !== user.username);
    this.blocks.value = blocked ? [...others, user] : others;
    if (blocked) this.closeRequests(user.username);
    // Messages in groups are hidden or shown again: only a snapshot shows which.
    if ([...this.rooms.peek().keys()].some(isGroup)) this.isStale = true;
  },
  presence(presence) {
    this.setPresence(presence);
  },
  presenceDigest({ presences }) {
    for (const presence of presences ?? []) this.setPresence(presence);
  },

  roomMessage(message) {
    const other = this.otherOf(message.room);
    const me = this.me.peek()?.username;
    const isMine = message.from === me;
    this.changeRoom(other, (room) => {
      const mark = room.mark ?? {};
      const isNew = !isMine && message.seq > (mark.seq ?? 0);
      return {
        ...room,
        room: message.room,
        newest: message,
        mark: isNew
          ? {
            ...mark,
            unread: (mark.unread ?? 0) + 1,
            mentioned: mark.mentioned || (message.mentions ?? []).includes(me),
          }
          : mark,
      };
    });
    if (!isMine) this.setTyping(other, message.from, false);
    this.conversation(other).append(message);
    this.expiry.expect([message]);
  },
  roomExpiryChanged(body) {
    // Without content, it was set in a room that the user can no longer read.
    const expiry = body?.expiry;
    if (!expiry) return;
    this.changeRoom(this.otherOf(expiry.room), (room) => ({ ...room, expiry }));
  },
  roomMessageChanged(body) {
    // If a message has changed again, its earlier change arrives without content.
    const message = body?.message;
    if (!message) return;
    const other = this.otherOf(message.room);
    this.conversation(other).change(message);
    this.changeRoom(
      other,
      (room) => room.newest?.seq === message.seq ? { ...room, newest: message } : room,
    );
  },
  roomBadge({ mark }) {
    const other = this.otherOf(mark.room);
    this.changeRoom(other, (room) => ({ ...room, room: mark.room, mark }));
  },
  roomReceipt(receipt) {
    const other = this.otherOf(receipt.room);
    this.changeRoom(other, (room) => ({ ...room, receipt }));
    this.conversation(other).setReceipt(receipt);
  },
  groupChanged(changed) {
    groupChanged(this, changed);
  },
  groupInvited(invitation) {
    this.closeInvitation(invitation.room);
    this.invitations.value = [invitation, ...this.invitations.peek()];
  },
  groupInvitationClosed({ room }) {
    this.closeInvitation(room);
  },
  roomTyping({ room, from, on }) {
    this.setTyping(this.otherOf(room), from, on ?? false);
  },

  activityChanged({ activity, on, expiresAt, details }) {
    this.changeActivity(activity, { on, expiresAt, details });
  },
  match({ activity, with: user, details }, at) {
    this.endMatches((one) => one.activity === activity && one.with.username === user.username);
    this.matches.value = [
      { activity, with: user, since: at, details },
      ...this.matches.peek(),
    ];
  },
  matchChanged({ activity, with: username, details, room }) {
    if (room) return;
    this.matches.value = this.matches.peek().map((one) =>
      one.activity === activity && one.with.username === username ? { ...one, details } : one
    );
  },
  matchEnded({ activity, with: username }) {
    this.endMatches((one) => one.activity === activity && one.with.username === username);
  },
  circleAsked({ friend, activity }) {
    const others = this.asked.peek().filter((one) =>
      one.friend.username !== friend.username || one.activity !== activity
    );
    this.asked.value = [...others, { friend, activity }];
  },
};
