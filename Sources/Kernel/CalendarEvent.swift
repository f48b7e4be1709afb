import SwiftProtobuf

/// An event as iCalendar.
///
/// - Source: RFC 5545 §3.1, §3.3.5, §3.3.11, §3.6.1.
public struct CalendarEvent: Sendable {
    /// The same for each version of the event: "plan-4102@upfor".
    public let uid: String
    /// When it begins, in whole seconds.
    public let begins: Moment
    /// When it ends, in whole seconds.
    public let ends: Moment
    /// When the file was written, or when the event was made.
    public let written: Moment
    /// Its title.
    public let summary: String
    /// Where; empty: not said.
    public var location = ""
    /// More text; empty: none.
    public var description = ""
    /// Degrees of latitude and longitude.
    public var point: (lat: Double, lon: Double)?
    /// Rises with each version of the event.
    public var sequence: UInt32 = 0
    /// Whether it does not take place.
    public var isCancelled = false

    /// An event without a place.
    public init(uid: String, begins: Moment, ends: Moment, written: Moment, summary: String) {
        (self.uid, self.begins, self.ends) = (uid, begins, ends)
        (self.written, self.summary) = (written, summary)
    }

    /// A file with this event: lines of at most 75 bytes, each ended by CR LF.
    ///
    /// - Parameter product: names what made it: "Language partners".
    public func file(by product: String) -> String {
        var lines = [
            "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Upfor//\(product)//EN", "BEGIN:VEVENT",
            "UID:\(uid)", "SEQUENCE:\(sequence)", "DTSTAMP:\(Self.text(written))",
            "DTSTART:\(Self.text(begins))", "DTEND:\(Self.text(ends))",
            "SUMMARY:" + Self.escaped(summary),
        ]
        if !location.isEmpty { lines.append("LOCATION:" + Self.escaped(location)) }
        if !description.isEmpty { lines.append("DESCRIPTION:" + Self.escaped(description)) }
        if let point { lines.append("GEO:\(Self.text(point.lat));\(Self.text(point.lon))") }
        lines += [
            "STATUS:\(isCancelled ? "CANCELLED" : "CONFIRMED")", "END:VEVENT", "END:VCALENDAR",
        ]
        return lines.map { Self.folded($0) + "\r\n" }.joined()
    }

    /// "20270520T183000Z".
    private static func text(_ moment: Moment) -> String {
        guard let text = try? moment.timestamp.jsonString() else { return "" }
        return text.dropFirst().prefix(19).filter { $0 != "-" && $0 != ":" } + "Z"
    }

    /// "48.208174": degrees, which Swift would write as 1e-05, too.
    private static func text(_ degrees: Double) -> String {
        let millionths = Int((degrees * 1e6).rounded())
        let fraction = String(abs(millionths) % 1_000_000)
        let zeros = String(repeating: "0", count: 6 - fraction.count)
        return "\(millionths < 0 ? "-" : "")\(abs(millionths) / 1_000_000).\(zeros)\(fraction)"
    }

    private static func escaped(_ text: String) -> String {
        var escaped = ""
        for character in text {
            switch character {
            case "\\", ";", ",": escaped += "\\" + String(character)
            case "\n", "\r\n", "\r": escaped += "\\n"
            default: escaped.append(character)
            }
        }
        return escaped
    }

    /// A long line goes on after a space at the beginning of the next; no character is cut.
    private static func folded(_ line: String) -> String {
        var (folded, count) = ("", 0)
        for scalar in line.unicodeScalars {
            let size = String(scalar).utf8.count
            if count + size > 75 {
                folded += "\r\n "
                count = 1
            }
            folded.unicodeScalars.append(scalar)
            count += size
        }
        return folded
    }
}
