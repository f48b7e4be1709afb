import Kernel
import Wire

extension RoomsFeature {
    /// What is done with groups.
    func installGroups(in catalog: inout Catalog) {
        typealias Command = ClientMessage.OneOf_Command
        let groups = GroupCommands(presence: presence)
        catalog.tally("groups", "SELECT count(*) FROM room_group WHERE members > 0")
        catalog.writeOnce(
            Command.groupCreate, reply: { .group($0) }, rate: .invitations,
            count: { min($0.members.count, Groups.membersMax) }, groups.create)
        catalog.read(Command.groupRead, reply: { .groupPage($0) }, groups.read)
        catalog.writeOnce(
            Command.groupAdd, reply: { .group($0) }, rate: .invitations,
            count: { min($0.members.count, Groups.membersMax) }, groups.add)
        catalog.writeOnce(
            Command.groupRemove, reply: { .group($0) }, rate: .settings,
            takesBack: { _ in .yes }, groups.remove)
        catalog.writeOnce(
            Command.groupLeave, reply: { .done($0) }, rate: .settings,
            takesBack: { _ in .yes }, groups.leave)
        catalog.writeOnce(
            Command.groupRename, reply: { .group($0) }, rate: .settings, groups.rename)
        catalog.writeOnce(
            Command.groupPass, reply: { .group($0) }, rate: .settings, groups.pass)
        catalog.writeOnce(
            Command.groupInvite, reply: { .groupPage($0) }, rate: .settings,
            takesBack: { .when($0.hasOn && !$0.on) }, groups.invite)
        catalog.writeOnce(
            Command.groupJoin, reply: { .group($0) }, rate: .settings, groups.join)
        catalog.read(Command.groupCommon, reply: { .groupList($0) }, groups.common)
        catalog.disclose("invitations", Invitations.disclose)
        catalog.disclose("invitations sent", Invitations.discloseSent)
        catalog.backlog("rooms.groups", every: .seconds(1), GroupRecords.sweep)
    }
}
