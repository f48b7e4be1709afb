// The outlines of icons, drawn for this page: 16 by 16, as a path.

const circle = (
  /** @type {number} */ x,
  /** @type {number} */ y,
  /** @type {number} */ r,
) => `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;

export const icons = {
  now: "M9.5 1.5 3 9h4l-.8 5.5L13 7H8.8z",
  chats: "M2 3h12v8H7l-3 3v-3H2z",
  circle: `${circle(8, 8, 6)}${circle(8, 8, 2)}`,
  people: `${
    circle(6, 5, 2.5)
  }M1.5 14c0-3 2-4.5 4.5-4.5s4.5 1.5 4.5 4.5zM10.5 7.5a2.5 2.5 0 1 0 0-5M12 9.8c1.7.6 2.7 2 2.7 4.2`,
  me: `${circle(8, 5, 3)}M2.5 14.5c0-3.5 2.5-5 5.5-5s5.5 1.5 5.5 5z`,
  back: "M10 2.5 4.5 8l5.5 5.5",
  close: "M3 3l10 10M13 3 3 13",
  send: "M2 8 14 2.5 10.5 14 7.5 9z",
  search: `${circle(7, 7, 4.5)}M10.5 10.5 14 14`,
  more: `${circle(8, 3, .8)}${circle(8, 8, .8)}${circle(8, 13, .8)}`,
  heart:
    "M8 13.5C3 10 1.8 7.6 1.8 5.5A3.1 3.1 0 0 1 8 4.5a3.1 3.1 0 0 1 6.2 1C14.2 7.6 13 10 8 13.5z",
  comment: "M2.5 3h11v7.5H8l-3 2.5v-2.5H2.5z",
  check: "M2.5 8.5 6 12l7.5-8",
  checks: "M1 8.5 4.5 12l6-8M7.5 11l1 1 6.5-8",
  clock: `${circle(8, 8, 6)}M8 4.5V8l2.5 1.5`,
  smile: `${circle(8, 8, 6)}M5 9.5c1.5 2 4.5 2 6 0M6 6v.5M10 6v.5`,
  bell:
    "M8 2a4 4 0 0 0-4 4c0 4-1.5 5-1.5 5h11S12 10 12 6a4 4 0 0 0-4-4zM6.5 13.5a1.6 1.6 0 0 0 3 0",
  lock: "M3.5 7h9v7h-9zM5.5 7V4.5a2.5 2.5 0 0 1 5 0V7M8 10v1.5",
  devices: "M1.5 3h11v4M1.5 3v8H8M10 7h4.5v7H10zM5 13.5h3",
  eye: `M1.5 8C3 5.2 5.3 3.8 8 3.8S13 5.2 14.5 8C13 10.8 10.7 12.2 8 12.2S3 10.8 1.5 8z${
    circle(8, 8, 2)
  }`,
  save: "M8 2v7.5M4.5 6.5 8 10l3.5-3.5M2.5 11v2.5h11V11",
  onward: "M6 2.5 11.5 8 6 13.5",
  mute: "M3 6v4h2.5L9 13V3L5.5 6zM11.5 6l3 4M14.5 6l-3 4",
  add: "M8 3v10M3 8h10",
  less: "M3 8h10",
  map: "M1.5 4 6 2.5l4 1.5 4.5-1.5V12L10 13.5 6 12l-4.5 1.5zM6 2.5V12M10 4v9.5",
  pin: `M8 14.5C5 10.8 3.3 8.5 3.3 6.2a4.7 4.7 0 0 1 9.4 0c0 2.3-1.7 4.6-4.7 8.3z${
    circle(8, 6.2, 1.6)
  }`,
  target: `${circle(8, 8, 4.5)}M8 1v4M8 11v4M1 8h4M11 8h4`,
  events: "M2 3.5h12v10H2zM2 6.5h12M5 2v3M11 2v3M8 8.5v3M6.5 10h3",
  edit: "M3 13l.6-3L11 2.6 13.4 5 6 12.4z",
  trash: "M3 4.5h10M6 4.5V3h4v1.5M4.5 4.5l.6 9h5.8l.6-9",
  warning: "M8 2.5 14.5 14h-13zM8 6.5v3.5M8 12v.3",
  language: "M2 4h7M5.5 2.5V4c0 3-1.5 5-3.5 6M4 6c1 2 2.5 3.2 4 3.7M8 14l3-8 3 8M9 11.5h4",
};
