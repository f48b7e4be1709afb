// The devices on which the account is logged in, and logging them out.

import { t } from "../../texts/index.js";
import { confirmed, toast } from "../../view/dialog.js";
import { ago, full } from "../../view/format.js";
import { h, icon, list } from "../../view/dom.js";
import { icons } from "../../view/icons.js";
import { empty } from "../../view/parts.js";
import { change } from "./proof.js";
import { reading } from "./reading.js";

/**
 * @typedef {import("../../app.js").App} App
 * @typedef {import("../../client/wire.d.ts").DeviceEntry} DeviceEntry
 */

/** @param {App} app */
export function devices(app) {
  // A log-in elsewhere has no event: the list is read again each minute.
  const known = reading(app, "deviceList", "devices", () => app.now, () => allDevices(app));
  const entries = () => known.value?.devices ?? [];
  return [
    h("p.explained", null, t("meDevicesText")),
    () => !known.value && empty(t("loading")),
    list(
      h("ul.rows.devices"),
      () => [...entries()].sort((one, other) => Number(!!other.current) - Number(!!one.current)),
      ({ device }) => device ?? "",
      (entry) => row(app, entry, known.load),
    ),
    () =>
      entries().length > 1 && h("button.danger", {
        type: "button",
        disabled: () => !app.isOnline.value,
        onclick: async () => {
          await logOutOthers(app);
          await known.load();
        },
      }, t("meLogOutOthers")),
  ];
}

/**
 * @param {App} app
 * @param {{readonly value: DeviceEntry}} entry
 * @param {() => Promise<void>} load
 */
function row(app, entry, load) {
  const { device = "", current } = entry.value;
  const revoke = async () => {
    const name = t("meLogOutOf", { name: device });
    if (!await confirmed(name, t("meLogOutOfText"), t("meLogOutThere"))) return;
    if (!await change(app, "deviceRevoke", { device })) return;
    toast(t("meLoggedOutOf", { name: device }));
    await load();
  };
  return h(
    "li.row.item",
    null,
    h(
      "span.picture.machine",
      null,
      icon(icons.devices),
      () =>
        h("span.dot", {
          class: entry.value.online ? "on" : "",
          "aria-hidden": "true",
        }),
    ),
    h(
      "span.grow",
      null,
      h("bdi.name", null, device),
      h("span.preview", null, () => seen(app, entry.value)),
      h(
        "span.preview",
        null,
        () => t("meSince", { time: full(entry.value.since) }),
      ),
      () => entry.value.guest && h("span.preview", null, t("meGuest")),
    ),
    () =>
      entry.value.push &&
      h(
        "span.muted",
        { role: "img", "aria-label": t("meHasPush") },
        icon(icons.bell),
      ),
    current ? h("b.here", null, t("meThisDevice")) : h("button", {
      type: "button",
      "aria-label": t("meLogOutOf", { name: device }),
      disabled: () => !app.isOnline.value,
      onclick: revoke,
    }, t("meLogOutThere")),
  );
}

/**
 * @param {App} app
 * @param {DeviceEntry} entry
 */
function seen(app, { online, lastSeen }) {
  if (online) return t("isOnline");
  return lastSeen ? t("lastSeen", { time: ago(lastSeen, app.now) }) : t("isOffline");
}

/**
 * Every device, page by page.
 *
 * @param {App} app
 * @returns {Promise<import("../../client/wire.d.ts").ServerMessage | undefined>} undefined: refused
 */
async function allDevices(app) {
  /** @type {DeviceEntry[]} */
  const devices = [];
  for (let after = "";;) {
    const page = (await app.read("deviceList", { after, limit: 100 }))?.devices;
    if (!page) return;
    devices.push(...page.devices ?? []);
    if (!page.next) return { devices: { devices } };
    after = page.next;
  }
}

/** Ends the log-ins of all other devices, after a confirmation. @param {App} app */
export async function logOutOthers(app) {
  const isSure = await confirmed(
    t("meLogOutOthers"),
    t("meLogOutOthersText"),
    t("meLogOutOthers"),
  );
  const answer = isSure && await allDevices(app);
  if (!answer) return;
  const others = (answer.devices.devices ?? []).filter(({ current }) => !current);
  for (const { device } of others) {
    if (!await change(app, "deviceRevoke", { device })) return;
  }
  toast(t("meLoggedOutOthers", { count: others.length }));
}
