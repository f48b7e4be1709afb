import Wire

/// What a device heard that may get lost: presence, typing and receipts.
struct Hearsay: Sendable {
    /// What was heard.
    enum Topic: String, Sendable {
        case presence
        case typing
        case receipt
    }

    /// That something was heard of somebody, and where in the inbox.
    struct Hint: Hashable, Sendable {
        let topic: Topic
        let whose: Int
        /// The event of the inbox that was shown last.
        let position: UInt32
    }

    /// How far somebody is in a room.
    struct Receipt: Equatable, Sendable {
        var delivered: UInt32
        /// nil when nothing is told of it.
        var read: UInt32?
    }

    /// When each was heard for the first time, by our wall clock, in milliseconds since 1970.
    private(set) var hints: [Hint: Int64] = [:]
    /// The last receipt of each friend.
    private(set) var receipts: [Int: Receipt] = [:]
    /// Receipts and typing of rooms of others, and receipts that moved back.
    private var flaws: [Violation] = []

    /// What was found to be wrong since the last time.
    mutating func takeFlaws() -> [Violation] {
        defer { flaws = [] }
        return flaws
    }

    /// Somebody's presence was told.
    mutating func heard(presenceOf whose: Int, _ position: UInt32, at time: Int64) {
        note(Hint(topic: .presence, whose: whose, position: position), at: time)
    }

    /// Somebody is said to be writing in a room.
    mutating func heard(
        typingOf whose: Int, in room: PersonPair?, by person: Int, _ position: UInt32,
        at time: Int64
    ) {
        note(Hint(topic: .typing, whose: whose, position: position), at: time)
        guard room != PersonPair(person, whose) || person == whose else { return }
        flaws.append(Violation(.leaked, "was told who is writing in a room of others"))
    }

    /// Somebody is said to be so far in a room.
    mutating func heard(
        _ receipt: Receipt, of whose: Int, in room: PersonPair?, by person: Int,
        _ position: UInt32, at time: Int64
    ) {
        note(Hint(topic: .receipt, whose: whose, position: position), at: time)
        guard room == PersonPair(person, whose), person != whose else {
            return flaws.append(Violation(.leaked, "was told how far others are in their room"))
        }
        if let last = receipts[whose],
            receipt.delivered < last.delivered || (receipt.read ?? 0) < (last.read ?? 0)
        {
            flaws.append(Violation(.reordered, "was told of a receipt that moved back"))
        }
        receipts[whose] = receipt
    }

    private mutating func note(_ hint: Hint, at time: Int64) {
        hints[hint] = hints[hint].map { min($0, time) } ?? time
    }
}

extension Hearsay.Receipt {
    init(_ receipt: RoomReceipt) {
        self.init(
            delivered: receipt.delivered, read: receipt.hasRead ? receipt.read : nil)
    }
}
