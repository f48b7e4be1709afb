// The texts of the form that creates an account. Only that form loads them.

import { teller } from "./index.js";

const en = {
  needed: "Fields with * are needed.",
  username: "3 to 20 letters a to z, digits or _. Friends find you by it.",
  letters: "A username has only the letters a to z, digits and _.",
  begins: "A username begins with a letter.",
  short: "A username has at least 3 characters.",
  long: "A username has at most 20 characters.",
  instead: "Use “{name}”",
  name: "What friends see. Empty: the username.",
  email: "Friends do not see it.",
  password: "At least 8 characters. Not your username or e-mail, and none that is tried first.",
  passwordNoMail:
    "At least 8 characters. Not your username or e-mail, and none that is tried first. Keep it safe: this server sends no mail to set a lost one anew.",
  another: "Choose another.",
};

/** @type {typeof en} */
const de = {
  needed: "Felder mit * brauchen wir.",
  username: "3 bis 20 Zeichen von a bis z, Ziffern oder _. So finden dich Freunde.",
  letters: "Ein Benutzername hat nur Buchstaben von a bis z, Ziffern und _.",
  begins: "Ein Benutzername beginnt mit einem Buchstaben.",
  short: "Ein Benutzername hat mindestens 3 Zeichen.",
  long: "Ein Benutzername hat höchstens 20 Zeichen.",
  instead: "„{name}“ nehmen",
  name: "Den sehen deine Freunde. Leer: der Benutzername.",
  email: "Freunde sehen sie nicht.",
  password:
    "Mindestens 8 Zeichen. Nicht dein Benutzername oder deine E-Mail und keines, das jeder probiert.",
  passwordNoMail:
    "Mindestens 8 Zeichen. Nicht dein Benutzername oder deine E-Mail und keines, das jeder probiert. Merk es dir gut: Dieser Server schickt keine Mails, mit denen du ein neues setzen könntest.",
  another: "Nimm einen anderen.",
};

export const tr = teller({ en, de });
