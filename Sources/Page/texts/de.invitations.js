/** @type {Record<keyof typeof import("./en.invitations.js").invitations, string>} */
export const invitations = {
  // One's own
  inviteFriend: "Freunde einladen",
  inviteText:
    "Mit einem Link werden Leute, die du kennst, deine Freunde. Ein Konto brauchen sie noch nicht.",
  inviteFor: "Für",
  inviteUses: "{count|eine Person|# Personen}",
  inviteValid: "Gültig für",
  inviteHours: "{count|1 Stunde|# Stunden}",
  inviteDays: "{count|1 Tag|# Tage}",
  inviteTo: "Es geht um",
  inviteToNothing: "Nichts Bestimmtes",
  inviteByRequest: "Erst eine Anfrage an mich, dann entscheide ich",
  inviteShows: "Der Link zeigt",
  inviteShowsName: "Meinen Namen",
  inviteShowsPicture: "Mein Bild",
  inviteShowsUsername: "Meinen Benutzernamen",
  inviteCreate: "Link erstellen",
  inviteMade: "Dein Link",
  inviteMadeText:
    "Verschick ihn, oder lass den Code scannen. Er ist nur jetzt zu sehen: Der Server hebt ihn nicht auf.",
  inviteQR: "QR-Code des Links",
  inviteAnother: "Noch einen Link erstellen",
  share: "Teilen",
  shareInvitation: "Lass uns auf Upfor Freunde sein:",
  openInvitations: "Offene Einladungen",
  noInvitations: "Keiner deiner Links ist offen.",
  invitationUsed: "{used} von {uses} benutzt",
  byRequest: "mit Anfrage",
  revoke: "Widerrufen",
  revokeOf: "Link vom {time} widerrufen",
  invitationRevoked: "Der Link gilt nicht mehr.",

  // One that was opened
  becomeFriends: "Anfreunden",
  invitationOwn: "Das ist deine eigene Einladung. Schick den Link an jemanden.",
  invitationOperator: "Damit kann man hier ein Konto anlegen, und du hast schon eines.",
  alreadyFriends: "Ihr seid schon befreundet.",
  tapIfInvited: "Du bist eingeladen: Tipp, wenn du Lust hast",
  firstFriend:
    "Du und {name} seid befreundet. Tipp an, worauf du Lust hast: Hat {name} auch Lust, erscheint es hier.",
  firstRequest: "{name} hat deine Anfrage. Lade inzwischen andere ein.",

  // Looking for a user by name
  noSuchUser:
    "@{name} gibt es hier nicht. Prüf die Schreibweise, oder lade die Person mit einem Link ein.",
  noUsername:
    "Das ist kein Benutzername: Er hat 3 bis 20 Buchstaben, Ziffern oder Unterstriche und beginnt mit einem Buchstaben.",
  lookUpsUsed:
    "Du hast viele Namen gesucht. Der nächste geht in {time}. Eine Einladung braucht keinen Namen.",
};
