export const invitations = {
  // One's own
  inviteFriend: "Invite a friend",

  // One that was opened
  invitation: "Invitation",
  invitedBy: "{name} invites you",
  invitedByUser: "A user of this server invites you",
  invitedByOperator: "You are invited to this server",
  becomeFriends: "Become friends",
  invitationGone: "This invitation is not valid",
  noAccountByIt: "This invitation opens no account here. If you have one, log in.",
  tapIfInvited: "You are invited: up for it?",
  firstFriend:
    "You and {name} are friends. Choose what you are up for: you will see here when {name} is, too.",
  firstRequest: "{name} has your request. Until it is accepted, invite others.",

  // Who may register
  invitationField: "Invitation",
  invitationFieldHint:
    "This server takes new people by invitation only. Paste the link, or its last 22 characters.",
  invitationBroken: "That is no invitation: paste the whole link.",
  "error.INVITATION_NEEDED":
    "This server takes new people by invitation only: enter one that is valid.",
  "error.REGISTRATION_CLOSED":
    "This server takes no new people. Its administrator can create an account for you.",

  // Looking for a user by name
  noSuchUser: "There is no user @{name}. Check the spelling, or invite your friend by a link.",
  noUsername:
    "That is no username: it has 3 to 20 letters a to z, digits or _, and begins with a letter.",
  lookUpsUsed:
    "You have looked up many names. The next is possible in {time}. An invitation needs no name.",
};
