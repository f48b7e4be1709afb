// Parts of several screens of events.

import { t } from "../../texts/index.js";
import { appointment, clock, isSameDay } from "../../view/format.js";
import { h, icon } from "../../view/dom.js";
import { icons } from "../../view/icons.js";
import { address } from "../../view/router.js";
import { signal } from "../../view/signal.js";

export { doing, more, waiting } from "../reading.js";

/**
 * @typedef {import("../../app.js").App} App
 * @typedef {import("../../client/wire.d.ts").Gathering} Gathering
 * @typedef {import("../../client/wire.d.ts").Project} Project
 */

/**
 * The head of an open screen.
 *
 * @param {string[]} back where it leads
 * @param {import("../../view/dom.js").Content} title
 * @param {...import("../../view/dom.js").Content} more
 */
export function top(back, title, ...more) {
  return h(
    "header.row.top",
    null,
    h(
      "a.plain",
      {
        href: address("events", ...back),
        "aria-label": t("back"),
        // On wide screens the list is beside it.
        class: back.length ? "" : "back",
      },
      icon(icons.back),
    ),
    h("h1.grow", { dir: "auto" }, title),
    more,
  );
}

/** "Fri, 27 Nov, 18:00 – 22:00", or with the day of its end. @param {Gathering} gathering */
export function whenOf({ starts, ends }) {
  return [
    h("time", { datetime: starts }, appointment(starts)),
    ends &&
    [
      " – ",
      h("time", { datetime: ends }, isOneDay(starts, ends) ? clock(ends) : appointment(ends)),
    ],
  ];
}

/** @param {string} starts @param {string} ends */
function isOneDay(starts, ends) {
  return isSameDay(new Date(starts), new Date(ends));
}

/** @param {string[]} [skills] @param {string[]} [mine] skills in common */
export function skillChips(skills = [], mine = []) {
  return skills.length > 0 &&
    h(
      "ul.chips",
      { "aria-label": t("skills") },
      skills.map((skill) =>
        h(
          "li",
          { class: mine.includes(skill) ? "shared" : "" },
          h("bdi", null, skill),
          mine.includes(skill) && h("span.unseen", null, ` (${t("sharedSkill")})`),
        )
      ),
    );
}

/**
 * Fields for choosing skills of the server's catalogue, named "skill".
 *
 * @param {App} app
 * @param {string[]} [chosen]
 */
export function skillFields(app, chosen = []) {
  const catalogue = signal(/** @type {string[]} */ (chosen));
  app.link.call("skillList").then(({ skills }) => catalogue.value = skills.skills ?? [], () => {});
  return h(
    "fieldset.skill-choices",
    null,
    h("legend", null, t("skills")),
    h("div", null, () =>
      catalogue.value.map((skill) =>
        h(
          "label.chip",
          null,
          h("input", {
            type: "checkbox",
            name: "skill",
            value: skill,
            checked: chosen.includes(skill),
          }),
          h("bdi", null, skill),
        )
      )),
  );
}

/** The skills that are chosen in a form. @param {HTMLFormElement} form @returns {string[]} */
export function chosenSkills(form) {
  return new FormData(form).getAll("skill").map(String);
}
