import ArgumentParser
import SwiftProtobuf
import Wire

/// Groups: rooms of more than two people.
struct GroupCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "group", abstract: "List your groups, make them, and change who is in them.",
        discussion: """
            A group has a name and a room: `#` and a number. `send`, `history`, `read`, `search`, \
            `mute`, `edit`, `delete` and `react` take the room where they take a friend; put it in \
            quotes, since shells take `#` for a comment. Any member invites friends (`make`, \
            `add`), who accept or decline; `remove` takes an invitation of yours back. The owner \
            removes members, renames the group, makes a code by which others join (`invite`), and \
            passes ownership on. `up` and `down` say whether you are up for an activity within the \
            group: members who are up for the same are notified.

            Examples:
              upfor group
              upfor group make Lunch ben carl
              upfor group show '#17'
              upfor group add '#17' dora
              upfor group accept '#17'
              upfor group invite '#17'
              upfor group join 8lGq0Yx1ZsQ2mVb7TtXk0A
              upfor group up '#17' coffee
              upfor send '#17' lunch?
            """)

    enum Action: String, ExpressibleByArgument, CaseIterable {
        case list, make, show, add, accept, decline, remove, leave, rename, pass, invite, uninvite,
            join, up, down
    }

    @Argument(
        help: """
            list, make, show, add, accept, decline, remove, leave, rename, pass, invite, uninvite, \
            join, up or down.
            """)
    var action = Action.list

    @Argument(help: "The room of the group; with `make` its name, with `join` its code.")
    var group = ""

    @Argument(help: "Usernames; with `rename` the new name, with `up` and `down` an activity.")
    var others: [String] = []

    @OptionGroup var options: Options

    /// How many words go behind the group.
    private var expected: ClosedRange<Int> {
        switch action {
        case .list, .show, .accept, .decline, .leave, .invite, .uninvite, .join: 0...0
        case .make: 0...199
        case .add: 1...199
        case .remove, .pass, .rename, .up, .down: 1...1
        }
    }

    func validate() throws {
        guard action == .list || !group.isEmpty else {
            let what = [.make: "NAME", .join: "CODE"][action] ?? "'#17'"
            throw ValidationError("which group? `\(action.rawValue) \(what)`")
        }
        guard action != .list || group.isEmpty else {
            throw ValidationError("`list` takes no group; `show '#17'` shows one")
        }
        guard expected.contains(others.count) else {
            throw ValidationError(
                expected.upperBound == 0
                    ? "`\(action.rawValue)` takes nothing more"
                    : "`\(action.rawValue)` needs \(need) behind the group")
        }
    }

    private var need: String {
        switch action {
        case .rename: "a name"
        case .up, .down: "an activity"
        case .add: "usernames of friends"
        default: "a username"
        }
    }

    func perform(in session: Session) async throws(Failure) {
        if action == .list { return try await session.showGroups() }
        if action == .leave {
            return try await session.tell(
                .groupLeave(.with { $0.room = group }), "you have left \(group)")
        }
        if action == .decline {
            return try await session.tell(
                .groupLeave(.with { $0.room = group }), "you have declined \(group)")
        }
        try await session.show(command)
    }

    private var command: ClientMessage.OneOf_Command {
        let first = others.first ?? ""
        return switch action {
        case .list, .show: .groupRead(.with { $0.room = group })
        case .make: .groupCreate(.with { ($0.name, $0.members) = (group, others) })
        case .add: .groupAdd(.with { ($0.room, $0.members) = (group, others) })
        case .accept: .groupJoin(.with { $0.room = group })
        case .remove: .groupRemove(.with { ($0.room, $0.member) = (group, first) })
        case .leave, .decline: .groupLeave(.with { $0.room = group })
        case .rename: .groupRename(.with { ($0.room, $0.name) = (group, first) })
        case .pass: .groupPass(.with { ($0.room, $0.to) = (group, first) })
        case .invite: .groupInvite(.with { ($0.room, $0.on) = (group, true) })
        case .uninvite: .groupInvite(.with { ($0.room, $0.on) = (group, false) })
        case .join: .groupJoin(.with { $0.code = group })
        case .up: .groupUp(.with { ($0.room, $0.activity, $0.on) = (group, first, true) })
        case .down: .groupUp(.with { ($0.room, $0.activity, $0.on) = (group, first, false) })
        }
    }
}

extension Session {
    /// The user's groups, one on each line.
    fileprivate func showGroups() async throws(Failure) {
        guard case .rooms(var list) = try await call(.roomList(RoomList())) else {
            throw .unreachable("this is no Upfor server: no rooms in its answer")
        }
        list.rooms.removeAll { !$0.hasGroup }
        output.answer(.rooms(list))
    }
}
