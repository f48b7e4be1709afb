// Polls: their votes below a message, and the dialog in which one is made.

import { POLL_DRAFT_OPTIONS_MAX, ROOM_SEND_TEXT_MAX } from "../client/lengths.js";
import { chosenBy, OPTIONS_MAX, OPTIONS_MIN } from "../model/polls.js";
import { t } from "../texts/index.js";
import { confirmed, dialog } from "../view/dialog.js";
import { h } from "../view/dom.js";
import { complain, field, form } from "../view/parts.js";
import { authorOf } from "./emoji.js";

/**
 * @typedef {import("../app.js").App} App
 * @typedef {import("../client/wire.d.ts").RoomMessage} RoomMessage
 */

/**
 * The options of a poll with their votes. They keep their elements, and so the focus, while others
 * vote.
 *
 * @param {App} app
 * @param {{readonly value: RoomMessage, peek(): RoomMessage}} message a poll
 * @param {string} other
 */
export function poll(app, message, other) {
  const me = app.login.username;
  const votes = (/** @type {number} */ place) => message.value.poll?.options?.[place]?.from ?? [];
  const count = () => new Set(message.value.poll?.options?.flatMap(({ from = [] }) => from)).size;
  const isClosed = () => Boolean(message.value.poll?.closedAt);
  const { options = [], multiple } = message.peek().poll;
  return h(
    "div.poll",
    { role: "group", "aria-label": t("poll") },
    options.map(({ text }, place) =>
      h(
        "button",
        {
          type: "button",
          "aria-pressed": () => String(votes(place).includes(me)),
          "aria-disabled": () => isClosed() && "true",
          onclick: () => {
            const { poll } = message.peek();
            if (!poll || poll.closedAt) return;
            vote(app, message.peek(), other, chosenBy(me, poll, place));
          },
        },
        h("span.mark", { "aria-hidden": "true" }, () => votes(place).includes(me) ? "✓" : ""),
        h("span.grow", { dir: "auto" }, text),
        h("b", null, () => String(votes(place).length)),
        h(
          "span.bar",
          { "aria-hidden": "true" },
          h("span", {
            style: () => ({
              "inline-size": `${100 * votes(place).length / Math.max(1, count())}%`,
            }),
          }),
        ),
      )
    ),
    h(
      "p.row",
      null,
      h(
        "small.grow",
        null,
        () => isClosed() ? t("pollClosed") : t(multiple ? "pollSeveral" : "pollOne"),
      ),
      h(
        "button.plain",
        { type: "button", onclick: () => voters(app, message, other) },
        () => t("voteCount", { count: count() }),
      ),
    ),
  );
}

/**
 * Who has chosen what.
 *
 * @param {App} app
 * @param {{readonly value: RoomMessage}} message
 * @param {string} other
 */
function voters(app, message, other) {
  return dialog(
    t("voters"),
    () => () =>
      (message.value.poll?.options ?? []).map(({ text, from = [] }) => [
        h("h3", { dir: "auto" }, `${text} (${from.length})`),
        h(
          "p",
          null,
          from.length
            ? from.map((name, place) => [
              place > 0 && ", ",
              h("bdi", null, authorOf(app, other, name)),
            ])
            : t("noVotes"),
        ),
      ]),
  );
}

/**
 * @param {App} app
 * @param {RoomMessage} message
 * @param {string} other
 * @param {number[]} options
 */
function vote(app, { seq }, other, options) {
  return app.act("roomVote", { with: other, seq, options }, { TOO_LATE: t("pollClosed") });
}

/** @param {App} app @param {RoomMessage} message @param {string} other */
export async function closePoll(app, { seq }, other) {
  if (await confirmed(t("closePoll"), t("closePollText"), t("closePoll"))) {
    await app.act("roomPollClose", { with: other, seq });
  }
}

/** Asks for the question and the options. @param {App} app @param {string} other */
export function makePoll(app, other) {
  const option = (/** @type {number} */ number) =>
    field(t("pollOption", { number }), {
      name: "option",
      maxlength: POLL_DRAFT_OPTIONS_MAX,
      required: number <= OPTIONS_MIN,
      dir: "auto",
    });
  const options = h("div.poll-options", null, option(1), option(2));
  /** @type {HTMLElement} */
  const more = h("button", {
    type: "button",
    onclick: () => {
      const number = options.children.length + 1;
      const added = option(number);
      options.append(added);
      added.querySelector("input").focus();
      more.hidden = number === OPTIONS_MAX;
    },
  }, t("addOption"));
  return dialog(t("makePoll"), (close) =>
    form(
      { label: t("sendPoll") },
      async ({ question, multiple }, target) => {
        const inputs = /** @type {NodeListOf<HTMLInputElement>} */ (
          target.querySelectorAll("input[name=option]")
        );
        const fields = [...inputs].filter(({ value }) => value.trim());
        const texts = fields.map(({ value }) => value.trim());
        const alike = fields.find((_, place) => texts.indexOf(texts[place]) !== place);
        if (alike) {
          complain(alike, t("pollAlike"));
          return alike.focus();
        }
        const answer = await app.act("roomSend", {
          to: other,
          text: question.trim(),
          poll: { options: texts, multiple: multiple === "on" },
        });
        if (answer) close();
      },
      field(t("pollQuestion"), {
        name: "question",
        rows: 2,
        maxlength: ROOM_SEND_TEXT_MAX,
        required: true,
        dir: "auto",
      }),
      options,
      more,
      h("label.row", null, h("input", { type: "checkbox", name: "multiple" }), t("pollMultiple")),
      h("p.note", null, t("votesOpen")),
    ));
}
