// The parts of the page that this device shows.

import { OPTIONAL } from "../../model/parts.js";
import { t } from "../../texts/index.js";
import { h, list } from "../../view/dom.js";
import { toggle } from "../../view/parts.js";

/** @param {import("../../app.js").App} app */
export function shownParts({ parts }) {
  return [
    h("p.explained", null, t("mePartsText")),
    list(
      h("div"),
      () => OPTIONAL.filter((name) => parts.isOffered(name)),
      (name) => name,
      ({ value: name }) =>
        toggle(
          t(name),
          () => !parts.hidden.value.includes(name),
          (isShown) => parts.show(name, isShown),
          { hint: t(`about.${name}`) },
        ),
    ),
  ];
}
