// Passkeys: the two ceremonies of WebAuthn, with their bytes as the server writes them. Loaded when
// a passkey is used.

import { t } from "./texts/index.js";

/**
 * @typedef {import("./client/wire.d.ts").PasskeyAssertion} PasskeyAssertion
 * @typedef {import("./client/wire.d.ts").PasskeyAttestation} PasskeyAttestation
 * @typedef {import("./client/wire.d.ts").PasskeyChallenge} PasskeyChallenge
 * @typedef {import("./client/wire.d.ts").PasskeyCreation} PasskeyCreation
 */

/** @param {ArrayBuffer} buffer in URL-safe base64 without padding */
function text(buffer) {
  const binary = Array.from(
    new Uint8Array(buffer),
    (byte) => String.fromCharCode(byte),
  ).join("");
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll(
    "=",
    "",
  );
}

/** @param {string} text in URL-safe base64 */
function bytes(text) {
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}

/** @param {string} id @returns {PublicKeyCredentialDescriptor} */
function credential(id) {
  return { type: "public-key", id: bytes(id) };
}

/** Explains why there is no passkey. @param {Promise<any>} ceremony */
async function done(ceremony) {
  try {
    return await ceremony;
  } catch (/** @type {any} */ error) {
    // The same for a person who gives up, a time that is over, and no passkey of this site.
    if (error.name === "NotAllowedError") throw new Error(t("passkeyNone"));
    if (error.name === "InvalidStateError") throw new Error(t("passkeyThere"));
    throw error;
  }
}

/**
 * Has a passkey sign a challenge: the browser asks the user for it.
 *
 * @param {PasskeyChallenge} challenge
 * @returns {Promise<PasskeyAssertion>} Rejected with a text for the user.
 */
export async function sign({ challenge, rpId, userVerification, allow }) {
  const { rawId, response } = await done(navigator.credentials.get({
    publicKey: {
      challenge: bytes(challenge),
      rpId,
      userVerification: /** @type {UserVerificationRequirement} */ (userVerification),
      allowCredentials: allow.map(credential),
    },
  }));
  return {
    id: text(rawId),
    clientData: text(response.clientDataJSON),
    authenticatorData: text(response.authenticatorData),
    signature: text(response.signature),
    userHandle: response.userHandle ? text(response.userHandle) : "",
  };
}

/**
 * Makes a passkey: the browser asks the user where to keep it.
 *
 * @param {PasskeyCreation} creation
 * @param {boolean} isGuest on another person's device, which may not keep it: the user's own phone
 *   or key does
 * @returns {Promise<PasskeyAttestation>} Rejected with a text for the user.
 */
export async function make(creation, isGuest) {
  const {
    challenge,
    rpId,
    userHandle,
    username,
    displayName,
    algorithms,
    exclude,
  } = creation;
  const { response } = await done(navigator.credentials.create({
    publicKey: {
      challenge: bytes(challenge),
      rp: { id: rpId, name: "Upfor" },
      user: { id: bytes(userHandle), name: username, displayName },
      pubKeyCredParams: algorithms.map((alg) => ({ type: "public-key", alg })),
      excludeCredentials: exclude.map(credential),
      authenticatorSelection: {
        residentKey: "required",
        requireResidentKey: true,
        userVerification: "required",
        ...(isGuest &&
          { authenticatorAttachment: /** @type {const} */ ("cross-platform") }),
      },
      attestation: "none",
    },
  }));
  return {
    clientData: text(response.clientDataJSON),
    attestation: text(response.attestationObject),
    transports: response.getTransports?.() ?? [],
  };
}
