import SwiftProtobuf
import Wire

/// A scheduled meetup as iCalendar.
///
/// - Source: RFC 5545 §3.1, §3.3.11, §3.6.1.
struct MeetupCalendar {
    /// Lines of at most 75 bytes, each ended by CR LF.
    let text: String

    /// - Returns: nil for a partnership without a scheduled meetup.
    init?(_ partnership: Partnership) {
        guard partnership.status == .scheduled, partnership.hasAt,
            let start = Self.time(partnership.at), let since = Self.time(partnership.since)
        else { return nil }
        let names = [partnership.first, partnership.second].map(\.firstName)
        let lines = [
            "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Upfor//Language partners//EN",
            "BEGIN:VEVENT", "UID:meetup-\(partnership.number)@upfor",
            "SEQUENCE:\(partnership.version)", "DTSTAMP:\(since)", "DTSTART:\(start)",
            "DURATION:PT1H", "SUMMARY:" + Self.escaped(names.joined(separator: " and ")),
            "LOCATION:" + Self.escaped(partnership.place), "STATUS:CONFIRMED",
            "END:VEVENT", "END:VCALENDAR",
        ]
        text = lines.map { Self.folded($0) + "\r\n" }.joined()
    }

    /// "20270520T183000Z": seconds are whole there.
    private static func time(_ time: Google_Protobuf_Timestamp) -> String? {
        guard let text = try? time.jsonString() else { return nil }
        return text.dropFirst().prefix(19).filter { $0 != "-" && $0 != ":" } + "Z"
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
