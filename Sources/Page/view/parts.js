// Parts of several screens.

import { INVITE } from "../model/invitations.js";
import { t } from "../texts/index.js";
import { ago } from "./format.js";
import { h, icon } from "./dom.js";
import { icons } from "./icons.js";
import { address, former } from "./router.js";
import { effect, onEnd, signal, untracked } from "./signal.js";

/**
 * @typedef {import("../client/wire.d.ts").UserProfile} UserProfile
 * @typedef {import("../client/wire.d.ts").Friend} Friend
 */

/**
 * A user's picture, for use beside the name.
 *
 * @param {UserProfile} user
 * @param {string} [size] a class: "small", "large"
 */
export function avatar(user, size = "") {
  if (/** @type {any} */ (user)?.isGroup) {
    return h("span.avatar.blank", { class: size }, icon(icons.people));
  }
  /** @type {HTMLImageElement} */
  const picture = h("img.avatar", {
    class: size,
    src: user?.avatar ?? null,
    alt: "",
    width: "40",
    height: "40",
    decoding: "async",
    onerror: () => {
      // In place of a picture that cannot be loaded now.
      const letter = h(
        "span.avatar.blank",
        { class: size, "aria-hidden": "true" },
        [...(user.displayName || user.username)][0].toUpperCase(),
      );
      picture.replaceWith(letter);
      addEventListener("online", () => {
        letter.replaceWith(picture);
        picture.src = user.avatar;
      }, { once: true });
    },
  });
  return picture;
}

/** A name, isolated from the text around it. @param {UserProfile} user */
export function nameOf(user) {
  return h("bdi.name", null, user?.displayName || user?.username);
}

/**
 * Whether a friend is online.
 *
 * @param {import("../app.js").App} app
 * @param {Friend | undefined} friend
 */
export function presenceText(app, friend) {
  if (!friend) return "";
  if (friend.online) return t("isOnline");
  return friend.lastSeen ? t("lastSeen", { time: ago(friend.lastSeen, app.now) }) : t("isOffline");
}

/** @param {Friend | undefined} friend */
export function presenceDot(friend) {
  return h("span.dot", {
    class: friend?.online ? "on" : "",
    "aria-hidden": "true",
  });
}

/**
 * A number of what waits for the user.
 *
 * @param {number} count
 * @param {Record<string, any>} [attributes]
 */
export function badge(count, attributes) {
  return h("b.badge", attributes, count > 99 ? "99+" : count);
}

/**
 * A header of a screen.
 *
 * @param {import("./dom.js").Content} title
 * @param {...import("./dom.js").Content} actions
 */
export function heading(title, ...actions) {
  return h("header.row.top", null, h("h1.grow", null, title), ...actions);
}

/**
 * The content of an empty list.
 *
 * @param {string} text @param {...import("./dom.js").Content} more
 */
export function empty(text, ...more) {
  return h("div.empty", null, h("p", null, text), ...more);
}

/** A button that leads to a screen. @param {string} text @param {...string} words its address */
export function onward(text, ...words) {
  return h("a.button", { href: address(...words) }, text);
}

/**
 * The ways to a friend, for a user who has none: a link that invites, and the search by name.
 *
 * @param {() => void} [onclick] called when one of them is taken, such as to close a dialog
 */
export function toFriends(onclick = () => {}) {
  return h(
    "p.row.center",
    null,
    h("a.button.primary", { href: address("people", INVITE), onclick }, t("inviteFriend")),
    h("a.button", { href: address("people"), onclick }, t("findFriends")),
  );
}

/**
 * A labelled field.
 *
 * @param {string} label
 * @param {Record<string, any>} attributes of the input
 * @param {import("./dom.js").Content} [hint]
 */
export function field(label, attributes, hint) {
  const id = `field-${crypto.randomUUID()}`;
  const tag = attributes.rows ? "textarea" : "input";
  return h(
    "p.field",
    null,
    h("label", { for: id }, label),
    h(tag, {
      id,
      "aria-describedby": hint ? `${id}-hint` : null,
      ...attributes,
    }),
    hint && h("small", { id: `${id}-hint` }, hint),
  );
}

/**
 * @param {string} label
 * @param {string} name
 * @param {string[][]} choices values and texts
 * @param {{chosen?: string, changed?: (value: string) => void}} [options]
 */
export function select(label, name, choices, { chosen, changed } = {}) {
  const id = `select-${name}`;
  return h(
    "p.field",
    null,
    h("label", { for: id }, label),
    h(
      "select",
      {
        id,
        name,
        onchange: (/** @type {any} */ event) => changed?.(event.target.value),
      },
      choices.map(([value, text]) => h("option", { value, selected: value === chosen }, text)),
    ),
  );
}

/**
 * Says beside a field what is wrong with it, until it changes.
 *
 * @param {any} input within a `field`
 * @param {import("./dom.js").Content} [flaw] absent: nothing
 * @returns {boolean} whether it can be said there
 */
export function complain(input, flaw) {
  const frame = input?.closest?.(".field");
  const said = frame?.querySelector(".error");
  if (!frame || !flaw && !said) return false;
  said?.remove();
  const id = `${input.id}-flaw`;
  const hints = (input.getAttribute("aria-describedby") ?? "").split(" ")
    .filter((/** @type {string} */ one) => one && one !== id);
  if (flaw) {
    input.after(h("small.error", { id, role: "alert" }, flaw));
    hints.unshift(id);
  }
  for (const [name, value] of [["invalid", flaw && "true"], ["describedby", hints.join(" ")]]) {
    if (value) input.setAttribute(`aria-${name}`, value);
    else input.removeAttribute(`aria-${name}`);
  }
  return true;
}

/** What a browser would say about a field. @param {any} input */
function flawOf({ validity, minLength = -1, type, value, flaw, validationMessage }) {
  if (!validity || validity.valueMissing) return validity && t("fieldMissing");
  if (value.length < minLength) return t("fieldShort", { count: minLength });
  if (type === "email" && !validity.valid) return t("fieldEmail");
  return flaw?.(value) ?? validationMessage;
}

/** Whether a form can be sent; otherwise it says why, and goes there. @param {HTMLFormElement} form */
function isComplete(form) {
  const [first] = [...form.elements].filter((/** @type {any} */ input) => {
    const flaw = input.willValidate && flawOf(input);
    return complain(input, flaw) ? flaw : flaw && !input.reportValidity();
  });
  /** @type {any} */ (first)?.focus();
  return !first;
}

/**
 * A form that ignores submissions while one is being sent.
 *
 * @param {Record<string, any>} attributes
 * @param {(values: Record<string, string>, form: HTMLFormElement) => Promise<any>} send
 * @param {...import("./dom.js").Content} contents
 */
export function form({ label, class: name, ...attributes }, send, ...contents) {
  const isBusy = signal(false);
  return h(
    "form",
    {
      ...attributes,
      class: name ?? null,
      // A browser would say in its own language, and above the hint, what is wrong.
      novalidate: true,
      oninput: (/** @type {Event} */ event) => complain(event.target),
      onsubmit: async (/** @type {SubmitEvent} */ event) => {
        event.preventDefault();
        const target = /** @type {HTMLFormElement} */ (event.target);
        if (isBusy.peek() || !isComplete(target)) return;
        isBusy.value = true;
        try {
          const values = Object.fromEntries(new FormData(target).entries());
          await send(/** @type {Record<string, string>} */ (values), target);
        } finally {
          isBusy.value = false;
        }
      },
    },
    ...contents,
    label &&
      h(
        "button.primary.wide",
        { type: "submit", disabled: () => isBusy.value },
        label,
      ),
  );
}

/**
 * A switch.
 *
 * @param {string} label
 * @param {() => boolean} isOn
 * @param {(isOn: boolean) => void} set requests the change; the switch follows `isOn`
 * @param {{hint?: string, disabled?: () => boolean}} [options]
 */
export function toggle(
  label,
  isOn,
  set,
  { hint, disabled = () => false } = {},
) {
  return h(
    "label.toggle",
    null,
    h("span.grow", null, label, hint && h("small", null, hint)),
    h("input", {
      type: "checkbox",
      role: "switch",
      checked: isOn,
      disabled,
      onchange: (/** @type {Event} */ event) => {
        const input = /** @type {HTMLInputElement} */ (event.target);
        const wanted = input.checked;
        // The server decides.
        input.checked = isOn();
        set(wanted);
      },
    }),
  );
}

/** Least distance of a menu from the edges of the window, in pixels. */
const MENU_EDGE = 8;

/**
 * A menu of actions behind a button. It is above everything else on the page: no scroller cuts it
 * off.
 *
 * @param {string} label
 * @param {() => [string, () => void, string?][]} actions texts, their actions, and a class
 * @param {string} [path] of its icon
 */
export function menu(label, actions, path = icons.more) {
  const isOpen = signal(false);
  const close = () => items.hidePopover();
  /** @type {HTMLElement} */
  const items = h(
    "span.items",
    {
      popover: "auto",
      // Also when a click elsewhere closes it.
      onbeforetoggle: (/** @type {ToggleEvent} */ event) => {
        isOpen.value = event.newState === "open";
      },
    },
    () =>
      isOpen.value &&
      untracked(actions).map(([text, act, name]) =>
        h("button", {
          type: "button",
          class: name,
          onclick: () => {
            close();
            act();
          },
        }, text)
      ),
  );
  const follow = () => placeBeside(items, button);
  effect(() => {
    if (!isOpen.value) return;
    follow();
    addEventListener("resize", follow);
    onEnd(() => removeEventListener("resize", follow));
  });
  /** @type {HTMLButtonElement} */
  const button = h("button.plain", {
    type: "button",
    "aria-label": label,
    "aria-expanded": () => String(isOpen.value),
    onclick: (/** @type {Event} */ event) => {
      event.preventDefault();
      items.togglePopover();
    },
  }, icon(path));
  // Otherwise the press that is to close the menu would close it, and its click open it again.
  button.popoverTargetElement = items;
  /** @type {HTMLElement} */
  const element = h(
    "span.menu",
    {
      onfocusout: (/** @type {FocusEvent} */ event) => {
        const next = /** @type {Node | null} */ (event.relatedTarget);
        if (next && !element.contains(next)) close();
      },
      onkeydown: (/** @type {KeyboardEvent} */ event) => {
        if (event.key === "Escape" && isOpen.peek()) {
          event.stopPropagation();
          event.preventDefault();
          close();
          button.focus();
        }
        if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
        event.preventDefault();
        const buttons = [...element.querySelectorAll("button")];
        const at = buttons.indexOf(/** @type {any} */ (document.activeElement));
        buttons[
          (at + (event.key === "ArrowDown" ? 1 : buttons.length - 1)) %
          buttons.length
        ].focus();
      },
    },
    button,
    items,
  );
  return element;
}

/**
 * Places a menu below its button, or above it if there is more room, within the window. Style sheets
 * use the place where the window is wide enough.
 *
 * @param {HTMLElement} items
 * @param {HTMLElement} button
 */
function placeBeside(items, button) {
  const at = button.getBoundingClientRect();
  const { width, height } = items.getBoundingClientRect();
  const room = innerHeight - at.bottom - MENU_EDGE;
  const top = height <= room || at.top < room ? at.bottom : at.top - height;
  const isRightToLeft = getComputedStyle(button).direction === "rtl";
  const start = isRightToLeft ? innerWidth - at.right : at.left;
  // Towards the middle of the window.
  const wanted = start + at.width / 2 < innerWidth / 2 ? start : start + at.width - width;
  const within = (/** @type {number} */ place, /** @type {number} */ last) =>
    `${Math.max(MENU_EDGE, Math.min(place, last - MENU_EDGE))}px`;
  items.style.setProperty("--block", within(top, innerHeight - height));
  items.style.setProperty("--inline", within(wanted, innerWidth - width));
}

/** The field for the current password of an account. @param {string} label */
export function passwordField(label) {
  return field(label, {
    name: "password",
    type: "password",
    required: true,
    autocomplete: "current-password",
  });
}

/**
 * The field for a code: from an authenticator, from mail, or for recovery.
 *
 * @param {string} [hint]
 */
export function codeField(hint) {
  return field(t("code"), {
    name: "code",
    required: true,
    autocomplete: "one-time-code",
    autocapitalize: "none",
    spellcheck: "false",
  }, hint);
}

/**
 * A form that looks up a user by the exact username.
 *
 * @param {(username: string) => Promise<any>} find is called with the name as servers have it; it
 *   may be empty
 */
export function lookUpForm(find) {
  return form(
    { role: "search", class: "row look-up" },
    ({ username }) => find(username.trim().toLowerCase().replace(/^@/, "")),
    h("input.grow", {
      type: "search",
      name: "username",
      autocapitalize: "none",
      autocomplete: "off",
      spellcheck: "false",
      "aria-label": t("lookUp"),
      placeholder: t("lookUp"),
    }),
    h("button", { type: "submit", "aria-label": t("find") }, icon(icons.search)),
  );
}

/**
 * A link back to where the user came from, or to a list, on screens that have no room beside it.
 *
 * @param {string} place
 */
export function backTo(place) {
  return h(
    "a.plain.back",
    { href: former(place) ?? address(place), "aria-label": t("back") },
    icon(icons.back),
  );
}
