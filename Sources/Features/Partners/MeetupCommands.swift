import Accounts
import Friends
import Kernel
import Wire

/// The meetup of two partners: proposed, accepted, countered, cleared (W14-W17).
struct MeetupCommands: Sendable {
    /// Most that pass in one transaction.
    private static let passedMax = 100

    let partners: PartnerCommands

    func offer(
        _ command: MeetupOffer, _ caller: Caller, _ transaction: Transaction
    ) throws(Refusal) -> Partnership {
        let place = try PlainText(
            command.place, .init(MeetupOffer.placeLength), field: "place"
        ).text
        guard command.hasAt else {
            throw Refusal(.invalidField, field: "at", "expected a time ahead, within a year")
        }
        let at = Moment(unixMilliseconds: command.at.unixMilliseconds)
        let version = command.hasVersion ? command.version : nil
        return try change(
            (command.number, command.speaker), by: caller, { .meetupOffered($0) },
            in: transaction
        ) {
            (meetup, side) throws(Refusal) in
            try meetup.offer(
                by: side, at: at, place: place, version: version, now: transaction.now)
        }
    }

    func accept(
        _ command: MeetupAccept, _ caller: Caller, _ transaction: Transaction
    ) throws(Refusal) -> Partnership {
        let place = try PlainText(
            command.place, .init(MeetupAccept.placeLength), field: "place"
        ).text
        let at =
            command.hasAt ? Moment(unixMilliseconds: command.at.unixMilliseconds) : nil
        return try change(
            (command.number, command.speaker), by: caller, { .meetupAccepted($0) },
            in: transaction
        ) {
            (meetup, side) throws(Refusal) in
            try meetup.accept(by: side, at: at, place: place)
        }
    }

    func clear(
        _ command: MeetupClear, _ caller: Caller, _ transaction: Transaction
    ) throws(Refusal) -> Partnership {
        let version = command.hasVersion ? command.version : nil
        return try change(
            (command.number, command.speaker), by: caller, { .meetupCleared($0) },
            in: transaction
        ) {
            (meetup, _) throws(Refusal) in try meetup.clear(version: version)
        }
    }

    /// W17: the time of some proposals or meetups has passed. Both partners receive an event.
    ///
    /// - Returns: whether there may be more.
    func pass(in transaction: Transaction) throws(Refusal) -> Bool {
        let due = try transaction.all(.due(at: transaction.now, limit: Self.passedMax))
        for var stored in due {
            stored.meetup = stored.meetup.seen(at: transaction.now)
            try stored.store(in: transaction)
            guard let shown = try stored.shown(in: transaction) else { throw .fault }
            try tell(stored, shown, by: "", { .meetupExpired($0) }, in: transaction)
        }
        return due.count == Self.passedMax
    }

    /// - Parameters:
    ///   - partnership: by its number, or by that of the other's profile.
    ///   - change: a change without effect is neither stored nor sent.
    private func change(
        _ partnership: (number: UInt32, speaker: UInt32), by caller: Caller,
        _ event: (MeetupChanged) -> ServerMessage.OneOf_Body,
        in transaction: Transaction,
        _ change: (inout Meetup, Meetup.Side) throws(Refusal) -> Void
    ) throws(Refusal) -> Partnership {
        guard partnership.number == 0 || partnership.speaker == 0 else {
            throw Refusal(.invalidField, field: "speaker", "expected a number or a speaker")
        }
        var stored =
            partnership.speaker == 0
            ? try partners.partnership(partnership.number, caller, in: transaction)
            : try partners.partnership(
                withSpeaker: partnership.speaker, caller, in: transaction)
        guard let side = stored.side(of: caller.user) else { throw .fault }
        let before = stored.meetup.seen(at: transaction.now)
        stored.meetup = before
        try change(&stored.meetup, side)
        guard let shown = try stored.shown(in: transaction) else { throw .fault }
        guard stored.meetup != before else { return shown }
        try stored.store(in: transaction)
        try tell(stored, shown, by: caller.username, event, in: transaction)
        return shown
    }

    private func tell(
        _ stored: StoredPartnership, _ shown: Partnership, by username: String,
        _ event: (MeetupChanged) -> ServerMessage.OneOf_Body, in transaction: Transaction
    ) throws(Refusal) {
        var changed = MeetupChanged()
        (changed.partnership, changed.by) = (shown, username)
        try transaction.deliver(event(changed), to: [stored.pair.low, stored.pair.high])
    }
}
