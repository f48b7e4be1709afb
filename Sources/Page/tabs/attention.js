// Whether the user looks at the page: for the title, for notifications, and for the server.

import { summaryOf } from "../model/attached.js";
import { groupNews } from "../model/groups.js";
import { planNews } from "../model/plans.js";
import { teamNews } from "../model/teams.js";
import { t } from "../texts/index.js";
import { announce, toast } from "../view/dialog.js";
import { computed, effect } from "../view/signal.js";
import { address, route } from "../view/router.js";
import { placeOf } from "../screens/places.js";
import { explainChange, isAlarming } from "../screens/security.js";
import { screenTitle, showTitle } from "../screens/titles.js";

/** The session becomes silent when the user has looked at no tab for this long, in milliseconds. */
const AWAY = 5 * 60_000;
const LOOK_PAUSE = 60_000;

export class Attention {
  #seenAt = Date.now();

  /** @param {import("../app.js").App} app */
  constructor(app) {
    this.app = app;
    const count = computed(() => app.world.unread + app.world.incoming.value.length);
    effect(() => this.#show(count.value));
    const title = computed(() => screenTitle(app, placeOf(route.value), route.value[1]));
    effect(() => showTitle(title.value, count.value));
    app.world.listen((message) => this.#notice(message));
    app.world.expiry.listen((name, messages) => this.#close(name, messages));
    setInterval(() => this.#look(), LOOK_PAUSE);
    document.addEventListener("visibilitychange", () => this.#look());
  }

  /** The user has looked at another tab. */
  saw() {
    this.#seenAt = Date.now();
    this.#speak(false);
  }

  #look() {
    if (!document.hidden) {
      this.app.link.tell({ seen: true });
      this.saw();
    } else if (Date.now() - this.#seenAt > AWAY) this.#speak(true);
  }

  /**
   * Opens the session so that the user counts as present or as away.
   *
   * @param {boolean} isSilent an unattended device withholds no notifications from the user's other
   *   devices
   */
  #speak(isSilent) {
    const { session } = this.app.link;
    if (!session || session.silent === isSilent) return;
    session.silent = isSilent;
    if (session.status.state === "online") session.reopen();
  }

  /** @param {number} count number of waiting items */
  #show(count) {
    const link = document.querySelector("link[rel=icon]");
    link?.setAttribute(
      "href",
      count ? link.getAttribute("data-unread") : link.getAttribute("data-read"),
    );
    // Notifications outside of the page would outlast a guest.
    if (this.app.isGuest) return;
    const badge = count ? navigator.setAppBadge?.(count) : navigator.clearAppBadge?.();
    badge?.catch(() => {});
  }

  /** @param {import("../client/wire.d.ts").ServerMessage} message */
  #notice(message) {
    const news = this.#news(message);
    if (!news) return;
    const [text, words, kind] = news;
    // The page starts with the board, where an invitation may point to an activity.
    const [place = "now", ...rest] = route.peek();
    const here = place === "now" ? ["now"] : [place, ...rest];
    if (!document.hidden) {
      // The board announces its matches and plans itself.
      if (words[0] === "now" && here[0] === "now") return;
      // The list of conversations already shows it.
      if (words[0] === "chats" && here[0] === "chats") announce(text);
      else if (kind === "error" || words.join("/") !== here.join("/")) {
        toast(text, { href: address(...words), kind });
      }
      return;
    }
    // Only one tab notifies.
    if (this.app.link.isLeader) this.#notify(text, words);
  }

  /**
   * @param {import("../client/wire.d.ts").ServerMessage} message
   * @returns {[string, string[], ("news" | "error")?] | undefined} the text, and the screen that it
   *   leads to
   */
  #news(
    {
      roomMessage,
      match,
      friendRequested,
      friendAdded,
      circleAsked,
      circleCommented,
      ...more
    },
  ) {
    const { world, login } = this.app;
    if (roomMessage) {
      // A message that was deleted before it arrived has nothing to tell.
      const { from, displayName, room } = roomMessage;
      const text = summaryOf(roomMessage);
      const other = world.otherOf(room);
      const known = world.rooms.peek().get(other);
      const isMentioned = roomMessage.mentions?.includes(login.username);
      if (!text || from === login.username || (known?.mark?.muted && !isMentioned)) return;
      if (known?.group) {
        const group = world.profile(other).displayName;
        const values = { name: displayName, group, text: text.slice(0, 80) };
        return [t("newsGroupMessage", values), ["chats", other]];
      }
      return [
        t("newsMessage", { name: displayName, text: text.slice(0, 80) }),
        ["chats", from],
      ];
    }
    if (match) {
      const title = this.app.titleOf(match.activity);
      return [
        t("newsMatch", { name: match.with.displayName, activity: title }),
        ["now"],
      ];
    }
    if (friendRequested) {
      return [t("newsRequest", { name: friendRequested.from.displayName }), [
        "people",
      ]];
    }
    if (friendAdded) {
      const { username, displayName } = friendAdded.friend;
      return [t("newsFriend", { name: displayName }), ["people", username]];
    }
    if (circleAsked) {
      return [t("newsAsked", { name: circleAsked.friend.displayName }), [
        "circle",
      ]];
    }
    if (circleCommented) {
      const { comment, post } = circleCommented;
      return [t("newsComment", { name: comment.from.displayName }), [
        "circle",
        post,
      ]];
    }
    if (more.activityEnding) {
      const title = this.app.titleOf(more.activityEnding.activity);
      return [t("newsEnding", { activity: title }), ["now"]];
    }
    if (
      more.partnerMatched || more.meetupOffered || more.meetupAccepted ||
      more.meetupCleared
    ) {
      return this.app.partners.news(more);
    }
    const told = this.app.words.news(more);
    if (told) return told;
    const other = teamNews(this.app, more) ?? groupNews(this.app, more) ??
      planNews(this.app, more);
    if (other) return other;
    if (more.accountChanged) {
      const isOwn = !isAlarming(more.accountChanged, login.device);
      return [
        explainChange(more.accountChanged),
        ["me", "security"],
        isOwn ? "news" : "error",
      ];
    }
    if (more.moderationWarned) {
      return [
        t("warned", { text: more.moderationWarned.text }),
        ["me"],
        "error",
      ];
    }
    if (more.notice) {
      return [more.notice.text, [""]];
    }
  }

  /**
   * Closes notifications of messages that have disappeared.
   *
   * @param {string} name of the conversation
   * @param {import("../client/wire.d.ts").RoomMessage[]} messages
   */
  async #close(name, messages) {
    const { mark, newest } = this.app.world.rooms.peek().get(name) ?? {};
    // A notification shows the newest message.
    if (newest && newest.seq > messages.at(-1).seq && mark?.unread) return;
    const registration = await navigator.serviceWorker?.getRegistration();
    for (const tag of [`message:${name}`, `chats/${name}`]) {
      for (const shown of await registration?.getNotifications({ tag }) ?? []) {
        shown.close();
      }
    }
  }

  /** @param {string} text @param {string[]} words */
  async #notify(text, words) {
    if (this.app.isGuest || globalThis.Notification?.permission !== "granted") return;
    const registration = await navigator.serviceWorker?.ready;
    const options = {
      body: text,
      tag: words.join("/"),
      data: address(...words),
    };
    await registration?.showNotification("Upfor", options);
  }
}
