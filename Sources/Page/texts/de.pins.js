export const pins = {
  pin: "Anheften",
  unpin: "Nicht mehr anheften",
  pinned: "Angeheftet",
  pinnedCount: "{count|Angeheftet|# angeheftet}",
  pinnedMessages: "Angeheftete Nachrichten",
  pinnedBy: "Angeheftet von {name}",
  unpinOf: "Nicht mehr anheften: {text}",
  nothingPinned: "Es ist nichts mehr angeheftet.",
  pinsFull: "Eine Unterhaltung hat höchstens 20 angeheftete Nachrichten. Löse zuerst eine.",
};
