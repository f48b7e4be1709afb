// Commands over HTTP: those that need no session, and those of pages without a socket.

import { Lost, Refused } from "./errors.js";

/**
 * Sends one command by HTTP.
 *
 * @param {import("./connection.js").Command} name
 * @param {object} fields
 * @param {object} [options]
 * @param {string} [options.server] such as "https://upfor.example"; empty: the page's own
 * @param {string} [options.token] for commands of a signed-in user
 * @param {boolean} [options.outlivesPage] sent even if the page is closed meanwhile
 * @returns {Promise<import("./wire.d.ts").ServerMessage>} Rejected with `Refused`, or with `Lost`.
 */
export async function post(name, fields, { server = "", token, outlivesPage = false } = {}) {
  /** @type {Record<string, string>} */
  const headers = { "Content-Type": "application/json" };
  if (token) headers.Authorization = `Bearer ${token}`;
  const answer = await requested(`${server}/v1/${name}`, {
    method: "POST",
    headers,
    body: JSON.stringify(fields),
    keepalive: outlivesPage,
  });
  return await read(answer);
}

/**
 * Uploads a file, or removes it.
 *
 * @param {string} path such as "/avatar"
 * @param {Blob | null} body null: DELETE
 * @param {string} token
 * @param {string} [server]
 * @returns {Promise<any>} the document of the answer; undefined if it has none
 */
export async function put(path, body, token, server = "") {
  const answer = await requested(server + path, {
    method: body ? "PUT" : "DELETE",
    headers: { Authorization: `Bearer ${token}` },
    body,
  });
  return answer.status === 204 ? undefined : await read(answer);
}

/**
 * Downloads a file that only some users may read. The browser stores no copy.
 *
 * @param {string} path such as "/hinder/users/7/documents/resume"
 * @param {string} token
 * @param {string} [server]
 * @returns {Promise<Blob>} Rejected with `Refused`, or with `Lost`.
 */
export async function file(path, token, server = "") {
  const answer = await requested(server + path, {
    headers: { Authorization: `Bearer ${token}` },
    cache: "no-store",
  });
  return answer.ok ? await answer.blob() : await read(answer);
}

/**
 * Uploads a file to a route that answers with a message.
 *
 * @param {string} path such as "/v1/words/hello/speech"
 * @param {Blob} body sent with its type
 * @param {string} token
 * @param {string} [server]
 * @returns {Promise<import("./wire.d.ts").ServerMessage>} Rejected with `Refused`, or with `Lost`.
 */
export async function upload(path, body, token, server = "") {
  const headers = { Authorization: `Bearer ${token}` };
  return await read(await requested(server + path, { method: "POST", headers, body }));
}

/**
 * @param {string} url
 * @param {RequestInit} request
 */
async function requested(url, request) {
  try {
    return await fetch(url, { ...request, credentials: "omit" });
  } catch {
    throw new Lost();
  }
}

/** @param {Response} answer */
async function read(answer) {
  const body = await answer.json().catch(() => ({}));
  if (answer.ok) return body;
  // The server reads nothing of a body that is too long, so its answer has no details.
  if (answer.status === 413) throw new Refused({ ...body.error, code: "TOO_LARGE" });
  throw new Refused(
    body.error ?? { code: "UNAVAILABLE", message: `HTTP ${answer.status}` },
  );
}
