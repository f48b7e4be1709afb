import Wire

/// Whether a command takes something back from others: turns off, leaves, hides, blocks, withdraws.
///
/// Such a command is never refused for a rate limit. When there is nothing to take back, it makes
/// no commit and no event, and its `cid` is not kept (docs/decisions/0050).
public enum TakingBack: Sendable {
    /// Asks the data; when a rate limit is used up, and not before.
    public typealias Check = @Sendable (Caller, Snapshot) throws(Refusal) -> Bool

    /// It gives something to others, too, or has nothing to do with them.
    case no
    /// It only takes back.
    case yes
    /// The data say so.
    case ifSo(Check)

    /// By what the command says.
    public static func when(_ onlyTakes: Bool) -> TakingBack { onlyTakes ? .yes : .no }

    /// What is asked of the data; nil: nothing.
    public var check: Check? {
        if case .ifSo(let check) = self { check } else { nil }
    }

    var mayBe: Bool {
        if case .no = self { false } else { true }
    }
}

extension Work {
    /// The same, if it takes something back by what the data say; or refused.
    ///
    /// - Parameters:
    ///   - check: as in ``TakingBack/ifSo(_:)``.
    ///   - refusal: what is answered otherwise.
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
    /// Whether the command was done before, by its `cid`: its answer may be asked for again, also
    /// when the rate is used up. nil: it has none.
    public let wasDone: TakingBack.Check?
}
