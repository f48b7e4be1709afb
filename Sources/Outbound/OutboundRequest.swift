/// What is asked of another server.
public struct OutboundRequest: Equatable, Sendable {
    /// What may be done there.
    public enum Method: Equatable, Sendable {
        /// Asks for something.
        case get
        /// Brings a body.
        case post([UInt8])
        /// Brings a body that takes the place of what is there.
        case put([UInt8])
        /// Takes away what is there.
        case delete

        /// What libcurl would not say by itself.
        var name: String? {
            switch self {
            case .get, .post: nil
            case .put: "PUT"
            case .delete: "DELETE"
            }
        }

        var body: [UInt8]? {
            switch self {
            case .get, .delete: nil
            case .post(let body), .put(let body): body
            }
        }
    }

    /// A field of the head.
    public struct Field: Equatable, Sendable {
        /// In any case of letters.
        public let name: String
        /// Without line ends.
        public let value: String

        /// - Parameters: as the properties.
        public init(_ name: String, _ value: String) {
            (self.name, self.value) = (name, value)
        }
    }

    /// What is to be done.
    public let method: Method
    /// Where: an absolute URL.
    public let url: String
    /// What the head says beside what HTTP wants in it.
    public let fields: [Field]

    /// - Parameters: as the properties.
    public init(_ method: Method, _ url: String, fields: [Field] = []) {
        (self.method, self.url, self.fields) = (method, url, fields)
    }
}

/// What another server has answered, whatever its status.
public struct OutboundResponse: Equatable, Sendable {
    /// 100 to 599: what the other server says.
    public let status: Int
    /// By name in lower case; of several with one name, the last.
    public let fields: [String: String]
    /// At most as long as the terms allow.
    public let body: [UInt8]

    /// - Parameters: as the properties.
    public init(status: Int, fields: [String: String] = [:], body: [UInt8] = []) {
        (self.status, self.fields, self.body) = (status, fields, body)
    }
}

/// Why there is no answer from another server.
public enum OutboundFailure: Error, Equatable, Sendable {
    /// Our own terms forbid it: the URL, its host, or the address behind it.
    case forbidden
    /// The name has no address, or no server answers there.
    case unreachable
    /// Its certificate does not prove that it is who we wanted.
    case untrusted
    /// It took too long.
    case timedOut
    /// It said more than we want to hear.
    case tooLong
    /// The connection broke, or what came was no HTTP.
    case broken
    /// Too many requests wait already.
    case crowded
    /// We are stopping.
    case stopped

    /// Whether it may go better later.
    public var isTemporary: Bool {
        switch self {
        case .forbidden, .tooLong, .stopped: false
        case .unreachable, .untrusted, .timedOut, .broken, .crowded: true
        }
    }
}
