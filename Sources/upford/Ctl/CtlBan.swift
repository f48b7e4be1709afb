import ArgumentParser
import Foundation
import SwiftProtobuf
import Wire

struct CtlBan: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ban",
        abstract: "Ban a user: close the sessions and refuse log-ins.",
        discussion: """
            Sessions are closed with 4501. Log-ins are refused with BANNED, with reason and \
            duration. A ban survives restarts. The account and its log-ins are kept. Banning \
            again replaces reason and time.

            EXAMPLES
              upford ctl ban ana
              upford ctl ban ana --for 7d --reason 'spam in every room'
              upford ctl ban ana --until 2027-01-01
            """)

    @Argument(help: "The username.")
    var user: String

    @Option(help: "The reason for the user; at most 200 characters.")
    var reason = ""

    @Option(name: .customLong("for"), help: "Duration: 90s, 10m, 2h, 7d (default: permanent).")
    var duration: String?

    @Option(help: "End, in UTC: 2027-01-01 or 2027-01-01T22:00.")
    var until: CtlMoment?

    @OptionGroup var options: CtlOptions

    func validate() throws {
        if duration != nil && until != nil {
            throw ValidationError("--for and --until exclude each other")
        }
        if let duration, Self.seconds(duration) == nil {
            throw ValidationError("--for: expected 90s, 10m, 2h or 7d, got \"\(duration)\"")
        }
    }

    func run() throws {
        var order = AdminBan()
        (order.user, order.reason) = (user, reason)
        if let seconds = duration.flatMap(Self.seconds) {
            order.until = Google_Protobuf_Timestamp(
                date: Date(timeIntervalSinceNow: Double(seconds)))
        }
        if let until { order.until = Google_Protobuf_Timestamp(date: until.date) }
        let (json, banned) = try CtlOrder(options).give("ban", order, for: AdminUser.self)
        options.json ? showJSON(json) : CtlUser.show(banned)
    }

    /// As in 10m: a whole number and a unit, of at most a hundred years.
    static func seconds(_ text: String) -> Int? {
        let units: [Character: Int] = ["s": 1, "m": 60, "h": 3_600, "d": 86_400]
        guard let unit = text.last.flatMap({ units[$0] }), let count = Int(text.dropLast()),
            count > 0, count <= 36_500 * 86_400 / unit
        else { return nil }
        return count * unit
    }
}

struct CtlUnban: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "unban",
        abstract: "End the ban of a user.",
        discussion: """
            EXAMPLES
              upford ctl unban ana
            """)

    @Argument(help: "The username.")
    var user: String

    @OptionGroup var options: CtlOptions

    func run() throws {
        var order = AdminUnban()
        order.user = user
        let (json, user) = try CtlOrder(options).give("unban", order, for: AdminUser.self)
        options.json ? showJSON(json) : CtlUser.show(user)
    }
}
