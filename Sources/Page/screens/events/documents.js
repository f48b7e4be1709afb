// The resume and the transcript of a profile for teams: files that the server stores unchanged and
// gives to users who may read them.

import { file, put, Refused } from "../../client/index.js";
import { explain } from "../../explain.js";
import { t } from "../../texts/index.js";
import { dialog, toast } from "../../view/dialog.js";
import { h } from "../../view/dom.js";
import { bytesOf, full } from "../../view/format.js";
import { download } from "../me/file.js";
import { doing, waiting } from "./parts.js";
import { remote } from "./read.js";

/**
 * @typedef {import("../../app.js").App} App
 * @typedef {import("../../client/wire.d.ts").DocumentKind} Kind
 * @typedef {import("../../client/wire.d.ts").TeamDocument} TeamDocument
 * @typedef {import("../../client/wire.d.ts").UserProfile} UserProfile
 */

/** @type {Kind[]} */
const KINDS = ["RESUME", "TRANSCRIPT"];

/** @param {App} app @param {number} number of the user's own profile */
export function ownDocuments(app, number) {
  const { shown, refusal, load } = remote(app, "teamDocumentList", "teamDocuments");
  return h(
    "section.documents",
    null,
    h("h2", null, t("documents")),
    h("p.hint", null, t("documentsHint")),
    () => unread(shown.value, refusal.value),
    h("ul.rows", { "aria-label": t("documents") }, () =>
      KINDS.map((kind) => {
        const there = shown.value?.documents?.find((document) => document.kind === kind);
        const name = nameOf(kind);
        const upload = doing(
          app,
          t(there ? "replaceDocument" : "chooseDocument", { kind: name }),
          () => Promise.resolve(choose(app, number, kind, load)),
        );
        if (!there) return h("li", null, h("h3", null, name), upload);
        return h(
          "li",
          null,
          h("h3", null, name),
          h("p.preview", null, whatItIs(there)),
          h(
            "p.row",
            null,
            downloadButton(app, number, there),
            upload,
            doing(
              app,
              t("deleteDocument", { kind: name }),
              () => send(app, number, kind, null, load),
              "danger",
            ),
          ),
        );
      })),
  );
}

/**
 * The documents of another user that this user may read. The dialog looks the same without any.
 *
 * @param {App} app @param {number} number of the profile @param {UserProfile} user
 */
export function documentsDialog(app, number, user) {
  const name = user.displayName || user.username;
  return dialog(t("documentsOf", { name }), () => {
    const { shown, refusal } = remote(
      app,
      "teamDocumentList",
      "teamDocuments",
      () => ({ number }),
    );
    return () => {
      if (shown.value === undefined) return waiting(app);
      const words = unread(shown.value, refusal.value);
      if (words) return words;
      const found = shown.value?.documents ?? [];
      if (found.length === 0) return h("p.note", { role: "status" }, t("noDocuments"));
      return h(
        "ul.rows.documents",
        null,
        found.map((document) =>
          h(
            "li",
            null,
            h("h3", null, nameOf(document.kind)),
            h("p.preview", null, whatItIs(document)),
            downloadButton(app, number, document),
          )
        ),
      );
    };
  });
}

/**
 * Why documents could not be read; empty when they were, or there are none for this user.
 *
 * @param {unknown} shown null: they could not @param {Refused | undefined} refusal
 */
function unread(shown, refusal) {
  if (shown !== null || !refusal || refusal.code === "NOT_FOUND") return undefined;
  return h("p.note", { role: "status" }, explain(refusal));
}

/**
 * The actions on documents that another user has opened to this one.
 *
 * @param {App} app @param {number} number of the profile @param {TeamDocument[]} documents
 * @returns {[string, () => void, string?][]}
 */
export function documentActions(app, number, documents) {
  return documents.map(({ kind }) => [
    t("downloadDocument", { kind: nameOf(kind) }),
    () => fetchDocument(app, number, kind),
  ]);
}

/** @param {App} app @param {number} number @param {TeamDocument} document */
function downloadButton(app, number, { kind }) {
  return doing(
    app,
    t("downloadDocument", { kind: nameOf(kind) }),
    () => fetchDocument(app, number, kind),
  );
}

/** "PDF · 12 kB · 3 Nov 2026, 14:03" @param {TeamDocument} document */
function whatItIs({ contentType, bytes, at }) {
  const form = contentType === "application/pdf" ? "PDF" : t("plainText");
  return [form, bytesOf(bytes ?? 0), full(at)].join(" · ");
}

/** @param {Kind | undefined} kind */
function nameOf(kind) {
  return t(kind === "TRANSCRIPT" ? "document.TRANSCRIPT" : "document.RESUME");
}

/** @param {number} number @param {Kind | undefined} kind */
function placeOf(number, kind) {
  return `/hinder/users/${number}/documents/${kind === "TRANSCRIPT" ? "transcript" : "resume"}`;
}

/**
 * @param {App} app @param {number} number @param {Kind} kind
 * @param {() => Promise<void>} load reads them again
 */
function choose(app, number, kind, load) {
  /** @type {HTMLInputElement} */
  const input = h("input", {
    type: "file",
    accept: "application/pdf, text/plain",
    hidden: true,
    onchange: async () => {
      input.remove();
      const chosen = input.files[0];
      if (chosen) await send(app, number, kind, chosen, load);
    },
    oncancel: () => input.remove(),
  });
  document.body.append(input);
  input.click();
}

/**
 * @param {App} app @param {number} number @param {Kind} kind @param {File | null} body
 * @param {() => Promise<void>} load reads them again
 */
async function send(app, number, kind, body, load) {
  try {
    await put(placeOf(number, kind), body, app.login.token);
    toast(t(body ? "documentKept" : "documentDeleted", { kind: nameOf(kind) }));
    await load();
  } catch (error) {
    const isNone = error instanceof Refused && error.code === "INVALID_FIELD";
    toast(isNone ? t("noSuchDocumentForm") : explain(error), { kind: "error" });
  }
}

/** @param {App} app @param {number} number @param {Kind | undefined} kind */
async function fetchDocument(app, number, kind) {
  try {
    const blob = await file(placeOf(number, kind), app.login.token);
    const ending = blob.type === "application/pdf" ? "pdf" : "txt";
    download(blob, `${kind === "TRANSCRIPT" ? "transcript" : "resume"}.${ending}`);
  } catch (error) {
    toast(explain(error), { kind: "error" });
  }
}
