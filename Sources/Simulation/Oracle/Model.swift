import Accounts
import Kernel
import Wire

/// How the world ought to be: a second, small implementation of the product's rules, in memory.
///
/// It is told each command in the order of commits, and says what should have come of it: the
/// answer, and the events for each inbox. It shares no code with the features but the messages,
/// and what the picture made of a name is called.
struct Model {
    typealias Body = ServerMessage.OneOf_Body

    /// What should have come of a command.
    struct Outcome {
        var result: Result<Body, Failure>
        /// Whose inboxes get what, in order for each.
        var events: [(to: String, body: Body)] = []
    }

    /// A refusal, as far as it is compared.
    struct Failure: Error, Equatable {
        let code: ErrorCode
    }

    /// Somebody towards somebody.
    struct Way: Hashable, Comparable {
        let from: String
        let to: String

        static func < (left: Self, right: Self) -> Bool {
            (left.from, left.to) < (right.from, right.to)
        }
    }

    /// A request that has been made; a declined one is unseen by its receiver.
    struct Request {
        let message: String
        var isDeclined = false
    }

    /// Two friends are up for the same thing, or were a moment ago.
    enum Overlap: Equatable {
        case lasting
        case ended(Moment)
    }

    /// An event of an inbox, and what it said before: what is under way may still say that.
    struct Entry: Equatable {
        /// nil: it says nothing any more.
        var body: Body?
        private(set) var earlier: [Body] = []

        init(_ body: Body) { self.body = body }

        /// From now on it says something else.
        mutating func say(_ other: Body?) {
            if let body { earlier.append(body) }
            body = other
        }

        /// Whether this is what it says, or said.
        func hasSaid(_ told: Body?) -> Bool {
            told == body || told.map(earlier.contains) ?? false
        }
    }

    /// A command that was done, by its `cid`.
    struct Past {
        let command: ClientMessage.OneOf_Command
        let reply: Body
    }

    /// How long each activity lasts, by name.
    let lifetimes: [String: Duration]
    /// What meets every other activity.
    let wildcards: Set<String>
    let users: [String]

    var friends: Set<Pair> = []
    var requests: [Way: Request] = [:]
    var blocks: Set<Way> = []
    var rooms: [Pair: [RoomMessage]] = [:]
    /// How far the first has read what the second writes.
    var reads: [Way: UInt32] = [:]
    /// How much of that the second was told.
    var told: [Way: UInt32] = [:]
    /// How far the room of both has reached the first.
    var delivered: [Way: UInt32] = [:]
    var mutes: Set<Way> = []
    var privacy: [String: Privacy] = [:]
    /// Until when somebody has something on.
    var toggles: [String: [String: Moment]] = [:]
    /// When somebody is told that it is about to end.
    var notices: [String: [String: Moment]] = [:]
    /// Who is left out, by activity.
    var exclusions: [String: Set<Way>] = [:]
    /// Who means no friends to come, by activity.
    var closed: [String: Set<String>] = [:]
    /// Overlaps that are not over, by activity.
    var overlaps: [Pair: [String: Overlap]] = [:]
    /// Tokens that were given up.
    var voided: Set<String> = []
    var past: [String: [String: Past]] = [:]
    /// What each inbox has ever had: the event `seq` at `seq - 1`.
    var inboxes: [String: [Entry]] = [:]
    /// The first event of an inbox that is still there; 1 at first.
    var floors: [String: UInt32] = [:]
    /// How far somebody's devices say they are.
    var acknowledged: [String: UInt32] = [:]
    /// How much of an inbox is kept.
    let inboxMax: UInt32

    init(
        users: [String], lifetimes: [String: Duration], wildcards: Set<String>,
        inboxMax: UInt32
    ) {
        self.inboxMax = inboxMax
        self.wildcards = wildcards
        self.users = users
        self.lifetimes = lifetimes
    }

    /// Does a command of `user`.
    mutating func apply(
        _ command: ClientMessage.OneOf_Command, by user: String, at now: Moment
    ) -> Outcome {
        let cid = command.cid ?? ""
        if let past = past[user]?[cid], !cid.isEmpty {
            guard past.command == command else { return Outcome(.conflict) }
            return changedMessage(by: command, of: user) ?? Outcome(result: .success(past.reply))
        }
        let before = self
        let outcome = perform(command, by: user, at: now)
        switch outcome.result {
        case .success(let reply):
            if !cid.isEmpty { past[user, default: [:]][cid] = Past(command: command, reply: reply) }
        case .failure: self = before
        }
        deliver(outcome.events)
        return outcome
    }

    /// Something is put into inboxes.
    mutating func deliver(_ events: [(to: String, body: Body)]) {
        for event in events {
            inboxes[event.to, default: []].append(Entry(event.body))
            cut(event.to)
        }
    }

    private mutating func perform(
        _ command: ClientMessage.OneOf_Command, by user: String, at now: Moment
    ) -> Outcome {
        switch command {
        case .sessionAck(let command): acknowledge(command.seq, by: user)
        case .friendRequest(let command): request(command, by: user, at: now)
        case .friendAccept(let command): accept(command.from, by: user, at: now)
        case .friendDecline(let command): decline(command.from, by: user)
        case .friendWithdraw(let command): withdraw(command.to, by: user)
        case .friendRemove(let command): remove(command.friend, by: user)
        case .roomSend(let command): send(command, by: user, at: now)
        case .roomMark(let command): mark(command, by: user)
        case .roomEdit(let command): edit(command, by: user, at: now)
        case .roomDelete(let command): delete(command, by: user, at: now)
        case .roomReact(let command): react(command, by: user)
        case .activitySet(let command): set(command, by: user, at: now)
        case .audienceSelect(let command): select(command, by: user, at: now)
        case .audienceSet(let command): set(command, by: user, at: now)
        case .userBlock(let command): block(command.user, by: user)
        case .userUnblock(let command): unblock(command.user, by: user)
        case .roomMute(let command): mute(command, by: user)
        case .privacySet(let command): set(command, by: user)
        default: Outcome(.unknownCommand)
        }
    }
}

extension Model.Outcome {
    init(_ refusal: ErrorCode) {
        self.init(result: .failure(Model.Failure(code: refusal)))
    }

    init(_ reply: Model.Body, _ events: [(to: String, body: Model.Body)] = []) {
        self.init(result: .success(reply), events: events)
    }
}

/// Two users, in the order of their names.
struct Pair: Hashable, Comparable {
    let low: String
    let high: String

    init(_ one: String, _ other: String) {
        low = min(one, other)
        high = max(one, other)
    }

    /// Whether somebody is one of them.
    func includes(_ user: String) -> Bool { user == low || user == high }

    /// The name of their room on the wire.
    var room: String { "\(low):\(high)" }

    static func < (left: Self, right: Self) -> Bool {
        (left.low, left.high) < (right.low, right.high)
    }

    /// The other one.
    func friend(of user: String) -> String { user == low ? high : low }
}

extension UserProfile {
    /// Everybody's display name is the username.
    init(named name: String) {
        self.init(username: name, displayName: name)
    }
}
