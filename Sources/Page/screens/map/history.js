// The user's check-ins that the server still stores, newest first.

import { nearWhat } from "../../map/near.js";
import { t } from "../../texts/index.js";
import { confirmed } from "../../view/dialog.js";
import { full } from "../../view/format.js";
import { h, icon, list } from "../../view/dom.js";
import { icons } from "../../view/icons.js";
import { empty } from "../../view/parts.js";
import { effect, signal, untracked } from "../../view/signal.js";
import { checkInDialog } from "./checkin.js";
import { top } from "./list.js";
import { picture } from "./picture.js";
import { stickerOf } from "./pins.js";

/**
 * @typedef {import("../../app.js").App} App
 * @typedef {import("../../client/wire.d.ts").Checkin} Checkin
 */

/** @param {App} app */
export function history(app) {
  const found = signal(/** @type {Checkin[] | undefined} */ (undefined));
  const next = signal("");
  const read = async (before = "") => {
    const answer = await app.read("checkinHistory", { before });
    if (!answer) return;
    const { checkins = [] } = answer.checkinPage;
    found.value = before ? [...found.peek(), ...checkins] : checkins;
    next.value = answer.checkinPage.next ?? "";
  };
  effect(() => {
    app.places.standing.value;
    if (app.isOnline.value) untracked(() => read());
  });
  const forget = async (/** @type {any} */ what) => {
    if (!await app.places.clear(what)) return;
    found.value = what.history ? [] : found.peek().filter(({ id }) => id !== what.checkin);
  };
  return [
    top(t("checkInHistory")),
    h("small", null, () => {
      const days = app.places.standing.value?.historyDays;
      return days ? t("historyKept", { count: days }) : t("historyNotKept");
    }),
    h(
      "div.scrolls",
      null,
      list(
        h("ul.rows", { "aria-label": t("checkInHistory") }),
        () => found.value ?? [],
        ({ id }) => id,
        (checkin) => entry(app, checkin.value, forget),
      ),
      () =>
        found.value?.length === 0 && empty(
          t("noHistory"),
          h("button.primary", {
            type: "button",
            disabled: () => !app.isOnline.value,
            onclick: () => checkInDialog(app),
          }, t("checkIn")),
        ),
      () =>
        next.value && h(
          "p.row.center",
          null,
          h("button", {
            type: "button",
            disabled: () => !app.isOnline.value,
            onclick: () => read(next.peek()),
          }, t("showMore")),
        ),
      () =>
        found.value?.length > 0 && h("button.danger", {
          type: "button",
          disabled: () => !app.isOnline.value,
          onclick: async () => {
            if (
              await confirmed(
                t("forgetHistory"),
                t("forgetHistoryText"),
                t("delete"),
              )
            ) {
              await forget({ history: true });
            }
          },
        }, t("forgetHistory")),
    ),
  ];
}

/** @param {App} app @param {Checkin} checkin @param {(what: any) => Promise<void>} forget */
function entry(app, checkin, forget) {
  return h(
    "li.row.item",
    null,
    checkin.picture && picture(app, checkin.picture, ""),
    h(
      "span.grow",
      null,
      h("b", null, () => nearWhat(checkin)),
      h(
        "span.preview",
        { dir: "auto" },
        () =>
          [stickerOf(app, checkin.sticker), checkin.text].filter(Boolean).join(
            " ",
          ),
      ),
      h(
        "small",
        null,
        full(checkin.at),
        checkin.current && ` · ${t("isCurrent")}`,
      ),
    ),
    h("button.plain", {
      type: "button",
      "aria-label": t("forgetCheckIn", { time: full(checkin.at) }),
      disabled: () => !app.isOnline.value,
      onclick: () => forget({ checkin: checkin.id }),
    }, icon(icons.trash)),
  );
}
