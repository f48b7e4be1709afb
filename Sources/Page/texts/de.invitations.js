/** @type {Record<keyof typeof import("./en.invitations.js").invitations, string>} */
export const invitations = {
  // One's own
  inviteFriend: "Freunde einladen",

  // One that was opened
  becomeFriends: "Anfreunden",
  tapIfInvited: "Du bist eingeladen: Hast du Lust?",
  firstFriend:
    "Du und {name} seid befreundet. Wähle, worauf du Lust hast: Hier siehst du, wenn {name} auch Lust hat.",
  firstRequest: "{name} hat deine Anfrage. Lade inzwischen andere ein.",

  // Looking for a user by name
  noSuchUser:
    "@{name} gibt es hier nicht. Prüf die Schreibweise, oder lade die Person mit einem Link ein.",
  noUsername:
    "Das ist kein Benutzername: Er hat 3 bis 20 Zeichen von a bis z, Ziffern oder _ und beginnt mit einem Buchstaben.",
  lookUpsUsed:
    "Du hast viele Namen gesucht. Der nächste geht in {time}. Eine Einladung braucht keinen Namen.",
};
