// Log-in by an OpenID Connect issuer: code flow with PKCE, in the browser alone.
//
// Source: OpenID Connect Core 1.0, RFC 7636, RFC 9700.

import { explain } from "../explain.js";
import { post, Refused } from "../client/index.js";
import { t } from "../texts/index.js";
import { h } from "../view/dom.js";
import { field, form } from "../view/parts.js";
import { enter } from "./welcome.js";

/** Where the secrets of a log-in wait while the browser is at the issuer. */
const KEY = "upfor.issuer";

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
  // The mix-up of two issuers ends here.
  if (found.issuer !== address) throw new Error(t("issuerMismatch"));
  return found;
}

/** @param {import("./welcome.js").Door} door */
export function issuerButtons(door) {
  const { issuers } = door.site.value;
  if (!issuers.length) return null;
  return h(
    "p.issuers",
    null,
    issuers.map(({ name }) =>
      h("button.wide", {
        type: "button",
        onclick: () => begin(name, "login").catch((error) => door.error.value = explain(error)),
      }, t("logInWith", { name }))
    ),
  );
}

/**
 * Sends the browser to an issuer. It comes back to `/?code=…`.
 *
 * @param {string} name of the issuer at this server
 * @param {"login" | "link" | "proof"} purpose what the ID token is for
 */
export async function begin(name, purpose) {
  const { identityChallenge } = await post("identityBegin", { issuer: name });
  const { nonce, issuer, clientId } = identityChallenge;
  const { authorization_endpoint: endpoint } = await metadata(issuer);
  const [verifier, state] = [random(), random()];
  const digest = await crypto.subtle.digest(
    "SHA-256",
    new TextEncoder().encode(verifier),
  );
  sessionStorage.setItem(
    KEY,
    JSON.stringify({ name, purpose, issuer, clientId, verifier, state }),
  );
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
 * The ID token, when the browser has come back from an issuer.
 *
 * @returns {Promise<{name: string, purpose: string, idToken: string} | undefined>}
 */
export async function takeToken() {
  const query = new URLSearchParams(location.search);
  const kept = JSON.parse(sessionStorage.getItem(KEY) ?? "null");
  if (!query.has("state")) return;
  history.replaceState(null, "", "/");
  sessionStorage.removeItem(KEY);
  if (!kept || query.get("state") !== kept.state) {
    throw new Error(t("issuerStale"));
  }
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
  return { name: kept.name, purpose: kept.purpose, idToken };
}

/**
 * Goes on with a log-in by an issuer.
 *
 * @param {import("./welcome.js").Door} door
 * @returns {Promise<Element | undefined>} a form for what is missing, such as a username
 */
export async function returned(door) {
  try {
    const token = await takeToken();
    if (!token) return;
    return await logIn(door, token, {});
  } catch (error) {
    door.error.value = explain(error);
  }
}

/**
 * @param {import("./welcome.js").Door} door
 * @param {{name: string, idToken: string}} token
 * @param {Record<string, string>} more
 */
async function logIn(door, token, more) {
  try {
    const { account } = await post("identityLogin", {
      issuer: token.name,
      idToken: token.idToken,
      device: door.device,
      ...more,
    });
    await enter(door, account, false);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    const missing = {
      USERNAME_NEEDED: "username",
      USERNAME_TAKEN: "username",
      SECOND_FACTOR_NEEDED: "code",
    }[
      /** @type {string} */ (error.code)
    ];
    if (!missing) throw error;
    door.error.value = error.code === "USERNAME_TAKEN" ? explain(error) : "";
    return form(
      { label: t("logIn") },
      async (values, element) => {
        try {
          const next = await logIn(door, token, { ...more, ...values });
          if (next) element.replaceWith(next);
        } catch (error) {
          door.error.value = explain(error);
        }
      },
      missing === "username"
        ? field(
          t("username"),
          { name: "username", required: true, autocapitalize: "none" },
          t("usernameHint"),
        )
        : field(
          t("code"),
          { name: "code", required: true, autocomplete: "one-time-code" },
          t("codeHint"),
        ),
    );
  }
}
