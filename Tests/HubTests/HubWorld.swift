import Accounts
import EventLoop
import Friends
import Kernel
import Testing
import TestProduct
import WebSocket
import Wire

@testable import Hub
@testable import Settings

/// The hub's core with a clock of its own; what it sends is kept as people read it.
struct HubWorld {
    var core: HubCore
    let events = RecordedEvents()
    private var uptime = Duration.zero
    private var unixMilliseconds: Int64 = 1_800_000_000_000
    private var sent: [ConnectionKey: [String]] = [:]
    private var messages: [NodeMessage] = []

    init(_ change: (inout Configuration) -> Void = { _ in }) {
        var configuration = Configuration()
        change(&configuration)
        core = HubCore(
            HubTerms(configuration), relations: StoredRelations(),
            attendance: StoredAttendance(tokens: TokenTerms(lifetime: .seconds(365 * 86_400))),
            loopCount: 2, log: events)
    }

    var now: HubTime {
        HubTime(uptime: uptime, moment: Moment(unixMilliseconds: unixMilliseconds))
    }

    /// Time passes, and whatever becomes due is done when it is due.
    mutating func pass(_ duration: Duration) {
        let end = uptime + duration
        while let next = core.nextTick, next <= end {
            advance(to: max(next, uptime))
            core.tick(at: now)
            collect()
        }
        advance(to: end)
    }

    private mutating func advance(to time: Duration) {
        let parts = (time - uptime).components
        unixMilliseconds += parts.seconds * 1000 + parts.attoseconds / 1_000_000_000_000_000
        uptime = time
    }

    /// Signs a user's device in. The store supplies the friends.
    mutating func signIn(
        _ key: ConnectionKey, _ name: String, _ user: User.ID, friends: [User.ID] = [],
        token: Identifier<Token> = 1, device: String? = nil, silent: Bool = false,
        discretion: Discretion = Discretion()
    ) {
        let caller = Caller(user: user, username: name, token: token)
        let grant = SessionGrant(
            caller: caller, device: device ?? "device-\(key.connection.index)", cursor: 0, top: 0,
            isSilent: silent, discretion: discretion)
        complete(.signedIn(grant), from: key)
        // The store's answer comes back in the order of commits.
        if friendsAsked { complete(.friends(user, friends)) }
        let pages = core.output.pages
        core.output.pages = []
        for request in pages {
            core.pageRead(InboxPage(request: request, rows: []), at: now)
        }
        collect()
    }

    /// A signal of a command that has committed.
    mutating func complete(
        _ signal: Signal, from key: ConnectionKey? = nil, in transaction: Int64? = nil
    ) {
        let origin = key.map { key in
            Origin(
                connection: key.connection.packed, loop: key.loop,
                replyTo: .socket(command: 1, .json), name: "command")
        }
        let answer = origin.map { Answer(.success(.done(Done())), to: $0) }
        var completion = Completion(answer, signals: [signal])
        completion.transaction = transaction
        core.completed([completion], at: now)
        if key == nil { collect() }
    }

    mutating func close(_ key: ConnectionKey) {
        core.closed(key, isSigningIn: false, at: now)
        collect()
    }

    /// Closes a connection whose loop still waits for its sign-in.
    mutating func closeWhileSigningIn(_ key: ConnectionKey) {
        core.closed(key, isSigningIn: true, at: now)
        collect()
    }

    /// The messages to a connection since the last call, without answers to commands.
    mutating func told(_ key: ConnectionKey) -> [String] {
        collect()
        return sent.removeValue(forKey: key) ?? []
    }

    /// A user's connection asks the hub for something.
    mutating func live(_ deed: LiveDeed, _ name: String, _ user: User.ID, _ key: ConnectionKey) {
        let origin = Origin(
            connection: key.connection.packed, loop: key.loop, replyTo: .socket(command: 7, .json),
            name: "command")
        let caller = Caller(user: user, username: name, token: 1)
        core.live([LiveCommand(origin: origin, caller: caller, deed: deed)], at: now)
        collect()
    }

    /// The messages to other nodes since the last call.
    mutating func takeMessages() -> [NodeMessage] {
        collect()
        defer { messages = [] }
        return messages
    }

    private var friendsAsked: Bool { !core.output.writes.isEmpty }

    /// Whether the store refuses to store presence.
    var isStoreFull = false
    /// How many jobs the hub has had for the writer.
    private(set) var writeCount = 0

    mutating func collect() {
        writeCount += core.output.writes.count
        if !isStoreFull, let batch = core.storing.toldBatch {
            core.completed([.told(.presenceStored(batch: batch))], at: now)
        }
        let output = core.takeOutput()
        #expect(output.nextTick == core.nextTick)
        messages += output.messages
        for (loop, batch) in output.outgoing.enumerated() {
            for outgoing in batch {
                let key = ConnectionKey(loop: loop, connection: outgoing.connection)
                if let line = outgoing.action.line { sent[key, default: []].append(line) }
            }
        }
    }
}

extension Completion {
    /// Of something that the daemon has done by itself.
    fileprivate static func told(_ signal: Signal) -> Completion {
        Completion(signals: [signal])
    }
}

extension Outgoing.Action {
    /// As people read it; nil for what is only bookkeeping.
    fileprivate var line: String? {
        switch self {
        case .event(let bytes), .hint(let bytes, _):
            String(decoding: bytes, as: UTF8.self)
        case .forgetHints(let user): "forget \(user.rawValue)"
        case .answer, .signIn, .tellWhenDrained: nil
        case .signOut: "signed out"
        case .close(let code, let reason): "closed \(code.rawValue): \(reason)"
        }
    }
}

extension ConnectionKey {
    /// A connection for a test.
    static func number(_ index: UInt32, loop: Int = 0) -> ConnectionKey {
        ConnectionKey(loop: loop, connection: ConnectionID(index: index, generation: 1))
    }
}
