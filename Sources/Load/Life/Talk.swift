import Promises
import Wire

/// What one person says to another: one side of the room of the two.
struct Talk: Hashable, Sendable {
    let from: Int
    let to: Int

    init(from: Int, to: Int) {
        (self.from, self.to) = (from, to)
    }

    /// Where that message was said; nil when its people are not of the population.
    init?(_ message: RoomMessage, _ roster: Roster = Population.usualNames) {
        let names = message.room.split(separator: ":")
        guard names.count == 2, let other = names.first(where: { $0 != message.from }),
            let from = roster.number(message.from),
            let to = roster.number(String(other))
        else { return nil }
        self.init(from: from, to: to)
    }
}
