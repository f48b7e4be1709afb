// A text as a QR code, by qrcode-generator.

import qrcode from "qrcode-generator";

import { h } from "../../view/dom.js";

/** Width of the light border, in modules. */
const QUIET = 4;

/** @param {string} text @param {string} label @returns {Element} */
export function qr(text, label) {
  const code = qrcode(0, "M");
  code.addData(text);
  code.make();
  const side = code.getModuleCount();
  const places = Array.from({ length: side }, (_, at) => at);
  const dark = places.flatMap((y) =>
    places.filter((x) => code.isDark(y, x)).map((x) => `M${x + QUIET} ${y + QUIET}h1v1h-1z`)
  );
  const size = side + 2 * QUIET;
  return h(
    "svg.qr",
    { viewBox: `0 0 ${size} ${size}`, role: "img", "aria-label": label },
    h("rect", { width: size, height: size, fill: "#fff" }),
    h("path", { d: dark.join("") }),
  );
}
