// Asks for a confirmed e-mail address: without one, a lost password is lost.

import { site } from "../site.js";
import { t } from "../texts/index.js";
import { h, icon } from "../view/dom.js";
import { icons } from "../view/icons.js";
import { address } from "../view/router.js";
import { effect, onEnd, signal, untracked } from "../view/signal.js";

/** The key of the note that the user has confirmed the address, or does not want to. */
const KEY = "confirmed";

/**
 * The banner, on a server that sends mail.
 *
 * @param {import("../app.js").App} app
 * @returns {import("../view/dom.js").Content}
 */
export function unconfirmed(app) {
  const isDue = signal(false);
  const settle = () => {
    isDue.value = false;
    app.keeper.set(KEY, true).catch(() => {});
  };
  const look = async () => {
    if (await app.keeper.get(KEY) || !(await site()).mail) return;
    const { account } = await app.link.call("accountRead");
    if (account.emailVerified) settle();
    else isDue.value = Boolean(account.email);
  };
  // The next session tries again.
  const lookSoon = () => untracked(look).catch(() => {});
  effect(() => {
    app.sessions.value;
    if (app.isOnline.value) lookSoon();
  });
  onEnd(app.world.listen((message) => message.accountChanged && lookSoon()));
  return () =>
    isDue.value && h(
      "div.banner",
      { role: "status" },
      icon(icons.warning),
      h("span.grow", null, t("confirmEmail")),
      h("a.button", { href: address("me", "profile") }, t("meConfirm")),
      h(
        "button.plain",
        { type: "button", "aria-label": t("close"), onclick: settle },
        icon(icons.close),
      ),
    );
}
