import Synchronization
import Wire

@testable import Terminal

/// Answers commands from a list, and remembers them.
final class FakeServer: Sendable {
    typealias Answer =
        @Sendable (ClientMessage.OneOf_Command) -> Result<
            ServerMessage.OneOf_Body, Failure
        >

    private let received = Mutex<[ClientMessage.OneOf_Command]>([])
    private let answer: Answer

    init(_ answer: @escaping Answer = { _ in .success(.done(Done())) }) { self.answer = answer }

    var commands: [ClientMessage.OneOf_Command] { received.withLock { $0 } }

    /// A session of ana, whose answers are shown on `printer`.
    func session(on printer: any Printer, json: Bool = false, me: String = "ana") -> Session {
        let wording = Wording(
            me: me, palette: .plain, times: .utc(now: 1_795_300_000), width: 80)
        let call: Session.Call = { command throws(Failure) in
            self.received.withLock { $0.append(command) }
            return try self.answer(command).get()
        }
        return Session(
            me: me, output: Output(form: json ? .json : .words(wording), printer: printer),
            call: call, close: {})
    }
}
