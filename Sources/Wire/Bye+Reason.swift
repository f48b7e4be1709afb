import SwiftProtobuf

extension Bye {
    /// A goodbye.
    ///
    /// - Parameters:
    ///   - code: of the close frame that follows.
    ///   - reason: one phrase for a person.
    ///   - retryAfter: how long the client should stay away; nil when that is up to it.
    public init(code: UInt16, reason: String, retryAfter: Duration? = nil) {
        self.init()
        self.code = UInt32(code)
        self.reason = reason
        if let retryAfter { self.retryAfter = Google_Protobuf_Duration(rounding: retryAfter) }
    }
}
