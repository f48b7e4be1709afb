package import Wire

/// The messages a device received that may get lost: presence, typing, receipts and markers.
package struct EphemeralTrace: Sendable {
    /// The subject of a hint.
    package enum Topic: String, Sendable {
        case presence
        case typing
        case receipt
        case marker
    }

    /// A hint about a person, and its position relative to the inbox.
    package struct Hint: Hashable, Sendable {
        package let topic: Topic
        package let whose: Int
        /// The last event of the inbox that the device had been shown.
        package let position: UInt32
    }

    /// How far a person is in a room.
    package struct Receipt: Equatable, Sendable {
        package var delivered: UInt32
        /// nil when the person does not share it.
        package var read: UInt32?
    }

    /// When each was received first, by our wall clock, in milliseconds since 1970.
    package private(set) var hints: [Hint: Int64] = [:]
    /// The last receipt of each friend.
    package private(set) var receipts: [Int: Receipt] = [:]
    /// The people whose receipts had a read mark once, and later had none.
    private(set) var reticent: Set<Int> = []
    /// Receipts and typing of rooms of others, and receipts that moved back.
    private var flaws: [Violation] = []

    /// Returns the flaws that were found since the last call.
    package mutating func takeFlaws() -> [Violation] {
        defer { flaws = [] }
        return flaws
    }

    /// The presence of a person was received.
    package mutating func heard(presenceOf whose: Int, _ position: UInt32, at time: Int64) {
        note(Hint(topic: .presence, whose: whose, position: position), at: time)
    }

    /// The marker of a person was received.
    package mutating func heard(markerOf whose: Int, _ position: UInt32, at time: Int64) {
        note(Hint(topic: .marker, whose: whose, position: position), at: time)
    }

    /// Typing of a person in a room was received.
    package mutating func heard(
        typingOf whose: Int, in room: PersonPair?, by person: Int, _ position: UInt32,
        at time: Int64
    ) {
        note(Hint(topic: .typing, whose: whose, position: position), at: time)
        guard room != PersonPair(person, whose) || person == whose else { return }
        flaws.append(Violation(.leaked, "received typing in a room of others"))
    }

    /// A receipt of a person in a room was received.
    package mutating func heard(
        _ receipt: Receipt, of whose: Int, in room: PersonPair?, by person: Int,
        _ position: UInt32, at time: Int64
    ) {
        note(Hint(topic: .receipt, whose: whose, position: position), at: time)
        guard room == PersonPair(person, whose), person != whose else {
            return flaws.append(Violation(.leaked, "received a receipt in a room of others"))
        }
        var receipt = receipt
        if let last = receipts[whose] {
            if receipt.delivered < last.delivered || receipt.read ?? .max < last.read ?? 0 {
                flaws.append(Violation(.reordered, "received a receipt that moved back"))
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
