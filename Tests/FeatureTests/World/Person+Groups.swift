import SwiftProtobuf
import Wire

extension Person {
    /// Makes a group with friends, who accept; its room.
    @discardableResult
    func makeGroup(_ name: String, with friends: String...) throws -> String {
        let command = GroupCreate.with { ($0.name, $0.members) = (name, friends) }
        let room = try group(by: .groupCreate(command)).room
        for friend in friends { try world[dynamicMember: friend].accept(invitationTo: room) }
        return room
    }

    func group(_ room: String) throws -> GroupPage {
        try page(by: .groupRead(.with { $0.room = room }))
    }

    /// Usernames of the members.
    func members(of room: String) throws -> [String] {
        try group(room).members.map(\.user.username)
    }

    /// Invites friends, who accept.
    @discardableResult
    func add(_ friends: String..., to room: String) throws -> Group {
        let answer = try send(friends, to: room)
        for friend in friends { try world[dynamicMember: friend].accept(invitationTo: room) }
        return answer
    }

    /// Invites friends.
    @discardableResult
    func ask(_ friends: String..., into room: String) throws -> Group {
        try send(friends, to: room)
    }

    private func send(_ friends: [String], to room: String) throws -> Group {
        try group(by: .groupAdd(.with { ($0.room, $0.members) = (room, friends) }))
    }

    @discardableResult
    func accept(invitationTo room: String) throws -> Group {
        try group(by: .groupJoin(.with { $0.room = room }))
    }

    /// The groups to which this person is invited, with the inviting members.
    func invitations() throws -> [String] {
        try rooms().invitations.map { "\($0.name) by \($0.by.username)" }
    }

    func removeMember(_ member: String, from room: String) throws {
        _ = try group(by: .groupRemove(.with { ($0.room, $0.member) = (room, member) }))
    }

    func leave(_ room: String) throws {
        try call(.groupLeave(.with { $0.room = room }))
    }

    func pass(_ room: String, to member: String) throws {
        _ = try group(by: .groupPass(.with { ($0.room, $0.to) = (room, member) }))
    }

    /// Makes a code, or takes it back.
    func invite(to room: String, _ on: Bool = true) throws -> String {
        try page(by: .groupInvite(.with { ($0.room, $0.on) = (room, on) })).code
    }

    @discardableResult
    func join(_ code: String) throws -> Group {
        try group(by: .groupJoin(.with { $0.code = code }))
    }

    /// Is up for something within a group, or not any more.
    ///
    /// - Returns: the other members who are up for it.
    @discardableResult
    func set(_ activity: String, on: Bool, in room: String) throws -> [String] {
        let command = GroupUp.with { ($0.room, $0.activity, $0.on) = (room, activity, on) }
        return try ask(.groupUp(command)) { answer in
            guard case .groupUpState(let state) = answer else { return nil }
            return state.with.map(\.username)
        }
    }

    func group(by command: ClientMessage.OneOf_Command) throws -> Group {
        try ask(command) { answer in
            guard case .group(let group) = answer else { return nil }
            return group
        }
    }

    private func page(by command: ClientMessage.OneOf_Command) throws -> GroupPage {
        try ask(command) { answer in
            guard case .groupPage(let page) = answer else { return nil }
            return page
        }
    }

    /// The texts of a conversation, as a page shows them.
    func texts(in room: String) throws -> [String] {
        try history(with: room, limit: 100).messages.map(\.text)
    }

    /// The groups that this person has met others in, as the inbox says.
    var groupMatches: [String] {
        inbox.compactMap { event in
            guard case .groupMatch(let match) = event else { return nil }
            return "\(match.activity) with \(match.with.username)"
        }
    }
}
