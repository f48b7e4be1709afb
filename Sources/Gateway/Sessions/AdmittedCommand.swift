package import Kernel
import Observability
package import WebSocket
import Wire

/// A command that has passed the limits, on its way to where it runs.
package struct AdmittedCommand {
    let entry: CatalogEntry
    /// What to do.
    package var work: Work
    /// Where its answer goes.
    package let origin: Origin
    /// The sender; nil: not signed in.
    package let caller: Caller?
    /// The account that a visitor's command names, for its rate; nil: it names none.
    let account: String?
    let arrival: Arrival
    /// Whether a limit is used up all the same, so that the connection rests afterwards.
    var isPaced = false
}

/// Why a command is not run.
enum CommandFailure: Error {
    /// It cannot be decoded.
    case malformed(DecodingFailure)
    /// It is refused.
    ///
    /// - Parameter limit: the one that it met, for the event log.
    case refused(Refusal, Origin, limit: EventField? = nil)
}

/// What a client is sent that gets no outcome of a command.
package enum SessionFailure: Error {
    /// The error, as a message.
    case answer([UInt8])
    /// To say goodbye.
    case close(CloseCode, String)
}

extension SessionContext {
    /// Decodes a command, and checks its rate limits. The limits come first, unless they depend on
    /// what it says.
    ///
    /// - Parameters:
    ///   - token: the one that the connection presented when it opened.
    ///   - isPaid: whether it has passed the limits already.
    func admit(
        _ entry: CatalogEntry, _ input: Input, from origin: Origin, for caller: Caller?,
        bearing token: String? = nil, isPaid: Bool = false, _ arrival: Arrival
    ) throws(CommandFailure) -> AdmittedCommand {
        var decoded: Result<DecodedCommand, DecodingFailure>?
        let decode = { () throws(DecodingFailure) in
            try entry.read(input, for: caller, bearing: token)
        }
        if entry.isLimitedByContent { decoded = Result(catching: decode) }
        let admission =
            isPaid ? .granted : admission(of: entry, try? decoded?.get(), caller, arrival)
        if case .refused(let excess) = admission {
            throw .refused(.tooOften(excess.retryAfter), origin, limit: excess.limit)
        }
        do throws(DecodingFailure) {
            let command = if let decoded { try decoded.get() } else { try decode() }
            var admitted = AdmittedCommand(
                entry: entry, work: command.work, origin: origin, caller: caller,
                account: caller == nil ? command.account : nil, arrival: arrival)
            switch admission {
            case .granted, .refused: break
            case .paced: admitted.isPaced = true
            case .conditional(let check, let caller, let excess):
                admitted.work = command.work.onlyIf(
                    check, for: caller, else: .tooOften(excess.retryAfter))
            }
            return admitted
        } catch {
            throw .malformed(error)
        }
    }

    /// What a user has used up that announces the body of an upload; nil: nothing, and a token of
    /// its rate is taken. Nothing of the body is there yet.
    func excess(
        ofUpload entry: CatalogEntry, by caller: Caller, at uptime: Duration
    ) -> RateLimiter.Excess? {
        let excess = limiter?.take(entry.rate, .user(caller), at: uptime)
        if excess != nil { commands.refused(.rateLimited) }
        return excess
    }

    /// Gives back what a command took of its rate, for one that no worker has looked at.
    func refund(of command: AdmittedCommand) -> @Sendable () -> Void {
        guard let limiter, let rate = command.entry.rate else { return {} }
        let caller = command.entry.access == .user ? command.caller : nil
        let (network, account) = (command.arrival.network, command.account)
        return {
            if let caller {
                limiter.giveBack(rate, to: caller)
            } else {
                limiter.giveBack(rate, from: network, account)
            }
        }
    }

    /// Whether a command may be done now, by the rate limits.
    ///
    /// A command that withdraws something from others counts against the limit of all commands
    /// alone, and is carried out even when that is used up.
    ///
    /// - Parameter command: nil: it could not be read, or does not matter here.
    private func admission(
        of entry: CatalogEntry, _ command: DecodedCommand?, _ caller: Caller?, _ arrival: Arrival
    ) -> Admission {
        guard let limiter else { return .granted }
        guard let caller, entry.access == .user else {
            guard entry.rate != nil else { return .granted }
            let account = caller == nil ? command?.account : nil
            let asking = RateLimiter.Asking.visitor(network: arrival.network, account: account)
            let excess = limiter.take(entry.rate, asking, at: arrival.uptime)
            return excess.map { .refused($0) } ?? .granted
        }
        let takesBack = command?.takesBack ?? .no
        if case .yes = takesBack {
            return limiter.take(nil, .user(caller), at: arrival.uptime) == nil ? .granted : .paced
        }
        if entry.verb == .read, let excess = limiter.excess(ofReadsBy: caller, at: arrival.uptime) {
            return .refused(excess)
        }
        let price = command?.price
        let excess = limiter.take(
            entry.rate, .user(caller), count: price?.tokens ?? 1, at: arrival.uptime)
        guard let excess else { return .granted }
        let checks = [takesBack.check, price?.wasDone].compactMap(\.self)
        guard !checks.isEmpty else { return .refused(excess) }
        let check: TakingBack.Check = { (caller, snapshot) throws(Refusal) in
            for check in checks where try check(caller, snapshot) { return true }
            return false
        }
        return .conditional(check, caller, excess)
    }

    /// The verdict of a command's rate limits.
    private enum Admission {
        case granted
        /// It is done, although a limit is used up; the connection rests afterwards.
        case paced
        /// A limit is used up; the data decide whether it is carried out all the same.
        case conditional(TakingBack.Check, Caller, RateLimiter.Excess)
        case refused(RateLimiter.Excess)
    }
}
