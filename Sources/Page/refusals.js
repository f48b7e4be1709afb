// What servers say about what users have entered, in the language of the page. The screens with
// forms load it: explain.js does without it until then.

import { wordBy } from "./explain.js";
import { fill, language } from "./texts/index.js";
import { full } from "./view/format.js";

const en = {
  common: "This password is one of those that are tried first. Choose another.",
  passwordName: "The password is little more than your username. Choose another.",
  passwordEmail: "The password is little more than your e-mail address. Choose another.",
  passwordLength: "A password has {one} to {two} characters.",
  email: "That is no complete e-mail address, such as ana@example.org.",
  username: "A username has 3 to 20 letters a to z, digits or _, and begins with a letter.",
  login: "Enter your username or your e-mail address.",
  mailedCode: "The code in the mail has ten letters and digits.",
  factorCode: "Enter the six digits of your authenticator app, or a recovery code.",
  newCode: "Enter the six digits of your new authenticator app.",
  wrongCode: "The code is wrong, was used or has expired.",
  tooManyCodes: "Too many wrong codes. Use a recovery code, or wait.",
  proof: "Confirm it with your password or a passkey.",
  length: "Between {one} and {two} characters fit here.",
  signs: "There are characters in it that cannot be shown. Type it anew, without pasting.",
  blank: "Write something: spaces alone are nothing to read.",
  emoji: "Choose one emoji.",
  day: "Choose a time within the next 24 hours.",
  year: "Choose a time ahead, within a year.",
  ahead: "Choose a time that is still ahead.",
  after: "Choose an end after the beginning.",
  fiveYears: "Choose a time within five years.",
  point: "Choose a point on the map.",
  picture: "This picture is not accepted. Choose a still one.",
  pictureSize: "The picture is too large.",
  numbers: "Enter a number from {one} to {two}.",
  most: "At most {one} fit.",
  language: "This server does not have this language.",
  otherLanguage: "Choose another language than the one you know.",
  word: "Enter one word.",
  reason: "Choose a reason.",
  none: "The server does not accept this entry. Check it.",
  banned: "This account is banned.",
  bannedFor: "This account is banned: {one}",
  until: "Until {one}.",
  conflict: "That does not go with what is there already.",
  again: "That did not work. Reload the page, and try again.",
  logInAgain: "Log in again.",
  noFactor: "The account has no second factor.",
  meetup: "The meetup has a time: call it off first.",
  identity: "Another identity of it opens the account: unlink that one first.",
  noMail: "This server sends no mail: ask those who run it.",
  noEmail: "Your account has no e-mail address. Set one first.",
};

/** @type {typeof en} */
const de = {
  common: "Dieses Passwort wird mit als erstes probiert. Nimm ein anderes.",
  passwordName: "Das Passwort ist kaum mehr als dein Benutzername. Nimm ein anderes.",
  passwordEmail: "Das Passwort ist kaum mehr als deine E-Mail-Adresse. Nimm ein anderes.",
  passwordLength: "Ein Passwort hat {one} bis {two} Zeichen.",
  email: "Das ist keine vollständige E-Mail-Adresse wie ana@example.org.",
  username:
    "Ein Benutzername hat 3 bis 20 Zeichen von a bis z, Ziffern oder _ und beginnt mit einem Buchstaben.",
  login: "Gib deinen Benutzernamen oder deine E-Mail-Adresse ein.",
  mailedCode: "Der Code in der Mail hat zehn Buchstaben und Ziffern.",
  factorCode:
    "Gib die sechs Ziffern deiner Authenticator-App oder einen Wiederherstellungscode ein.",
  newCode: "Gib die sechs Ziffern deiner neuen Authenticator-App ein.",
  wrongCode: "Der Code stimmt nicht, wurde schon benutzt oder ist abgelaufen.",
  tooManyCodes: "Zu viele falsche Codes. Nimm einen Wiederherstellungscode, oder warte.",
  proof: "Bestätige es mit deinem Passwort oder einem Passkey.",
  length: "Hier passen {one} bis {two} Zeichen hin.",
  signs: "Darin sind Zeichen, die man nicht zeigen kann. Tipp es neu, statt es einzufügen.",
  blank: "Schreib etwas: Leerzeichen allein kann niemand lesen.",
  emoji: "Wähle ein Emoji.",
  day: "Wähle eine Zeit in den nächsten 24 Stunden.",
  year: "Wähle eine Zeit, die noch kommt, höchstens in einem Jahr.",
  ahead: "Wähle eine Zeit, die noch kommt.",
  after: "Wähle ein Ende nach dem Anfang.",
  fiveYears: "Wähle eine Zeit innerhalb von fünf Jahren.",
  point: "Wähle einen Punkt auf der Karte.",
  picture: "Dieses Bild wird nicht angenommen. Nimm eines, das sich nicht bewegt.",
  pictureSize: "Das Bild ist zu groß.",
  numbers: "Gib eine Zahl von {one} bis {two} ein.",
  most: "Höchstens {one} passen.",
  language: "Diese Sprache hat dieser Server nicht.",
  otherLanguage: "Wähle eine andere Sprache als die, die du kannst.",
  word: "Gib ein Wort ein.",
  reason: "Wähle einen Grund.",
  none: "Der Server nimmt das so nicht an. Prüf deine Eingabe.",
  banned: "Dieses Konto ist gesperrt.",
  bannedFor: "Dieses Konto ist gesperrt: {one}",
  until: "Bis {one}.",
  conflict: "Das passt nicht zu dem, was schon da ist.",
  again: "Das ging nicht. Lade die Seite neu, und versuch es noch einmal.",
  logInAgain: "Melde dich neu an.",
  noFactor: "Das Konto hat keinen zweiten Faktor.",
  meetup: "Das Treffen hat schon eine Zeit: Sag es erst ab.",
  identity: "Eine andere Identität davon öffnet das Konto: Trenn diese zuerst.",
  noMail: "Dieser Server verschickt keine Mails: Frag die, die ihn betreiben.",
  noEmail: "Dein Konto hat keine E-Mail-Adresse. Trag zuerst eine ein.",
};

const texts = { en, de }[language];

/**
 * Sentences of the server, of which the code says too little; the groups are the values.
 *
 * @type {[RegExp, keyof typeof en][]}
 */
const SENTENCES = [
  [/common password/, "common"],
  [/contains the username/, "passwordName"],
  [/contains the e-mail address/, "passwordEmail"],
  [/^expected (\d+) to (\d+) bytes/, "passwordLength"],
  [/^expected an e-mail address/, "email"],
  [/lower-case letter/, "username"],
  [/a username or an e-mail address/, "login"],
  [/a code that was mailed/, "mailedCode"],
  [/six digits of the new/, "newCode"],
  [/six digits/, "factorCode"],
  [/too many wrong codes/, "tooManyCodes"],
  [/^the code is wrong/, "wrongCode"],
  [/^expected the password/, "proof"],
  [/^expected (\d+) to (\d+) characters/, "length"],
  [/control characters/, "signs"],
  [/not blank/, "blank"],
  [/one emoji/, "emoji"],
  [/within the next 24 hours/, "day"],
  [/ahead, within a year/, "year"],
  [/within five years/, "fiveYears"],
  [/after the beginning|after `starts`/, "after"],
  [/time ahead|time in the future/, "ahead"],
  [/a place, or `nowhere`|point/, "point"],
  [/still picture|without metadata/, "picture"],
  [/at most \d+ by \d+ pixels/, "pictureSize"],
  [/another language than/, "otherLanguage"],
  [/language/, "language"],
  [/^expected (-?\d+) to (-?\d+)/, "numbers"],
  [/at most (\d+)/, "most"],
  [/expected a word/, "word"],
  [/one of the reasons/, "reason"],
  [/no second factor/, "noFactor"],
  [/meetup is scheduled/, "meetup"],
  [/another identity of this issuer/, "identity"],
  [/sends no mail/, "noMail"],
  [/has no e-mail address/, "noEmail"],
];

/**
 * Codes without a text of their own, whatever the sentence is.
 *
 * @type {Partial<Record<import("./client/wire.d.ts").ErrorCode, keyof typeof en>>}
 */
const CODES = {
  INVALID_FIELD: "none",
  CONFLICT: "conflict",
  MALFORMED: "again",
  UNKNOWN_COMMAND: "again",
  TOO_DEEP: "again",
  INVALID_TOKEN: "logInAgain",
  NOT_SIGNED_IN: "logInAgain",
  SECOND_FACTOR_NEEDED: "factorCode",
  USERNAME_NEEDED: "username",
};

/** Codes that have texts of their own, which a sentence makes more exact. */
const GENERAL = new Set(["INVALID_FIELD", "CONFLICT", "NOT_FOUND", "RATE_LIMITED"]);

/**
 * @param {import("./client/index.js").Refused} refused
 * @returns {string | undefined} undefined: the code says enough
 */
export function wordsOf({ code, field = "", message, retryAfter }) {
  if (code === "BANNED") return ban(message, retryAfter);
  if (code === "WRONG_CREDENTIALS") return /(^|\.)code$/.test(field) ? texts.wrongCode : undefined;
  const [pattern, key] = GENERAL.has(code)
    ? SENTENCES.find(([pattern]) => pattern.test(message)) ?? []
    : [];
  const [, one = "", two = ""] = pattern?.exec(message) ?? [];
  const text = texts[key ?? CODES[code]];
  return text && fill(text, { one, two });
}

/** @param {string} message @param {number} [left] milliseconds */
function ban(message, left) {
  const [, one] = message.match(/^[^:]*: (.*)$/s) ?? [];
  const text = one ? fill(texts.bannedFor, { one }) : texts.banned;
  if (!left) return text;
  const end = fill(texts.until, { one: full(new Date(Date.now() + left).toISOString()) });
  return `${text} ${end}`;
}

wordBy(wordsOf);
