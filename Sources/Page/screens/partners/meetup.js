// The meetup of two language partners: none, a proposal of either partner, or a date.

import { MEETUP_OFFER_PLACE_MAX } from "../../client/lengths.js";
import { explain } from "../../explain.js";
import { t } from "../../texts/index.js";
import { confirmed, dialog, toast } from "../../view/dialog.js";
import { appointment } from "../../view/format.js";
import { h } from "../../view/dom.js";
import { field, form } from "../../view/parts.js";
import { signal } from "../../view/signal.js";
import { saveCalendar } from "./calendar.js";

/**
 * @typedef {import("../../app.js").App} App
 * @typedef {import("../../client/wire.d.ts").Partnership} Partnership
 * @typedef {import("../../model/partners.js").Stage} Stage
 */

/** How far ahead a meetup may be, in milliseconds: one year. */
const AHEAD_MAX = 365 * 24 * 3600_000;

/**
 * The state of the meetup, in a line of the list.
 *
 * @param {App} app @param {Partnership} partnership
 */
export function meetupLine(app, partnership) {
  const stage = app.partners.stageOf(partnership);
  if (stage === "none") return null;
  const when = appointment(partnership.at);
  return h("span.preview.meetup-line", { class: stage }, t(`line.${stage}`, { when }));
}

/**
 * @param {App} app
 * @param {{readonly value: Partnership}} partnership
 */
export function meetup(app, partnership) {
  const isBusy = signal(false);
  return h(
    "section.card.meetup",
    { "aria-labelledby": "meetup-title" },
    h("h2", { id: "meetup-title" }, t("meetup")),
    () => {
      const now = partnership.value;
      const stage = app.partners.stageOf(now);
      return h(
        "div.meetup-state",
        { class: stage, role: "status" },
        h("p", null, t(`stage.${stage}`, { name: app.partners.otherOf(now).firstName })),
        stage !== "none" && h(
          "p.when-where",
          null,
          h("time", { datetime: now.at }, appointment(now.at)),
          h("span", { dir: "auto" }, now.place),
        ),
      );
    },
    () =>
      h(
        "p.row",
        null,
        choices(app, partnership.value).map(([text, act, name]) =>
          h("button", {
            type: "button",
            class: name,
            disabled: () => !app.isOnline.value || isBusy.value,
            onclick: async () => {
              isBusy.value = true;
              await act();
              isBusy.value = false;
            },
          }, text)
        ),
      ),
  );
}

/**
 * @param {App} app
 * @param {"meetupOffer" | "meetupAccept" | "meetupClear"} name
 * @param {any} fields
 * @returns {Promise<boolean>} false: refused, and said
 */
async function change(app, name, fields) {
  try {
    if (!await app.partners.change(name, fields)) toast(t("meetupChanged"));
    return true;
  } catch (error) {
    toast(explain(error), { kind: "error" });
    return false;
  }
}

/**
 * The actions on the meetup, by its stage.
 *
 * @param {App} app
 * @param {Partnership} partnership
 * @returns {[string, () => Promise<any>, string?][]} texts, their actions, and a class
 */
function choices(app, partnership) {
  const { number, at, place, version } = partnership;
  const offer = () => offerDialog(app, partnership);
  const clear = () => change(app, "meetupClear", { number, version });
  switch (app.partners.stageOf(partnership)) {
    case "mine":
      return [[t("changeProposal"), offer], [t("withdraw"), clear, "danger"]];
    case "theirs":
      return [
        [
          t("accept"),
          () => change(app, "meetupAccept", { number, at, place }),
          "primary",
        ],
        [t("counter"), offer],
        [t("decline"), clear, "danger"],
      ];
    case "agreed":
      return [
        [t("addToCalendar"), () => saveCalendar(app, number), "primary"],
        [t("callOff"), async () => {
          if (await confirmed(t("callOff"), t("callOffText"), t("callOff"))) await clear();
        }, "danger"],
      ];
    default:
      return [[t("propose"), offer, "primary"]];
  }
}

/**
 * Asks when and where.
 *
 * @param {App} app
 * @param {Partnership} partnership
 */
function offerDialog(app, { number, at, place, version }) {
  return dialog(t("proposeTitle"), (close) =>
    form(
      { label: t("propose") },
      async (values) => {
        const time = new Date(values.at);
        if (!(time.getTime() > Date.now())) return toast(t("timePassed"), { kind: "error" });
        const isDone = await change(app, "meetupOffer", {
          number,
          at: time.toISOString(),
          place: values.place.trim(),
          version,
        });
        if (isDone) close();
      },
      field(t("meetupTime"), {
        type: "datetime-local",
        name: "at",
        required: true,
        min: local(new Date()),
        max: local(new Date(Date.now() + AHEAD_MAX)),
        value: local(at ? new Date(at) : tomorrow()),
      }, t("yourZone", { zone: Intl.DateTimeFormat().resolvedOptions().timeZone })),
      field(t("meetupPlace"), {
        name: "place",
        required: true,
        maxlength: MEETUP_OFFER_PLACE_MAX,
        value: place ?? "",
        dir: "auto",
      }),
    ));
}

/** In the format of an input for a time: "2026-11-25T18:00". @param {Date} date */
function local(date) {
  const shifted = new Date(date.getTime() - date.getTimezoneOffset() * 60_000);
  return shifted.toISOString().slice(0, 16);
}

/** The next evening. */
function tomorrow() {
  const date = new Date();
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() + 1, 18);
}
