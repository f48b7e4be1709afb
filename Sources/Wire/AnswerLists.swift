public import SwiftProtobuf

extension Message {
    /// This answer, which our own code has built, as it goes on the wire. In JSON every list in it
    /// is there, also an empty one, which proto3 leaves out.
    public func answerBytes(_ format: WireFormat) -> [UInt8] {
        let bytes = builtBytes(format)
        return format == .json ? AnswerLists.completed(bytes, of: Self.shortName) : bytes
    }

    /// The same in JSON, of an answer with values that JSON may not be able to say.
    ///
    /// - Throws: what the library throws then.
    public func storedAnswerBytes() throws -> [UInt8] {
        AnswerLists.completed(try jsonUTF8Bytes(), of: Self.shortName)
    }

    fileprivate static var shortName: String {
        protoMessageName.split(separator: ".").last.map(String.init) ?? ""
    }
}

extension ServerMessage {
    /// The same of an answer to a command. Most have no list: to look for some in all of them took
    /// 1.2 % of a chat's processor time.
    public func answerBytes(_ format: WireFormat) -> [UInt8] {
        let bytes = builtBytes(format)
        guard format == .json, body?.hasLists == true else { return bytes }
        return AnswerLists.completed(bytes, of: Self.shortName)
    }
}

/// A member of an answer that is a list, or has lists in it: Generated/shapes.swift.
struct AnswerShape {
    let name: String
    /// The list without entries; nil: it is no list.
    let empty: String?
    /// The message that it holds; nil: none with lists.
    let part: String?

    init(_ name: String, empty: String? = nil, of part: String? = nil) {
        (self.name, self.empty, self.part) = (name, empty, part)
    }
}

/// Puts empty lists into the JSON of an answer.
///
/// One pass over what the library has written: no space, and no name of ours is escaped.
struct AnswerLists {
    /// A member to look for; `part`: the place of its message in ``shapes``.
    private struct Field {
        let name: [UInt8]
        let empty: [UInt8]?
        let part: Int?
    }

    /// An object or a list that has begun, in which there may be lists.
    private struct Frame {
        let shape: Int
        let isObject: Bool
        /// Whether the next text is a member's name.
        var isNameNext: Bool
        /// The message in the value that comes next.
        var part: Int?
        var isEmpty = true
        /// Lists that are there, one bit each.
        var seen: UInt64 = 0
    }

    private static let places: [String: Int] = {
        let names = AnswerShape.all.keys.sorted()
        return Dictionary(uniqueKeysWithValues: zip(names, names.indices))
    }()
    private static let shapes: [[Field]] = AnswerShape.all.keys.sorted().map { name in
        (AnswerShape.all[name] ?? []).map { member in
            Field(
                name: Array(member.name.utf8),
                empty: member.empty.map { Array("\(JSONText.quoted(member.name)):\($0)".utf8) },
                part: member.part.flatMap { places[$0] })
        }
    }

    private let json: [UInt8]
    private var output: [UInt8] = []
    private var copiedCount = 0
    private var frames: [Frame] = []

    private init(_ json: [UInt8]) { self.json = json }

    /// JSON of a message, with its empty lists.
    ///
    /// - Parameter name: of the message.
    static func completed(_ json: [UInt8], of name: String) -> [UInt8] {
        guard let shape = places[name] else { return json }
        var lists = AnswerLists(json)
        json.withUnsafeBufferPointer { lists.read($0, shape) }
        return lists.output + json[lists.copiedCount...]
    }

    /// What has no lists in it is passed over: that is most of a snapshot.
    private mutating func read(_ bytes: UnsafeBufferPointer<UInt8>, _ root: Int) {
        var offset = 0
        while offset < bytes.count {
            switch bytes[offset] {
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                let isObject = bytes[offset] == UInt8(ascii: "{")
                if let shape = frames.last.map(\.part) ?? root {
                    // Entries of a list are of its kind.
                    frames.append(
                        Frame(
                            shape: shape, isObject: isObject, isNameNext: isObject,
                            part: isObject ? nil : shape))
                } else {
                    offset = Self.end(ofValueAt: offset, in: bytes)
                }
            case UInt8(ascii: "}"), UInt8(ascii: "]"): end(before: offset)
            case UInt8(ascii: ","): beginMember()
            case UInt8(ascii: "\""):
                let end = Self.end(ofTextAt: offset, in: bytes)
                take(name: bytes[(offset + 1)..<end])
                offset = end
            default: break
            }
            offset += 1
        }
    }

    /// Where the quote is that ends a text.
    private static func end(
        ofTextAt start: Int, in bytes: UnsafeBufferPointer<UInt8>
    ) -> Int {
        var offset = start + 1
        while offset < bytes.count, bytes[offset] != UInt8(ascii: "\"") {
            offset += bytes[offset] == UInt8(ascii: "\\") ? 2 : 1
        }
        return min(offset, bytes.count)
    }

    /// Where the bracket is that ends an object or a list.
    private static func end(
        ofValueAt start: Int, in bytes: UnsafeBufferPointer<UInt8>
    ) -> Int {
        var (offset, depth) = (start, 0)
        while offset < bytes.count {
            switch bytes[offset] {
            case UInt8(ascii: "\""): offset = end(ofTextAt: offset, in: bytes)
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                depth -= 1
                if depth == 0 { return offset }
            default: break
            }
            offset += 1
        }
        return bytes.count
    }

    private mutating func beginMember() {
        guard let place = frames.indices.last, frames[place].isObject else { return }
        frames[place].isNameNext = true
    }

    private mutating func end(before offset: Int) {
        guard let frame = frames.popLast(), frame.isObject else { return }
        var isEmpty = frame.isEmpty
        let fields = Self.shapes[frame.shape]
        for place in fields.indices where frame.seen & 1 << UInt64(place) == 0 {
            guard let empty = fields[place].empty else { continue }
            output += json[copiedCount..<offset]
            copiedCount = offset
            if !isEmpty { output.append(UInt8(ascii: ",")) }
            output += empty
            isEmpty = false
        }
    }

    /// - Parameter name: a text, which is a member's name if one comes next.
    private mutating func take(name: Slice<UnsafeBufferPointer<UInt8>>) {
        guard let place = frames.indices.last, frames[place].isNameNext else { return }
        (frames[place].isNameNext, frames[place].isEmpty) = (false, false)
        frames[place].part = nil
        let fields = Self.shapes[frames[place].shape]
        for bit in fields.indices
        where fields[bit].name.count == name.count && fields[bit].name.elementsEqual(name) {
            frames[place].seen |= 1 << UInt64(bit)
            frames[place].part = fields[bit].part
        }
    }
}
