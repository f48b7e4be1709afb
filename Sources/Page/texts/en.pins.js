export const pins = {
  pin: "Pin",
  unpin: "Unpin",
  pinned: "Pinned",
  pinnedCount: "{count|Pinned|# pinned}",
  pinnedMessages: "Pinned messages",
  pinnedBy: "Pinned by {name}",
  unpinOf: "Unpin: {text}",
  nothingPinned: "Nothing is pinned any more.",
  pinsFull: "A conversation has at most 20 pinned messages. Unpin one first.",
};
