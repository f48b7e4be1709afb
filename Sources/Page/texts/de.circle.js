/** @type {Record<keyof typeof import("./en.circle.js").circle, string>} */
export const circle = {};
