public import Kernel

/// What a copy says of itself, behind its last page, where SQLite does not look.
public struct CopyNote: Equatable, Sendable {
    /// The version of the program that made it.
    public let version: String
    /// When it was made.
    public let made: Moment
    /// The server's key for push services, as its file has it; nil: there was none.
    public let pushKey: [UInt8]?

    /// - Parameters: as the properties.
    public init(version: String, made: Moment, pushKey: [UInt8]?) {
        (self.version, self.made, self.pushKey) = (version, made, pushKey)
    }

    private static let title = "upford copy"

    /// Lines of a word and a value.
    var text: String {
        var lines = [Self.title, "version \(version)", "made \(made.unixMilliseconds)"]
        if let pushKey { lines.append("push-key \(pushKey.hexadecimal)") }
        return lines.map { $0 + "\n" }.joined()
    }

    /// - Returns: nil when it is not one.
    init?(_ text: String) {
        let lines = text.split(separator: "\n")
        guard lines.first == Self.title[...] else { return nil }
        var values: [Substring: Substring] = [:]
        for line in lines.dropFirst() {
            let words = line.split(separator: " ", maxSplits: 1)
            guard words.count == 2 else { return nil }
            values[words[0]] = words[1]
        }
        guard let version = values["version"], let made = values["made"].flatMap({ Int64($0) })
        else { return nil }
        let key = values["push-key"].map { [UInt8](hexadecimal: $0) }
        if let key, key == nil { return nil }
        self.init(
            version: String(version), made: Moment(unixMilliseconds: made), pushKey: key ?? nil)
    }
}

extension [UInt8] {
    /// - Returns: nil when it is not two hexadecimal digits for each byte.
    fileprivate init?(hexadecimal text: Substring) {
        let digits = text.utf8.map { Character(UnicodeScalar($0)).hexDigitValue }
        guard digits.count.isMultiple(of: 2) else { return nil }
        var bytes: [UInt8] = []
        for index in stride(from: 0, to: digits.count, by: 2) {
            guard let high = digits[index], let low = digits[index + 1] else { return nil }
            bytes.append(UInt8(high << 4 | low))
        }
        self = bytes
    }
}
