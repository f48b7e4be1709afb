// Outside identities that open the account: their issuers, and linking and unlinking.

import { explain } from "../../explain.js";
import { begin, keepToken, takeKept, takeToken } from "../../issuer.js";
import { t } from "../../texts/index.js";
import { toast } from "../../view/dialog.js";
import { full } from "../../view/format.js";
import { h } from "../../view/dom.js";
import { proven } from "./proof.js";
import { reading } from "./reading.js";

/**
 * @typedef {import("../../app.js").App} App
 * @typedef {import("../../client/wire.d.ts").LinkedIdentity} LinkedIdentity
 */

/** @param {App} app */
export function identities(app) {
  const known = reading(app, "identityList", "identities");
  return h("div", null, () => {
    const { identities: linked = [], issuers = [] } = known.value ?? {};
    if (!linked.length && !issuers.length) return null;
    const names = linked.map(({ issuer }) => issuer);
    return [
      h("h2", null, t("meIdentities")),
      h("p.explained", null, t("meIdentitiesText")),
      h(
        "ul.rows",
        null,
        linked.map((identity) => row(app, identity)),
        issuers.filter((name) => !names.includes(name)).map((name) => offer(app, name)),
      ),
    ];
  });
}

/**
 * @param {App} app
 * @param {LinkedIdentity} identity
 */
export function row(app, { issuer, since }) {
  return h(
    "li.row.item",
    null,
    h(
      "span.grow",
      null,
      h("bdi.name", null, issuer),
      h("span.preview", null, t("meLinkedSince", { time: full(since) })),
    ),
    h("button", {
      type: "button",
      "aria-label": t("meUnlinkOf", { name: issuer }),
      disabled: () => !app.isOnline.value,
      onclick: async (/** @type {Event} */ event) => {
        const row = /** @type {Element} */ (event.target).closest("li");
        if (await unlink(app, issuer)) row.remove();
      },
    }, t("meUnlink")),
  );
}

/**
 * @param {App} app
 * @param {string} name
 */
function offer(app, name) {
  return h(
    "li.row.item",
    null,
    h("bdi.grow.name", null, name),
    h("button", {
      type: "button",
      "aria-label": t("meLinkOf", { name }),
      // Leaving the page for the issuer ends the log-in of a guest.
      disabled: () => app.isGuest || !app.isOnline.value,
      onclick: () =>
        begin(name, "link", { device: app.login.device })
          .catch((error) => toast(explain(error), { kind: "error" })),
    }, t("meLink")),
  );
}

/**
 * @param {App} app
 * @param {string} issuer
 */
async function unlink(app, issuer) {
  const answer = await proven(app, {
    title: t("meUnlinkOf", { name: issuer }),
    action: t("meUnlink"),
    command: "identityUnlink",
    fields: () => ({ issuer }),
    before: h("p", null, t("meUnlinkText", { name: issuer })),
    isDangerous: true,
  });
  if (answer) toast(t("meUnlinked", { name: issuer }));
  return answer;
}

/** Continues when the browser has come back from an issuer. @param {App} app */
export async function comeBack(app) {
  try {
    const token = await takeToken(app.login.device);
    if (!token) return;
    if (token.purpose === "link") return await link(app, token);
    if (token.purpose !== "proof") return;
    keepToken("proof", token, app.login.device);
    // The proof may be for another identity, which is about to be linked.
    const waiting = takeKept("link", app.login.device);
    if (waiting) await link(app, waiting);
    else toast(t("meProvenNow", { name: token.name }));
  } catch (error) {
    toast(explain(error), { kind: "error" });
  }
}

/**
 * @param {App} app
 * @param {import("../../issuer.js").Token} token
 */
async function link(app, token) {
  const { name, idToken } = token;
  keepToken("link", token, app.login.device);
  const answer = await proven(app, {
    title: t("meLinkOf", { name }),
    action: t("meLink"),
    command: "identityLink",
    fields: () => ({ issuer: name, idToken }),
    before: h("p", null, t("meLinkText", { name })),
  });
  takeKept("link", app.login.device);
  if (answer) toast(t("meLinked", { name }));
}
