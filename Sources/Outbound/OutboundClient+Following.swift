extension OutboundClient {
    /// Takes some of a body; false: that is enough.
    public typealias Sink = @Sendable ([UInt8]) -> Bool

    /// Asks on the calling thread, and hands on the body of an answer with status 200 while it
    /// comes; returns when it ends.
    ///
    /// - Returns: the answer; of another status, with its body.
    public func follow(
        _ request: OutboundRequest, to sink: @escaping Sink
    ) throws(OutboundFailure) -> OutboundResponse {
        try Transfer(terms) { false }.perform(request, to: sink)
    }
}
