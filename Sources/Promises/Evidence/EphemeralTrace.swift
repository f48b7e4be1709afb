package import Wire

/// What a device heard that may get lost: presence, typing, receipts and markers.
package struct EphemeralTrace: Sendable {
    /// What was heard.
    package enum Topic: String, Sendable {
        case presence
        case typing
        case receipt
        case marker
    }

    /// That something was heard of somebody, and where in the inbox.
    package struct Hint: Hashable, Sendable {
        package let topic: Topic
        package let whose: Int
        /// The event of the inbox that was shown last.
        package let position: UInt32
    }

    /// How far somebody is in a room.
    package struct Receipt: Equatable, Sendable {
        package var delivered: UInt32
        /// nil when nothing is told of it.
        package var read: UInt32?
    }

    /// When each was heard for the first time, by our wall clock, in milliseconds since 1970.
    package private(set) var hints: [Hint: Int64] = [:]
    /// The last receipt of each friend.
    package private(set) var receipts: [Int: Receipt] = [:]
    /// Who has told how far they have read, and then did not.
    private(set) var reticent: Set<Int> = []
    /// Receipts and typing of rooms of others, and receipts that moved back.
    private var flaws: [Violation] = []

    /// What was found to be wrong since the last time.
    package mutating func takeFlaws() -> [Violation] {
        defer { flaws = [] }
        return flaws
    }

    /// Somebody's presence was told.
    package mutating func heard(presenceOf whose: Int, _ position: UInt32, at time: Int64) {
        note(Hint(topic: .presence, whose: whose, position: position), at: time)
    }

    /// Somebody is said to be somewhere.
    package mutating func heard(markerOf whose: Int, _ position: UInt32, at time: Int64) {
        note(Hint(topic: .marker, whose: whose, position: position), at: time)
    }

    /// Somebody is said to be writing in a room.
    package mutating func heard(
        typingOf whose: Int, in room: PersonPair?, by person: Int, _ position: UInt32,
        at time: Int64
    ) {
        note(Hint(topic: .typing, whose: whose, position: position), at: time)
        guard room != PersonPair(person, whose) || person == whose else { return }
        flaws.append(Violation(.leaked, "was told who is writing in a room of others"))
    }

    /// Somebody is said to be so far in a room.
    package mutating func heard(
        _ receipt: Receipt, of whose: Int, in room: PersonPair?, by person: Int,
        _ position: UInt32, at time: Int64
    ) {
        note(Hint(topic: .receipt, whose: whose, position: position), at: time)
        guard room == PersonPair(person, whose), person != whose else {
            return flaws.append(Violation(.leaked, "was told how far others are in their room"))
        }
        var receipt = receipt
        if let last = receipts[whose] {
            if receipt.delivered < last.delivered || receipt.read ?? .max < last.read ?? 0 {
                flaws.append(Violation(.reordered, "was told of a receipt that moved back"))
            }
            if receipt.read == nil, last.read != nil { reticent.insert(whose) }
            receipt.read = receipt.read ?? last.read
        }
        receipts[whose] = receipt
    }

    private mutating func note(_ hint: Hint, at time: Int64) {
        hints[hint] = hints[hint].map { min($0, time) } ?? time
    }
}

extension EphemeralTrace.Receipt {
    package init(_ receipt: RoomReceipt) {
        self.init(
            delivered: receipt.delivered, read: receipt.hasRead ? receipt.read : nil)
    }
}
