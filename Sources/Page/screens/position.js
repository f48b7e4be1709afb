// The position of this device.

import { t } from "../texts/index.js";
import { toast } from "../view/dialog.js";

/** @typedef {{lat: number, lon: number}} Place in degrees */

/** How long to wait for a position, in milliseconds, and how old it may be. */
const POSITION_MAX = 15_000;
const POSITION_AGE = 60_000;

/**
 * Asks the browser, which asks its user.
 *
 * @param {boolean} [isQuiet] says nothing about a failure
 * @returns {Promise<Place | undefined>} undefined: unknown, and the user has seen why
 */
export function position(isQuiet = false) {
  return new Promise((resolve) => {
    const fail = (/** @type {{code?: number}} */ { code }) => {
      if (isQuiet) return resolve(undefined);
      toast(t(code === 1 ? "positionForbidden" : "positionUnknown"), {
        kind: "error",
      });
      resolve(undefined);
    };
    if (!navigator.geolocation) return fail({});
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => resolve({ lat: coords.latitude, lon: coords.longitude }),
      fail,
      {
        enableHighAccuracy: true,
        timeout: POSITION_MAX,
        maximumAge: POSITION_AGE,
      },
    );
  });
}

/** The position of this device, if the browser may say it without a question to its user. */
export async function knownPosition() {
  try {
    const { state } = await navigator.permissions.query({ name: "geolocation" });
    return state === "granted" ? await position(true) : undefined;
  } catch {
    // This browser says nothing about its permissions.
  }
}
