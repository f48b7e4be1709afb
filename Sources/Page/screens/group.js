// A group: its members, its name, and actions on both.

import { GROUP_RENAME_NAME_MAX } from "../client/lengths.js";
import { t } from "../texts/index.js";
import { confirmed, dialog, toast } from "../view/dialog.js";
import { h, icon, list } from "../view/dom.js";
import { icons } from "../view/icons.js";
import { avatar, empty, field, form, menu, nameOf, onward } from "../view/parts.js";
import { address, go } from "../view/router.js";
import { computed, effect, onEnd, signal, untracked } from "../view/signal.js";
import { expiryAction } from "./expiry.js";
import { friendChoice } from "./group/choice.js";
import { groupMatches } from "./group/up.js";
import { planActions } from "./now/plan.js";

/**
 * @typedef {import("../app.js").App} App
 * @typedef {import("../client/wire.d.ts").GroupPage} GroupPage
 * @typedef {import("../client/wire.d.ts").GroupMember} GroupMember
 */

/** @param {App} app @param {string} room */
export function groupPane(app, room) {
  const page = signal(/** @type {GroupPage | null | undefined} */ (undefined));
  const load = async () => {
    try {
      page.value = (await app.link.call("groupRead", { room })).groupPage;
    } catch (error) {
      if (/** @type {any} */ (error).code) page.value = null;
    }
  };
  effect(() => {
    app.sessions.value;
    if (app.isOnline.value) untracked(load);
  });
  onEnd(app.world.listen(({ groupChanged }) => {
    if (groupChanged?.group.room === room) load();
  }));
  const isThere = computed(() => Boolean(page.value));
  return h(
    "article.group.scrolls",
    null,
    h(
      "header.row.top",
      null,
      h(
        "a.plain",
        { href: address("chats", room), "aria-label": t("back") },
        icon(icons.back),
      ),
      h("h1.grow", null, () => nameOf(app.world.profile(room))),
      () => isThere.value && menu(t("actions"), () => groupActions(app, room, page.peek())),
    ),
    () => {
      if (page.value === null) return empty(t("noSuchGroup"), onward(t("chats"), "chats"));
      if (!isThere.value) {
        return h(
          "p.note",
          { role: "status" },
          app.isOnline.value ? t("loading") : t("noConnection"),
        );
      }
      return untracked(() => contents(app, room, page, load));
    },
  );
}

/**
 * @param {App} app
 * @param {string} room
 * @param {import("../view/signal.js").Signal<GroupPage>} page
 * @param {() => Promise<void>} load
 */
function contents(app, room, page, load) {
  const isMine = computed(() => page.value?.group.owner === app.login.username);
  const isTeam = computed(() => page.value?.group.team ?? false);
  return [
    groupMatches(app, room),
    () => !isTeam.value && untracked(() => codeField(app, room, page, isMine, load)),
    h(
      "header.row",
      null,
      h("h2.grow", null, () => t("memberCount", { count: page.value?.members?.length ?? 0 })),
      () =>
        !isTeam.value && h("button", {
          type: "button",
          disabled: () => !app.isOnline.value,
          onclick: () => addDialog(app, room, page.peek(), load),
        }, t("addMembers")),
    ),
    list(
      h("ul.rows", { "aria-label": t("members") }),
      () => page.value?.members ?? [],
      ({ user }) => user.username,
      (member, username) =>
        h(
          "li.row.item",
          null,
          () => avatar(member.value.user),
          h(
            "a.grow",
            { href: address("people", username) },
            () => nameOf(member.value.user),
            h("span.preview", null, () => member.value.owner ? t("groupOwner") : `@${username}`),
          ),
          () =>
            isMine.value && !isTeam.value && username !== app.login.username &&
            menu(
              t("actionsFor", { name: member.value.user.displayName }),
              () => memberActions(app, room, member.value),
            ),
        ),
    ),
    () => untracked(() => invited(app, room, page, load)),
  ];
}

/**
 * Users invited by this user; each invitation can be withdrawn.
 *
 * @param {App} app
 * @param {string} room
 * @param {import("../view/signal.js").Signal<GroupPage>} page
 * @param {() => Promise<void>} load
 */
function invited(app, room, page, load) {
  return h("div", null, () => {
    const names = page.value?.invited ?? [];
    if (names.length === 0) return;
    return [
      h("h2", null, t("invitedByMe")),
      h(
        "ul.rows",
        { "aria-label": t("invitedByMe") },
        names.map((username) => {
          const user = app.world.profile(username);
          return h(
            "li.row.item",
            null,
            avatar(user),
            h("a.grow", { href: address("people", username) }, nameOf(user)),
            h("button", {
              type: "button",
              "aria-label": t("uninviteOf", { name: user.displayName }),
              disabled: () => !app.isOnline.value,
              onclick: async () => {
                if (await app.act("groupRemove", { room, member: username })) await load();
              },
            }, t("takeBack")),
          );
        }),
      ),
    ];
  });
}

/**
 * @param {App} app
 * @param {string} room
 * @param {import("../view/signal.js").Signal<GroupPage>} page
 * @param {{readonly value: boolean}} isMine
 * @param {() => Promise<void>} load
 */
function codeField(app, room, page, isMine, load) {
  const set = async (/** @type {boolean} */ on) => {
    if (await app.act("groupInvite", { room, on })) await load();
  };
  return h("p.row.invite", null, () => {
    const code = page.value?.code;
    if (!code) {
      return isMine.value &&
        h("button", {
          type: "button",
          disabled: () => !app.isOnline.value,
          onclick: () => set(true),
        }, t("makeCode"));
    }
    const link = `${location.origin}/${address("chats", `+${code}`)}`;
    return [
      h("input.grow", {
        readonly: true,
        value: link,
        dir: "ltr",
        "aria-label": t("inviteLink"),
        onfocus: (/** @type {any} */ event) => event.target.select(),
      }),
      h("button", {
        type: "button",
        onclick: async () => {
          // A page without https has no clipboard: the user can copy the link by hand.
          await navigator.clipboard?.writeText(link).then(() => toast(t("linkCopied")), () => {});
        },
      }, t("copyLink")),
      isMine.value &&
      h("button.danger", {
        type: "button",
        disabled: () => !app.isOnline.value,
        onclick: () => set(false),
      }, t("dropCode")),
    ];
  });
}

/** @param {App} app @param {string} room @param {GroupPage} page @param {() => Promise<void>} load */
function addDialog(app, room, { members = [], invited = [] }, load) {
  const chosen = signal(/** @type {Set<string>} */ (new Set()));
  const known = new Set([...members.map(({ user }) => user.username), ...invited]);
  return dialog(t("addMembers"), (close) =>
    form(
      { label: t("addMembers") },
      async () => {
        if (!chosen.peek().size) return close();
        if (!await app.act("groupAdd", { room, members: [...chosen.peek()] })) return;
        close();
        await load();
      },
      friendChoice(app, chosen, known),
    ));
}

/**
 * @param {App} app
 * @param {string} room
 * @param {GroupMember} member
 * @returns {[string, () => void, string?][]}
 */
function memberActions(app, room, { user: { username, displayName: name } }) {
  return [
    [t("makeGroupOwner"), async () => {
      const title = t("makeGroupOwner");
      if (await confirmed(title, t("makeGroupOwnerText", { name }), title)) {
        await app.act("groupPass", { room, to: username });
      }
    }],
    [t("removeFromGroup"), async () => {
      if (await confirmed(t("removeFromGroup"), t("removeFromGroupText", { name }), t("remove"))) {
        await app.act("groupRemove", { room, member: username });
      }
    }, "danger"],
  ];
}

/**
 * Actions on a group.
 *
 * @param {App} app
 * @param {string} room
 * @param {{group?: import("../client/wire.d.ts").Group}} [page]
 * @returns {[string, () => void, string?][]}
 */
export function groupActions(app, room, page) {
  const known = app.world.rooms.peek().get(room);
  const { owner, team, name } = page?.group ?? known?.group ?? {};
  const isMuted = known?.mark?.muted ?? false;
  /** @type {[string, () => void, string?][]} */
  const offered = [
    [
      t(isMuted ? "unmute" : "mute"),
      () => app.act("roomMute", { with: room, muted: !isMuted }),
    ],
    ...expiryAction(app, room),
  ];
  if (team) return [...offered, ...planActions(app, room)];
  if (owner === app.login.username) {
    offered.push([t("renameGroup"), () => renameDialog(app, room, name)]);
  }
  offered.push([t("leaveGroup"), async () => {
    if (!await confirmed(t("leaveGroup"), t("leaveGroupText", { name }), t("leaveGroup"))) return;
    if (await app.act("groupLeave", { room })) go("chats");
  }, "danger"]);
  return offered;
}

/** @param {App} app @param {string} room @param {string} name */
function renameDialog(app, room, name) {
  return dialog(t("renameGroup"), (close) =>
    form(
      { label: t("save") },
      async (values) => {
        if (await app.act("groupRename", { room, name: values.name.trim() })) close();
      },
      field(t("groupName"), {
        name: "name",
        required: true,
        maxlength: GROUP_RENAME_NAME_MAX,
        value: name,
        dir: "auto",
      }),
    ));
}
