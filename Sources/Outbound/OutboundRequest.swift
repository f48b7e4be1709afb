/// A request to another server.
public struct OutboundRequest: Equatable, Sendable {
    /// The method, with its body.
    public enum Method: Equatable, Sendable {
        /// Reads a resource.
        case get
        /// Reads what there is to know of a resource, without its body.
        case head
        /// Sends a body.
        case post([UInt8])
        /// Replaces a resource.
        case put([UInt8])
        /// Replaces a resource by a file.
        case upload(OutboundFile)
        /// Deletes a resource.
        case delete

        /// The name, where libcurl does not choose it by itself.
        var name: String? {
            switch self {
            case .get, .head, .post, .upload: nil
            case .put: "PUT"
            case .delete: "DELETE"
            }
        }

        var body: [UInt8]? {
            switch self {
            case .get, .head, .upload, .delete: nil
            case .post(let body), .put(let body): body
            }
        }
    }

    /// A header field.
    public struct Field: Equatable, Sendable {
        /// The name, in any letter case.
        public let name: String
        /// The value, without line ends.
        public let value: String

        /// - Parameters: as the properties.
        public init(_ name: String, _ value: String) {
            (self.name, self.value) = (name, value)
        }
    }

    /// What is to be done.
    public let method: Method
    /// The target: an absolute URL.
    public let url: String
    /// Further header fields, beside those of HTTP itself.
    public let fields: [Field]
    /// Signs the request; nil: it is not signed.
    public var signature: RequestSignature?

    /// - Parameters: as the properties.
    public init(_ method: Method, _ url: String, fields: [Field] = []) {
        (self.method, self.url, self.fields) = (method, url, fields)
    }
}

/// An open file, from its beginning, as the body of a request.
public struct OutboundFile: Equatable, Sendable {
    /// The file; it has to stay open until the response is there.
    public let descriptor: Int32
    /// Bytes of the file.
    public let size: Int

    /// - Parameters: as the properties.
    public init(descriptor: Int32, size: Int) {
        (self.descriptor, self.size) = (descriptor, size)
    }
}

/// A key for requests to a service that takes AWS Signature Version 4.
public struct RequestSignature: Equatable, Sendable {
    /// The name of the key.
    public let key: String
    /// The key itself.
    public let secret: String
    /// The region of the service: "eu-central-1".
    public let region: String
    /// The service: "s3".
    public let service: String

    /// - Parameters: as the properties.
    public init(key: String, secret: String, region: String, service: String) {
        (self.key, self.secret, self.region, self.service) = (key, secret, region, service)
    }
}

/// A response of another server, whatever its status.
public struct OutboundResponse: Equatable, Sendable {
    /// 100 to 599.
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

/// Why there is no response from another server.
public enum OutboundFailure: Error, Equatable, Sendable {
    /// Our terms forbid it: the URL, its host, or the address behind it.
    case forbidden
    /// The name has no address, or no server answers there.
    case unreachable
    /// The server's certificate does not prove its identity.
    case untrusted
    /// The request took too long.
    case timedOut
    /// The response is longer than the terms allow.
    case tooLong
    /// The connection broke, or the response was malformed.
    case broken
    /// Too many requests wait already.
    case crowded
    /// The client is stopping.
    case stopped

    /// Whether a retry may succeed.
    public var isTemporary: Bool {
        switch self {
        case .forbidden, .tooLong, .stopped: false
        case .unreachable, .untrusted, .timedOut, .broken, .crowded: true
        }
    }
}
