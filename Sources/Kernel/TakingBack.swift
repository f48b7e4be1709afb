import Wire

/// Whether a command takes something back from others: turns off, leaves, hides, blocks, withdraws.
///
/// Such a command is never refused for a rate limit. When there is nothing to take back, it makes
/// no commit and no event, and its `cid` is not kept (docs/decisions/0050).
public enum TakingBack: Sendable {
    /// Reads the answer from the data. It is called only when a rate limit is used up.
    public typealias Check = @Sendable (Caller, Snapshot) throws(Refusal) -> Bool

    /// It also gives something to others, or does not concern them.
    case no
    /// It only takes back.
    case yes
    /// It depends on the data.
    case ifSo(Check)

    /// Depends on the command's content.
    public static func when(_ onlyTakes: Bool) -> TakingBack { onlyTakes ? .yes : .no }

    /// The question to the data; nil: there is none.
    public var check: Check? {
        if case .ifSo(let check) = self { check } else { nil }
    }

    var mayBe: Bool {
        if case .no = self { false } else { true }
    }
}

extension Work {
    /// The same work, if it takes something back according to the data; otherwise a refusal.
    ///
    /// - Parameters:
    ///   - check: as in ``TakingBack/ifSo(_:)``.
    ///   - refusal: the answer otherwise.
    public func onlyIf(
        _ check: @escaping TakingBack.Check, for caller: Caller, else refusal: Refusal
    ) -> Work {
        guard case .write(let run) = self else { return .refused(refusal) }
        let checked: @Sendable (Transaction) throws(Refusal) -> ServerMessage.OneOf_Body = {
            (transaction) throws(Refusal) in
            guard try check(caller, transaction) else { throw refusal }
            return try run(transaction)
        }
        return .write(checked)
    }
}

/// What a command that acts on several people takes of its rate.
public struct Price: Sendable {
    /// How many tokens; at least one.
    public let tokens: Int
    /// Whether the command was done before, by its `cid`. Then its answer may be fetched again even
    /// when the rate is used up. nil: it has no `cid`.
    public let wasDone: TakingBack.Check?
}
