// The members of a group who have the same activity on.

import { onLeave } from "../../view/leaving.js";
import { activityTitle, t } from "../../texts/index.js";
import { left } from "../../view/format.js";
import { h } from "../../view/dom.js";
import { onEnd, signal } from "../../view/signal.js";

/**
 * @typedef {import("../../client/wire.d.ts").GroupUpState} GroupUpState
 */

/**
 * The last known states, by room.
 *
 * @type {Map<string, import("../../view/signal.js").Signal<GroupUpState | undefined>>}
 */
const known = new Map();

onLeave(() => known.clear());

/**
 * @param {import("../../app.js").App} app
 * @param {string} room
 */
export function groupMatches(app, room) {
  if (!known.has(room)) known.set(room, signal(undefined));
  const state = known.get(room);
  const chosen = signal(state.peek()?.activity ?? "");
  const isOn = () => state.value?.on && state.value.activity === chosen.value;
  const set = async (/** @type {boolean} */ on) => {
    const answer = await app.act("groupUp", { room, activity: chosen.peek(), on });
    if (answer) state.value = answer.groupUpState;
  };
  onEnd(app.world.listen(({ groupMatch }) => {
    const { activity, on, with: others = [] } = state.peek() ?? {};
    if (groupMatch?.room !== room || groupMatch.activity !== activity || !on) return;
    const rest = others.filter(({ username }) => username !== groupMatch.with.username);
    state.value = { ...state.peek(), with: [...rest, groupMatch.with] };
  }));
  return h(
    "section.card.group-up",
    { "aria-label": t("upInGroup") },
    h("h2", null, t("upInGroup")),
    h(
      "p.row",
      null,
      h(
        "select.grow",
        {
          "aria-label": t("activity"),
          onchange: (/** @type {any} */ event) => chosen.value = event.target.value,
        },
        h("option", { value: "" }, t("choose")),
        () =>
          app.world.activities.value.map((state) =>
            h("option", {
              value: state.activity,
              selected: state.activity === chosen.peek(),
            }, activityTitle(state))
          ),
      ),
      h("button", {
        type: "button",
        class: () => isOn() ? "" : "primary",
        disabled: () => !app.isOnline.value || !chosen.value,
        onclick: () => set(!isOn()),
      }, () => t(isOn() ? "notUpInGroup" : "amUp")),
    ),
    h("p", { role: "status" }, () => {
      if (!isOn()) return null;
      const { with: others = [], until } = state.value;
      const names = others.map(({ displayName }) => displayName).join(", ");
      return [
        names ? t("groupMatched", { names }) : t("nobodyInGroup"),
        until && h("small", null, ` ${t("timeLeft", { time: left(until, app.now) })}`),
      ];
    }),
  );
}
