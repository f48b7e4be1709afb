// The door: sign up, log in, and what to do with a forgotten password.

import { ACCOUNT_REGISTER_DISPLAY_NAME_MAX } from "../client/lengths.js";
import { explain } from "../explain.js";
import { keepLogin, takeReason } from "../login.js";
import { post, Refused } from "../client/index.js";
import { site } from "../site.js";
import { choose, language, languages, t } from "../texts/index.js";
import { h } from "../view/dom.js";
import { codeField, field, form, passwordField } from "../view/parts.js";
import { address, go, route } from "../view/router.js";
import { signal } from "../view/signal.js";
import { issuerButtons, returned } from "./issuer.js";

/** @typedef {import("../store/database.js").Database} Database */

/** @param {Database} database */
export function welcome(database) {
  const reason = takeReason();
  /** @type {Door} */
  const door = {
    database,
    site: signal({ issuers: [], mail: false, push: false }),
    error: signal(reason ?? ""),
    device: deviceName(),
  };
  const back = signal(/** @type {Element | undefined} */ (undefined));
  site().then((found) => door.site.value = found);
  returned(door).then((form) => back.value = form);
  return h(
    "main.door",
    null,
    h("img", { src: "/icons/icon.svg", alt: "", width: "72", height: "72" }),
    h("h1", null, "Upfor"),
    h("p.lead", null, t("lead")),
    h("p.error", { role: "alert" }, () => door.error.value),
    () => {
      if (back.value && route.value.length === 0) return back.value;
      switch (route.value[0]) {
        case "register":
          return register(door);
        case "forgot":
          return forgot(door);
        case "recover":
          return recover(door);
        default:
          return logIn(door);
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
 * @typedef {object} Door
 * @property {Database} database
 * @property {import("../view/signal.js").Signal<import("../site.js").Site>} site what the server has; empty at first
 * @property {import("../view/signal.js").Signal<string>} error
 * @property {string} device
 */

/** A device has a name of its own, and keeps it while it is logged in. */
function deviceName() {
  const system = navigator.userAgent.match(/Android|iPhone|iPad|Windows|Mac OS|Linux/)
    ?.[0] ??
    "Web";
  const random = crypto.getRandomValues(new Uint8Array(3));
  return `${system} · ${Array.from(random, (byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}

/**
 * Keeps a log-in, and shows the app.
 *
 * @param {Door} door
 * @param {import("../client/wire.d.ts").AccountOpened} account
 * @param {boolean} isGuest
 */
export async function enter(door, account, isGuest) {
  await door.database.clear();
  const login = {
    username: account.user.username,
    token: account.token,
    device: door.device,
    renewedAt: Date.now(),
  };
  await keepLogin(door.database, login, isGuest);
  history.replaceState(null, "", "/");
  location.reload();
}

/** @param {Door} door */
function logIn(door) {
  const needsCode = signal(false);
  return form(
    { label: t("logIn") },
    async ({ login, password, code, guest }) => {
      door.error.value = "";
      try {
        const { account } = await post("accountLogin", {
          login: login.trim(),
          password,
          device: door.device,
          code: code ?? "",
        });
        await enter(door, account, guest === "on");
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
    () => needsCode.value && codeField(t("codeHint")),
    h(
      "label.row",
      null,
      h("input", { type: "checkbox", name: "guest" }),
      t("notMyDevice"),
    ),
    h(
      "p.row.links",
      null,
      h("a", { href: address("register") }, t("register")),
      () =>
        door.site.value.mail &&
        h("a", { href: address("forgot") }, t("forgot")),
    ),
    () => issuerButtons(door),
  );
}

/** @param {Door} door */
function register(door) {
  return form(
    { label: t("register") },
    async ({ username, email, password, displayName }) => {
      door.error.value = "";
      try {
        const { account } = await post("accountRegister", {
          username: username.trim().toLowerCase(),
          email: email.trim(),
          password,
          displayName: displayName.trim() || undefined,
          device: door.device,
        });
        await enter(door, account, false);
      } catch (error) {
        door.error.value = explain(error);
      }
    },
    field(t("username"), {
      name: "username",
      required: true,
      pattern: "[A-Za-z][A-Za-z0-9_]{2,19}",
      autocomplete: "username",
      autocapitalize: "none",
      spellcheck: "false",
    }, t("usernameHint")),
    field(t("displayName"), {
      name: "displayName",
      maxlength: ACCOUNT_REGISTER_DISPLAY_NAME_MAX,
      autocomplete: "nickname",
      dir: "auto",
    }, t("displayNameHint")),
    field(t("email"), {
      name: "email",
      type: "email",
      required: true,
      autocomplete: "email",
    }),
    field(t("password"), {
      name: "password",
      type: "password",
      required: true,
      minlength: 8,
      autocomplete: "new-password",
    }, t("passwordHint")),
    h("p.links", null, h("a", { href: address() }, t("haveAccount"))),
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
        sessionStorage.setItem("upfor.recover", login.trim());
        go("recover");
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
    async ({ login, code, password }) => {
      door.error.value = "";
      try {
        await post("passwordRecover", { login: login.trim(), code, password });
        sessionStorage.removeItem("upfor.recover");
        door.error.value = t("passwordIsSet");
        go();
      } catch (error) {
        door.error.value = explain(error);
      }
    },
    h("p", null, t("recoverHint")),
    field(t("usernameOrMail"), {
      name: "login",
      required: true,
      value: sessionStorage.getItem("upfor.recover") ?? "",
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
