// The button for saying a word: it records until it is pressed again, or until the maximum length
// of a recording.

import { explain } from "../../explain.js";
import { t } from "../../texts/index.js";
import { toast } from "../../view/dialog.js";
import { h, icon } from "../../view/dom.js";
import { icons } from "../../view/icons.js";
import { onEnd, signal } from "../../view/signal.js";
import { SECONDS_MAX, waveOf } from "./wave.js";

/** @typedef {import("../../app.js").App} App */

/** A little less than the accepted length, in milliseconds: stopping takes time. */
const LENGTH_MAX = (SECONDS_MAX - .2) * 1000;

/** Whether there may be a microphone: a browser may hide it until the user allows it. */
export async function hasMicrophone() {
  if (!navigator.mediaDevices?.getUserMedia || !globalThis.MediaRecorder) return false;
  try {
    const devices = await navigator.mediaDevices.enumerateDevices();
    return devices.length === 0 || devices.some(({ kind }) => kind === "audioinput");
  } catch {
    return true;
  }
}

/**
 * @param {App} app
 * @param {string} label text of the button
 * @param {(wave: Blob) => Promise<void>} send
 * @param {() => void} [fail] called when there is no microphone, or it is not allowed
 */
export function recorder(app, label, send, fail) {
  const state = signal(/** @type {"idle" | "asking" | "recording" | "sending"} */ ("idle"));
  const level = signal(0);
  /** @type {Recording | undefined} */
  let recording;
  let isOver = false;
  onEnd(() => {
    isOver = true;
    recording?.stop();
  });
  const press = async () => {
    if (recording) return recording.stop();
    if (state.peek() !== "idle") return;
    state.value = "asking";
    try {
      const stream = await microphone();
      recording = new Recording(stream, (loud) => level.value = loud);
      if (isOver) recording.stop();
      state.value = "recording";
      const recorded = await recording.whole;
      recording = undefined;
      if (isOver) return;
      state.value = "sending";
      await send(await waveOf(recorded));
    } catch (error) {
      if (!isOver) toast(reason(error), { kind: "error" });
      if (!isOver && isOfDevice(error)) fail?.();
    } finally {
      recording = undefined;
      level.value = 0;
      state.value = "idle";
    }
  };
  return h(
    "div.recorder",
    null,
    h("button.primary.wide", {
      type: "button",
      class: () => state.value,
      "aria-disabled": () => String(state.value === "asking" || state.value === "sending"),
      disabled: () => !app.isOnline.value && state.value === "idle",
      onclick: press,
    }, () => [icon(icons.microphone), TEXTS[state.value] ? t(TEXTS[state.value]) : label]),
    h(
      "span.level",
      { "aria-hidden": "true", style: () => ({ "--level": level.value.toFixed(2) }) },
    ),
    h("p.unseen", { role: "status" }, () => state.value === "recording" ? t("speakNow") : ""),
  );
}

/** @type {Record<string, import("../../texts/index.js").Text | undefined>} */
const TEXTS = { idle: undefined, asking: "askMicrophone", recording: "stop", sending: "listening" };

/** @returns {Promise<MediaStream>} */
async function microphone() {
  // A page without TLS has none.
  if (!navigator.mediaDevices?.getUserMedia || !globalThis.MediaRecorder) {
    throw new DOMException("", "NotSupportedError");
  }
  // The processing that browsers apply for human listeners worsens recognition: of 16 words, the
  // scores were lower by 8 of 100 with noise taken out, and two words fewer were heard with another
  // gain.
  const audio = {
    channelCount: 1,
    autoGainControl: false,
    echoCancellation: false,
    noiseSuppression: false,
  };
  return await navigator.mediaDevices.getUserMedia({ audio });
}

/** @param {any} error */
function isOfDevice(error) {
  return error instanceof DOMException && error.name !== "EncodingError";
}

/** @param {any} error */
function reason(error) {
  if (!(error instanceof DOMException)) return explain(error);
  if (error.name === "NotAllowedError") return t("microphoneForbidden");
  return t(error.name === "EncodingError" ? "heardNothing" : "noMicrophone");
}

/** Records the microphone from now on. */
class Recording {
  #recorder;
  #stream;
  #context = new AudioContext();
  /** @type {Blob[]} */
  #parts = [];

  /**
   * @param {MediaStream} stream
   * @param {(level: number) => void} onLevel from 0 to 1, while it lasts
   */
  constructor(stream, onLevel) {
    this.#stream = stream;
    const analyser = this.#context.createAnalyser();
    this.#context.createMediaStreamSource(stream).connect(analyser);
    this.#watch(analyser, onLevel);
    this.#recorder = new MediaRecorder(stream);
    this.#recorder.ondataavailable = ({ data }) => this.#parts.push(data);
    /** Resolves when it has been stopped. @type {Promise<Blob>} */
    this.whole = new Promise((resolve) => {
      this.#recorder.onstop = () => {
        for (const track of stream.getTracks()) track.stop();
        this.#context.close();
        resolve(new Blob(this.#parts, { type: this.#recorder.mimeType }));
      };
    });
    this.#recorder.start();
    setTimeout(() => this.stop(), LENGTH_MAX);
  }

  stop() {
    if (this.#recorder.state === "recording") this.#recorder.stop();
  }

  /** @param {AnalyserNode} analyser @param {(level: number) => void} onLevel */
  #watch(analyser, onLevel) {
    const samples = new Float32Array(analyser.fftSize);
    const look = () => {
      if (!this.#stream.active) return;
      analyser.getFloatTimeDomainData(samples);
      const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length;
      onLevel(Math.min(1, Math.sqrt(power) * 4));
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  }
}
