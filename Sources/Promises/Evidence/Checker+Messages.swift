extension Checker {
    /// I1, I2: an acknowledged message is in both inboxes, once, at the acknowledged place; any
    /// other is in both or in neither.
    mutating func checkSendings(of statement: Statement) {
        let author = statement.person
        let own = places(of: author, in: statement)
        let known = Set(statement.sendings.map(\.value.to))
        let theirs = Dictionary(
            uniqueKeysWithValues: known.map { to in
                (to, statements[to].map { places(of: author, in: $0) } ?? [:])
            })
        for (number, sending) in statement.sendings.sorted(by: { $0.key < $1.key }) {
            let here = own[number] ?? []
            let there = theirs[sending.to]?[number] ?? []
            checkOne(number, sending, of: statement, here, there)
        }
        for number in own.keys.sorted() where number >= 0 && statement.sendings[number] == nil {
            note(.duplicated, author, "is said to have sent message \(number), and never did")
        }
    }

    private mutating func checkOne(
        _ number: Int, _ sending: Sending, of statement: Statement, _ here: [UInt32],
        _ there: [UInt32]
    ) {
        let author = statement.person
        let to = roster.name(sending.to)
        if sending.acknowledgedAt != nil, neighbourhood.relation(author, sending.to) == .stranger {
            note(.leaked, author, "had message \(number) to \(to), a stranger, accepted")
        }
        let isRead = statement.hasAllNews(of: sending.to)
        let isReadThere = statements[sending.to]?.hasAllNews(of: author) ?? true
        for (places, whose, isRead) in [
            (here, "the author's", isRead), (there, "\(to)'s", isReadThere),
        ] {
            if places.count > 1 {
                note(.duplicated, author, "has message \(number) twice in \(whose) inbox")
            }
            guard let place = sending.acknowledgedAt else { continue }
            if places.isEmpty, isRead {
                note(.lost, author, "had message \(number) acknowledged: not in \(whose) inbox")
            } else if !places.isEmpty, !places.contains(place) {
                note(.reordered, author, "has message \(number) at another place in \(whose) inbox")
            }
        }
        guard sending.acknowledgedAt == nil, here.isEmpty != there.isEmpty, isRead, isReadThere
        else { return }
        note(.lost, author, "has message \(number) in one inbox of the two")
    }

    /// The places in their rooms of an author's messages, by number.
    private func places(of author: Int, in statement: Statement) -> [Int: [UInt32]] {
        statement.inbox.reduce(into: [:]) { places, entry in
            guard case .message(let saying) = entry, saying.author == author else { return }
            places[saying.number, default: []].append(saying.seq)
        }
    }

    /// I5: a room counts 1, 2, 3 … in both inboxes and in its history, with the same messages.
    mutating func checkRooms(of statement: Statement) {
        let person = statement.person
        let sayings = statement.inbox.compactMap { entry in
            if case .message(let saying) = entry { saying } else { nil }
        }
        let byFriend = Dictionary(grouping: sayings.filter { $0.room.contains(person) }) {
            $0.room.friend(of: person)
        }
        for (friend, shown) in byFriend.sorted(by: { $0.key < $1.key }) {
            let unread = statement.hasAllNews(of: friend) ? 0 : statement.unreadBlanks.count
            checkOrder(shown, of: person, with: friend, unread: unread)
            let shown = shown.filter { !statement.ending.contains($0) }
            let room = statement.rooms[friend]?.filter { !statement.ending.contains($0) }
            guard let room, room != shown else { continue }
            let kind: Violation.Kind = room.count == shown.count ? .reordered : .lost
            note(
                kind, person,
                "has \(room.count) messages in the room with \(roster.name(friend)) and "
                    + "\(shown.count) in the inbox, or others")
        }
        let empty = statement.rooms.keys.filter { byFriend[$0] == nil }.sorted()
        for friend in empty where statement.rooms[friend]?.isEmpty == false {
            note(.lost, person, "has a room with \(roster.name(friend)) of which no event tells")
        }
    }

    /// - Parameter unread: messages that were hidden when they were read, at most.
    private mutating func checkOrder(
        _ shown: [Saying], of person: Int, with friend: Int, unread: Int
    ) {
        var (expected, unread) = (UInt32(1), UInt32(clamping: unread))
        for saying in shown {
            if saying.seq > expected, saying.seq - expected <= unread {
                unread -= saying.seq - expected
            } else if saying.seq != expected {
                let what = "was shown message \(saying.seq) with \(roster.name(friend)) "
                note(
                    saying.seq > expected ? .lost : .reordered, person,
                    what + "where \(expected) was due")
            }
            expected = saying.seq + 1
        }
    }
}
