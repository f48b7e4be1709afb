export const invitations = {
  // One's own
  inviteFriend: "Invite a friend",

  // One that was opened
  invitation: "Invitation",
  invitedBy: "{name} invites you",
  invitedByUser: "A user of this server invites you",
  invitedByOperator: "You are invited to this server",
  invitedTo: "It is about: {activity}",
  invitedFriendship:
    "You become friends: you see when you are up for the same thing, and can write to each other.",
  invitedRequest: "You send a friend request, which is accepted or declined.",
  invitedAccount: "It opens an account.",
  becomeFriends: "Become friends",
  validUntil: "Valid until {time}",
  invitationGone: "This invitation is not valid",
  invitationGoneText:
    "It has expired, was used or revoked, or its link is not complete. Ask for a new one.",
  invitationOwn: "This is your own invitation. Send its link to a friend.",
  invitationOperator: "It opens an account on this server, and you have one.",
  alreadyFriends: "You are friends already.",
  noAccountByIt: "This invitation opens no account here. If you have one, log in.",
  tapIfInvited: "You are invited: tap if you are up for it",
  firstFriend:
    "You and {name} are friends. Tap what you are up for: if {name} is up for it, too, it appears here.",
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
