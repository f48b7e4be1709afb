// The ways in which a command can fail.

/** The server refused a command. Nothing was changed. */
export class Refused extends Error {
  /** @param {import("./wire.d.ts").CommandError} error the server's answer */
  constructor(error) {
    super(error.message);
    this.name = "Refused";
    /** As the server sent it. */
    this.error = error;
    /** The reason, for programs. @type {import("./wire.d.ts").ErrorCode} */
    this.code = error.code ?? "INTERNAL";
    /** The path of the field at fault, such as "roomSend.text". @type {string | undefined} */
    this.field = error.field;
    /** Whether the same command may succeed later. */
    this.temporary = error.temporary ?? false;
    /** Milliseconds after which it may. @type {number | undefined} */
    this.retryAfter = milliseconds(error.retryAfter);
  }
}

/**
 * The connection ended, and no answer came. A command without a `cid` may have taken effect; one
 * with a `cid` may be sent again.
 */
export class Lost extends Error {
  constructor(message = "no connection") {
    super(message);
    this.name = "Lost";
  }
}

/**
 * @param {string | undefined} duration in proto3 JSON: "1.500s"
 * @returns {number | undefined} in milliseconds
 */
export function milliseconds(duration) {
  return duration === undefined ? undefined : Math.ceil(parseFloat(duration) * 1000);
}
