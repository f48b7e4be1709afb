import Wire

/// A request of HTTP that is no message of the schema: its body is a file, or it asks for one.
public struct PlainRequest: Sendable {
    /// What stands in the braces of the path, in order.
    public let values: [String]
    /// What stands behind the question mark, as it was sent; empty when there is none.
    public let query: String
    /// The body.
    public let body: [UInt8]
    /// Whether the client has the file of this name already.
    public let knows: @Sendable (_ name: String) -> Bool

    /// - Parameters: as the properties.
    public init(
        values: [String] = [], query: String = "", body: [UInt8] = [],
        knows: @escaping @Sendable (_ name: String) -> Bool = { _ in false }
    ) {
        (self.values, self.query, self.body, self.knows) = (values, query, body, knows)
    }

    /// A field of the query, the last of that name; nil: there is none.
    public func field(_ name: String) -> String? {
        for field in query.split(separator: "&").reversed() {
            let parts = field.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if parts.count == 2, parts[0] == name { return parts[1].percentDecoded }
        }
        return nil
    }
}

/// What a command takes as its body that brings a file.
public struct UploadTerms: Equatable, Sendable {
    /// The plural for error texts: "pictures".
    public let things: String
    /// Most bytes of the file.
    public let bodyBytesMax: Int
    /// Whether its work on a worker is short, and what it asks then bounds how many may wait: the
    /// worker never refuses it for want of room.
    public let isBrief: Bool

    /// - Parameters: as the properties.
    public init(of things: String, bodyBytesMax: Int, isBrief: Bool = false) {
        (self.things, self.bodyBytesMax, self.isBrief) = (things, bodyBytesMax, isBrief)
    }
}

/// A file on its way to whoever wants to see it.
public struct ServedFile: Equatable, Sendable {
    /// How long a client may keep a file.
    public enum Caching: String, Sendable {
        /// What its name stands for never changes.
        case forEver = "private, max-age=31536000, immutable"
        /// It may be another one the next time, or the client may not see it any more.
        case asked = "private, no-cache"
        /// Another version of the server has another one.
        case askedByAll = "no-cache"
        /// Not at all.
        case never = "no-store"
    }

    /// What tells it from all others, and never changes.
    public let name: String
    /// Its kind, as HTTP says it.
    public let contentType: String
    /// The file; empty for who has it.
    public let bytes: [UInt8]
    /// What a browser calls it that stores it instead of showing it: letters, digits, dots; nil: it
    /// may be shown.
    public let storedAs: String?
    /// How long a client may keep it.
    public var caching = Caching.forEver

    /// - Parameters: as the properties.
    public init(
        name: String, contentType: String, bytes: [UInt8], storedAs: String? = nil,
        caching: Caching = .forEver
    ) {
        (self.name, self.contentType, self.bytes) = (name, contentType, bytes)
        (self.storedAs, self.caching) = (storedAs, caching)
    }
}

/// Where a file is.
public enum FileSource: Sendable {
    /// Looks for a file; nil: there is none, or none that the caller may see.
    public typealias Look = @Sendable (Snapshot) throws(Refusal) -> ServedFile?

    /// Here; nil: there is none of that name.
    case here(ServedFile?)
    /// In the data.
    case stored(Look)
}
