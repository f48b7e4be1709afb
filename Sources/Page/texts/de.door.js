// The texts of the log-in screen in German: all that a first visit loads.

import { activities } from "./de.activities.js";

/** @type {Record<keyof typeof import("./en.door.js").door, string>} */
export const door = {
  ...activities,

  close: "Schließen",
  cancel: "Abbrechen",
  back: "Zurück",
  find: "Suchen",
  news: "Neues",
  loading: "Wird geladen …",
  noConnection: "Keine Verbindung. Versuch es gleich noch einmal.",

  // Log-in, and who has none
  lead: "Sieh, wer von deinen Freunden gerade auf dasselbe Lust hat.",
  logIn: "Anmelden",
  register: "Konto anlegen",
  haveAccount: "Ich habe schon ein Konto",
  forgot: "Passwort vergessen?",
  usernameOrMail: "Benutzername oder E-Mail",
  username: "Benutzername",
  usernameHint: "3 bis 20 Zeichen von a bis z, Ziffern oder _. So finden dich Freunde.",
  displayName: "Name",
  email: "E-Mail",
  emailHint: "Bestätige sie danach unter Ich: Mit einem Code gibt es dann ein neues Passwort.",
  emailNoMail: "Dieser Server schickt keine Mails: Ein vergessenes Passwort ist verloren.",
  password: "Passwort",
  passwordHint:
    "Mindestens 8 Zeichen. Nicht dein Benutzername oder deine E-Mail und keines, das jeder probiert.",
  fieldMissing: "Das fehlt noch.",
  fieldShort: "Mindestens {count} Zeichen.",
  fieldEmail: "Das ist keine vollständige E-Mail-Adresse.",
  newPassword: "Neues Passwort",
  code: "Code",
  codeHint: "Sechs Ziffern aus deiner Authenticator-App oder ein Wiederherstellungscode.",
  notMyDevice: "Das ist nicht mein Gerät",
  guestHint:
    "Hier bleibt nichts. Wenn dieser Tab geschlossen oder neu geladen wird, bist du abgemeldet.",
  guestBeside: "In diesem Browser ist schon jemand angemeldet. Du bist es nur in diesem Tab.",
  waitingHere:
    "{count|Eine Nachricht ist noch nicht gesendet. Sie geht ab, wenn du dich in diesem Tab wieder anmeldest.|# Nachrichten sind noch nicht gesendet. Sie gehen ab, wenn du dich in diesem Tab wieder anmeldest.}",
  sendCode: "Code schicken",
  setPassword: "Passwort setzen",
  passwordIsSet: "Das Passwort ist gesetzt. Melde dich damit an.",
  recoverHint: "Wenn es das Konto gibt, ist ein Code an seine E-Mail-Adresse unterwegs.",
  signedOut: "Du wurdest auf diesem Gerät abgemeldet.",
  logInWith: "Mit {name} anmelden",
  issuerMismatch: "Der Anbieter ist für diese Adresse nicht zuständig.",
  issuerStale: "Diese Anmeldung wurde woanders begonnen. Fang noch einmal an.",
  issuerRefused: "Der Anbieter hat dich nicht ausgewiesen. Fang noch einmal an.",
  usePasskey: "Passkey benutzen",
  withPasskey: "Mit einem Passkey, ohne Passwort",
  withPasskeyHint: "Dein Gerät bewahrt den Passkey auf und fragt nach Finger, Gesicht oder PIN.",
  passkeyNone: "Es wurde kein Passkey benutzt.",
  passkeyThere: "Hier gibt es schon einen Passkey für dieses Konto.",
  passkeyRefused: "Dieser Passkey wird nicht angenommen. Versuch es noch einmal.",

  // An invitation that was opened
  invitation: "Einladung",
  invitedBy: "{name} lädt dich ein",
  invitedByUser: "Du bist von jemandem auf diesem Server eingeladen",
  invitedByOperator: "Du bist auf diesen Server eingeladen",
  invitationGone: "Diese Einladung gilt nicht",
  noAccountByIt:
    "Mit dieser Einladung gibt es hier kein neues Konto. Wenn du eines hast, melde dich an.",

  // Who may register
  invitationField: "Einladung",
  invitationFieldHint:
    "Auf diesen Server kommt man nur mit einer Einladung. Füg den Link ein oder seine letzten 22 Zeichen.",
  invitationBroken: "Das ist keine Einladung: Füg den ganzen Link ein.",

  // Refusals of the server
  "error.ALREADY_FRIENDS": "Ihr seid schon befreundet.",
  "error.BLOCKED_BY_YOU": "Du hast die Person blockiert. Hebe das zuerst auf.",
  "error.BUSY": "Der Server ist ausgelastet. Versuch es noch einmal.",
  "error.EMAIL_TAKEN": "Mit dieser E-Mail-Adresse gibt es schon ein Konto.",
  "error.IDENTITY_TAKEN": "Diese Identität öffnet ein anderes Konto.",
  "error.INTERNAL": "Auf dem Server ist etwas schiefgegangen.",
  "error.INVITATION_NEEDED":
    "Auf diesen Server kommt man nur mit einer Einladung: Gib eine gültige ein.",
  "error.LAST_WAY_IN":
    "Das ist dein letzter Weg ins Konto oder dein zweiter Faktor. Setz zuerst ein Passwort, oder schalte den zweiten Faktor aus.",
  "error.LIST_FULL": "Die Liste ist voll.",
  "error.NOT_FOUND": "Nicht gefunden.",
  "error.NOT_FRIENDS": "Ihr seid nicht befreundet.",
  "error.NOT_MEMBER": "Das können nur andere.",
  "error.NO_SUCH_REQUEST": "Die Anfrage gibt es nicht mehr.",
  "error.ONESELF": "Das bist du selbst.",
  "error.PROOF_NEEDED": "Bestätige zuerst, dass du es bist.",
  "error.RATE_LIMITED": "Das war zu oft. Warte einen Moment.",
  "error.REGISTRATION_CLOSED":
    "Dieser Server nimmt niemanden neu auf. Seine Verwaltung kann dir ein Konto anlegen.",
  "error.TOO_LARGE": "Das ist zu groß.",
  "error.TOO_LATE": "Dafür ist es zu spät.",
  "error.UNAVAILABLE": "Der Server kann das gerade nicht. Versuch es noch einmal.",
  "error.USERNAME_TAKEN": "Dieser Benutzername ist vergeben.",
  "error.WRONG_CREDENTIALS": "Der Name oder das Passwort stimmt nicht.",
};
