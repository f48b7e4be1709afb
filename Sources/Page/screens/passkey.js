// Passkeys on the log-in screen: log-in and sign-up without a password, and the second factor.

import { post } from "../client/index.js";
import { explain } from "../explain.js";
import { takesPasskeys } from "../site.js";
import { t } from "../texts/index.js";
import { h } from "../view/dom.js";
import { enter, entersAsGuest } from "./entering.js";

/**
 * @typedef {import("./entering.js").Door} Door
 * @typedef {import("../client/wire.d.ts").PasskeyAssertion} PasskeyAssertion
 */

/**
 * A button that uses a passkey; nothing where there can be none.
 *
 * @param {Door} door
 * @param {import("../texts/index.js").Text} text
 * @param {(form: HTMLFormElement) => Promise<any>} act
 */
function button(door, text, act) {
  return takesPasskeys(door.site.value) && h("button.wide", {
    type: "button",
    onclick: async (/** @type {any} */ event) => {
      door.error.value = "";
      try {
        await act(event.target.form);
      } catch (error) {
        door.error.value = explain(error);
      }
    },
  }, t(text));
}

/** @param {import("../client/wire.d.ts").PasskeyBegin} fields */
async function signed(fields) {
  const { sign } = await import("../passkeys.js");
  return await sign((await post("passkeyBegin", fields)).passkeyChallenge);
}

/** Logs in with a passkey, which says whose it is. @param {Door} door */
export function passkeyButton(door) {
  return button(door, "usePasskey", async () => {
    const passkey = await signed({});
    const guest = await entersAsGuest(door);
    const { account } = await post("passkeyLogin", {
      passkey,
      device: door.device,
      guest,
    });
    await enter(door, account, guest);
  });
}

/**
 * Uses a passkey in place of the code of an authenticator.
 *
 * @param {Door} door
 * @param {(values: Record<string, string>, passkey: PasskeyAssertion) => Promise<any>} send the
 *   form's values once more
 */
export function factorButton(door, send) {
  return button(door, "usePasskey", async (form) => {
    const values = /** @type {any} */ (Object.fromEntries(new FormData(form).entries()));
    const login = values.login?.trim() ?? "";
    await send(values, await signed({ login, secondFactor: true }));
  });
}

/**
 * Creates an account that is opened by a passkey.
 *
 * @param {Door} door
 * @param {{username: string, email: string, displayName?: string, invitation?: string}} user
 * @param {() => void} made called when there is an account
 */
export async function signUp(door, user, made) {
  const { make } = await import("../passkeys.js");
  const { passkeyCreation } = await post("passkeyRegisterBegin", user);
  const guest = await entersAsGuest(door);
  const passkey = await make(passkeyCreation, guest);
  const fields = { ...user, passkey, device: door.device, guest };
  const { account } = await post("passkeyRegister", fields);
  made();
  await enter(door, account, guest);
}
