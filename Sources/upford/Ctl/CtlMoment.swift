import ArgumentParser
import Foundation

/// A day or a minute in UTC, as in 2027-01-01 or 2027-01-01T22:00.
struct CtlMoment: ExpressibleByArgument {
    let date: Date

    init?(argument: String) {
        let rest = "0000-01-01T00:00:00Z".dropFirst(argument.count)
        guard [10, 16, 19].contains(argument.count),
            let date = try? Date(argument + rest, strategy: .iso8601),
            // There is no 30th of February, and no 2nd of March is meant by it.
            date.formatted(.iso8601) == argument + rest
        else { return nil }
        self.date = date
    }
}
