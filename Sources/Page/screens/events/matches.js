// Projects and I who wanted one another.

import { t } from "../../texts/index.js";
import { ago } from "../../view/format.js";
import { h, list } from "../../view/dom.js";
import { empty } from "../../view/parts.js";
import { address } from "../../view/router.js";
import { signal, untracked } from "../../view/signal.js";
import { more, top } from "./parts.js";
import { pages } from "./read.js";

/**
 * @typedef {import("../../app.js").App} App
 * @typedef {import("../../client/wire.d.ts").Swipe} Swipe
 */

/** @param {App} app */
export function matches(app) {
  const found = pages(
    app,
    "swipeList",
    ({ swipes }) => ({ entries: swipes.swipes ?? [], next: swipes.next }),
    () => ({ mutual: true }),
  );
  return [
    top([], t("myMatches")),
    list(
      h("ul.rows", { "aria-label": t("myMatches") }),
      () => found.entries.value ?? [],
      ({ project }) => String(project),
      (swipe) => row(app, swipe),
    ),
    () => found.entries.value?.length === 0 && empty(t("noMatches")),
    more(app, found),
  ];
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
  return h("li", null, () => {
    const { title = `#${number}`, gathering } = project.value ?? {};
    return h(
      gathering ? "a.row.item" : "span.row.item",
      gathering ? { href: address("events", String(gathering), "p", String(number)) } : null,
      h(
        "span.grow",
        null,
        h("bdi.name", null, title),
        h("span.preview", null, () => t(swipe.value.joined ? "youAreIn" : "waitsForPlace")),
      ),
      h("small", null, untracked(() => ago(swipe.value.at, app.now))),
    );
  });
}
