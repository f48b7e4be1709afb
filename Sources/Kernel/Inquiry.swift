import Synchronization
import Wire

/// A question to something outside that takes its time, and what is made of the answer: no thread
/// waits for it.
public struct Inquiry<State: Snapshot, Reply>: Sendable {
    private let awaited: Awaited?
    private let run: @Sendable (State) throws(Refusal) -> Reply

    /// Nothing has to be asked after all.
    ///
    /// - Parameter run: what is made of the data.
    public init(_ run: @escaping @Sendable (State) throws(Refusal) -> Reply) {
        (awaited, self.run) = (nil, run)
    }

    /// - Parameters:
    ///   - ask: asks, and has the answer told once, on any thread.
    ///   - run: what is made of it and of the data. A refusal of who was asked ends the command.
    public init<Value: Sendable>(
        asking ask:
            @escaping @Sendable (_ tell: @escaping @Sendable (Result<Value, Refusal>) -> Void) ->
            Void,
        then run: @escaping @Sendable (Value, State) throws(Refusal) -> Reply
    ) {
        let answer = Answer<Value>()
        awaited = { resume in
            ask { result in
                answer.value.withLock { $0 = result }
                resume()
            }
        }
        self.run = { (state) throws(Refusal) in
            guard let result = answer.value.withLock({ $0 }) else { throw .fault }
            return try run(try result.get(), state)
        }
    }

    private final class Answer<Value: Sendable>: Sendable {
        let value = Mutex<Result<Value, Refusal>?>(nil)
    }

    /// The same as a command's work.
    ///
    /// - Parameters:
    ///   - end: where what comes last is done.
    ///   - answer: the reply on the wire.
    func work(
        _ end:
            @escaping @Sendable (
                @escaping @Sendable (State) throws(Refusal) -> ServerMessage.OneOf_Body
            ) -> Work,
        answer: @escaping @Sendable (Reply) -> ServerMessage.OneOf_Body
    ) -> Work {
        let run = run
        let last: @Sendable (State) throws(Refusal) -> ServerMessage.OneOf_Body = {
            (state) throws(Refusal) in answer(try run(state))
        }
        guard let awaited else { return end(last) }
        return .wait(awaited) { (_) throws(Refusal) in end(last) }
    }
}
