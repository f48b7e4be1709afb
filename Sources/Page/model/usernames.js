// Usernames: what may be one, and what a name would be as one.

/** Letters that are written with others where they are missing. */
const SPELLINGS = {
  ä: "ae",
  ö: "oe",
  ü: "ue",
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "oe",
  å: "aa",
  ł: "l",
  đ: "d",
  ð: "d",
  þ: "th",
  ı: "i",
};

/**
 * What is wrong with a username, in lower case.
 *
 * @param {string} name
 * @returns {"letters" | "begins" | "short" | "long" | undefined} undefined: nothing
 */
export function flawOf(name) {
  if (/[^a-z0-9_]/.test(name)) return "letters";
  if (/^[^a-z]/.test(name)) return "begins";
  if (name.length < 3) return "short";
  return name.length > 20 ? "long" : undefined;
}

/**
 * A name as it can be a username: "Jörg" is "joerg".
 *
 * @param {string} name
 * @returns {string} empty: too little of it is left
 */
export function spelled(name) {
  const plain = name.trim().toLowerCase().normalize("NFC")
    .replace(/[äöüßæœøåłđðþı]/g, (one) => /** @type {any} */ (SPELLINGS)[one])
    .normalize("NFD").replace(/\p{M}/gu, "")
    .replace(/[\s.'-]+/g, "_").replace(/[^a-z0-9_]/g, "")
    .replace(/^[^a-z]+/, "").slice(0, 20).replace(/_+$/, "");
  return flawOf(plain) ? "" : plain;
}
