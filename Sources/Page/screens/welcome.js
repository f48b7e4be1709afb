// The log-in screen ("door"): log-in, and recovery of a password.

import { explain, fieldOf } from "../explain.js";
import { post, Refused } from "../client/index.js";
import { here, intended } from "../intended.js";
import { site } from "../site.js";
import { choose, language, languages, t } from "../texts/index.js";
import { h } from "../view/dom.js";
import { codeField, complain, field, form, passwordField } from "../view/parts.js";
import { address, route } from "../view/router.js";
import { effect, onEnd, signal } from "../view/signal.js";
import { enter, entersAsGuest, guestBox } from "./entering.js";
import { followInvitation, isInvitation, opened, reminder } from "./invitation.js";
import { issuerButtons, returned } from "./issuer.js";
import { showTitle } from "./titles.js";
import { factorButton, passkeyButton } from "./passkey.js";

/**
 * @typedef {import("../store/database.js").Database} Database
 * @typedef {import("./entering.js").Door} Door
 * @typedef {import("./entering.js").Waiting} Waiting
 * @typedef {import("./entering.js").Show} Show
 */

/**
 * Titles of the document, by the first word of the address.
 *
 * @type {Record<string, import("../texts/index.js").Text>}
 */
const TITLES = { register: "register", forgot: "forgot", recover: "setPassword" };

/**
 * @param {Database} database
 * @param {object} options
 * @param {string} options.reason why a log-in has ended; empty: none has
 * @param {Waiting} [options.waiting]
 * @param {Show} options.show
 */
export function welcome(database, { reason, waiting, show }) {
  /** @type {Door} */
  const door = {
    database,
    show,
    waiting,
    isGuest: signal(waiting?.isGuest ?? false),
    site: signal({ issuers: [], mail: false, push: false }),
    error: signal(reason),
    done: signal(""),
    device: deviceName(),
    forgotten: "",
    invitation: signal(undefined),
  };
  const back = signal(/** @type {Element | undefined} */ (undefined));
  site().then((found) => door.site.value = found);
  returned(door).then((form) => back.value = form);
  followAddress(waiting !== undefined);
  effect(() => {
    const [place] = route.value;
    showTitle(t(Object.hasOwn(TITLES, place) ? TITLES[place] : "logIn"));
  });
  followInvitation(door);
  import("../refusals.js").catch(() => {});
  /** The form that creates an account, which is loaded when it is opened. */
  const register = signal(/** @type {any} */ (undefined));
  effect(() => {
    if (route.value[0] !== "register" || register.peek()) return;
    import("./register.js").then(
      (module) => register.value = module.register,
      () => door.error.value = t("noConnection"),
    );
  });
  if (waiting) {
    const warn = (/** @type {Event} */ event) => door.waiting && event.preventDefault();
    addEventListener("beforeunload", warn);
    onEnd(() => removeEventListener("beforeunload", warn));
  }
  return h(
    "main.door",
    null,
    h("img", { src: "/icons/icon.svg", alt: "", width: "72", height: "72" }),
    h("h1", null, "Upfor"),
    h("p.lead", null, t("lead")),
    h("p.error", { role: "alert" }, () => door.error.value),
    h("p.done", { role: "status" }, () => door.done.value),
    waiting && h("p", null, t("waitingHere", { count: waiting.messages.length })),
    () => {
      switch (route.value[0]) {
        case "register":
          return register.value?.(door);
        case "forgot":
          return forgot(door);
        case "recover":
          return recover(door);
        default:
          if (back.value) return back.value;
          return isInvitation(route.value)
            ? [opened(door), () => issuerButtons(door)]
            : [reminder(door), logIn(door)];
      }
    },
    h(
      "p.languages",
      null,
      Object.entries(languages).map(([key, name]) =>
        h("button.plain", {
          type: "button",
          lang: key,
          "aria-pressed": String(key === language),
          onclick: () => choose(key),
        }, name)
      ),
    ),
  );
}

/**
 * Keeps the address that the visitor wants to see after the log-in.
 *
 * @param {boolean} isAfterLogIn a user was logged in here until now
 */
function followAddress(isAfterLogIn) {
  const [{ type = "" } = {}] = /** @type {any[]} */ (performance.getEntriesByType("navigation"));
  // It may be the address of a guest, whose log-in ended when the tab was reloaded.
  let isOfFormer = type === "reload" || type === "back_forward";
  effect(() => {
    route.value;
    if (!isOfFormer) intended.keep(here());
    isOfFormer = isAfterLogIn;
  });
}

/** A device has a unique name, which it keeps while it is logged in. */
function deviceName() {
  const system = navigator.userAgent.match(/Android|iPhone|iPad|Windows|Mac OS|Linux/)
    ?.[0] ??
    "Web";
  const random = crypto.getRandomValues(new Uint8Array(3));
  return `${system} · ${Array.from(random, (byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}

/** @param {Door} door */
function logIn(door) {
  const needsCode = signal(false);
  /** @param {Record<string, string>} values @param {any} [factor] */
  const send = async ({ login, password }, factor) => {
    const guest = await entersAsGuest(door, login);
    const { account } = await post("accountLogin", {
      login: login.trim(),
      password,
      device: door.device,
      guest,
      ...factor,
    });
    await enter(door, account, guest);
  };
  return form(
    { label: t("logIn") },
    async (values) => {
      door.error.value = "";
      door.done.value = "";
      try {
        await send(values, { code: values.code ?? "" });
      } catch (error) {
        if (error instanceof Refused && error.code === "SECOND_FACTOR_NEEDED") {
          needsCode.value = true;
        } else door.error.value = explain(error);
      }
    },
    field(t("usernameOrMail"), {
      name: "login",
      required: true,
      autocomplete: "username",
      autocapitalize: "none",
      spellcheck: "false",
    }),
    passwordField(t("password")),
    () =>
      needsCode.value && [
        codeField(t("codeHint")),
        factorButton(door, (values, passkey) => send(values, { passkey })),
      ],
    guestBox(door),
    h(
      "p.row.links",
      null,
      h("a", { href: address("register") }, t("register")),
      () =>
        door.site.value.mail &&
        h("a", { href: address("forgot") }, t("forgot")),
    ),
    () => !needsCode.value && passkeyButton(door),
    () => issuerButtons(door),
  );
}

/** @param {Door} door */
function forgot(door) {
  return form(
    { label: t("sendCode") },
    async ({ login }) => {
      door.error.value = "";
      try {
        await post("passwordForgot", { login: login.trim() });
        door.forgotten = login.trim();
        location.hash = address("recover");
      } catch (error) {
        door.error.value = explain(error);
      }
    },
    field(t("usernameOrMail"), {
      name: "login",
      required: true,
      autocomplete: "username",
      autocapitalize: "none",
    }),
    h("p.links", null, h("a", { href: address() }, t("back"))),
  );
}

/** @param {Door} door */
function recover(door) {
  return form(
    { label: t("setPassword") },
    async ({ login, code, password }, { elements }) => {
      door.error.value = "";
      try {
        await post("passwordRecover", { login: login.trim(), code, password });
        door.forgotten = "";
        door.done.value = t("passwordIsSet");
        location.hash = address();
      } catch (error) {
        const input = elements.namedItem(fieldOf(error));
        if (!complain(input, explain(error))) door.error.value = explain(error);
      }
    },
    h("p", null, t("recoverHint")),
    field(t("usernameOrMail"), {
      name: "login",
      required: true,
      value: door.forgotten,
      autocomplete: "username",
    }),
    codeField(),
    field(t("newPassword"), {
      name: "password",
      type: "password",
      minlength: 8,
      required: true,
      autocomplete: "new-password",
    }, t("passwordHint")),
  );
}
