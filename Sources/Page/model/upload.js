// Uploads that tell how far they are: `fetch` does not.

import { Lost, Refused } from "../client/index.js";

/**
 * @typedef {object} UploadOptions
 * @property {string} key an upload that is repeated with it takes effect once
 * @property {AbortSignal} [signal]
 * @property {(part: number) => void} [onProgress] from 0 to 1
 */

/**
 * @typedef {(path: string, blob: Blob, options: UploadOptions) =>
 *   Promise<import("../client/wire.d.ts").ServerMessage>} Uploader rejected with `Refused`, or with
 *   `Lost`, also when it is aborted
 */

/** The least time between two calls about the progress, in milliseconds. */
const PROGRESS_PAUSE = 100;

/**
 * @param {() => string} token
 * @returns {Uploader}
 */
export function uploader(token) {
  return (path, blob, { key, signal, onProgress }) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      request.open("POST", path);
      request.setRequestHeader("Authorization", `Bearer ${token()}`);
      request.setRequestHeader("Idempotency-Key", key);
      request.setRequestHeader("Content-Type", blob.type || "application/octet-stream");
      let told = 0;
      request.upload.onprogress = ({ loaded, total }) => {
        if (Date.now() - told < PROGRESS_PAUSE && loaded < total) return;
        told = Date.now();
        onProgress?.(total ? loaded / total : 0);
      };
      request.onload = () => {
        try {
          resolve(answerOf(request.status, request.responseText));
        } catch (error) {
          reject(error);
        }
      };
      request.onerror = request.onabort = () => reject(new Lost());
      signal?.addEventListener("abort", () => request.abort());
      if (signal?.aborted) reject(new Lost());
      else request.send(blob);
    });
}

/** @param {number} status @param {string} text */
function answerOf(status, text) {
  const body = parsed(text);
  if (status >= 200 && status < 300 && body.attachment) return body;
  // The server reads nothing of a body that is too long, so its answer has no details.
  if (status === 413) throw new Refused({ ...body.error, code: "TOO_LARGE" });
  // A proxy answers for a server that is away.
  if (status >= 500 && !body.error) throw new Lost();
  throw new Refused(body.error ?? { code: "UNAVAILABLE", message: `HTTP ${status}` });
}

/** @param {string} text */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}
