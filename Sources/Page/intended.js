// The address that a visitor opened before the log-in: the page goes there afterwards. It stays in
// this tab. What follows "#" may be a secret, such as the code of an invitation.

const KEY = "upfor.intended";
/** The page's start, and the log-in screen's own addresses. */
const OF_DOOR = /^\/#?$|#\/(?:register|forgot|recover)?$/;

/** @param {string} address @returns {boolean} whether it leads to the log-in screen itself */
export function isOfDoor(address) {
  return OF_DOOR.test(address);
}

/** @returns {string} the current address: path and fragment, without what an issuer has added */
export function here() {
  return location.pathname + location.hash;
}

/**
 * @param {string} address
 * @param {string} origin of this page
 * @returns {string} path and fragment; "/" in place of an address of another site
 */
export function within(address, origin) {
  const url = URL.canParse(address, origin) ? new URL(address, origin) : undefined;
  if (!url?.href.startsWith(`${origin}/`)) return "/";
  // Two slashes would begin the name of a host.
  return url.pathname.replace(/^\/+/, "/") + url.hash;
}

export class Intended {
  #storage;
  #origin;

  /**
   * @param {Pick<Storage, "getItem" | "setItem" | "removeItem">} storage
   * @param {string} origin of this page
   */
  constructor(storage, origin) {
    this.#storage = storage;
    this.#origin = origin;
  }

  /** Keeps an address, unless it leads to the log-in screen itself. @param {string} address */
  keep(address) {
    const own = within(address, this.#origin);
    if (!isOfDoor(own)) this.#storage.setItem(KEY, own);
  }

  /** @returns {string} the kept address; "/": none */
  get address() {
    return within(this.#storage.getItem(KEY) ?? "/", this.#origin);
  }

  /** @returns {string} the kept address, once; "/": none */
  take() {
    const { address } = this;
    this.forget();
    return address;
  }

  forget() {
    this.#storage.removeItem(KEY);
  }
}

export const intended = new Intended(
  globalThis.sessionStorage,
  globalThis.location?.origin,
);
