export const expiry = {
  expireMessages: "Disappearing messages",
  expireText:
    "New messages of this conversation disappear for everyone, also their photos, files and voice messages, this long after they were sent. Earlier messages stay as they are. Everyone here sees who has set it.",
  expireAfter: "They disappear after",
  expireNever: "They stay",
  expireLimits:
    "Others can photograph or copy what they see before it disappears. A message that was reported is kept for the operators. Backups of the server may keep messages for some time.",
  expireBy: "{name} {text}",
  expireSet: "new messages disappear after {time}",
  expireUnset: "new messages stay",
  expiresAt: "Disappears {time}",
  daysLong: "{count|1 day|# days}",
  hoursLong: "{count|1 hour|# hours}",
};
