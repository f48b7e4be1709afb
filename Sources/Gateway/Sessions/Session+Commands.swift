import EventLoop
package import Hub
package import Kernel
import Observability
import WebSocket
package import Wire

extension Session {
    /// Decodes one command, and says where it is to be done. Whatever is wrong with it is
    /// answered; the connection lives.
    package mutating func received(
        _ bytes: UnsafeRawBufferPointer, as format: WireFormat, from key: ConnectionKey,
        in context: SessionContext, _ arrival: Arrival = Arrival()
    ) -> SessionStep {
        guard isOpen else { return .nothing }
        guard format == self.format else {
            let wanted = self.format == .json ? "text" : "binary"
            return .close(.unsupportedData, "this connection speaks in \(wanted) frames")
        }
        do throws(DecodingFailure) {
            let envelope = try CommandEnvelope(opening: bytes, format: format)
            let (limit, most) = context.messageBytesMax(isVisitor: isVisitor)
            guard bytes.count <= most else {
                context.note(tooLarge: envelope, from: key, at: .limit(limit, most))
                throw .tooLarge(bytes.count, most, envelope)
            }
            let step = try accept(envelope, key, context, arrival)
            if case .answer = step { noteRefusal(context, arrival) }
            return step
        } catch {
            let refusal = Refusal(error.code, field: error.field, error.message)
            context.commands.refused(refusal.code)
            noteRefusal(context, arrival)
            return answer(error.id, refusal.error(in: ""))
        }
    }

    /// No worker has place for a command that was to be prepared.
    ///
    /// - Parameter waitingMax: how many may wait for the workers.
    /// - Returns: the answer.
    package mutating func unprepared(
        _ origin: Origin, waitingMax: Int, in context: SessionContext
    ) -> SessionStep {
        inFlight -= inFlight > 0 ? 1 : 0
        if origin.changesCaller { marks.remove(.changingCaller) }
        return refuse(
            .workersBusy, origin, context, at: .limit(.passwordsQueue, waitingMax))
    }

    /// A command that was accepted is not done any more.
    ///
    /// - Returns: the answer.
    mutating func withdrawn(
        _ origin: Origin, _ refusal: Refusal, in context: SessionContext
    ) -> SessionStep {
        inFlight -= inFlight > 0 ? 1 : 0
        return refuse(refusal, origin, context)
    }

    private mutating func accept(
        _ envelope: CommandEnvelope, _ key: ConnectionKey, _ context: SessionContext,
        _ arrival: Arrival
    ) throws(DecodingFailure) -> SessionStep {
        guard let entry = context.catalog[envelope.name] else {
            throw .unknownCommand(envelope)
        }
        let origin = Origin(
            connection: key.connection.packed, loop: key.loop,
            replyTo: .socket(command: envelope.id, format), name: entry.name,
            changesCaller: entry.verb == .open || entry.endsSession,
            isRead: entry.verb == .read, place: entry.place, network: arrival.network,
            era: entry.verb == .open ? context.eras?.now ?? 0 : 0)
        let caller = caller
        if let refusal = refusal(of: entry, caller, origin, context) { return refusal }
        let work: Work
        let account: String?
        switch try context.decide(entry, .frame(envelope), for: caller, bearing: token, arrival) {
        case .refused(let excess):
            return refuse(
                .tooOften(excess.retryAfter), origin, context, at: excess.limit)
        case .admitted(let admitted, let named, let isPaced):
            (work, account) = (admitted, named)
            if isPaced { noteRefusal(context, arrival) }
        }
        let step: SessionStep
        switch work {
        case .write(let run): step = .write(.command(run, replyTo: origin))
        case .read(let run):
            let owner = ReadJob.Owner(caller, at: origin)
            let encoder = context.encoder(for: caller, arrival) { [format] body in
                EncodedAnswer(ServerMessage(id: origin.command, body).answerBytes(format))
            }
            step = .read(
                ReadJob(.command(run, replyTo: origin), owner: owner, encoder: encoder))
        case .prepare(let prepare):
            let admits = context.attempts(arrival)
            step = .prepare(
                { (store) throws(Refusal) in try prepare(store, admits) }, origin,
                refused: context.refund(of: entry, account, caller, arrival))
        case .live(let deed):
            guard let caller else { return refuse(.notSignedIn, origin, context) }
            step = .live(LiveCommand(origin: origin, caller: caller, deed: deed))
        case .refused(let refusal): return refuse(refusal, origin, context)
        // Only what was prepared waits, and files are for HTTP.
        case .wait, .file: return refuse(.fault, origin, context)
        }
        inFlight += 1
        if origin.changesCaller { marks.insert(.changingCaller) }
        context.note(accepted: origin, from: caller)
        return step
    }

    /// The token of the request that opened the connection.
    private var token: String? {
        if case .bearer(let bearer) = stage { bearer.token } else { nil }
    }

    /// Why a command is not even looked into; nil when it is.
    private func refusal(
        of entry: CatalogEntry, _ caller: Caller?, _ origin: Origin, _ context: SessionContext
    ) -> SessionStep? {
        // A command behind a log-out has no caller any more, even before the log-out is answered.
        // However much is in flight, its refusal is the same as after the answer.
        let isChanging = marks.contains(.changingCaller)
        guard entry.access == .anyone || (caller != nil && !isChanging) else {
            return refuse(.notSignedIn, origin, context)
        }
        let (limit, most) = context.inFlightMax(isVisitor: caller == nil)
        guard Int(inFlight) < most else {
            return refuse(.tooMany, origin, context, at: .limit(limit, most))
        }
        guard entry.verb != .open || !isChanging else {
            return refuse(.alreadySignedIn, origin, context)
        }
        return nil
    }

    /// A refusal costs as much as a cheap command: a client that goes on regardless has to rest.
    private mutating func noteRefusal(_ context: SessionContext, _ arrival: Arrival) {
        if context.floods(caller, arrival) { marks.insert(.resting) }
    }

    private func refuse(
        _ refusal: Refusal, _ origin: Origin, _ context: SessionContext, at limit: EventField? = nil
    ) -> SessionStep {
        var fields = EventField.command(origin) + [.code(refusal.code.wireName)]
        if let limit { fields.append(limit) }
        context.commands.refused(origin, refusal.code)
        context.log.write(.commandRefused, fields: fields)
        return answer(origin.command, refusal.error(in: origin.name))
    }

    private func answer(_ id: UInt32, _ error: CommandError) -> SessionStep {
        .answer(ServerMessage(id: id, .error(error)).bytes(format))
    }
}

extension SessionContext {
    func note(accepted origin: Origin, from caller: Caller?) {
        guard log.takes(.commandAccepted) else { return }
        var fields = EventField.command(origin)
        if let caller { fields.insert(.user(caller.user.rawValue), at: 1) }
        log.write(.commandAccepted, fields: fields)
    }

    /// A file has left: it goes past the hub, which notes all other answers.
    func note(answered origin: Origin) {
        commands.done(origin)
        guard log.takes(.commandAnswered) else { return }
        log.write(.commandAnswered, fields: EventField.command(origin) + [.count(0)])
    }

    fileprivate func note(
        tooLarge envelope: CommandEnvelope, from key: ConnectionKey, at limit: EventField
    ) {
        log.write(
            .commandRefused,
            fields: [
                .connection(key.logged), .request(envelope.id),
                .command(catalog[envelope.name]?.name ?? ""), .code(ErrorCode.tooLarge.wireName),
                limit,
            ])
    }

    /// How often a worker may try to get into an account, for a command that has come.
    func attempts(_ arrival: Arrival) -> AttemptLimit {
        guard let limiter else { return .none }
        return AttemptLimit(from: SocketAddress.wideNetworkKey(of: arrival.network)) {
            limiter.admits($0, from: arrival.network, at: arrival.uptime)
        } giveBack: {
            limiter.forgive($0, from: arrival.network)
        } ofAll: {
            limiter.admitsNew($0, at: arrival.uptime)
        } giveBackOfAll: {
            limiter.forgiveNew($0)
        }
    }

    /// Whether too much of a client's was refused lately, with this one.
    func floods(_ caller: Caller?, _ arrival: Arrival) -> Bool {
        limiter?.floods(caller, from: arrival.network, at: arrival.uptime) ?? false
    }

    /// Has an answer encoded, and the caller charged with what it has cost.
    func encoder(
        for caller: Caller?, _ arrival: Arrival,
        _ encode: @escaping @Sendable (ServerMessage.OneOf_Body) -> EncodedAnswer
    ) -> ReadJob.Encoder {
        let limiter = limiter
        return { body in
            let encoded = encode(body)
            if let caller, let limiter {
                limiter.charge(caller, byteCount: encoded.bytes.count, at: arrival.uptime)
            }
            return encoded
        }
    }

    /// Reads a command, and decides by the rate limits whether it is done. The limits come first,
    /// unless they depend on what it says.
    ///
    /// - Parameters:
    ///   - token: what the connection brought when it came, for a command that has a use for it.
    ///   - isPaid: whether it has passed the limits already.
    /// - Throws: what is wrong with the command.
    func decide(
        _ entry: CatalogEntry, _ input: Input, for caller: Caller?, bearing token: String? = nil,
        isPaid: Bool = false, _ arrival: Arrival
    ) throws(DecodingFailure) -> Decision {
        guard entry.isLimitedByContent else {
            let admission = isPaid ? .granted : admission(of: entry, nil, caller, arrival)
            if case .refused(let excess) = admission { return .refused(excess) }
            let command = try entry.read(input, for: caller, bearing: token)
            return decision(admission, entry, command, caller, arrival)
        }
        let result = Result { () throws(DecodingFailure) in
            try entry.read(input, for: caller, bearing: token)
        }
        let admission = isPaid ? .granted : admission(of: entry, try? result.get(), caller, arrival)
        if case .refused(let excess) = admission { return .refused(excess) }
        return decision(admission, entry, try result.get(), caller, arrival)
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

    private func decision(
        _ admission: Admission, _ entry: CatalogEntry, _ command: DecodedCommand,
        _ caller: Caller?, _ arrival: Arrival
    ) -> Decision {
        let account = caller == nil ? command.account : nil
        switch admission {
        case .refused(let excess): return .refused(excess)
        case .granted: return .admitted(command.work, account: account, isPaced: false)
        case .paced: return .admitted(command.work, account: account, isPaced: true)
        case .conditional(let check, let excess):
            guard let caller else { return .refused(excess) }
            let work = command.work.onlyIf(check, for: caller, else: .tooOften(excess.retryAfter))
            return .admitted(work, account: account, isPaced: false)
        }
    }

    /// Whether a command is carried out.
    enum Decision {
        /// It is carried out.
        ///
        /// - Parameters:
        ///   - account: which it is about, if it is a visitor's and says so.
        ///   - isPaced: whether a limit is used up, so that the connection rests afterwards.
        case admitted(Work, account: String?, isPaced: Bool)
        /// A limit is used up.
        case refused(RateLimiter.Excess)
    }

    /// Gives back what a command took of its rate, for one that no worker has looked at.
    func refund(
        of entry: CatalogEntry, _ account: String?, _ caller: Caller?, _ arrival: Arrival
    ) -> @Sendable () -> Void {
        guard let limiter, let rate = entry.rate else { return {} }
        return {
            if let caller, entry.access == .user {
                limiter.giveBack(rate, to: caller)
            } else {
                limiter.giveBack(rate, from: arrival.network, account)
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
        return .conditional(check, excess)
    }

    /// The verdict of a command's rate limits.
    private enum Admission {
        case granted
        /// It is done, although a limit is used up; the connection rests afterwards.
        case paced
        /// A limit is used up; the data decide whether it is carried out all the same.
        case conditional(TakingBack.Check, RateLimiter.Excess)
        case refused(RateLimiter.Excess)
    }
}

extension DecodingFailure {
    fileprivate static func tooLarge(
        _ count: Int, _ most: Int, _ envelope: CommandEnvelope
    ) -> DecodingFailure {
        var failure = DecodingFailure(
            .tooLarge, field: envelope.name.field, "expected at most \(most) bytes, got \(count)")
        failure.id = envelope.id
        return failure
    }

    fileprivate static func unknownCommand(_ envelope: CommandEnvelope) -> DecodingFailure {
        var failure = DecodingFailure(
            .unknownCommand, field: envelope.name.field, "there is no such command")
        failure.id = envelope.id
        return failure
    }
}

extension CommandEnvelope.Name {
    fileprivate var field: String {
        switch self {
        case .json(let name): String(name.prefix(64))
        case .binary(let number): String(number)
        }
    }
}

extension Refusal {
    fileprivate static let tooMany = Refusal(
        .busy, "too many commands in flight", retryAfter: .seconds(1))
    /// No worker has room for a password.
    package static let workersBusy = Refusal(
        .busy, "too many log-ins at once", retryAfter: .seconds(2))
    /// No worker has room for a file.
    package static let filesBusy = Refusal(
        .busy, "too many files are being made; try again later", retryAfter: .seconds(5))
}
