/// How much one peer may make us hold before its message is complete.
///
/// Each bound is checked before the byte that would exceed it is kept.
public struct HTTPLimits: Equatable, Sendable {
    /// Most bytes of a head: start line, field lines and the empty line that ends it.
    public var headBytesMax: Int
    /// Most field lines in a head.
    public var fieldLinesMax: Int
    /// Most bytes of a request body.
    public var bodyBytesMax: Int
    /// Most bytes of a body that is taken for some requests, which one is asked about first:
    /// `RequestEvent.largeBody`. Without effect unless it is more than `bodyBytesMax`.
    public var largeBodyBytesMax = 0

    /// The limits of the daemon, unless its configuration says otherwise.
    public init(
        headBytesMax: Int = 8_192, fieldLinesMax: Int = 64, bodyBytesMax: Int = 65_536
    ) {
        self.headBytesMax = headBytesMax
        self.fieldLinesMax = fieldLinesMax
        self.bodyBytesMax = bodyBytesMax
    }
}
