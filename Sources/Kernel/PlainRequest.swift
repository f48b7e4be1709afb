import Wire

/// An HTTP request that is no message of the schema: it carries a file, or asks for one.
public struct PlainRequest: Sendable {
    /// The values of the braces in the path, in order.
    public let values: [String]
    /// The query, behind the question mark, as it was sent; empty when there is none.
    public let query: String
    /// The body; empty if it was stored as it arrived.
    public let body: [UInt8]
    /// The body, if it was stored as it arrived.
    public var file: UploadedFile?

    /// The client's own id of the request, from Idempotency-Key; empty: it has none.
    public var cid = ""

    /// The bytes of the body.
    var size: Int { file?.size ?? body.count }

    /// - Parameters: as the properties.
    public init(values: [String] = [], query: String = "", body: [UInt8] = []) {
        (self.values, self.query, self.body) = (values, query, body)
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
public struct UploadTerms: Sendable {
    /// Refuses a user who may not upload: before a large body is read, and again with the body
    /// before the work on it.
    ///
    /// - Parameter size: bytes of the body; 0 while they are not known.
    public typealias Check =
        @Sendable (PlainRequest, _ size: Int, Caller, Snapshot) throws(Refusal) -> Void

    /// The plural for error texts: "pictures".
    public let things: String
    /// Most bytes of the file.
    public let bodyBytesMax: Int
    /// Whether its work on a worker is short, and what it asks then bounds how many may wait: the
    /// worker never refuses it for want of room.
    public let isBrief: Bool
    /// Stores a body over the usual limit as it arrives; nil: it is kept in memory.
    public let sink: (@Sendable () -> any UploadSink)?
    /// Refuses a user who may not upload.
    public let check: Check?

    /// - Parameters: as the properties.
    public init(
        of things: String, bodyBytesMax: Int, isBrief: Bool = false,
        into sink: (@Sendable () -> any UploadSink)? = nil, check: Check? = nil
    ) {
        (self.things, self.bodyBytesMax, self.isBrief) = (things, bodyBytesMax, isBrief)
        (self.sink, self.check) = (sink, check)
    }
}

/// A file that is served to a client.
public struct ServedFile: Sendable {
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

    /// The bytes of a file.
    public enum Content: Sendable {
        /// Reads a part, which blocks; nil: the file was removed meanwhile.
        public typealias Read = @Sendable (Range<Int>) throws(Refusal) -> [UInt8]?

        /// In memory.
        case bytes([UInt8])
        /// In the store of files.
        case stored(size: Int, Read)

        /// How many.
        public var size: Int {
            switch self {
            case .bytes(let bytes): bytes.count
            case .stored(let size, _): size
            }
        }
    }

    /// A unique name that never changes.
    public let name: String
    /// Its media type.
    public let contentType: String
    /// Its bytes.
    public let content: Content
    /// The name under which a browser saves it instead of showing it, without control characters;
    /// nil: the browser may show it.
    public let storedAs: String?
    /// How long a client may keep it.
    public var caching = Caching.forEver

    /// - Parameters: as the properties.
    public init(
        name: String, contentType: String, _ content: Content, storedAs: String? = nil,
        caching: Caching = .forEver
    ) {
        (self.name, self.contentType, self.content) = (name, contentType, content)
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
