// The form for creating and changing a project.

import { PROJECT_CREATE_TEXT_MAX, PROJECT_CREATE_TITLE_MAX } from "../../client/lengths.js";
import { t } from "../../texts/index.js";
import { dialog } from "../../view/dialog.js";
import { field, form } from "../../view/parts.js";
import { go } from "../../view/router.js";
import { change } from "./change.js";
import { chosenSkills, skillFields } from "./parts.js";

/**
 * @typedef {import("../../app.js").App} App
 * @typedef {import("../../client/wire.d.ts").Project} Project
 */

const CAPACITY = 5;
const CAPACITY_MAX = 50;

/** @param {App} app @param {number} gathering @param {Project} [project] absent: a new one */
export function projectDialog(app, gathering, project) {
  const { number, title = "", text = "", capacity = CAPACITY, size = 1, skills = [] } = project ??
    {};
  return dialog(t(project ? "editProject" : "newProject"), (close) =>
    form(
      { label: t("save") },
      async (values, form) => {
        const chosen = chosenSkills(form);
        const fields = {
          title: values.title.trim(),
          text: values.text.trim(),
          capacity: Number(values.capacity),
        };
        const answer = project
          ? await change(app, "projectUpdate", { number, ...fields, skills: { skills: chosen } })
          : await change(app, "projectCreate", { gathering, ...fields, skills: chosen });
        if (!answer) return;
        close();
        if (!project) go("events", String(gathering), "p", String(answer.project.number));
      },
      field(t("title"), {
        name: "title",
        required: true,
        maxlength: PROJECT_CREATE_TITLE_MAX,
        value: title,
        dir: "auto",
      }),
      field(t("description"), {
        name: "text",
        rows: 4,
        maxlength: PROJECT_CREATE_TEXT_MAX,
        value: text,
        dir: "auto",
      }),
      field(t("capacity"), {
        type: "number",
        name: "capacity",
        required: true,
        min: String(Math.max(1, size)),
        max: String(CAPACITY_MAX),
        value: String(capacity),
      }, t("capacityHint")),
      skillFields(app, skills),
    ));
}
