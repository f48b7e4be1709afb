// Recordings in the format that servers accept: WAV, 16 kHz, mono, 16 bits.

/** Samples per second. */
export const RATE = 16_000;
/** Maximum length of a recording, in seconds. */
export const SECONDS_MAX = 5;
const HEADER = 44;

/**
 * Converts a browser's recording to WAV.
 *
 * @param {Blob} recording in a format that the browser can decode
 * @returns {Promise<Blob>}
 */
export async function waveOf(recording) {
  // The browser decodes to its own rate.
  const context = new OfflineAudioContext(1, 1, RATE);
  const sound = await context.decodeAudioData(await recording.arrayBuffer());
  const channels = Array.from(
    { length: sound.numberOfChannels },
    (_, channel) => sound.getChannelData(channel),
  );
  return new Blob([encoded(mixed(channels))], { type: "audio/wav" });
}

/**
 * Mixes channels to one, cut to the maximum length.
 *
 * @param {Float32Array[]} channels of one length
 * @returns {Float32Array}
 */
export function mixed(channels) {
  const sum = channels[0].slice(0, RATE * SECONDS_MAX);
  for (const channel of channels.slice(1)) {
    for (let at = 0; at < sum.length; at++) sum[at] += channel[at];
  }
  return sum.map((sample) => sample / channels.length);
}

/**
 * @param {Float32Array} samples from -1 to 1
 * @returns {ArrayBuffer}
 */
export function encoded(samples) {
  const bytes = samples.length * 2;
  const view = new DataView(new ArrayBuffer(HEADER + bytes));
  const text = (/** @type {number} */ at, /** @type {string} */ word) => {
    for (let index = 0; index < word.length; index++) {
      view.setUint8(at + index, word.charCodeAt(index));
    }
  };
  text(0, "RIFF");
  view.setUint32(4, HEADER - 8 + bytes, true);
  text(8, "WAVEfmt ");
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true); // PCM
  view.setUint16(22, 1, true); // channels
  view.setUint32(24, RATE, true);
  view.setUint32(28, RATE * 2, true); // bytes a second
  view.setUint16(32, 2, true); // bytes a sample of all channels
  view.setUint16(34, 16, true); // bits a sample
  text(36, "data");
  view.setUint32(40, bytes, true);
  samples.forEach((sample, index) => {
    const limited = Math.max(-1, Math.min(1, sample));
    view.setInt16(HEADER + index * 2, Math.round(limited * 32_767), true);
  });
  return view.buffer;
}
