import Wire

/// An HTTP request that is no message of the schema: it carries a file, or asks for one.
public struct PlainRequest: Sendable {
    /// The values of the braces in the path, in order.
    public let values: [String]
    /// The query, behind the question mark, as it was sent; empty when there is none.
    public let query: String
    /// The body.
    public let body: [UInt8]
    /// Whether the client already has the file of this name.
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

/// A file that is served to a client.
public struct ServedFile: Equatable, Sendable {
    /// How long a client may keep a file.
    public enum Caching: String, Sendable {
        /// For ever: its name identifies the content.
        case forEver = "private, max-age=31536000, immutable"
        /// With a check each time: the file may change, or the client may lose the right to see it.
        case asked = "private, no-cache"
        /// With a check each time, also by shared caches: it changes with the version of the
        /// server.
        case askedByAll = "no-cache"
        /// Not at all.
        case never = "no-store"
    }

    /// A unique name that never changes.
    public let name: String
    /// Its media type.
    public let contentType: String
    /// The file; empty if the client has it already.
    public let bytes: [UInt8]
    /// The name under which a browser saves it instead of showing it: letters, digits, dots; nil:
    /// the browser may show it.
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
    /// Finds a file; nil: there is none that the caller may see.
    public typealias Look = @Sendable (Snapshot) throws(Refusal) -> ServedFile?

    /// In memory; nil: there is none of that name.
    case here(ServedFile?)
    /// In the store.
    case stored(Look)
}
