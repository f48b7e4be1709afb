/** @type {Record<keyof typeof import("./en.invitations.js").invitations, string>} */
export const invitations = {
  // One's own
  inviteFriend: "Freunde einladen",

  // One that was opened
  invitation: "Einladung",
  invitedBy: "{name} lädt dich ein",
  invitedByUser: "Du bist von jemandem auf diesem Server eingeladen",
  invitedByOperator: "Du bist auf diesen Server eingeladen",
  becomeFriends: "Anfreunden",
  invitationGone: "Diese Einladung gilt nicht",
  noAccountByIt:
    "Mit dieser Einladung gibt es hier kein neues Konto. Wenn du eines hast, melde dich an.",
  tapIfInvited: "Du bist eingeladen: Hast du Lust?",
  firstFriend:
    "Du und {name} seid befreundet. Wähle, worauf du Lust hast: Hier siehst du, wenn {name} auch Lust hat.",
  firstRequest: "{name} hat deine Anfrage. Lade inzwischen andere ein.",

  // Who may register
  invitationField: "Einladung",
  invitationFieldHint:
    "Auf diesen Server kommt man nur mit einer Einladung. Füg den Link ein oder seine letzten 22 Zeichen.",
  invitationBroken: "Das ist keine Einladung: Füg den ganzen Link ein.",
  "error.INVITATION_NEEDED":
    "Auf diesen Server kommt man nur mit einer Einladung: Gib eine gültige ein.",
  "error.REGISTRATION_CLOSED":
    "Dieser Server nimmt niemanden neu auf. Seine Verwaltung kann dir ein Konto anlegen.",

  // Looking for a user by name
  noSuchUser:
    "@{name} gibt es hier nicht. Prüf die Schreibweise, oder lade die Person mit einem Link ein.",
  noUsername:
    "Das ist kein Benutzername: Er hat 3 bis 20 Zeichen von a bis z, Ziffern oder _ und beginnt mit einem Buchstaben.",
  lookUpsUsed:
    "Du hast viele Namen gesucht. Der nächste geht in {time}. Eine Einladung braucht keinen Namen.",
};
