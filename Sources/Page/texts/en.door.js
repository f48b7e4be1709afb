// The texts of the log-in screen in English: all that a first visit loads.

import { activities } from "./en.activities.js";

export const door = {
  ...activities,

  close: "Close",
  cancel: "Cancel",
  back: "Back",
  find: "Find",
  news: "News",
  loading: "Loading…",
  noConnection: "No connection. Try again in a moment.",

  // Log-in, and who has none
  lead: "See which of your friends is up for the same thing, right now.",
  logIn: "Log in",
  register: "Create an account",
  haveAccount: "I have an account",
  forgot: "Forgot your password?",
  usernameOrMail: "Username or e-mail",
  username: "Username",
  usernameHint: "3 to 20 letters a to z, digits or _. Friends find you by it.",
  displayName: "Name",
  email: "E-mail",
  emailHint: "Confirm it afterwards, under Me: a lost password is then set anew by a code.",
  emailNoMail: "This server sends no mail: a lost password cannot be set anew. Keep it safe.",
  password: "Password",
  passwordHint: "At least 8 characters. Not your username or e-mail, and none that is tried first.",
  fieldMissing: "This is needed.",
  fieldShort: "At least {count} characters.",
  fieldEmail: "That is no complete e-mail address.",
  newPassword: "New password",
  code: "Code",
  codeHint: "Six digits of your authenticator app, or a recovery code.",
  notMyDevice: "This is not my device",
  guestHint: "Nothing is kept here. When this tab is closed or reloaded, you are logged out.",
  guestBeside: "This browser belongs to another log-in. Yours ends with this tab.",
  waitingHere:
    "{count|A message is not sent yet. It is sent when you log in again in this tab.|# messages are not sent yet. They are sent when you log in again in this tab.}",
  sendCode: "Send me a code",
  setPassword: "Set the password",
  passwordIsSet: "The password is set. Log in with it.",
  recoverHint: "If the account exists, a code is on its way to its e-mail address.",
  signedOut: "You were logged out on this device.",
  logInWith: "Log in with {name}",
  issuerMismatch: "The issuer does not answer for this address.",
  issuerStale: "This log-in was started elsewhere. Start again.",
  issuerRefused: "The issuer gave no identity. Start again.",
  usePasskey: "Use a passkey",
  withPasskey: "With a passkey, no password",
  withPasskeyHint: "Your device keeps the passkey, and asks for your finger, face or PIN.",
  passkeyNone: "No passkey was used.",
  passkeyThere: "There is a passkey for this account here already.",
  passkeyRefused: "This passkey is not accepted. Try again.",

  // An invitation that was opened
  invitation: "Invitation",
  invitedBy: "{name} invites you",
  invitedByUser: "A user of this server invites you",
  invitedByOperator: "You are invited to this server",
  invitationGone: "This invitation is not valid",
  noAccountByIt: "This invitation opens no account here. If you have one, log in.",

  // Who may register
  invitationField: "Invitation",
  invitationFieldHint:
    "This server takes new people by invitation only. Paste the link, or its last 22 characters.",
  invitationBroken: "That is no invitation: paste the whole link.",

  // Refusals of the server
  "error.ALREADY_FRIENDS": "You are friends already.",
  "error.BLOCKED_BY_YOU": "You have blocked them. Unblock first.",
  "error.BUSY": "The server is busy. Try again.",
  "error.EMAIL_TAKEN": "An account has this e-mail address.",
  "error.IDENTITY_TAKEN": "This identity opens another account.",
  "error.INTERNAL": "Something went wrong at the server.",
  "error.INVITATION_NEEDED":
    "This server takes new people by invitation only: enter one that is valid.",
  "error.LAST_WAY_IN":
    "It is your last way in, or your second factor. Set a password, or turn the second factor off first.",
  "error.LIST_FULL": "The list is full.",
  "error.NOT_FOUND": "Not found.",
  "error.NOT_FRIENDS": "You are not friends.",
  "error.NOT_MEMBER": "You are not allowed to do that.",
  "error.NO_SUCH_REQUEST": "The request no longer exists.",
  "error.ONESELF": "That is you.",
  "error.PROOF_NEEDED": "Confirm first that it is you.",
  "error.RATE_LIMITED": "Too many attempts. Wait a moment.",
  "error.REGISTRATION_CLOSED":
    "This server takes no new people. Its administrator can create an account for you.",
  "error.TOO_LARGE": "It is too large.",
  "error.TOO_LATE": "It is too late for that.",
  "error.UNAVAILABLE": "The server cannot do that now. Try again.",
  "error.USERNAME_TAKEN": "This username is taken.",
  "error.WRONG_CREDENTIALS": "The name or the password is wrong.",
};
