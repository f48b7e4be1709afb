// Notifications of this device: on or off, or why they are impossible.

import { explain } from "../../explain.js";
import { t } from "../../texts/index.js";
import { toast } from "../../view/dialog.js";
import { h, icon } from "../../view/dom.js";
import { icons } from "../../view/icons.js";
import { toggle } from "../../view/parts.js";
import { computed, signal, untracked } from "../../view/signal.js";
import { change } from "./proof.js";

/** @typedef {import("../../app.js").App} App */
/** @typedef {import("../../client/wire.d.ts").NoticeSettings} NoticeSettings */

/** @param {App} app */
export function notifications(app) {
  const { push } = app;
  push.look();
  const isSilent = computed(() => ["unknown", "off-server"].includes(push.state.value));
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
    // What would be notified does not matter where nothing is.
    () =>
      isSilent.value ? null : untracked(() => [
        h("h2", null, t("mePushWhich")),
        h("p.explained", null, t("mePushWhichText")),
        ...choices(app),
      ]),
  ];
}

/**
 * Quiet hours and reminders: the same on all devices.
 *
 * @param {App} app
 */
function choices(app) {
  const settings = signal(/** @type {NoticeSettings | undefined} */ (undefined));
  app.link.call("noticeSettingsRead").then((answer) => {
    settings.value = answer.noticeSettings;
  }, (error) => toast(explain(error), { kind: "error" }));
  /** @param {Partial<NoticeSettings>} changes */
  const set = async (changes) => {
    const answer = await app.act("noticeSettingsSet", changes);
    if (answer) settings.value = answer.noticeSettings;
  };
  const disabled = () => !app.isOnline.value;
  /** @param {"quietFrom" | "quietUntil"} name @param {string} label */
  const time = (name, label) =>
    h(
      "label.field",
      null,
      h("span", null, label),
      h("input", {
        type: "time",
        required: true,
        value: () => clock(settings.value?.[name] ?? 0),
        disabled,
        /** @param {{ target: HTMLInputElement }} event */
        onchange: ({ target }) => {
          const [hour, minute] = target.value.split(":").map(Number);
          if (target.value) set({ [name]: hour * 60 + minute });
        },
      }),
    );
  const isKnown = computed(() => settings.value !== undefined);
  return [() => isKnown.value && h("div", null, ...switches())];

  function switches() {
    return [
      toggle(
        t("meQuiet"),
        () => settings.value?.quiet ?? false,
        (isOn) => set({ quiet: isOn }),
        { hint: t("meQuietHint"), disabled },
      ),
      () =>
        settings.value?.quiet &&
        h(
          "div.row",
          null,
          time("quietFrom", t("meQuietFrom")),
          time("quietUntil", t("meQuietUntil")),
        ),
      toggle(
        t("meReminders"),
        () => settings.value?.reminders ?? false,
        (isOn) => set({ reminders: isOn }),
        { hint: t("meRemindersHint"), disabled },
      ),
    ];
  }
}

/** "07:05". @param {number} minutes since midnight */
function clock(minutes) {
  const two = (/** @type {number} */ number) => String(number).padStart(2, "0");
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
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
