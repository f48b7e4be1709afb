import Client
import SwiftProtobuf
import Wire

/// The events of one user, shown one after the other, with a bookmark kept behind each.
struct Watch: Sendable {
    /// Remembers what has been shown. Called after it has been shown: a power cut in between shows
    /// it twice, the other order would lose it.
    typealias Keep = @Sendable (Profile.Position) throws(Failure) -> Void

    let output: Output
    /// What has been shown; nil when this is the first time.
    private(set) var position: Profile.Position?
    private let keep: Keep
    private var connection = ConnectionState.new
    private var formatter: NotificationFormatter

    /// A watch that goes on behind `position`.
    init(output: Output, behind position: Profile.Position?, keep: @escaping Keep) {
        self.output = output
        self.position = position
        self.keep = keep
        formatter = NotificationFormatter(me: output.wording?.me ?? "")
    }

    /// Shows events until none will arrive any more.
    ///
    /// - Throws: `.unreachable` then.
    mutating func follow(_ events: AsyncStream<ClientEvent>) async throws(Failure) {
        for await event in events { try show(event) }
        throw .unreachable("the connection is closed")
    }

    /// Shows one event and keeps the place behind it.
    mutating func show(_ event: ClientEvent) throws(Failure) {
        switch event {
        case .connected: break
        case .signedIn(let session): try greet(session)
        case .inbox(let seq, let at, let body):
            tell(body, seq: seq, at: at)
            try move(to: Profile.Position(epoch: position?.epoch ?? "", seq: seq))
        case .ephemeral(let body): tell(body)
        case .signedOut(let reason):
            throw .notSignedIn("\(reason); sign in with `upfor login`")
        case .disconnected(let reason, nil): throw .unreachable(reason)
        case .disconnected(let reason, _):
            if let sentence = connection.lost(reason) { output.remark(sentence) }
        }
    }

    private mutating func tell(
        _ body: ServerMessage.OneOf_Body, seq: UInt32? = nil, at: Google_Protobuf_Timestamp? = nil
    ) {
        guard let wording = output.wording else { return output.event(body, seq: seq, at: at) }
        output.printer.data(formatter.lines(body, seq: seq, at: at, in: wording))
    }

    /// The first time, and after a reset, the inbox goes on behind its top.
    private mutating func greet(_ session: SessionOpened) throws(Failure) {
        formatter.begin(session)
        if session.reset { output.event(.session(session)) }
        let me = SafeText(session.user.username).line
        output.remark(connection.opened() ?? "watching as \(me); ^C ends it")
        let isNew = session.reset || position == nil
        let seq = isNew ? session.top : position?.seq ?? session.top
        try move(to: Profile.Position(epoch: session.epoch, seq: seq))
    }

    private mutating func move(to new: Profile.Position) throws(Failure) {
        guard new != position else { return }
        position = new
        try keep(new)
    }
}
