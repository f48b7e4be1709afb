// The user's profile as a language partner.

import { SPEAKER_SET_BIO_MAX, SPEAKER_SET_FIRST_NAME_MAX } from "../../client/lengths.js";
import { t } from "../../texts/index.js";
import { confirmed, toast } from "../../view/dialog.js";
import { h } from "../../view/dom.js";
import { backTo, field, form } from "../../view/parts.js";
import { go } from "../../view/router.js";
import { language } from "../../texts/index.js";
import { languageChoices } from "./languages.js";

/** @typedef {import("../../app.js").App} App */

/** @param {App} app */
export function ownProfile(app) {
  const me = app.partners.me.peek();
  return h(
    "div.partner-pane.scrolls",
    null,
    h(
      "header.row.top",
      null,
      backTo("partners"),
      h("h1.grow", null, me ? t("myProfile") : t("becomePartner")),
    ),
    h("p.hint", null, t("profileHint")),
    profileForm(app, me ?? undefined),
    me && h("button.danger", {
      type: "button",
      disabled: () => !app.isOnline.value,
      onclick: () => remove(app),
    }, t("deletePartnerProfile")),
  );
}

/**
 * @param {App} app
 * @param {import("../../client/wire.d.ts").Speaker} [me] absent: there is none yet
 */
function profileForm(app, me) {
  const name = { required: true, maxlength: SPEAKER_SET_FIRST_NAME_MAX, dir: "auto" };
  return form(
    { class: "partner-form" },
    async ({ firstName, lastName, known, learn, bio, open }) => {
      if (known === learn) return toast(t("sameLanguage"), { kind: "error" });
      const isDone = await app.partners.setMe({
        firstName: firstName.trim(),
        lastName: lastName.trim(),
        known,
        learn,
        bio: bio.trim(),
        open: open !== undefined,
      });
      if (!isDone) return;
      toast(t("profileSaved"));
      if (!me) go("partners", "find");
    },
    h(
      "div.pair",
      null,
      field(t("firstName"), {
        name: "firstName",
        autocomplete: "given-name",
        value: me?.firstName ?? "",
        ...name,
      }),
      field(t("lastName"), {
        name: "lastName",
        autocomplete: "family-name",
        value: me?.lastName ?? "",
        ...name,
      }),
    ),
    h(
      "div.pair",
      null,
      languageField(t("knownLanguage"), "known", me?.known ?? language),
      languageField(t("learntLanguage"), "learn", me?.learn),
    ),
    field(
      t("bio"),
      { name: "bio", rows: 4, maxlength: SPEAKER_SET_BIO_MAX, value: me?.bio ?? "", dir: "auto" },
      t("bioHint"),
    ),
    h(
      "label.row",
      null,
      h("input", { type: "checkbox", name: "open", checked: me?.open ?? !me }),
      h("span.grow", null, t("openToPartners")),
    ),
    h("button.primary.wide", { type: "submit", disabled: () => !app.isOnline.value }, t("save")),
  );
}

/**
 * @param {string} label
 * @param {string} name
 * @param {string} [chosen]
 */
function languageField(label, name, chosen) {
  const id = `language-${name}`;
  return h(
    "p.field",
    null,
    h("label", { for: id }, label),
    h(
      "select",
      { id, name, required: true },
      !chosen && h("option", { value: "" }, t("choose")),
      languageChoices(chosen).map(([code, title]) =>
        h("option", { value: code, selected: code === chosen }, title)
      ),
    ),
  );
}

/** @param {App} app */
async function remove(app) {
  const isSure = await confirmed(
    t("deletePartnerProfile"),
    t("deletePartnerProfileText"),
    t("delete"),
  );
  if (isSure && await app.partners.deleteMe()) go("partners");
}
