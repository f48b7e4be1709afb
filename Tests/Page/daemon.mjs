// A real upford for tests of the client: `UPFORD` names the program.

import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { newCID, post, Session, socketTo } from "../../Sources/Page/client/index.js";

/** Browsers and Deno have built-in sockets; for Node there is Debian's node-ws. */
const Socket = globalThis.WebSocket ??
  createRequire(import.meta.url)("/usr/share/nodejs/ws");

const program = process.env.UPFORD ?? ".build/debug/upford";

/** The timeout of a wait, in milliseconds: test machines may stall for long. */
const HANG = 120_000;

/** One daemon, with its data in a folder of its own. */
export class Daemon {
  #folder = mkdtempSync(join(tmpdir(), "upfor-page-"));
  /** @type {import("node:child_process").ChildProcess} */
  #process;
  port = 0;

  /** Starts it; a second time, on the same data and port. */
  async start() {
    const settings = {
      "log.file": join(this.#folder, "events.jsonl"),
      "rates.enabled": "false",
      "admin.port": "0",
      // A slow test machine must not reach these limits.
      "limits.headSeconds": "60",
      "limits.signInSeconds": "300",
      "limits.messageSeconds": "600",
      "limits.stallSeconds": "600",
      "heartbeat.deadSeconds": "600",
    };
    this.#process = spawn(program, [
      "serve",
      "--listen",
      `127.0.0.1:${this.port}`,
      "--data",
      join(this.#folder, "data"),
      ...Object.entries(settings).flatMap(([key, value]) => ["--set", `${key}=${value}`]),
    ], { stdio: ["ignore", "ignore", "pipe"] });
    this.port = await new Promise((resolve, reject) => {
      let said = "";
      this.#process.stderr.on("data", (bytes) => {
        said += bytes;
        const found = said.match(/127\.0\.0\.1:(\d+)/);
        if (found) resolve(Number(found[1]));
      });
      this.#process.on("exit", () => reject(new Error(`upford did not start: ${said}`)));
    });
    return this;
  }

  get server() {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Ends it. @param {NodeJS.Signals} [signal] */
  async stop(signal = "SIGTERM") {
    const gone = new Promise((resolve) => this.#process.on("exit", resolve));
    this.#process.kill(signal);
    await gone;
  }

  async end() {
    await this.stop();
    rmSync(this.#folder, { recursive: true });
  }

  /** Creates an account. @param {string} username @returns {Promise<string>} its token */
  async register(username) {
    const { account } = await post("accountRegister", {
      username,
      email: `${username}@example.org`,
      password: `correct horse ${username}`,
      device: "first",
    }, { server: this.server });
    return account.token;
  }

  /** Makes two users friends. @param {string} one @param {string} other tokens of both */
  async befriend(one, other) {
    const options = { server: this.server };
    const { account } = await post("accountRead", {}, { ...options, token: other });
    const from = (await post("accountRead", {}, { ...options, token: one })).account.user.username;
    await post("friendRequest", { to: account.user.username }, { ...options, token: one });
    await post("friendAccept", { from }, { ...options, token: other });
  }
}

/** A session whose events can be waited for. */
export class Device {
  /** @type {import("../../Sources/Page/client/wire.d.ts").ServerMessage[]} */
  events = [];
  /** @type {import("../../Sources/Page/client/wire.d.ts").ServerMessage[]} */
  ephemeral = [];
  /** @type {import("../../Sources/Page/client/wire.d.ts").SessionOpened[]} */
  sessions = [];
  /** @type {Set<() => void>} */
  #waiting = new Set();

  /**
   * @param {Daemon} daemon
   * @param {string} token
   * @param {string} device
   * @param {object} [more] options of the session
   */
  constructor(daemon, token, device, more = {}) {
    const noted = (/** @type {any[]} */ list) => (/** @type {any} */ item) => {
      list.push(item);
      for (const look of [...this.#waiting]) look();
    };
    /** @type {any[]} */
    this.statuses = [];
    this.session = new Session({
      open: socketTo(daemon.server, Socket),
      token: () => token,
      device,
      onSession: noted(this.sessions),
      onEvent: noted(this.events),
      onEphemeral: noted(this.ephemeral),
      onStatus: noted(this.statuses),
      ...more,
    });
    this.session.connect();
  }

  /**
   * Waits until a condition on the arrived messages is true.
   *
   * @param {string} what for the error
   * @param {() => boolean} condition
   * @returns {Promise<void>}
   */
  until(what, condition) {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiting.delete(look);
        reject(new Error(`not in time: ${what}; ${JSON.stringify(this.statuses.at(-1))}`));
      }, HANG);
      const look = () => {
        if (!condition()) return;
        clearTimeout(timer);
        this.#waiting.delete(look);
        resolve();
      };
      this.#waiting.add(look);
      look();
    });
  }

  online() {
    return this.until("online", () => this.statuses.at(-1)?.state === "online");
  }

  /** The texts of all messages that arrived, in order. */
  get texts() {
    return this.events.flatMap(({ roomMessage }) => roomMessage ? [roomMessage.text] : []);
  }

  /** @param {string} to @param {string} text @param {string} [cid] */
  send(to, text, cid = newCID()) {
    return this.session.call("roomSend", { to, text, cid });
  }
}
