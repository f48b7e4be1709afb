package import Kernel
import SwiftProtobuf
package import Wire

extension Rules {
    /// What is wrong with the answer to a read; nil: nothing.
    ///
    /// Presence and past times are not compared here: presence is soft, and the times follow from
    /// the clock.
    package func complaint(
        about answer: Body, to command: ClientMessage.OneOf_Command, of user: String,
        at now: Moment
    ) -> String? {
        switch (command, answer) {
        case (.userLookup(let command), .user(let found)):
            differ(found.relation, relation(of: user, to: command.username))
        case (.friendList, .friends(let list)):
            differ(list.friends.map(\.user.username), friends(of: user))
        case (.mailboxList, .mailbox(let mailbox)): complaint(about: mailbox, of: user)
        case (.roomList, .rooms(let list)): complaint(about: list, of: user)
        case (.roomHistory(let command), .roomPage(let page)) where command.with.hasPrefix("#"):
            complaint(about: page, of: user, command)
        case (.roomHistory(let command), .roomPage(let page)):
            complaint(about: page, with: command.with, of: user, command)
        case (.roomRead(let command), .roomMessages(let list)):
            differ(list.messages, quotes(Set(command.seqs), of: user, in: command.with))
        case (.roomSearch(let command), .roomFound(let found)):
            complaint(about: found, of: user, command)
        case (.roomHistory(let command), .error(let error)):
            complaint(about: error.code, of: user, in: command.with)
        case (.roomRead(let command), .error(let error)):
            complaint(about: error.code, of: user, in: command.with)
        case (.roomPins(let command), .roomPinList(let list)):
            complaint(about: list, of: user, in: command.with)
        case (.activityList, .activities(let list)):
            differ(
                list.activities.filter(\.on).map(\.activity).sorted(),
                (toggles[user] ?? [:]).filter { $0.value.expires > now }.keys.sorted())
        case (.audienceList(let command), .audience(let list)):
            differ(list, audience(command.activity, of: user))
        case (.matchList, .matches(let list)): complaint(about: list, of: user)
        case (.planList, .plans(let list)): differ(list, planList(of: user))
        case (.planRead(let command), .plan(let plan)):
            differ(plan, self.plan(command.plan, of: user) ?? Plan())
        case (.blockList, .blocks(let list)):
            differ(list.users.map(\.username), blocked(by: user))
        case (.privacyRead, .privacy(let privacy)): differ(privacy, self.privacy(of: user))
        case (.sessionOpen, .session(let session)):
            complaint(about: session, of: user, at: now)
        default: complaint(aboutPartners: answer, to: command, of: user, at: now)
        }
    }

    /// What is wrong with the refusal of a read in a room.
    private func complaint(about code: ErrorCode, of user: String, in name: String) -> String? {
        switch code {
        case .notFriends: differ(mayTalk(user, name), false)
        case .notMember: differ(company(name, of: user) == nil, true)
        default: nil
        }
    }

    private func complaint(
        aboutPartners answer: Body, to command: ClientMessage.OneOf_Command, of user: String,
        at now: Moment
    ) -> String? {
        switch (command, answer) {
        case (.speakerRead, .speaker(let speaker)): differ(speaker, partners.speakers[user])
        case (.speakerRead, .error): differ(isSpeaker(user), false)
        case (.speakerFind, .speakers(let list)): differ(list.speakers, candidates(for: user))
        case (.partnerList, .partnerships(let list)):
            differ(list.partnerships, partnerships(of: user, at: now))
        case (.partnerRead(let command), .partnership(let partnership)):
            differ(partnership, self.partnership(command.number, at: now))
        default:
            complaint(aboutPlaces: answer, to: command, of: user, at: now)
                ?? teamView.complaint(about: answer, to: command, of: user)
                ?? complaint(aboutWords: answer, to: command, of: user, at: now)
        }
    }

    private func complaint(about mailbox: Mailbox, of user: String) -> String? {
        let incoming = requests.filter { $0.key.to == user && isAsking($0.key.from, user) }
        let outgoing = requests.filter { $0.key.from == user }
        return differ(
            mailbox.incoming.map { "\($0.user.username) \($0.message)" }.sorted(),
            incoming.map { "\($0.key.from) \($0.value.message)" }.sorted())
            ?? differ(
                mailbox.outgoing.map { "\($0.user.username) \($0.message)" }.sorted(),
                outgoing.map { "\($0.key.to) \($0.value.message)" }.sorted())
    }

    private func complaint(about list: Rooms, of user: String) -> String? {
        let partners = users.sorted().filter { mayTalk(user, $0) && rooms[Pair(user, $0)] != nil }
        var unread: UInt32 = 0
        for partner in partners where !mutes.contains(Way(from: user, to: partner)) {
            unread += marked(Way(from: user, to: partner)).unread
        }
        for room in groups(of: user) { unread += marked(user, in: room).unread }
        let pairs = list.rooms.filter { !$0.hasGroup }
        let problem =
            differ(pairs.map(\.with).sorted(), partners) ?? differ(list.unread, unread)
            ?? complaint(aboutGroups: list.rooms.filter(\.hasGroup), of: user)
            ?? differ(
                list.invitations.sorted { $0.room < $1.room }, invitations(of: user))
        return pairs.reduce(problem) { problem, room in
            problem ?? differ(room.mark, marked(Way(from: user, to: room.with)))
                ?? differ(room.hasNewest ? room.newest : nil, newest(Pair(user, room.with)))
                ?? differ(
                    room.hasExpiry ? room.expiry : nil, expiries[Pair(user, room.with).room])
                ?? differ(room.receipt, receipt(Way(from: room.with, to: user)))
        }
    }

    /// A list shows neither reactions nor pins nor options.
    private func newest(_ pair: Pair) -> RoomMessage? {
        var newest = rooms[pair]?.last(where: isThere)
        newest?.reactions = []
        newest?.clearPinned()
        if newest?.hasPoll == true { newest?.poll.options = [] }
        return newest
    }

    private func complaint(
        about page: RoomPage, with friend: String, of user: String, _ command: RoomHistory
    ) -> String? {
        let before = command.before == 0 ? UInt32.max : command.before
        let all = (rooms[Pair(user, friend)] ?? []).filter { $0.seq < before && isThere($0) }
        let limit = command.hasLimit ? Int(command.limit) : 50
        return differ(page.messages, Array(all.suffix(limit)))
            ?? differ(page.quoted, quoted(by: all.suffix(limit), of: user, in: friend))
            ?? differ(page.mark, marked(Way(from: user, to: friend)))
            ?? differ(page.receipt, receipt(Way(from: friend, to: user)))
    }

    private func complaint(
        about session: SessionOpened, of user: String, at now: Moment
    ) -> String? {
        let snapshot = session.snapshot
        let parts: [(ClientMessage.OneOf_Command, Body)] = [
            (.friendList(FriendList()), .friends(snapshot.friends)),
            (.mailboxList(MailboxList()), .mailbox(snapshot.mailbox)),
            (.roomList(RoomList()), .rooms(snapshot.rooms)),
            (.activityList(ActivityList()), .activities(snapshot.activities)),
            (.matchList(MatchList()), .matches(snapshot.matches)),
            (.blockList(BlockList()), .blocks(snapshot.blocks)),
            (.privacyRead(PrivacyRead()), .privacy(snapshot.privacy)),
        ]
        let problem =
            differ(session.top, top(of: user)) ?? differ(session.floor, floor(of: user))
        guard session.hasSnapshot else { return problem }
        return parts.reduce(problem) { problem, part in
            problem ?? complaint(about: part.1, to: part.0, of: user, at: now)
        }
    }

    private func complaint(about list: Matches, of user: String) -> String? {
        let current = overlaps.flatMap { pair, overlaps -> [String] in
            guard pair.low == user || pair.high == user else { return [] }
            return overlaps.compactMap { activity, overlap in
                guard case .lasting(let lasting, _) = overlap else { return nil }
                let said = lasting.said(to: user, pair) ?? ActivityDetails()
                return "\(activity) \(pair.friend(of: user)) \(said.textFormatString())"
            }
        }
        return differ(
            list.matches.filter { !$0.hasUntil }
                .map { "\($0.activity) \($0.with.username) \($0.details.textFormatString())" }
                .sorted(),
            current.sorted())
    }
}

/// What is wrong with a value; nil: nothing.
func differ<Value: Equatable>(_ actual: Value, _ expected: Value) -> String? {
    actual == expected ? nil : "\(actual) instead of \(expected)"
}
