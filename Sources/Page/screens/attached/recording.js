// A voice message that is being recorded. It is loaded when the microphone is pressed.

import { timeOf, waveformOf } from "../../model/playing.js";
import { t } from "../../texts/index.js";
import { toast } from "../../view/dialog.js";
import { h, icon } from "../../view/dom.js";
import { icons } from "../../view/icons.js";
import { signal } from "../../view/signal.js";

/** The longest message, and the shortest that is sent, in milliseconds. */
const LENGTH_MAX = 5 * 60_000;
const LENGTH_MIN = 500;
/** Bits of a second: speech needs no more. */
const BIT_RATE = 32_000;
/** How often the level is measured, in milliseconds. */
const LEVEL_PAUSE = 100;

/**
 * Records until it is sent or cancelled.
 *
 * @param {(choice?: import("../../model/outbox.js").Choice) => void} done called once; without a
 *   choice: it was cancelled
 * @returns {Promise<{element: Element, send: () => void, cancel: () => void} | undefined>} undefined: there is no
 *   microphone, and the user has seen why
 */
export async function record(done) {
  let stream;
  try {
    stream = await navigator.mediaDevices.getUserMedia({ audio: { channelCount: 1 } });
  } catch (error) {
    const isForbidden = /** @type {any} */ (error)?.name === "NotAllowedError";
    toast(t(isForbidden ? "microphoneForbidden" : "noMicrophone"), { kind: "error" });
    return undefined;
  }
  const recorder = new MediaRecorder(stream, { audioBitsPerSecond: BIT_RATE });
  /** @type {Blob[]} */
  const parts = [];
  /** @type {number[]} */
  const levels = [];
  const began = Date.now();
  const length = signal(0);
  const level = signal(0);
  let isWanted = false;
  const context = new AudioContext();
  const analyser = context.createAnalyser();
  context.createMediaStreamSource(stream).connect(analyser);
  const samples = new Float32Array(analyser.fftSize);
  const timer = setInterval(() => {
    analyser.getFloatTimeDomainData(samples);
    const power = samples.reduce((sum, one) => sum + one * one, 0) / samples.length;
    level.value = Math.min(1, Math.sqrt(power) * 4);
    levels.push(level.peek());
    length.value = Date.now() - began;
    if (length.peek() >= LENGTH_MAX) send();
  }, LEVEL_PAUSE);
  const stop = () => {
    if (recorder.state === "recording") recorder.stop();
  };
  const send = () => {
    isWanted = true;
    stop();
  };
  recorder.ondataavailable = ({ data }) => parts.push(data);
  recorder.onstop = () => {
    clearInterval(timer);
    const duration = Date.now() - began;
    for (const track of stream.getTracks()) track.stop();
    context.close();
    const blob = new Blob(parts, { type: recorder.mimeType });
    const isKept = isWanted && duration >= LENGTH_MIN && blob.size > 0;
    done(
      isKept
        ? { kind: "VOICE", size: blob.size, duration, waveform: waveformOf(levels), blob }
        : undefined,
    );
  };
  recorder.start();
  const element = h(
    "div.row.recording",
    {
      onkeydown: (/** @type {KeyboardEvent} */ event) => {
        if (event.key === "Escape") stop();
      },
    },
    h(
      "button.plain",
      { type: "button", "aria-label": t("cancelVoice"), onclick: stop },
      icon(
        icons.trash,
      ),
    ),
    h("span.level.grow", {
      "aria-hidden": "true",
      style: () => ({ "--level": level.value.toFixed(2) }),
    }),
    h("span.time", { role: "timer" }, () => timeOf(length.value)),
    h("button.primary.round", {
      type: "button",
      "aria-label": t("send"),
      onclick: send,
    }, icon(icons.send)),
  );
  requestAnimationFrame(() => /** @type {any} */ (element.lastElementChild).focus());
  return { element, send, cancel: stop };
}
