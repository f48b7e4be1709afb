import Accounts
import Glibc
import Kernel
import Outbound

extension OutboundMail {
    /// A letter of ours: nobody is to answer it, and no machine by itself.
    ///
    /// - Source: RFC 5322; RFC 3834 §5 on `Auto-Submitted`.
    init(_ letter: MailLetter, from sender: String, at now: Moment) throws(OutboundFailure) {
        let domain = sender.split(separator: "@").last.map(String.init) ?? "localhost"
        try self.init(
            from: sender, to: letter.address,
            fields: [
                ("From", "<\(sender)>"), ("To", "<\(letter.address)>"),
                ("Subject", letter.subject), ("Date", Self.date(now)),
                ("Message-ID", "<\([UInt8].random(16).hexadecimal)@\(domain)>"),
                ("MIME-Version", "1.0"), ("Content-Type", "text/plain; charset=us-ascii"),
                ("Auto-Submitted", "auto-generated"),
            ], text: letter.text)
    }

    /// As in `Tue, 24 Nov 2026 11:08:41 +0000`.
    private static func date(_ moment: Moment) -> String {
        var seconds = time_t(moment.unixMilliseconds / 1_000)
        var parts = tm()
        guard gmtime_r(&seconds, &parts) != nil else { return "" }
        let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
        let months = [
            "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
        ]
        func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let day = days[Int(parts.tm_wday) % 7]
        let month = months[Int(parts.tm_mon) % 12]
        return "\(day), \(two(parts.tm_mday)) \(month) \(parts.tm_year + 1900) "
            + "\(two(parts.tm_hour)):\(two(parts.tm_min)):\(two(parts.tm_sec)) +0000"
    }
}
