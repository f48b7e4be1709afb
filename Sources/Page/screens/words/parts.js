// Parts of several screens of words.

import { t } from "../../texts/index.js";
import { toast } from "../../view/dialog.js";
import { h, icon } from "../../view/dom.js";
import { icons } from "../../view/icons.js";
import { address } from "../../view/router.js";
import { onEnd } from "../../view/signal.js";
import { doing } from "../reading.js";

/**
 * @typedef {import("../../app.js").App} App
 * @typedef {import("../../client/wire.d.ts").WordGame} WordGame
 */

/** The games, by their names in addresses. @type {Record<string, WordGame>} */
export const GAMES = {
  definition: "CHOOSE_DEFINITION",
  word: "CHOOSE_WORD",
  gap: "FILL_GAP",
  spell: "SPELL",
  speak: "SPEAK",
};

/** @param {WordGame} game */
export function gameName(game) {
  return t(/** @type {any} */ (`game.${game}`));
}

/**
 * The head of an open part.
 *
 * @param {import("../../view/dom.js").Content} title
 * @param {...import("../../view/dom.js").Content} more
 */
export function top(title, ...more) {
  return h(
    "header.row.top",
    null,
    h("a.plain.back", { href: address("words"), "aria-label": t("back") }, icon(icons.back)),
    h("h1.grow", { dir: "auto" }, title),
    more,
  );
}

/** A word, in its language. @param {string} word @param {string} language */
export function inLanguage(word, language) {
  return h("bdi", { lang: language || null }, word);
}

/**
 * A link to the entry of a word.
 *
 * @param {string} word @param {string} language @param {string} [name] a class
 */
export function wordLink(word, language, name = "") {
  return h("a", { href: address("words", "word", word), class: name }, inLanguage(word, language));
}

/**
 * A button that plays a sound.
 *
 * @param {App} app
 * @param {"wordAudio" | "wordRoundAudio"} command
 * @param {any} fields
 * @param {{now?: boolean, label: string, name?: string, fail?: () => void}} options `now`: also
 *   plays it at once; `fail` is called when the device cannot play it
 */
export function listen(app, command, fields, { now = false, label, name = "round", fail }) {
  /** @type {HTMLAudioElement | undefined} */
  let audio;
  let isOver = false;
  const play = async (/** @type {boolean} */ isAsked) => {
    if (!audio) {
      const answer = await app.read(command, fields);
      if (!answer || isOver) return;
      audio = new Audio(URL.createObjectURL(blobOf(answer.wordSound)));
    }
    audio.currentTime = 0;
    try {
      await audio.play();
    } catch {
      // A browser may require a click before it plays a sound.
      if (!isAsked || isOver) return;
      toast(t("cannotPlay"), { kind: "error" });
      fail?.();
    }
  };
  onEnd(() => {
    isOver = true;
    if (!audio) return;
    audio.pause();
    URL.revokeObjectURL(audio.src);
  });
  if (now) play(false);
  const button = doing(app, icon(icons.sound), () => play(true), name);
  button.setAttribute("aria-label", label);
  return button;
}

/** @param {import("../../client/wire.d.ts").WordSound} sound @returns {Blob} */
function blobOf({ audio, contentType }) {
  const bytes = Uint8Array.from(atob(audio), (character) => character.charCodeAt(0));
  return new Blob([bytes], { type: contentType });
}
