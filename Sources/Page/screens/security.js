import { t } from "../texts/index.js";

/** What happened to the account, for people. @param {import("../client/wire.d.ts").AccountChanged} changed */
export function explainChange(changed) {
  return t("accountChanged", {
    change: changed.change,
    device: changed.device ?? "",
  });
}
