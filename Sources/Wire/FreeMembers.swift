internal import SwiftProtobuf

/// A JSON object of members that the schema does not know: kept as it was given.
///
/// Values are stored and given back byte by byte; nothing here depends on what is in them.
public struct FreeMembers: Equatable, Sendable {
    /// One of them.
    public struct Member: Equatable, Sendable {
        /// Its name, without quotes and escapes.
        public let name: String
        /// Its value, as JSON.
        public let json: String

        /// - Parameters: as the properties.
        public init(name: String, json: String) { (self.name, self.json) = (name, json) }

        /// The same bytes.
        public static func == (one: Member, other: Member) -> Bool {
            one.name.isSame(as: other.name) && one.json.isSame(as: other.json)
        }
    }

    /// Most bytes of the object.
    public static let bytesMax = 16_384

    /// In the order in which they were given.
    public let members: [Member]

    /// Takes them apart; no text at all is none of them.
    ///
    /// - Throws: `.tooLarge` over ``bytesMax``, `.tooDeep` over 16 levels, `.malformed` when it is
    ///   not one JSON object.
    public init(_ text: String) throws(DecodingFailure) {
        guard !text.isEmpty else {
            members = []
            return
        }
        guard text.utf8.count <= Self.bytesMax else {
            throw DecodingFailure(.tooLarge, "expected at most \(Self.bytesMax) bytes")
        }
        members = try Self.members(of: Array(text.utf8))
    }

    /// Those of an object that have none of these names.
    public init(
        of object: [UInt8], without names: Set<String>
    ) throws(DecodingFailure) {
        let all = try Self.members(of: object)
        members = all.filter { member in !names.contains { $0.isSame(as: member.name) } }
        guard text.utf8.count <= Self.bytesMax else {
            throw DecodingFailure(.tooLarge, "expected at most \(Self.bytesMax) bytes")
        }
    }

    /// The object; empty for none.
    public var text: String { members.isEmpty ? "" : "{\(Self.joined(members))}" }

    /// Members as they stand in an object, without its braces.
    public static func joined(_ members: [Member]) -> String {
        members.map { "\(JSONText.quoted($0.name)):\($0.json)" }.joined(separator: ",")
    }

    private static func members(of bytes: [UInt8]) throws(DecodingFailure) -> [Member] {
        // Where the parts are is known without looking into them; whether they are JSON, the
        // library says.
        let places: Result<[JSONMembers.Member], DecodingFailure> = bytes.withUnsafeBytes { bytes in
            Result { () throws(DecodingFailure) in try JSONMembers.all(of: bytes) }
        }
        let text = try places.get()
        var options = JSONDecodingOptions()
        options.messageDepthLimit = 4 * JSONMembers.depthMax
        guard (try? Google_Protobuf_Struct(jsonUTF8Bytes: ascii(bytes), options: options)) != nil
        else {
            throw DecodingFailure(
                .malformed, "expected a JSON object, with no name twice in an object")
        }
        var members: [Member] = []
        for place in text {
            let json = String(decoding: bytes[place.value], as: UTF8.self)
            guard let name = name(in: bytes[place.name]) else {
                throw DecodingFailure(.malformed, "expected a name in UTF-8")
            }
            members.append(Member(name: name, json: json))
        }
        return members
    }

    /// The same object in ASCII: the library would take two forms of a name for one that is there
    /// twice.
    private static func ascii(_ bytes: [UInt8]) -> [UInt8] {
        let plain = bytes.withUnsafeBytes { UnicodeEscapes.writtenOut(in: $0) }
        guard plain.contains(where: { $0 >= 0x80 }) else { return plain }
        return plain.flatMap { byte in
            byte < 0x80 ? [byte] : Array("\\u00\(String(byte, radix: 16))".utf8)
        }
    }

    /// A name, with what is escaped in it written out.
    private static func name(in bytes: ArraySlice<UInt8>) -> String? {
        guard bytes.contains(UInt8(ascii: "\\")) else {
            return String(decoding: bytes, as: UTF8.self)
        }
        let quoted = [UInt8(ascii: "\"")] + bytes + [UInt8(ascii: "\"")]
        let plain = quoted.withUnsafeBytes { UnicodeEscapes.writtenOut(in: $0) }
        return try? Google_Protobuf_Value(jsonUTF8Bytes: plain).stringValue
    }
}
