// The user's profile as a possible teammate.

import { TEAM_PROFILE_SET_CONTACT_MAX, TEAM_PROFILE_SET_TEXT_MAX } from "../../client/lengths.js";
import { t } from "../../texts/index.js";
import { confirmed, toast } from "../../view/dialog.js";
import { h } from "../../view/dom.js";
import { field, form, menu } from "../../view/parts.js";
import { untracked } from "../../view/signal.js";
import { eventPicture, pictureActions } from "./picture.js";
import { ownDocuments } from "./documents.js";
import { chosenSkills, doing, skillFields, top, waiting } from "./parts.js";
import { remote } from "./read.js";

/** @typedef {import("../../app.js").App} App */

/** @param {App} app */
export function ownProfile(app) {
  const { shown, load } = remote(app, "teamProfileRead", "teamProfile");
  return [
    top(
      [],
      t("myProfile"),
      () =>
        shown.value &&
        menu(t("actions"), () =>
          pictureActions(app, "users", shown.peek().number, shown.peek().picture)),
    ),
    () => eventPicture(shown.value?.picture),
    h("p.hint", null, t("teamProfileHint")),
    () => {
      if (shown.value === undefined) return waiting(app);
      const profile = shown.value ?? undefined;
      return untracked(() => [
        profileForm(app, profile, load),
        profile && ownDocuments(app, profile.number),
        profile && doing(app, t("deleteTeamProfile"), async () => {
          const title = t("deleteTeamProfile");
          if (!await confirmed(title, t("deleteTeamProfileText"), t("delete"))) return;
          if (await app.act("teamProfileDelete")) await load();
        }, "danger"),
      ]);
    },
  ];
}

/**
 * The consent about documents to send with a profile: none, unless it was changed here. Another
 * device may have withdrawn the consent since this form was shown.
 *
 * @param {import("../../client/wire.d.ts").TeamProfile | undefined} profile
 * @param {boolean} openToCompanies
 */
function consent(profile, openToCompanies) {
  return openToCompanies === (profile?.openToCompanies ?? false) ? {} : { openToCompanies };
}

/**
 * @param {App} app
 * @param {import("../../client/wire.d.ts").TeamProfile | undefined} profile
 * @param {() => Promise<void>} load
 */
function profileForm(app, profile, load) {
  return form(
    {},
    async (values, form) => {
      const answer = await app.act("teamProfileSet", {
        skills: { skills: chosenSkills(form) },
        text: values.text.trim(),
        contact: values.contact.trim(),
        open: values.open !== undefined,
        ...consent(profile, values.companies !== undefined),
      });
      if (!answer) return;
      toast(t("profileSaved"));
      await load();
    },
    skillFields(app, profile?.skills),
    field(t("bio"), {
      name: "text",
      rows: 4,
      maxlength: TEAM_PROFILE_SET_TEXT_MAX,
      value: profile?.text ?? "",
      dir: "auto",
    }),
    field(t("contact"), {
      name: "contact",
      maxlength: TEAM_PROFILE_SET_CONTACT_MAX,
      value: profile?.contact ?? "",
      dir: "auto",
    }, t("contactHint")),
    h(
      "label.row",
      null,
      h("input", {
        type: "checkbox",
        name: "open",
        checked: profile ? profile.open ?? false : true,
      }),
      h("span.grow", null, t("openToTeams")),
    ),
    h(
      "label.row",
      null,
      h("input", {
        type: "checkbox",
        name: "companies",
        checked: profile?.openToCompanies ?? false,
      }),
      h("span.grow", null, t("openToCompanies")),
    ),
    h("button.primary.wide", { type: "submit", disabled: () => !app.isOnline.value }, t("save")),
  );
}
