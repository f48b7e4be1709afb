import Glibc
import Kernel
import Wire

extension IdentityProfile {
    private static let textLimits = PlainText.Limits(1...nameLength.upperBound)
    private static let ageMax = 150

    /// The claims about a user, as far as they are well-formed (H9).
    ///
    /// - Parameter now: the time at which the age is computed, by UTC.
    init(_ identity: OutsideIdentity, at now: Moment) {
        self.init()
        name = Self.text(identity.name)
        contact = Self.text(identity.email ?? identity.phone)
        if let age = identity.birthdate.flatMap({ Self.age($0, at: now) }) { self.age = age }
        if let picture = identity.picture, Self.isAddress(picture) { self.picture = picture }
    }

    private static func text(_ text: String?) -> String {
        guard let text, (try? PlainText(text, textLimits, field: "")) != nil else { return "" }
        return text
    }

    /// Nothing of it needs to be encoded, and no script is behind it.
    private static func isAddress(_ text: String) -> Bool {
        text.hasPrefix("https://") && (9...pictureBytes.upperBound).contains(text.utf8.count)
            && text.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "\"") }
    }

    /// Whole years; nil without the year, or of a day that cannot be.
    private static func age(_ birthdate: String, at now: Moment) -> UInt32? {
        let parts = birthdate.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.map(\.utf8.count) == [4, 2, 2],
            birthdate.utf8.allSatisfy({ $0 == UInt8(ascii: "-") || isDigit($0) })
        else { return nil }
        let born = parts.compactMap { Int($0) }
        let today = Day(now)
        guard born.count == 3, born[0] > 0, (1...12).contains(born[1]), (1...31).contains(born[2])
        else { return nil }
        let hadBirthday = (today.month, today.day) >= (born[1], born[2])
        let age = today.year - born[0] - (hadBirthday ? 0 : 1)
        return (0...ageMax).contains(age) ? UInt32(age) : nil
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
}

/// A day of the calendar, by UTC.
private struct Day {
    let year: Int
    let month: Int
    let day: Int

    init(_ moment: Moment) {
        var seconds = time_t(moment.unixMilliseconds / 1_000)
        var parts = tm()
        gmtime_r(&seconds, &parts)
        (year, month, day) = (
            Int(parts.tm_year) + 1900, Int(parts.tm_mon) + 1, Int(parts.tm_mday)
        )
    }
}
