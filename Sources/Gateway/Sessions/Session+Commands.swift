import EventLoop
package import Hub
package import Kernel
import Observability
import WebSocket
package import Wire

extension Session {
    /// Decodes one command, and checks its limits.
    ///
    /// - Returns: the command to run; nil: the connection is about to close.
    /// - Throws: what the client is sent instead.
    package mutating func received(
        _ bytes: UnsafeRawBufferPointer, as format: WireFormat, from key: ConnectionKey,
        in context: SessionContext, _ arrival: Arrival = Arrival()
    ) throws(SessionFailure) -> AdmittedCommand? {
        guard isOpen else { return nil }
        guard format == self.format else {
            let wanted = self.format == .json ? "text" : "binary"
            throw .close(.unsupportedData, "this connection speaks in \(wanted) frames")
        }
        do throws(CommandFailure) {
            return try accept(bytes, key, context, arrival)
        } catch {
            noteRefusal(context, arrival)
            switch error {
            case .malformed(let failure):
                context.commands.refused(failure.code)
                throw .answer(answer(failure.id, Refusal(failure).error(in: "")))
            case .refused(let refusal, let origin, let limit):
                throw .answer(refuse(refusal, origin, context, at: limit))
            }
        }
    }

    /// Refuses a command that was accepted.
    ///
    /// - Parameter limit: the one that it met, for the event log.
    /// - Returns: the answer.
    mutating func withdrawn(
        _ origin: Origin, _ refusal: Refusal, at limit: EventField? = nil,
        in context: SessionContext
    ) -> [UInt8] {
        settle(origin)
        return refuse(refusal, origin, context, at: limit)
    }

    private mutating func accept(
        _ bytes: UnsafeRawBufferPointer, _ key: ConnectionKey, _ context: SessionContext,
        _ arrival: Arrival
    ) throws(CommandFailure) -> AdmittedCommand {
        let (envelope, entry) = try opened(bytes, key, context)
        let origin = Origin(
            connection: key.connection.packed, loop: key.loop,
            replyTo: .socket(command: envelope.id, format), name: entry.name,
            changesCaller: entry.verb == .open || entry.endsSession,
            isRead: entry.verb == .read, place: entry.place, network: arrival.network,
            era: entry.verb == .open ? context.eras?.now ?? 0 : 0)
        let caller = caller
        try check(entry, caller, origin, context)
        let command = try context.admit(
            entry, .frame(envelope), from: origin, for: caller, bearing: token, arrival)
        if command.isPaced { noteRefusal(context, arrival) }
        if case .refused(let refusal) = command.work { throw .refused(refusal, origin) }
        inFlight += 1
        if origin.changesCaller { marks.insert(.changingCaller) }
        context.note(accepted: origin, from: caller)
        return command
    }

    private func opened(
        _ bytes: UnsafeRawBufferPointer, _ key: ConnectionKey, _ context: SessionContext
    ) throws(CommandFailure) -> (CommandEnvelope, CatalogEntry) {
        do throws(DecodingFailure) {
            let envelope = try CommandEnvelope(opening: bytes, format: format)
            let (limit, most) = context.messageBytesMax(isVisitor: isVisitor)
            guard bytes.count <= most else {
                context.note(tooLarge: envelope, from: key, at: .limit(limit, most))
                throw .tooLarge(bytes.count, most, envelope)
            }
            guard let entry = context.catalog[envelope.name] else {
                throw .unknownCommand(envelope)
            }
            return (envelope, entry)
        } catch {
            throw .malformed(error)
        }
    }

    /// The token of the request that opened the connection.
    private var token: String? {
        if case .bearer(let bearer) = stage { bearer.token } else { nil }
    }

    /// Checks whether the connection may send a command now.
    private func check(
        _ entry: CatalogEntry, _ caller: Caller?, _ origin: Origin, _ context: SessionContext
    ) throws(CommandFailure) {
        // A command behind a log-out has no caller any more, even before the log-out is answered.
        // However much is in flight, its refusal is the same as after the answer.
        let isChanging = marks.contains(.changingCaller)
        guard entry.access == .anyone || (caller != nil && !isChanging) else {
            throw .refused(.notSignedIn, origin)
        }
        let (limit, most) = context.inFlightMax(isVisitor: caller == nil)
        guard Int(inFlight) < most else {
            throw .refused(.tooMany, origin, limit: .limit(limit, most))
        }
        guard entry.verb != .open || !isChanging else {
            throw .refused(.alreadySignedIn, origin)
        }
    }

    /// A refusal costs as much as a cheap command: a client that goes on regardless has to rest.
    private mutating func noteRefusal(_ context: SessionContext, _ arrival: Arrival) {
        if context.floods(caller, arrival) { marks.insert(.resting) }
    }

    private func refuse(
        _ refusal: Refusal, _ origin: Origin, _ context: SessionContext, at limit: EventField?
    ) -> [UInt8] {
        var fields = EventField.command(origin) + [.code(refusal.code.wireName)]
        if let limit { fields.append(limit) }
        context.commands.refused(origin, refusal.code)
        context.log.write(.commandRefused, fields: fields)
        return answer(origin.command, refusal.error(in: origin.name))
    }

    private func answer(_ id: UInt32, _ error: CommandError) -> [UInt8] {
        ServerMessage(id: id, .error(error)).bytes(format)
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
