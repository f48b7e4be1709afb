export const circle = {};
