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

    /// An object or a list that has begun.
    private struct Frame {
        let shape: Int?
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
        lists.read(shape)
        return lists.output + json[lists.copiedCount...]
    }

    private mutating func read(_ root: Int) {
        var offset = 0
        while offset < json.count {
            switch json[offset] {
            case UInt8(ascii: "{"): begin(isObject: true, root)
            case UInt8(ascii: "["): begin(isObject: false, root)
            case UInt8(ascii: "}"), UInt8(ascii: "]"): end(before: offset)
            case UInt8(ascii: ","): beginMember()
            case UInt8(ascii: "\""): offset = text(from: offset + 1)
            default: break
            }
            offset += 1
        }
    }

    private mutating func begin(isObject: Bool, _ root: Int) {
        let shape = frames.isEmpty ? root : frames[frames.count - 1].part
        // Entries of a list are of its kind.
        frames.append(
            Frame(
                shape: shape, isObject: isObject, isNameNext: isObject,
                part: isObject ? nil : shape))
    }

    private mutating func beginMember() {
        guard !frames.isEmpty, frames[frames.count - 1].isObject else { return }
        frames[frames.count - 1].isNameNext = true
    }

    private mutating func end(before offset: Int) {
        guard let frame = frames.popLast(), frame.isObject, let shape = frame.shape else { return }
        var isEmpty = frame.isEmpty
        for (place, field) in Self.shapes[shape].enumerated() {
            guard let empty = field.empty, frame.seen & 1 << UInt64(place) == 0 else { continue }
            output += json[copiedCount..<offset]
            copiedCount = offset
            if !isEmpty { output.append(UInt8(ascii: ",")) }
            output += empty
            isEmpty = false
        }
    }

    /// - Returns: where its last quote is.
    private mutating func text(from start: Int) -> Int {
        var offset = start
        while offset < json.count, json[offset] != UInt8(ascii: "\"") {
            offset += json[offset] == UInt8(ascii: "\\") ? 2 : 1
        }
        guard let place = frames.indices.last, frames[place].isNameNext else { return offset }
        (frames[place].isNameNext, frames[place].isEmpty) = (false, false)
        frames[place].part = nil
        guard let shape = frames[place].shape else { return offset }
        let name = json[start..<min(offset, json.count)]
        for (bit, field) in Self.shapes[shape].enumerated() where field.name.elementsEqual(name) {
            frames[place].seen |= 1 << UInt64(bit)
            frames[place].part = field.part
        }
        return offset
    }
}
