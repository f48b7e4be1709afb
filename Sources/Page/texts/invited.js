// The texts of an invitation that was opened, which its screens load.

import { teller } from "./index.js";

const en = {
  invitedTo: "It is about: {activity}",
  invitedFriendship:
    "You become friends: you see when you are up for the same thing, and can write to each other.",
  invitedRequest: "You send a friend request, which is accepted or declined.",
  invitedAccount: "It opens an account.",
  invitationGoneText:
    "It has expired, was used or revoked, or its link is not complete. Ask for a new one.",
  invitationOwn: "This is your own invitation. Send its link to a friend.",
  invitationOperator: "It opens an account on this server, and you have one.",
  alreadyFriends: "You are friends already.",
  validUntil: "Valid until {time}",
};

/** @type {typeof en} */
const de = {
  invitedTo: "Es geht um: {activity}",
  invitedFriendship:
    "Ihr werdet Freunde: Ihr seht, wenn ihr auf dasselbe Lust habt, und könnt euch schreiben.",
  invitedRequest: "Du schickst eine Freundschaftsanfrage, die angenommen oder abgelehnt wird.",
  invitedAccount: "Damit kannst du ein Konto anlegen.",
  invitationGoneText:
    "Sie ist abgelaufen, benutzt oder widerrufen, oder der Link ist unvollständig. Bitte um eine neue.",
  invitationOwn: "Das ist deine eigene Einladung. Schick den Link an jemanden.",
  invitationOperator: "Damit kann man hier ein Konto anlegen, und du hast schon eines.",
  alreadyFriends: "Ihr seid schon befreundet.",
  validUntil: "Gültig bis {time}",
};

export const tell = teller({ en, de });
