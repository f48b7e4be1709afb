/// What a command that acts on several people takes of its rate.
public struct Price: Sendable {
    /// How many tokens; at least one.
    public let tokens: Int
    /// Whether the command was done before, by its `cid`: its answer may be asked for again, also
    /// when the rate is used up. nil: it has none.
    public let wasDone: TakingBack.Check?
}

extension Catalog.Entry {
    /// What a command that came takes of its rate; nil: one token.
    public func price(of input: Input) -> Price? {
        price.flatMap { try? looked(into: input, $0) }
    }
}
