import Kernel
import Wire

extension CalendarEvent {
    /// How long a meetup takes in a calendar.
    private static let meetup = Duration.seconds(3_600)

    /// A scheduled meetup.
    ///
    /// - Returns: nil for a partnership without a scheduled meetup.
    init?(_ partnership: Partnership) {
        guard partnership.status == .scheduled, partnership.hasAt else { return nil }
        let begins = Moment(unixMilliseconds: partnership.at.unixMilliseconds)
        let names = [partnership.first, partnership.second].map(\.firstName)
        self.init(
            uid: "meetup-\(partnership.number)@upfor", begins: begins,
            ends: begins.advanced(by: Self.meetup),
            written: Moment(unixMilliseconds: partnership.since.unixMilliseconds),
            summary: names.joined(separator: " and "))
        (location, sequence) = (partnership.place, partnership.version)
    }
}
