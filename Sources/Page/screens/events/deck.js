// The deck: one card after the other, swiped by pointer, keys or buttons.

import { Refused } from "../../client/index.js";
import { explain } from "../../explain.js";
import { t } from "../../texts/index.js";
import { announce, toast } from "../../view/dialog.js";
import { h, icon } from "../../view/dom.js";
import { icons } from "../../view/icons.js";
import { avatar, empty, nameOf } from "../../view/parts.js";
import { address } from "../../view/router.js";
import { computed, effect, onEnd, signal, untracked } from "../../view/signal.js";
import { documentsDialog } from "./documents.js";
import { placesOf } from "./change.js";
import { skillChips, top, waiting } from "./parts.js";
import { eventPicture } from "./picture.js";
import { eventChanges, remote } from "./read.js";

/**
 * @typedef {import("../../app.js").App} App
 * @typedef {import("../../client/wire.d.ts").DeckCard} DeckCard
 * @typedef {{gathering: number, project?: number}} Whose the user's deck at an event, or the deck
 *   of a project at it
 */

/** At this number of remaining cards, more are read. */
const FEW = 5;
/** How far a card must be dragged to count, as a part of its width, and how much it turns. */
const FAR = .3;
const TURN = 12;
/** How long a card flies away, in milliseconds. */
const FLIGHT = 200;

/** @param {App} app @param {Whose} whose */
export function deck(app, whose) {
  const back = whose.project
    ? [String(whose.gathering), "p", String(whose.project)]
    : [String(whose.gathering)];
  const own = whose.project
    ? remote(app, "projectRead", "project", () => ({ number: whose.project })).shown
    : remote(app, "teamProfileRead", "teamProfile").shown;
  const cards = signal(/** @type {DeckCard[] | undefined} */ (undefined));
  /** Cards that were swiped here. @type {Set<string>} */
  const gone = new Set();
  let isLoading = false;
  let isAll = false;
  const load = async () => {
    if (isLoading || isAll) return;
    isLoading = true;
    const fields = whose.project ? { project: whose.project } : { gathering: whose.gathering };
    const answer = await app.read("deckRead", fields);
    isLoading = false;
    if (!answer) return;
    // Cards that are being swiped may still be in the answer. The top card stays: the user may be
    // dragging it.
    const kept = cards.peek() ?? [];
    const known = new Set([...gone, ...kept.map(keyOf)]);
    const more = (answer.deck.cards ?? []).filter((card) => !known.has(keyOf(card)));
    cards.value = [...kept, ...more];
    isAll = !answer.deck.next;
  };
  effect(() => {
    app.sessions.value;
    isAll = false;
    if (app.isOnline.value) untracked(load);
  });
  const card = computed(() => cards.value?.[0]);
  effect(() => {
    if (card.value) announce(t("nextCard", { name: titleOf(card.value) }));
  });
  const swipe = async (/** @type {boolean} */ approve) => {
    const swiped = card.peek();
    if (!swiped || !app.isOnline.peek()) return;
    gone.add(keyOf(swiped));
    cards.value = cards.peek().slice(1);
    if (cards.peek().length <= FEW) load();
    if (await send(app, whose, swiped, approve)) return;
    // The swipe may or may not have arrived; repeating it changes nothing.
    gone.delete(keyOf(swiped));
    cards.value = [swiped, ...cards.peek()];
  };
  byKeys(swipe);
  return [
    top(back, whose.project ? t("findTeammates") : t("findProject")),
    h(
      "div.deck",
      { role: "group", "aria-label": t("deck") },
      () => cards.value?.length > 1 && h("div.deck-under", { "aria-hidden": "true" }),
      () => {
        const shown = card.value;
        if (shown) return untracked(() => cardOf(app, shown, own, swipe));
        if (!cards.value) return waiting(app);
        return empty(
          t("deckIsEmpty"),
          h("a.button", { href: address("events", ...back) }, t("back")),
        );
      },
    ),
    h(
      "p.row.center.deck-buttons",
      { hidden: () => !card.value },
      h("button.round.no", {
        type: "button",
        "aria-label": () => card.value ? t("notWanted", { name: titleOf(card.value) }) : "",
        disabled: () => !app.isOnline.value,
        onclick: () => swipe(false),
      }, icon(icons.close)),
      h("button.round.yes", {
        type: "button",
        "aria-label": () => card.value ? t("wanted", { name: titleOf(card.value) }) : "",
        disabled: () => !app.isOnline.value,
        onclick: () => swipe(true),
      }, icon(icons.heart)),
    ),
    h("p.note", { hidden: () => !card.value }, t("deckHint")),
  ];
}

/** @param {DeckCard} card */
function keyOf({ project, profile }) {
  return project ? `p${project.number}` : `u${profile.number}`;
}

/** @param {DeckCard} card */
function titleOf({ project, profile }) {
  return project ? project.title : profile.user.displayName || profile.user.username;
}

/**
 * @param {App} app
 * @param {Whose} whose
 * @param {DeckCard} card
 * @param {boolean} approve
 * @returns {Promise<boolean>} false: there is no answer
 */
async function send(app, whose, card, approve) {
  const name = titleOf(card);
  const fields = whose.project
    ? { project: whose.project, username: card.profile.user.username }
    : { project: card.project.number };
  try {
    const { swipe } = await app.link.call("swipeSet", { ...fields, approve });
    if (!swipe.joined) return true;
    const project = whose.project ?? card.project.number;
    toast(t(whose.project ? "theyJoined" : "youJoined", { name }), {
      href: address("events", String(whose.gathering), "p", String(project)),
    });
    eventChanges.value = eventChanges.peek() + 1;
  } catch (error) {
    if (error instanceof Refused && error.code === "LIST_FULL") {
      toast(t("matchedButFull", { name }));
    } else toast(explain(error), { kind: "error" });
    return error instanceof Refused;
  }
  return true;
}

/**
 * Arrow keys swipe wherever the focus is, except in a field.
 *
 * @param {(approve: boolean) => void} swipe
 */
function byKeys(swipe) {
  const press = (/** @type {KeyboardEvent} */ event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || document.querySelector("dialog[open]")) {
      return;
    }
    if (event.target instanceof Element && event.target.matches("input, select, textarea")) return;
    if (event.key !== "ArrowRight" && event.key !== "ArrowLeft") return;
    event.preventDefault();
    swipe(event.key === "ArrowRight");
  };
  document.addEventListener("keydown", press);
  onEnd(() => document.removeEventListener("keydown", press));
}

/**
 * @param {App} app
 * @param {DeckCard} card
 * @param {{readonly value: any}} own with the skills of the user or the project
 * @param {(approve: boolean) => void} swipe
 */
function cardOf(app, { project, profile }, own, swipe) {
  const { title, text, skills } = project
    ? { ...project, title: h("bdi", null, project.title) }
    : { ...profile, title: nameOf(profile.user) };
  return draggable(
    h(
      "article.card.deck-card",
      null,
      h("span.stamp.yes", { "aria-hidden": "true" }, t("stampYes")),
      h("span.stamp.no", { "aria-hidden": "true" }, t("stampNo")),
      profile && !profile.picture && avatar(profile.user, "huge"),
      eventPicture((project ?? profile).picture),
      h("h2", null, title),
      project && h("small", null, placesOf(project)),
      text && h("p.text", { dir: "auto" }, text),
      () => skillChips(skills, own.value?.skills),
      // The documents of a user who wants the project can be read; other users show none.
      profile && h("button", {
        type: "button",
        disabled: () => !app.isOnline.value,
        onclick: () => documentsDialog(app, profile.number, profile.user),
      }, t("seeDocuments")),
    ),
    swipe,
  );
}

/**
 * Makes a card draggable.
 *
 * @param {HTMLElement} card
 * @param {(approve: boolean) => void} swipe
 */
function draggable(card, swipe) {
  /** @type {{id: number, x: number} | undefined} */
  let hold;
  const move = (/** @type {number} */ x) => {
    const share = x / card.offsetWidth;
    card.style.transform = x ? `translateX(${x}px) rotate(${share * TURN}deg)` : "";
    card.classList.toggle("to-yes", share > FAR / 3);
    card.classList.toggle("to-no", share < -FAR / 3);
  };
  card.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    hold = { id: event.pointerId, x: event.clientX };
  });
  card.addEventListener("pointermove", (event) => {
    if (hold?.id !== event.pointerId) return;
    const x = event.clientX - hold.x;
    // A short movement is a click, or a selection of text.
    if (Math.abs(x) > 8 && !card.hasPointerCapture(hold.id)) {
      card.setPointerCapture(hold.id);
      card.classList.add("held");
    }
    if (card.hasPointerCapture(hold.id)) move(x);
  });
  const release = (/** @type {PointerEvent} */ event) => {
    if (hold?.id !== event.pointerId) return;
    const x = event.clientX - hold.x;
    hold = undefined;
    card.classList.remove("held");
    if (event.type === "pointercancel" || Math.abs(x) < card.offsetWidth * FAR) return move(0);
    move(Math.sign(x) * card.offsetWidth * 1.5);
    const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
    setTimeout(() => card.isConnected && swipe(x > 0), isStill ? 0 : FLIGHT);
  };
  card.addEventListener("pointerup", release);
  card.addEventListener("pointercancel", release);
  return card;
}
