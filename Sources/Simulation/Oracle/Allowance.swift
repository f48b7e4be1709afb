import Client
import Gateway
import SwiftProtobuf
import Wire

/// A user's rate limit: a token bucket that fills steadily.
struct Allowance {
    /// The user, and the kind of command.
    struct Key: Hashable {
        let user: String
        let kind: Kind
        /// Each node counts by itself.
        let node: Int
    }

    /// What is limited.
    enum Kind {
        case message, request, toggle, lookup, block
    }

    /// How long one more takes.
    let interval: Duration
    private let most: Duration
    /// What has been saved up, in time.
    private var saved: Duration
    private var at: Duration

    /// A full one.
    init(burst: Int, interval: Duration, at now: Duration) {
        (self.interval, most, saved, at) = (interval, interval * burst, interval * burst, now)
    }

    /// Takes so many.
    ///
    /// - Returns: how long until there are so many; nil when there were.
    mutating func take(_ count: Int, at now: Duration) -> Duration? {
        saved = min(most, saved + (now - at))
        at = now
        guard saved >= interval * count else { return interval * count - saved }
        saved -= interval * count
        return nil
    }
}

extension Oracle {
    /// A command was let through, or refused for coming too often.
    func judgeRate(
        of bytes: [UInt8], on link: Link, _ result: Result<AdmittedCommand?, SessionFailure>,
        at now: Duration
    ) {
        guard world.plan.isLimited, let message = ClientMessage(bytes, link.format),
            let command = message.command, let kind = command.limitedKind
        else { return }
        let refusal: CommandError?
        switch result {
        case .success(.some): refusal = nil
        case .failure(.answer(let bytes)):
            guard case .error(let error)? = ServerMessage(bytes, link.format)?.body,
                error.code == .rateLimited
            else { return }
            refusal = error
        case .success(nil), .failure(.close): return
        }
        let key = Allowance.Key(user: link.device.user, kind: kind, node: link.daemon.index)
        var allowance = allowances[key] ?? kind.allowance(at: now)
        let wait = allowance.take(command.countedPeople, at: now)
        allowances[key] = allowance
        let told = refusal.map {
            Duration.seconds($0.retryAfter.seconds) + .nanoseconds(Int64($0.retryAfter.nanos))
        }
        // A block of a friend and a repeated list are exempt; only the store can tell.
        if told == nil, kind == .block || command.isList { return }
        // The server rounds the delay that it reports.
        guard (wait == nil) == (told == nil), abs(wait ?? .zero, told ?? .zero) < .milliseconds(2)
        else {
            let what = "\(link.device.user): \(message.brief)"
            return world.complain(
                .limited, "\(what) has to wait for \(told ?? .zero), due are \(wait ?? .zero)")
        }
    }

    private func abs(_ one: Duration, _ other: Duration) -> Duration {
        one > other ? one - other : other - one
    }
}

extension Allowance.Kind {
    /// What there is to begin with, in the configuration of a simulation.
    fileprivate func allowance(at now: Duration) -> Allowance {
        switch self {
        case .message: Allowance(burst: 4, interval: .seconds(3), at: now)
        case .request: Allowance(burst: 20, interval: .seconds(4320), at: now)
        case .toggle: Allowance(burst: 6, interval: .seconds(10), at: now)
        case .lookup, .block: Allowance(burst: 2, interval: .seconds(60), at: now)
        }
    }
}

extension ClientMessage.OneOf_Command {
    fileprivate var isList: Bool { if case .friendsChange = self { true } else { false } }

    /// As how many it counts.
    fileprivate var countedPeople: Int {
        if case .friendsChange(let command) = self { max(1, command.add.count) } else { 1 }
    }

    fileprivate var limitedKind: Allowance.Kind? {
        switch self {
        // What takes something back is not limited.
        case .roomReact(let command) where !command.on: nil
        case .roomPin(let command) where !command.on: nil
        case .roomVote(let command) where command.options.isEmpty: nil
        case .activitySet(let command) where !command.on: nil
        case .friendsChange(let command) where command.add.isEmpty: nil
        case .roomSend, .roomEdit, .roomReact, .roomPin, .roomVote, .roomPollClose: .message
        case .friendRequest, .friendsChange, .partnerMatch, .gatheringCreate, .projectCreate:
            .request
        case .activitySet: .toggle
        case .userLookup: .lookup
        case .userBlock: .block
        default: nil
        }
    }
}
