export const invitations = {
  // One's own
  inviteFriend: "Invite a friend",
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
  share: "Share",
  shareInvitation: "Let us be friends on Upfor:",
  openInvitations: "Open invitations",
  noInvitations: "None of your links is open.",
  invitationUsed: "{used} of {uses} used",
  byRequest: "by request",
  revoke: "Revoke",
  revokeOf: "Revoke the link of {time}",
  invitationRevoked: "The link does not work any more.",

  // One that was opened
  becomeFriends: "Become friends",
  invitationOwn: "This is your own invitation. Send its link to a friend.",
  invitationOperator: "It opens an account on this server, and you have one.",
  alreadyFriends: "You are friends already.",
  tapIfInvited: "You are invited: tap if you are up for it",
  firstFriend:
    "You and {name} are friends. Tap what you are up for: if {name} is up for it, too, it appears here.",
  firstRequest: "{name} has your request. Until it is accepted, invite others.",

  // Looking for a user by name
  noSuchUser: "There is no user @{name}. Check the spelling, or invite your friend by a link.",
  noUsername:
    "That is no username: it has 3 to 20 letters, digits or underscores, and begins with a letter.",
  lookUpsUsed:
    "You have looked up many names. The next is possible in {time}. An invitation needs no name.",
};
