// The export of the user's data, and log-out and deletion of the account.

import { Refused } from "../../client/index.js";
import { explain } from "../../explain.js";
import { t } from "../../texts/index.js";
import { confirmed, toast } from "../../view/dialog.js";
import { h } from "../../view/dom.js";
import { field } from "../../view/parts.js";
import { onEnd, signal } from "../../view/signal.js";
import { logOutOthers } from "./devices.js";
import { download } from "./file.js";
import { proven, recentlyProven } from "./proof.js";

/**
 * The pause before another page when the server requires one without a duration, in milliseconds.
 */
const PAUSE = 2_000;

/** @typedef {import("../../app.js").App} App */

/** @param {App} app */
export function data(app) {
  return [
    exported(app),
    h("h2", null, t("meLogOut")),
    h("p.explained", null, t("meLogOutText")),
    h(
      "p.row.actions",
      null,
      h(
        "button",
        { type: "button", onclick: () => logOut(app) },
        t("meLogOut"),
      ),
      h("button", {
        type: "button",
        disabled: () => !app.isOnline.value,
        onclick: () => logOutOthers(app),
      }, t("meLogOutOthers")),
    ),
    h("h2", null, t("meDelete")),
    h("p.explained", null, t("meDeleteText")),
    h(
      "p.row.actions",
      null,
      h("button.danger", {
        type: "button",
        disabled: () => !app.isOnline.value,
        onclick: () => remove(app),
      }, t("meDelete")),
    ),
  ];
}

/** @param {App} app */
function exported(app) {
  /** Number of records so far; undefined: no export is running. */
  const count = signal(/** @type {number | undefined} */ (undefined));
  const end = () => {
    count.value = undefined;
  };
  onEnd(end);
  const take = async () => {
    const records = await all(app, count);
    end();
    if (!records) return;
    const { username } = app.login;
    const document = {
      exportedAt: new Date().toISOString(),
      username,
      records,
    };
    const text = JSON.stringify(document, null, 2);
    const day = document.exportedAt.slice(0, 10);
    download(
      new Blob([text], { type: "application/json" }),
      `upfor-${username}-${day}.json`,
    );
    toast(t("meExported", { count: records.length }));
  };
  return h(
    "div",
    null,
    h("h2", null, t("meExport")),
    h("p.explained", null, t("meExportText")),
    h("p.row.actions", null, () =>
      count.value === undefined
        ? h("button", {
          type: "button",
          disabled: () => !app.isOnline.value,
          onclick: take,
        }, t("meExport"))
        : [
          h("progress", { "aria-label": t("meExport") }),
          h(
            "span",
            { role: "status" },
            t("meExporting", { count: count.value }),
          ),
          h("button", { type: "button", onclick: end }, t("cancel")),
        ]),
  );
}

/**
 * Every record, page by page.
 *
 * @param {App} app
 * @param {import("../../view/signal.js").Signal<number | undefined>} count number of records so
 *   far; setting it to undefined cancels
 * @returns {Promise<any[] | undefined>} undefined: refused, or cancelled
 */
async function all(app, count) {
  const first = await recentlyProven(app, "accountExport");
  let page = first?.export;
  if (!page) return;
  const records = [...page.records ?? []];
  count.value = records.length;
  while (page.next) {
    page = await next(app, page.next);
    if (!page || count.peek() === undefined) return;
    records.push(...page.records ?? []);
    count.value = records.length;
  }
  return records;
}

/**
 * @param {App} app
 * @param {string} after
 * @returns {Promise<import("../../client/wire.d.ts").ExportPage | undefined>}
 */
async function next(app, after) {
  for (;;) {
    try {
      return (await app.link.call("accountExport", { after })).export;
    } catch (error) {
      if (!(error instanceof Refused) || !error.temporary) {
        toast(explain(error), { kind: "error" });
        return;
      }
      await new Promise((resolve) => setTimeout(resolve, error.retryAfter ?? PAUSE));
    }
  }
}

/** @param {App} app */
export async function logOut(app) {
  const waiting = app.outbox.messages.peek().length;
  const text = waiting ? t("meLogOutUnsent", { count: waiting }) : t("meLogOutSure");
  if (await confirmed(t("meLogOut"), text, t("meLogOut"))) await app.logOut();
}

/** @param {App} app */
async function remove(app) {
  const { username } = app.login;
  const answer = await proven(app, {
    title: t("meDelete"),
    action: t("meDeleteForever"),
    command: "accountDelete",
    fields: ({ confirmation }) => {
      if (confirmation.trim().toLowerCase() !== username) {
        throw new Error(t("meTypeUsername"));
      }
      app.leave();
      return {};
    },
    before: [
      h("p", null, t("meDeleteSure")),
      field(t("meTypeToDelete", { username }), {
        name: "confirmation",
        required: true,
        autocomplete: "off",
        autocapitalize: "none",
        spellcheck: "false",
      }),
    ],
    isDangerous: true,
  });
  if (answer) await app.forget(t("meDeleted"));
}
