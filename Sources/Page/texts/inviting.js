// The texts of the user's own invitations, which only their screen loads.

import { teller } from "./index.js";

const en = {
  inviteText: "A link makes friends of people whom you know. They need no account yet.",
  inviteFor: "For",
  inviteUses: "{count|one friend|# friends}",
  inviteValid: "Valid for",
  inviteHours: "{count|1 hour|# hours}",
  inviteDays: "{count|1 day|# days}",
  inviteTo: "It is about",
  inviteToNothing: "Nothing in particular",
  inviteByRequest: "Send me a request first, and I decide",
  inviteShows: "The link shows",
  inviteShowsName: "My name",
  inviteShowsPicture: "My picture",
  inviteShowsUsername: "My username",
  inviteCreate: "Create the link",
  inviteMade: "Your link",
  inviteMadeText:
    "Send it to your friend, or let them scan the code. It is shown only now: the server does not keep it.",
  inviteQR: "QR code of the link",
  inviteAnother: "Create another link",
  inviteTurnOn: "I am up for it, too: turn on {activity}",
  shareInvitation: "Let us be friends on Upfor:",
  openInvitations: "Open invitations",
  noInvitations: "None of your links is open.",
  invitationUsed: "{used} of {uses} used",
  byRequest: "by request",
  revoke: "Revoke",
  revokeOf: "Revoke the link of {time}",
  invitationRevoked: "The link does not work any more.",
};

/** @type {typeof en} */
const de = {
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
  inviteTurnOn: "Ich habe auch Lust: {activity} einschalten",
  shareInvitation: "Lass uns auf Upfor Freunde sein:",
  openInvitations: "Offene Einladungen",
  noInvitations: "Keiner deiner Links ist offen.",
  invitationUsed: "{used} von {uses} benutzt",
  byRequest: "mit Anfrage",
  revoke: "Widerrufen",
  revokeOf: "Link vom {time} widerrufen",
  invitationRevoked: "Der Link gilt nicht mehr.",
};

export const ti = teller({ en, de });
