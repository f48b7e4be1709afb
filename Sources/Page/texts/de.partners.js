/** @type {Record<keyof typeof import("./en.partners.js").partners, string>} */
export const partners = {};
