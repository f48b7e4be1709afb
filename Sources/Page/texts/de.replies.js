export const replies = {
  reply: "Antworten",
  replyingTo: "Antwort an {name}",
  replyingToOwn: "Antwort auf deine Nachricht",
  quoteOwn: "Du",
  quoteGone: "Nachricht nicht verfügbar",
  replyGone:
    "Die Nachricht, auf die das antwortet, ist nicht mehr verfügbar. Es geht auch ohne sie.",
  quote: "Antwort auf:",
  mentionWhom: "Mitglieder zum Erwähnen",
  mentionedYou: "Eine Nachricht erwähnt dich",
};
