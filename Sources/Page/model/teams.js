// News of teams and events, for a user who looks at another screen.

import { t } from "../texts/index.js";

/**
 * @param {import("../app.js").App} app
 * @param {import("../client/wire.d.ts").ServerMessage} message
 * @returns {[string, string[]] | undefined} the text, and the screen that it leads to
 */
export function teamNews({ login }, message) {
  const { teamMatched, teamJoined, teamLeft, projectDeleted, gatheringDeleted, gatheringGranted } =
    message;
  if (teamMatched) return [t("newsTeamMatched", { name: teamMatched.title }), placeOf(teamMatched)];
  const changed = teamJoined ?? teamLeft;
  if (changed) {
    const { user, title, by } = changed;
    const isMe = user.username === login.username;
    if (by === login.username || isMe && teamLeft && !by) return;
    const values = { name: user.displayName, title };
    const key = teamJoined
      ? isMe ? "newsTeamJoinedYou" : "newsTeamJoined"
      : isMe
      ? "newsTeamRemoved"
      : "newsTeamLeft";
    return [t(key, values), placeOf(changed)];
  }
  if (projectDeleted) {
    const { title, gathering } = projectDeleted;
    return [t("newsProjectDeleted", { title }), ["events", String(gathering)]];
  }
  if (gatheringDeleted) {
    return [t("newsEventDeleted", { title: gatheringDeleted.title }), ["events"]];
  }
  if (gatheringGranted && gatheringGranted.by !== login.username) {
    const { title, number } = gatheringGranted;
    return [t("newsGranted", { title }), ["events", String(number)]];
  }
}

/** @param {{gathering?: number, project?: number}} what */
function placeOf({ gathering, project }) {
  return ["events", String(gathering), "p", String(project)];
}
