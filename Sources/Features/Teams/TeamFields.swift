import Accounts
import Kernel
import SwiftProtobuf
import Wire

/// Texts of users about gatherings, projects and themselves, checked.
enum TeamFields {
    private static let titles = PlainText.Limits(GatheringCreate.titleLength)
    private static let texts = PlainText.Limits(
        GatheringCreate.textLength, allowsLines: true)
    private static let places = PlainText.Limits(GatheringCreate.placeLength)
    private static let selves = PlainText.Limits(
        TeamProfileSet.textLength, allowsLines: true)
    private static let contacts = PlainText.Limits(TeamProfileSet.contactLength)

    static func title(_ text: String) throws(Refusal) -> String {
        try PlainText(text, titles, field: "title").text
    }

    static func text(_ text: String) throws(Refusal) -> String {
        try PlainText(text, texts, field: "text").text
    }

    static func place(_ text: String) throws(Refusal) -> String {
        try PlainText(text, places, field: "place").text
    }

    /// The company that an attendee represents.
    static func company(_ text: String) throws(Refusal) -> String {
        try PlainText(text, .init(GatheringGrant.companyLength), field: "company").text
    }

    /// Of a profile.
    static func profile(_ text: String) throws(Refusal) -> String {
        try PlainText(text, selves, field: "text").text
    }

    static func contact(_ text: String) throws(Refusal) -> String {
        try PlainText(text, contacts, field: "contact").text
    }

    /// Members that the schema does not know.
    static func more(_ text: String) throws(Refusal) -> String {
        do {
            return try FreeMembers(text).text
        } catch {
            throw Refusal(error.code, field: "more", error.message)
        }
    }

    /// A time; the store keeps milliseconds.
    static func moment(
        _ time: Google_Protobuf_Timestamp, field: String
    ) throws(Refusal) -> Moment {
        guard time.nanos >= 0, time.nanos % 1_000_000 == 0 else {
            throw Refusal(.invalidField, field: field, "expected a time in whole milliseconds")
        }
        return Moment(unixMilliseconds: time.unixMilliseconds)
    }
}

/// When a gathering is.
struct GatheringTime: Equatable, Sendable {
    /// The longest gathering: also how far back searches look for those that have not ended.
    static let lengthMax = Duration.seconds(60 * 86_400)
    private static let aheadMax = Duration.seconds(5 * 366 * 86_400)

    let starts: Moment
    let ends: Moment

    /// - Throws: `.invalidField`.
    init(starts: Moment, ends: Moment, now: Moment) throws(Refusal) {
        guard starts <= now.advanced(by: Self.aheadMax) else {
            throw Refusal(.invalidField, field: "starts", "expected a time within five years")
        }
        guard ends > starts, ends <= starts.advanced(by: Self.lengthMax) else {
            throw Refusal(
                .invalidField, field: "ends", "expected a time after `starts`, within 60 days")
        }
        (self.starts, self.ends) = (starts, ends)
    }
}
