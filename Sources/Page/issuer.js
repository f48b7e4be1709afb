// Identities of OpenID Connect issuers: code flow with PKCE, in the browser alone.
//
// Source: OpenID Connect Core 1.0, RFC 7636, RFC 9700.

import { post } from "./client/index.js";
import { here, within } from "./intended.js";
import { t } from "./texts/index.js";
import { replaceAddress } from "./view/router.js";

/**
 * Storage for the secrets of a log-in while the browser is at the issuer. Not sessionStorage: the
 * page returns in another group of windows (COOP), where Chromium may have an older state of it.
 */
const KEY = "upfor.issuer";
/** Storage for an ID token until the command that it belongs to. */
const TOKEN_KEY = "upfor.token";
/** How long a token is valid, in milliseconds: as long as its nonce. */
const TOKEN_AGE = 10 * 60_000;

/** @param {Uint8Array} bytes in URL-safe base64 */
function base64(bytes) {
  return btoa(String.fromCharCode(...bytes)).replace(/\+/g, "-").replace(
    /\//g,
    "_",
  ).replace(
    /=/g,
    "",
  );
}

function random() {
  return base64(crypto.getRandomValues(new Uint8Array(32)));
}

/** @param {string} address */
async function metadata(address) {
  const url = `${address.replace(/\/$/, "")}/.well-known/openid-configuration`;
  const found = await (await fetch(url)).json();
  // Prevents a mix-up of two issuers.
  if (found.issuer !== address) throw new Error(t("issuerMismatch"));
  return found;
}

/**
 * Sends the browser to an issuer. It comes back to `/?code=…`.
 *
 * @param {string} name of the issuer at this server
 * @param {"login" | "link" | "proof"} purpose what the ID token is for
 * @param {object} [options]
 * @param {boolean} [options.isGuest] the log-in is to end with its tab
 * @param {string} [options.device] the device whose user it is for
 * @param {string} [options.back] the address to return to: path and fragment
 */
export async function begin(name, purpose, { isGuest = false, device, back = here() } = {}) {
  const { identityChallenge } = await post("identityBegin", { issuer: name });
  const { nonce, issuer, clientId } = identityChallenge;
  const { authorization_endpoint: endpoint } = await metadata(issuer);
  const [verifier, state] = [random(), random()];
  const digest = await crypto.subtle.digest(
    "SHA-256",
    new TextEncoder().encode(verifier),
  );
  const secrets = {
    name,
    purpose,
    isGuest,
    device,
    issuer,
    clientId,
    verifier,
    state,
    back,
  };
  localStorage.setItem(KEY, JSON.stringify(secrets));
  const query = new URLSearchParams({
    response_type: "code",
    scope: "openid email profile",
    client_id: clientId,
    redirect_uri: `${location.origin}/`,
    nonce,
    state,
    code_challenge: base64(new Uint8Array(digest)),
    code_challenge_method: "S256",
  });
  location.assign(`${endpoint}${endpoint.includes("?") ? "&" : "?"}${query}`);
}

/**
 * Returns the ID token after the browser has come back from an issuer, and goes to the address
 * that was left.
 *
 * @param {string} [device] the device of the present log-in; a flow that another log-in began is
 *   dropped
 * @returns {Promise<Token & {purpose: "login" | "link" | "proof", isGuest: boolean} | undefined>}
 */
export async function takeToken(device) {
  const query = new URLSearchParams(location.search);
  const kept = JSON.parse(localStorage.getItem(KEY) ?? "null");
  if (!query.has("state")) return;
  history.replaceState(null, "", "/");
  localStorage.removeItem(KEY);
  if (!kept || query.get("state") !== kept.state || kept.device !== device) {
    throw new Error(t("issuerStale"));
  }
  replaceAddress(within(kept.back, location.origin));
  if (query.has("error")) {
    throw new Error(query.get("error_description") ?? query.get("error"));
  }
  const { token_endpoint: endpoint } = await metadata(kept.issuer);
  const answer = await fetch(endpoint, {
    method: "POST",
    credentials: "omit",
    body: new URLSearchParams({
      grant_type: "authorization_code",
      code: query.get("code"),
      redirect_uri: `${location.origin}/`,
      client_id: kept.clientId,
      code_verifier: kept.verifier,
    }),
  });
  const { id_token: idToken } = await answer.json();
  if (!answer.ok || !idToken) throw new Error(t("issuerRefused"));
  const { name, purpose, isGuest } = kept;
  return { name, purpose, isGuest, idToken };
}

/**
 * An ID token, and the name of its issuer at this server.
 *
 * @typedef {{name: string, idToken: string}} Token
 */

/**
 * Stores a token until `takeKept` takes it.
 *
 * @param {"link" | "proof"} purpose
 * @param {Token} token
 * @param {string} device the log-in that it is for
 */
export function keepToken(purpose, { name, idToken }, device) {
  const kept = { name, idToken, device, until: Date.now() + TOKEN_AGE };
  localStorage.setItem(`${TOKEN_KEY}.${purpose}`, JSON.stringify(kept));
}

/**
 * Returns the stored token, once.
 *
 * @param {"link" | "proof"} purpose
 * @param {string} device the log-in that is here
 * @returns {Token | undefined}
 */
export function takeKept(purpose, device) {
  const kept = JSON.parse(
    localStorage.getItem(`${TOKEN_KEY}.${purpose}`) ?? "null",
  );
  localStorage.removeItem(`${TOKEN_KEY}.${purpose}`);
  return kept?.device === device && kept.until > Date.now() ? kept : undefined;
}

/** Deletes the data that a log-in at an issuer has left on the device. */
export function forgetTokens() {
  for (const key of Object.keys(localStorage)) {
    if (key === KEY || key.startsWith(`${TOKEN_KEY}.`)) localStorage.removeItem(key);
  }
}
