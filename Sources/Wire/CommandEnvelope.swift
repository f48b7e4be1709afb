/// The outside of a command: its id, what it is called, and where its body lies.
///
/// Opening the envelope first, and its body only once the command is known, spares a switch over
/// all commands, decodes once, and lets every error name its field.
public struct CommandEnvelope {
    /// What the command is called in its format.
    public enum Name: Hashable, Sendable {
        case json(String)
        case binary(Int)

        /// Names are bytes: `==` of texts takes `K` and the sign of Kelvin for the same.
        public static func == (one: Name, other: Name) -> Bool {
            switch (one, other) {
            case (.json(let one), .json(let other)): one.isSame(as: other)
            case (.binary(let one), .binary(let other)): one == other
            default: false
            }
        }
    }

    /// The client's number for this command, 1 or more.
    public let id: UInt32
    /// Which command it is; not yet known to exist.
    public let name: Name
    /// The command's own bytes, inside the bytes that were opened.
    public let body: UnsafeRawBufferPointer

    /// Opens the outside of `bytes`.
    ///
    /// - Parameter bytes: one whole message; must outlive this value.
    /// - Throws: `.malformed`, `.tooDeep`; `.invalidField` for the id, or for no or several
    ///   commands.
    public init(
        opening bytes: UnsafeRawBufferPointer, format: WireFormat
    ) throws(DecodingFailure) {
        switch format {
        case .json: try self.init(openingJSON: bytes)
        case .binary: try self.init(openingBinary: bytes)
        }
    }

    /// An envelope around a body that came without one, as a request of HTTP.
    ///
    /// - Parameters:
    ///   - name: of the command.
    ///   - body: one JSON object; must outlive this value.
    public init(of name: String, around body: UnsafeRawBufferPointer) {
        (id, self.name, self.body) = (1, .json(name), body)
    }

    private init(openingJSON bytes: UnsafeRawBufferPointer) throws(DecodingFailure) {
        var id: UInt32?
        var command: (name: String, value: Range<Int>)?
        var surplus: String?
        for member in try JSONMembers.all(of: bytes) {
            let name = String(decoding: bytes[member.name], as: UTF8.self)
            if name == "id" {
                guard id == nil else { throw Self.badID }
                id = Self.number(bytes[member.value])
                guard id != nil else { throw Self.badID }
            } else if command == nil {
                command = (name, member.value)
            } else {
                surplus = name
            }
        }
        let (checked, found) = try Self.complete(id, command)
        if let surplus { throw Self.tooMany(surplus, id: checked) }
        self.id = checked
        self.name = .json(found.name)
        self.body = UnsafeRawBufferPointer(rebasing: bytes[found.value])
    }

    private init(openingBinary bytes: UnsafeRawBufferPointer) throws(DecodingFailure) {
        var id: UInt32?
        var command: (number: Int, value: Range<Int>)?
        var hasSurplus = false
        for member in try BinaryMembers.all(of: bytes) {
            if member.number == 1 {
                id = UInt32(exactly: member.varint)
            } else if command == nil {
                command = (member.number, member.value)
            } else {
                // The same command once more, too: protobuf would merge the two.
                hasSurplus = true
            }
        }
        let (checked, found) = try Self.complete(id, command)
        if hasSurplus { throw Self.tooMany("", id: checked) }
        self.id = checked
        self.name = .binary(found.number)
        self.body = UnsafeRawBufferPointer(rebasing: bytes[found.value])
    }

    private static func complete<Command>(
        _ id: UInt32?, _ command: Command?
    ) throws(DecodingFailure) -> (UInt32, Command) {
        guard let id, id > 0 else { throw badID }
        guard let command else {
            throw DecodingFailure(.invalidField, "expected a command beside the id").with(id)
        }
        return (id, command)
    }

    private static func tooMany(_ field: String, id: UInt32) -> DecodingFailure {
        DecodingFailure(.invalidField, field: field, "one command a message").with(id)
    }

    private static var badID: DecodingFailure {
        DecodingFailure(.invalidField, field: "id", "expected one whole number, 1 to \(UInt32.max)")
    }

    /// Reads digits, bare or in quotes, as proto JSON allows; no number of JSON's starts with 0.
    private static func number(_ bytes: Slice<UnsafeRawBufferPointer>) -> UInt32? {
        let text = String(decoding: bytes, as: UTF8.self)
        let quoted = text.count > 2 && text.hasPrefix("\"") && text.hasSuffix("\"")
        let digits = quoted ? String(text.dropFirst().dropLast()) : text
        guard digits.utf8.first != UInt8(ascii: "0"),
            digits.utf8.allSatisfy({ (0x30...0x39).contains($0) })
        else { return nil }
        return UInt32(digits)
    }
}

extension DecodingFailure {
    fileprivate func with(_ id: UInt32) -> Self {
        var copy = self
        copy.id = id
        return copy
    }
}
