// The player of a voice message. It is loaded when one is shown.

import { barsOf, faster, Playback, speed, timeOf } from "../../model/playing.js";
import { t } from "../../texts/index.js";
import { h, icon } from "../../view/dom.js";
import { icons } from "../../view/icons.js";
import { effect, onEnd } from "../../view/signal.js";

/** By how much the arrow keys move, in milliseconds. */
const STEP = 1_000;
/** The players by their elements, for the next one. @type {WeakMap<Element, Playback>} */
const players = new WeakMap();

/**
 * @param {import("../../app.js").App} app
 * @param {import("../../client/wire.d.ts").Attachment} attachment
 * @param {import("../attached.js").Where} where
 */
export function player(app, attachment, where) {
  const { duration = 0, waveform } = attachment;
  let url = "";
  const playback = new Playback(duration, async () => {
    const blob = await app.pictures.load(attachment, false, where);
    url = URL.createObjectURL(blob);
    return new Audio(url);
  }, () => next(element)?.play());
  onEnd(() => {
    playback.end();
    if (url) URL.revokeObjectURL(url);
  });
  effect(() => {
    speed.value;
    playback.follow();
  });
  /** @type {Element} */
  const element = h(
    "div.player",
    null,
    h("button.plain", {
      type: "button",
      "aria-label": () => t(playback.isPlaying.value ? "pause" : "playVoice"),
      onclick: () => playback.toggle(),
    }, () => icon(playback.isPlaying.value ? icons.pause : icons.play)),
    h(
      "span.wave.grow",
      null,
      wave(barsOf(waveform), playback),
      h("input", {
        type: "range",
        min: "0",
        max: String(Math.max(duration, 1)),
        step: String(STEP),
        "aria-label": t("seek"),
        "aria-valuetext": () =>
          t("positionOf", { position: timeOf(playback.position.value), length: timeOf(duration) }),
        value: () => String(Math.round(playback.position.value)),
        oninput: (/** @type {any} */ { target }) => playback.seek(Number(target.value)),
      }),
    ),
    h(
      "span.time",
      null,
      () => playback.hasFailed.value ? t("voiceAway") : timeOf(playback.position.value || duration),
    ),
    h("button.plain.speed", {
      type: "button",
      "aria-label": () => t("speed", { speed: speed.value }),
      onclick: faster,
    }, () => `${speed.value}×`),
  );
  players.set(element, playback);
  return element;
}

/** @param {number[]} bars @param {Playback} playback */
function wave(bars, playback) {
  return h(
    "svg",
    {
      viewBox: `0 0 ${bars.length * 3} 24`,
      preserveAspectRatio: "none",
      "aria-hidden": "true",
    },
    bars.map((height, index) =>
      h("rect", {
        x: String(index * 3),
        y: String(12 - height * 11),
        width: "2",
        height: String(height * 22),
        class: () =>
          playback.position.value / playback.duration > index / bars.length ? "played" : "",
      })
    ),
  );
}

/** The voice message after one, in the same conversation. @param {Element} element */
function next(element) {
  const all = [...element.closest(".history")?.querySelectorAll(".player") ?? []];
  return players.get(all[all.indexOf(element) + 1]);
}
