export const invitations = {
  // One's own
  inviteFriend: "Invite a friend",

  // One that was opened
  becomeFriends: "Become friends",
  tapIfInvited: "You are invited: up for it?",
  firstFriend:
    "You and {name} are friends. Choose what you are up for: you will see here when {name} is, too.",
  firstRequest: "{name} has your request. Until it is accepted, invite others.",

  // Looking for a user by name
  noSuchUser: "There is no user @{name}. Check the spelling, or invite your friend by a link.",
  noUsername:
    "That is no username: it has 3 to 20 letters a to z, digits or _, and begins with a letter.",
  lookUpsUsed:
    "You have looked up many names. The next is possible in {time}. An invitation needs no name.",
};
