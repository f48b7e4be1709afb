/// One letter, as it goes to a mail server.
public struct OutboundMail: Equatable, Sendable {
    /// The sender, who gets the message back when it cannot be delivered.
    public let sender: String
    /// The recipient.
    public let receiver: String
    /// Head and body, with CR LF behind each line.
    public let bytes: [UInt8]

    /// - Parameters:
    ///   - sender: an address, without what encloses it.
    ///   - receiver: the same.
    ///   - fields: of the head, in order.
    ///   - text: lines of ASCII, separated by line feeds.
    /// - Throws: `.forbidden` when something in the head or an address could end before its time.
    public init(
        from sender: String, to receiver: String, fields: [(name: String, value: String)],
        text: String
    ) throws(OutboundFailure) {
        guard Self.isPlain(sender), Self.isPlain(receiver) else { throw .forbidden }
        var bytes: [UInt8] = []
        for (name, value) in fields {
            let line = "\(name): \(value)"
            guard line.utf8.count <= 998, line.utf8.allSatisfy({ (0x20...0x7E).contains($0) })
            else { throw .forbidden }
            bytes += Array("\(line)\r\n".utf8)
        }
        bytes += [13, 10]
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            guard line.utf8.count <= 998, line.utf8.allSatisfy({ (0x20...0x7E).contains($0) })
            else { throw .forbidden }
            bytes += Array("\(line)\r\n".utf8)
        }
        (self.sender, self.receiver, self.bytes) = (sender, receiver, bytes)
    }

    /// What can stand between `<` and `>` in a command to the server.
    private static func isPlain(_ address: String) -> Bool {
        (3...254).contains(address.utf8.count)
            && address.utf8.allSatisfy { byte in
                (0x21...0x7E).contains(byte) && !#"<>()[]\,;:""#.utf8.contains(byte)
            }
    }
}

/// What a mail server made of a letter.
public enum MailVerdict: Equatable, Sendable {
    /// It is the server's from now on.
    case accepted
    /// It will never be taken.
    ///
    /// - Parameter status: the server's answer, 500 to 599; 0 when we would not send it.
    case refused(status: Int)
    /// It may be taken later.
    ///
    /// - Parameter status: the server's answer; 0 when there was none.
    case later(status: Int)
}
