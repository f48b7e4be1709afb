/** @type {Record<keyof typeof import("./en.me.js").me, string>} */
export const me = {};
