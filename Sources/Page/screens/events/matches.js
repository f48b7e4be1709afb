// The projects that the user wants: those that want the user, too, and those that have not
// answered.

import { t } from "../../texts/index.js";
import { ago } from "../../view/format.js";
import { h, list } from "../../view/dom.js";
import { empty, onward } from "../../view/parts.js";
import { address } from "../../view/router.js";
import { signal, untracked } from "../../view/signal.js";
import { change } from "./change.js";
import { doing, more, top } from "./parts.js";
import { pages } from "./read.js";

/**
 * @typedef {import("../../app.js").App} App
 * @typedef {import("../../client/wire.d.ts").Swipe} Swipe
 */

/** @param {App} app */
export function matches(app) {
  const found = swipes(app, { mutual: true }, () => true);
  const asked = swipes(app, {}, ({ approve, mutual }) => approve && !mutual);
  return [
    top([], t("myMatches")),
    rows(app, t("myMatches"), found),
    () => found.entries.value?.length === 0 && empty(t("noMatches"), onward(t("events"), "events")),
    more(app, found),
    h("h2", { hidden: () => !asked.entries.value?.length }, t("notAnswered")),
    rows(app, t("notAnswered"), asked),
    more(app, asked),
  ];
}

/** @param {App} app @param {any} fields @param {(swipe: Swipe) => boolean} isShown */
function swipes(app, fields, isShown) {
  return pages(
    app,
    "swipeList",
    ({ swipes }) => ({ entries: (swipes.swipes ?? []).filter(isShown), next: swipes.next }),
    () => fields,
  );
}

/** @param {App} app @param {string} name @param {{entries: {readonly value: Swipe[] | undefined}}} found */
function rows(app, name, found) {
  return list(
    h("ul.rows", { "aria-label": name, hidden: () => !found.entries.value?.length }),
    () => found.entries.value ?? [],
    ({ project }) => String(project),
    (swipe) => row(app, swipe),
  );
}

/** @param {App} app @param {{readonly value: Swipe}} swipe */
function row(app, swipe) {
  const project = signal(
    /** @type {import("../../client/wire.d.ts").Project | undefined} */ (undefined),
  );
  const { project: number } = swipe.value;
  app.link.call("projectRead", { number }).then(
    (answer) => project.value = answer.project,
    () => {},
  );
  return h("li.row.item", null, () => {
    const { title = `#${number}`, gathering } = project.value ?? {};
    return [
      h(
        gathering ? "a.grow" : "span.grow",
        gathering ? { href: address("events", String(gathering), "p", String(number)) } : null,
        h("bdi.name", null, title),
        h("span.preview", null, () => t(standing(swipe.value))),
      ),
      h("small", null, untracked(() => ago(swipe.value.at, app.now))),
      () => !swipe.value.joined && takeBack(app, number, title),
    ];
  });
}

/** @param {Swipe} swipe */
function standing({ joined, mutual }) {
  if (joined) return "youAreIn";
  return mutual ? "waitsForPlace" : "waitsForThem";
}

/**
 * Withdraws the swipe on a project.
 *
 * @param {App} app @param {number} project @param {string} title
 */
function takeBack(app, project, title) {
  return doing(
    app,
    [t("takeBack"), h("span.unseen", null, " ", h("bdi", null, title))],
    () => change(app, "swipeDrop", { project }),
  );
}
