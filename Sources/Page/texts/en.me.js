export const me = {};
