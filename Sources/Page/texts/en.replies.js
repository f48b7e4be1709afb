export const replies = {
  reply: "Reply",
  replyingTo: "Reply to {name}",
  replyingToOwn: "Reply to your message",
  quoteOwn: "You",
  quoteGone: "Message not available",
  replyGone: "The message that this replies to is no longer available. It can be sent without it.",
  quote: "In reply to:",
  mentionWhom: "Members to mention",
  mentionedYou: "A message mentions you",
};
