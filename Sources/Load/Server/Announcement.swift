/// The line with which a server says where it listens.
enum Announcement {
    /// The port in `listening 4711` or in `… ws://127.0.0.1:4711/v1/ws`; nil in any other line.
    static func port(in line: some StringProtocol) -> UInt16? {
        if line.hasPrefix("listening ") { return port(digits: line.dropFirst(10)) }
        guard let url = line.split(separator: " ").last(where: { $0.hasPrefix("ws://") }) else {
            return nil
        }
        let authority = url.dropFirst(5).prefix { $0 != "/" }
        guard let colon = authority.lastIndex(of: ":") else { return nil }
        return port(digits: authority[authority.index(after: colon)...])
    }

    private static func port(digits: some StringProtocol) -> UInt16? {
        guard digits.allSatisfy(\.isASCII), let port = UInt16(digits), port > 0 else { return nil }
        return port
    }
}
