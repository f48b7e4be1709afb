package import Kernel
package import Wire

/// The reference model: a second, small implementation of the product's rules, in memory.
///
/// It takes each command in the order of commits, and returns the expected outcome: the answer, and
/// the events for each inbox. It shares no code with the features but the messages.
package struct Rules {
    package typealias Body = ServerMessage.OneOf_Body

    /// The expected outcome of a command.
    package struct Outcome {
        package var result: Result<Body, Failure>
        /// The events for inboxes, in order for each recipient.
        package var events: [(to: String, body: Body)] = []
        /// Whether the changes of a refused command are kept.
        package var isKept = false
    }

    /// A refusal, as far as it is compared.
    package struct Failure: Error, Equatable {
        package let code: ErrorCode
    }

    /// A direction between two users.
    package struct Way: Hashable, Comparable {
        package let from: String
        package let to: String

        package init(from: String, to: String) { (self.from, self.to) = (from, to) }

        package static func < (left: Self, right: Self) -> Bool {
            (left.from, left.to) < (right.from, right.to)
        }
    }

    /// A friend request. Its recipient does not see a declined one.
    package struct Request: Equatable {
        package let message: String
        package var isDeclined = false
    }

    package typealias Overlap = OverlapState
    package typealias Entry = KeptEvent

    /// A command that was executed, by its `cid`.
    package struct Past {
        package let command: ClientMessage.OneOf_Command
        package let reply: Body
    }

    /// How long each activity lasts, by name.
    package let lifetimes: [String: Duration]
    /// Activities that match every other.
    package let wildcards: Set<String>
    package let users: [String]
    /// The profiles that others see.
    private let profiles: [String: UserProfile]

    package var friends: Set<Pair> = []
    package var requests: [Way: Request] = [:]
    package var blocks: Set<Way> = []
    package var rooms: [Pair: [RoomMessage]] = [:]
    /// Messages of which a change was not sent, by room and seq: it took something back.
    package var untold: Set<String> = []
    /// When messages were edited, in milliseconds since 1970, by room and seq.
    var edits: [String: Set<Int64>] = [:]
    /// How far `from` has read what `to` writes.
    package var reads: [Way: UInt32] = [:]
    /// How much of that `to` may know.
    package var told: [Way: UInt32] = [:]
    /// How far the messages of their room have reached `from`.
    package var delivered: [Way: UInt32] = [:]
    package var mutes: Set<Way> = []
    package var privacy: [String: Privacy] = [:]
    /// What a user has on, by activity.
    package var toggles: [String: [String: Toggled]] = [:]
    /// When an activity begins, or its user is notified that it is about to end.
    package var notices: [String: [String: Moment]] = [:]
    /// Who is excluded from an audience, by activity.
    package var exclusions: [String: Set<Way>] = [:]
    /// The users who exclude future friends from their audience, by activity.
    package var closed: [String: Set<String>] = [:]
    /// Overlaps that are not over, by activity.
    package var overlaps: [Pair: [String: Overlap]] = [:]
    /// By number.
    package var plans: [UInt32: PlanState] = [:]
    package var partners = Partners()
    /// By room.
    package var companies: [String: Company] = [:]
    /// How many groups were ever made.
    var companyCount = 0
    /// The numbers that the product has drawn for the current command, in order.
    var drawn: [UInt32] = []
    /// By room, and by direction.
    package var invitations: [String: [Way: Invitation]] = [:]
    package var places = Markers()
    package var teams = TeamBook()
    /// Files that were uploaded for messages, by id.
    package var files: [String: UploadedText] = [:]
    package var words = WordBook()
    /// How long messages of each room stay, by its name on the wire.
    var expiries: [String: RoomExpiry] = [:]
    /// Messages whose content was removed.
    var gone: Set<String> = []
    /// The messages in inboxes that disappear.
    var endings: [Ending] = []
    /// The clock that was looked at last.
    package internal(set) var now = Moment(unixMilliseconds: 0)
    /// Members of the same project, neither of whom has blocked the other since.
    package var teammates: Set<Pair> = []
    /// Pairs that were teammates at any time.
    package var everTeammates: Set<Pair> = []
    /// Revoked tokens.
    package var voided: Set<String> = []
    package var past: [String: [String: Past]] = [:]
    /// Commands that found nothing to take back. They run again when they are repeated.
    package var vain: [String: [String: Past]] = [:]
    /// All events that each inbox has ever had: event `seq` at `seq - 1`.
    package var inboxes: [String: [Entry]] = [:]
    /// The first event of an inbox that still exists; 1 at first.
    package var floors: [String: UInt32] = [:]
    /// How far a user's devices have acknowledged.
    package var acknowledged: [String: UInt32] = [:]
    /// How many events of an inbox are kept.
    package let inboxMax: UInt32

    package init(
        users: [UserProfile], lifetimes: [String: Duration], wildcards: Set<String> = [],
        inboxMax: UInt32 = .max
    ) {
        self.inboxMax = inboxMax
        self.wildcards = wildcards
        self.users = users.map(\.username)
        profiles = Dictionary(uniqueKeysWithValues: users.map { ($0.username, $0) })
        self.lifetimes = lifetimes
    }

    /// A user's profile as others see it.
    func profile(of user: String) -> UserProfile { profiles[user] ?? UserProfile() }

    /// What users see of gatherings and projects.
    package var teamView: TeamView {
        TeamView(teams: teams, blocks: blocks, profiles: profiles)
    }

    /// Executes a command of `user`.
    ///
    /// - Parameters:
    ///   - answer: the product's answer. Where chance decides, any answer that the rules allow is
    ///     right.
    ///   - drawn: the numbers that the product has drawn, in order.
    ///   - keepsCid: whether the product remembers the `cid`. It need not where there was nothing
    ///     to take back.
    package mutating func apply(
        _ command: ClientMessage.OneOf_Command, by user: String, at now: Moment,
        answered answer: Body? = nil, drawn: [UInt32] = [], keepsCid: Bool = true
    ) -> Outcome {
        self.drawn = drawn
        look(at: now)
        let cid = command.cid ?? ""
        words.showings = []
        if let past = past[user]?[cid], !cid.isEmpty {
            guard past.command == command else { return Outcome(.conflict) }
            return changedMessage(by: command, of: user)
                ?? checkedIn(by: command, of: user, at: now)
                ?? toggled(by: command, of: user, at: now) ?? planned(by: command, of: user)
                ?? Outcome(result: .success(past.reply))
        }
        let before = self
        let outcome = perform(command, by: user, at: now, answer)
        switch outcome.result {
        case .success(let reply):
            let isVain = !keepsCid && command.mayTakeBack && outcome.events.isEmpty
            if cid.isEmpty { break }
            if isVain {
                vain[user, default: [:]][cid] = Past(command: command, reply: reply)
            } else {
                past[user, default: [:]][cid] = Past(command: command, reply: reply)
            }
        case .failure: if !outcome.isKept { self = before }
        }
        deliver(outcome.events)
        hideEvents(unlike: before.standing)
        return outcome
    }

    /// Appends events to inboxes.
    package mutating func deliver(_ events: [(to: String, body: Body)]) {
        for event in events {
            inboxes[event.to, default: []].append(Entry(event.body))
            noteEnding(event.body, in: event.to)
            cut(event.to)
        }
    }

    /// The next number that the product has drawn; 0: there is none.
    mutating func draw() -> UInt32 { drawn.isEmpty ? 0 : drawn.removeFirst() }

    private mutating func perform(
        _ command: ClientMessage.OneOf_Command, by user: String, at now: Moment, _ answer: Body?
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
        case .roomPin(let command): pin(command, by: user, at: now)
        case .roomVote(let command): vote(command, by: user)
        case .roomPollClose(let command): close(command, by: user, at: now)
        case .activitySet(let command): set(command, by: user, at: now)
        case .audienceSelect(let command): select(command, by: user, at: now)
        case .audienceSet(let command): set(command, by: user, at: now)
        case .userBlock(let command): block(command.user, by: user, at: now)
        case .userUnblock(let command): unblock(command.user, by: user)
        case .roomMute(let command): mute(command, by: user)
        case .roomExpire(let command): expire(command, by: user, at: now)
        case .privacySet(let command): set(command, by: user)
        default: gather(command, by: user, at: now, answer)
        }
    }

    private mutating func gather(
        _ command: ClientMessage.OneOf_Command, by user: String, at now: Moment, _ answer: Body?
    ) -> Outcome {
        switch command {
        case .groupCreate(let command): create(command, by: user, at: now)
        case .groupAdd(let command): add(command, by: user, at: now)
        case .groupJoin(let command): join(command, by: user)
        case .groupRemove(let command): remove(command, by: user)
        case .groupLeave(let command): leave(command, by: user)
        case .planMake(let command): make(command, by: user, at: now)
        case .planReply(let command): reply(command, by: user, at: now)
        case .planChange(let command): change(command, by: user, at: now)
        case .planKeep(let command): keep(command, by: user)
        default: meet(command, by: user, at: now, answer)
        }
    }

    private mutating func meet(
        _ command: ClientMessage.OneOf_Command, by user: String, at now: Moment, _ answer: Body?
    ) -> Outcome {
        switch command {
        case .speakerSet(let command): set(command, by: user)
        case .speakerDelete: deleteSpeaker(of: user, at: now)
        case .partnerMatch(let command):
            match(command, by: user, drawn: answer?.partnership.second.username, at: now)
        case .partnerEnd(let command): end(command, by: user, at: now)
        case .meetupOffer(let command): offer(command, by: user, at: now)
        case .meetupAccept(let command): accept(command, by: user, at: now)
        case .meetupClear(let command): clear(command, by: user, at: now)
        case .checkinSet(let command): checkIn(command, by: user, at: now)
        case .checkinClear(let command): clear(command, by: user)
        case .friendsChange(let command): change(command, by: user, at: now)
        default: team(command, by: user, at: now, answer)
        }
    }

    private mutating func team(
        _ command: ClientMessage.OneOf_Command, by user: String, at now: Moment, _ answer: Body?
    ) -> Outcome {
        switch command {
        case .gatheringCreate(let command): create(command, by: user, at: now)
        case .gatheringJoin(let command): join(command, by: user, at: now)
        case .gatheringUpdate(let command): update(command, by: user)
        case .gatheringGrant(let command): grant(command, by: user)
        case .gatheringLeave(let command): leave(command, by: user, at: now)
        case .teamProfileSet(let command): set(command, by: user)
        case .projectCreate(let command): create(command, by: user, at: now)
        case .projectLeave(let command): leave(command, by: user, at: now)
        case .swipeSet(let command): swipe(command, by: user, at: now)
        case .wordPlay(let command): play(command, by: user, at: now, drawn: answer?.round)
        case .wordAnswer(let command): self.answer(command, by: user, at: now)
        case .wordSettingsSet(let command): set(command, by: user, at: now)
        default: Outcome(.unknownCommand)
        }
    }
}

extension Set<Rules.Way> {
    /// Whether the set has either direction between two users.
    func bar(_ one: String, _ other: String) -> Bool {
        contains(Rules.Way(from: one, to: other)) || contains(Rules.Way(from: other, to: one))
    }
}

extension Rules.Outcome {
    package init(_ refusal: ErrorCode) {
        self.init(result: .failure(Rules.Failure(code: refusal)))
    }

    package init(_ reply: Rules.Body, _ events: [(to: String, body: Rules.Body)] = []) {
        self.init(result: .success(reply), events: events)
    }
}

/// Two users, in the order of their names.
package struct Pair: Hashable, Comparable {
    package let low: String
    package let high: String

    package init(_ one: String, _ other: String) {
        low = min(one, other)
        high = max(one, other)
    }

    /// Whether a user is one of them.
    package func includes(_ user: String) -> Bool { user == low || user == high }

    /// The name of their room on the wire.
    package var room: String { "\(low):\(high)" }

    package static func < (left: Self, right: Self) -> Bool {
        (left.low, left.high) < (right.low, right.high)
    }

    /// The other one.
    package func friend(of user: String) -> String { user == low ? high : low }
}

extension ClientMessage.OneOf_Command {
    /// Whether it may take something back from others.
    fileprivate var mayTakeBack: Bool {
        switch self {
        case .activitySet(let command): !command.on
        case .planReply(let command): command.answer == .notComing
        case .planKeep(let command): !command.on
        case .audienceSelect(let command): !command.selected
        case .audienceSet(let command): !command.others
        case .roomReact(let command): !command.on
        case .roomPin(let command): !command.on
        case .roomVote(let command): command.options.isEmpty
        case .roomMute(let command): command.muted
        case .roomExpire(let command): command.minutes == 0
        case .teamProfileSet(let command): !command.openToCompanies
        case .privacySet, .userBlock, .roomDelete, .checkinClear, .friendsChange, .projectLeave,
            .gatheringLeave, .gatheringGrant, .meetupClear:
            true
        default: false
        }
    }
}

extension ServerMessage.OneOf_Body {
    fileprivate var partnership: Partnership {
        if case .partnership(let partnership) = self { partnership } else { Partnership() }
    }

    fileprivate var round: WordRound? {
        if case .wordRound(let round) = self { round } else { nil }
    }
}
