// Notifications of this device: on or off, or why they are impossible.

import { explain } from "../../explain.js";
import { t } from "../../texts/index.js";
import { toast } from "../../view/dialog.js";
import { h, icon } from "../../view/dom.js";
import { icons } from "../../view/icons.js";
import { signal } from "../../view/signal.js";
import { change } from "./proof.js";

/** @typedef {import("../../app.js").App} App */

/** @param {App} app */
export function notifications(app) {
  const { push } = app;
  push.look();
  return [
    h("p.explained", null, t("mePushText")),
    h(
      "div.card.row.push",
      null,
      h("span.machine", null, icon(icons.bell)),
      h("p.grow", { role: "status" }, () => t(`push.${push.state.value}`)),
      () => push.state.value === "off" && enableButton(app),
      () => push.state.value === "on" && disableButton(app),
    ),
    () =>
      push.state.value === "denied" &&
      h("p.explained", null, t("mePushDenied")),
    () =>
      push.state.value === "unsupported" &&
      h("p.explained", null, t("mePushUnsupported")),
    h("h2", null, t("mePushWhich")),
    h("p.explained", null, t("mePushWhichText")),
  ];
}

/** @param {App} app */
function enableButton(app) {
  return button(
    app,
    t("meTurnOn"),
    "primary",
    () => app.push.enable((fields) => change(app, "pushSubscribe", fields)),
  );
}

/** @param {App} app */
function disableButton(app) {
  return button(app, t("meTurnOff"), "", () => app.push.disable());
}

/**
 * @param {App} app
 * @param {string} text
 * @param {string} kind
 * @param {() => Promise<void>} act
 */
function button(app, text, kind, act) {
  const isBusy = signal(false);
  return h("button", {
    class: kind,
    type: "button",
    disabled: () => isBusy.value || !app.isOnline.value,
    onclick: async () => {
      isBusy.value = true;
      try {
        await act();
      } catch (error) {
        toast(explainPush(error), { kind: "error" });
      }
      isBusy.value = false;
    },
  }, text);
}

/** A push service may be out of reach, or blocked. @param {any} error */
function explainPush(error) {
  return error instanceof DOMException ? t("mePushFailed") : explain(error);
}

/**
 * The offer of notifications, after an event that would have been notified: a card beside the
 * board.
 *
 * @param {App} app
 */
export function pushCard(app) {
  return h(
    "li.card",
    null,
    h("span.machine", null, icon(icons.bell)),
    h(
      "div.grow",
      null,
      h("p", null, h("b", null, t("mePushOffer"))),
      h("small", null, t("mePushOfferText")),
    ),
    h(
      "span.answers",
      null,
      enableButton(app),
      h("button", { type: "button", onclick: () => app.push.dismiss() }, t("meNotNow")),
    ),
  );
}
