// Ways to answer a round: by a choice, by writing, or by speaking.

import { WORD_ANSWER_TEXT_MAX } from "../../client/lengths.js";
import { t } from "../../texts/index.js";
import { h } from "../../view/dom.js";
import { onEnd, signal } from "../../view/signal.js";
import { recorder } from "./recorder.js";

/**
 * @typedef {import("./read.js").Scene} Scene
 * @typedef {import("../../client/wire.d.ts").WordRound} WordRound
 */

/** @typedef {(app: Scene["app"], round: WordRound, answer: (given: any) => Promise<void>, speak: (wave: Blob) => Promise<void>) => import("../../view/dom.js").Content} Answering */

/** The form of the answer, by game. @type {Record<string, Answering>} */
export const ANSWERS = {
  CHOOSE_DEFINITION: choosing,
  CHOOSE_WORD: choosing,
  FILL_GAP: choosing,
  SPELL: writing,
  SPEAK: saying,
};

/** @type {Answering} */
function choosing(app, round, answer) {
  const isBusy = signal(false);
  const choose = async (/** @type {number} */ choice) => {
    if (isBusy.peek() || !app.isOnline.peek()) return;
    isBusy.value = true;
    await answer({ choice });
    isBusy.value = false;
  };
  byKeys(round.choices.length, choose);
  return [
    h(
      "ol.choices",
      { "aria-labelledby": "question" },
      round.choices.map((text, index) =>
        h(
          "li",
          null,
          h(
            "button.choice",
            {
              type: "button",
              disabled: () => isBusy.value || !app.isOnline.value,
              ref: index === 0 ? focusIfLost : undefined,
              onclick: () => choose(index + 1),
            },
            h("kbd", { "aria-hidden": "true" }, index + 1),
            h("span.grow", { lang: round.language, dir: "auto" }, text),
          ),
        )
      ),
    ),
    givingUp(app, answer),
  ];
}

/**
 * Digits choose wherever the focus is, except in a field.
 *
 * @param {number} count @param {(choice: number) => void} choose
 */
function byKeys(count, choose) {
  const press = (/** @type {KeyboardEvent} */ event) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (document.querySelector("dialog[open]")) return;
    if (event.target instanceof Element && event.target.matches("input, select, textarea")) return;
    const choice = Number(event.key);
    if (!(choice >= 1 && choice <= count)) return;
    event.preventDefault();
    choose(choice);
  };
  document.addEventListener("keydown", press);
  onEnd(() => document.removeEventListener("keydown", press));
}

/** @type {Answering} */
function writing(app, round, answer) {
  const isBusy = signal(false);
  return [
    h(
      "form.row",
      {
        onsubmit: async (/** @type {SubmitEvent} */ event) => {
          event.preventDefault();
          const field = /** @type {HTMLFormElement} */ (event.target).querySelector("input");
          const text = field.value.trim();
          if (!text || isBusy.peek()) return;
          isBusy.value = true;
          await answer({ text });
          isBusy.value = false;
        },
      },
      h("input.grow", {
        type: "text",
        name: "text",
        required: true,
        maxlength: WORD_ANSWER_TEXT_MAX,
        lang: round.language,
        dir: "auto",
        autocomplete: "off",
        autocapitalize: "none",
        autocorrect: "off",
        spellcheck: "false",
        "aria-label": t("writeWord"),
        placeholder: t("writeWord"),
        ref: focusIfLost,
      }),
      h("button.primary", {
        type: "submit",
        disabled: () => isBusy.value || !app.isOnline.value,
      }, t("answer")),
    ),
    givingUp(app, answer),
  ];
}

/** @type {Answering} */
function saying(app, _round, answer, speak) {
  const fail = () => answer({ failed: true });
  return [recorder(app, t("sayIt"), speak, fail), givingUp(app, answer)];
}

/** @param {Scene["app"]} app @param {(given: any) => Promise<void>} answer */
function givingUp(app, answer) {
  return [
    h(
      "p.row.center",
      null,
      h("button.plain.link", {
        type: "button",
        disabled: () => !app.isOnline.value,
        onclick: () => answer({}),
      }, t("giveUp")),
    ),
    h("p.note", null, t("leavingCosts")),
  ];
}

/** Focuses an element, if the focused one has been removed. @param {HTMLElement} element */
export function focusIfLost(element) {
  requestAnimationFrame(() => {
    const focused = document.activeElement;
    const isLost = !focused || focused === document.body;
    if (isLost && element.isConnected) element.focus({ preventScroll: true });
  });
}

/** @param {HTMLElement} element */
export function takeFocus(element) {
  requestAnimationFrame(() => element.focus());
}
