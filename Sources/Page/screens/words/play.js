// A round of a game: the question, the answer, and the result.

import { newCID, Refused, upload } from "../../client/index.js";
import { explain } from "../../explain.js";
import { t } from "../../texts/index.js";
import { announce, toast } from "../../view/dialog.js";
import { h, icon } from "../../view/dom.js";
import { icons } from "../../view/icons.js";
import { empty } from "../../view/parts.js";
import { effect, onEnd, signal, untracked } from "../../view/signal.js";
import { waiting } from "../reading.js";
import { ANSWERS, focusIfLost, takeFocus } from "./answers.js";
import { favouriteButton } from "./entry.js";
import { inLanguage, listen, wordLink } from "./parts.js";
import { hasMicrophone } from "./recorder.js";

/**
 * @typedef {import("./read.js").Scene} Scene
 * @typedef {import("../../client/wire.d.ts").WordRound} WordRound
 * @typedef {import("../../client/wire.d.ts").WordResult} WordResult
 *
 * @typedef {object} State
 * @property {WordRound} [round]
 * @property {WordResult} [result] present: the round is over
 * @property {string} [refusal] why there is no round
 */

/**
 * Plays one round after the other.
 *
 * @param {Scene} scene
 * @param {any} fields of `wordPlay`
 * @param {() => void} [leave] after the last round of a challenge or a duel
 */
export function play(scene, fields, leave = () => {}) {
  const { app } = scene;
  const state = signal(/** @type {State} */ ({}));
  // It was answered in this tab: the next element gets the focus.
  let isMine = false;
  const begin = async () => {
    state.value = {};
    isMine = false;
    // A round of speaking needs a microphone.
    if (fields.game === "SPEAK" && !await hasMicrophone()) {
      state.value = { refusal: t("noMicrophone") };
      return;
    }
    try {
      const { wordRound } = await app.link.call("wordPlay", { ...fields, cid: newCID() });
      state.value = { round: wordRound };
    } catch (error) {
      const isMissing = error instanceof Refused && error.code === "NOT_FOUND";
      state.value = { refusal: isMissing ? t("noWordNow") : explain(error) };
    }
  };
  const settle = (/** @type {WordResult | undefined} */ result) => {
    const { round, result: known } = state.peek();
    // The answer and the event have the same contents.
    if (!result || known || result.round !== round?.round) return;
    state.value = { round, result };
    announce(summary(result));
  };
  const look = async () => {
    const { round, result } = state.peek();
    if (!round || result) return;
    const answer = await app.link.call("wordRoundRead", { round: round.round }).catch(() => {});
    if (answer) settle(answer.wordRoundState.result);
  };
  const answer = async (/** @type {any} */ given) => {
    const { round } = state.peek().round;
    isMine = true;
    try {
      settle((await app.link.call("wordAnswer", { ...given, round, cid: newCID() })).wordResult);
    } catch (error) {
      toast(explain(error), { kind: "error" });
      // The round may be over: answered on another device, or expired.
      if (error instanceof Refused) await look();
    }
  };
  const speak = async (/** @type {Blob} */ wave) => {
    const path = `/v1/words/rounds/${encodeURIComponent(state.peek().round.round)}/speech`;
    isMine = true;
    try {
      settle((await upload(path, wave, app.login.token)).wordResult);
    } catch (error) {
      toast(explain(error), { kind: "error" });
      if (error instanceof Refused) await look();
    }
  };
  onEnd(app.world.listen(({ wordPlayed }) => settle(wordPlayed)));
  effect(() => {
    app.sessions.value;
    untracked(look);
  });
  begin();
  return h("div.play", null, () => {
    const { round, result, refusal } = state.value;
    if (refusal) return untracked(() => refused(refusal, begin));
    if (!round) return waiting(app);
    return untracked(() => [
      head(round, result),
      question(app, round, result, () => answer({ failed: true })),
      result
        ? outcome(scene, round, result, {
          onward: isLast(result) ? leave : begin,
          focus: isMine ? takeFocus : focusIfLost,
        })
        : ANSWERS[round.game](app, round, answer, speak),
    ]);
  });
}

/** @param {string} text @param {() => void} begin */
function refused(text, begin) {
  return empty(text, h("button", { type: "button", onclick: begin }, t("retry")));
}

/** @param {WordRound} round @param {WordResult} [result] */
function head({ contest, level, expiresAt }, result) {
  return h(
    "p.row.round-head",
    null,
    h(
      "small.grow",
      null,
      contest
        ? t("roundOf", { number: contest.number, count: contest.count })
        : t("ofLevel", { level }),
    ),
    !result && clockOf(expiresAt),
  );
}

/** The time that is left. @param {string} until */
function clockOf(until) {
  const left = () => Math.max(0, Math.ceil((new Date(until).getTime() - Date.now()) / 1000));
  const seconds = signal(left());
  const timer = setInterval(() => seconds.value = left(), 1000);
  onEnd(() => clearInterval(timer));
  return h("small", null, () => {
    const minutes = Math.floor(seconds.value / 60);
    const rest = String(seconds.value % 60).padStart(2, "0");
    return t("timeLeft", { time: `${minutes}:${rest}` });
  });
}

/**
 * @param {Scene["app"]} app
 * @param {WordRound} round
 * @param {WordResult | undefined} result
 * @param {() => void} fail called when the device cannot play it
 */
function question(app, { round, game, prompt, part, language }, result, fail) {
  return [
    h("h2", { id: "question" }, t(/** @type {any} */ (`question.${game}`))),
    game === "SPELL"
      ? !result && h(
        "p.row.center",
        null,
        listen(app, "wordRoundAudio", { round }, {
          now: true,
          label: t("hearAgain"),
          name: "round huge",
          fail,
        }),
      )
      : h(
        "p.prompt",
        { lang: language, dir: "auto", class: prompt?.length > 40 ? "long" : "" },
        prompt,
      ),
    part && h("small.center", null, t(/** @type {any} */ (`part.${part}`))),
  ];
}

/** @param {WordResult} result */
function summary({ won, expired, failed, word }) {
  if (failed) return t("roundFailed");
  if (won) return t("roundWon");
  return `${t(expired ? "roundExpired" : "roundLost")} ${t("rightAnswer", { word })}`;
}

/**
 * @param {Scene} scene
 * @param {WordRound} round
 * @param {WordResult} result
 * @param {{onward: () => void, focus: (button: HTMLElement) => void}} next
 */
function outcome(scene, round, result, { onward, focus }) {
  const { won, expired, failed, word, language, answer, definition } = result;
  const next = h("button.primary.wide", {
    type: "button",
    ref: focus,
    onclick: onward,
  }, t(isLast(result) ? "toResult" : "nextRound"));
  if (failed) return [h("section.card.outcome", null, h("p", null, t("roundFailed"))), next];
  return [
    round.choices?.length > 0 && marked(round, result),
    h(
      "section.card.outcome",
      { class: won ? "won" : "lost", "aria-label": t("result") },
      h(
        "p",
        null,
        icon(won ? icons.check : icons.close),
        " ",
        h("b", null, t(won ? "roundWon" : expired ? "roundExpired" : "roundLost")),
      ),
      h(
        "div.row",
        null,
        h("p.grow", null, wordLink(word, language, "word")),
        favouriteButton(scene, word, language),
      ),
      definition && h("p", { lang: language, dir: "auto" }, definition),
      answer && !round.choices?.length &&
        h("p", null, `${t("youAnswered")} `, inLanguage(answer, language)),
      h(
        "small",
        null,
        t("standing", { streak: result.streakCount ?? 0, score: result.score ?? 0 }),
      ),
    ),
    next,
  ];
}

/** @param {WordResult} result */
function isLast({ contest, failed }) {
  return !failed && contest !== undefined && contest.number >= contest.count;
}

/** The choices, with the right one marked. @param {WordRound} round @param {WordResult} result */
function marked({ choices, language }, { choice, answer }) {
  return h(
    "ol.choices",
    { "aria-labelledby": "question" },
    choices.map((text, index) => {
      const isRight = index + 1 === choice;
      const isMine = text === answer;
      return h(
        "li.choice",
        { class: isRight ? "right" : isMine ? "wrong" : "" },
        h("kbd", { "aria-hidden": "true" }, index + 1),
        h("span.grow", { lang: language, dir: "auto" }, text),
        (isRight || isMine) &&
          h("small", null, t(isRight ? isMine ? "yoursRight" : "rightOne" : "yoursWrong")),
      );
    }),
  );
}
