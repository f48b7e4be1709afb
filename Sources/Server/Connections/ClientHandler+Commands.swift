import EventLoop
import Kernel
import WebSocket
import Wire

extension ClientHandler {
    private static let visitorInFlightMax = 4

    /// Decodes one command and puts it where it is done. Whatever is wrong with it is answered;
    /// the connection lives.
    func received(
        _ bytes: UnsafeRawBufferPointer, as format: WireFormat, from connection: ConnectionID,
        _ loop: isolated EventLoop<ClientHandler>
    ) {
        peers[connection].marks.remove(.partial)
        guard peers[connection].isOpen else { return }
        guard format == peers[connection].format else {
            let wanted = peers[connection].format == .json ? "text" : "binary"
            return close(
                connection, .unsupportedData, "this connection speaks in \(wanted) frames", loop)
        }
        do throws(DecodingFailure) {
            let envelope = try CommandEnvelope(opening: bytes, format: format)
            guard bytes.count <= settings.messageBytesMax else {
                throw tooLarge(bytes.count, envelope)
            }
            try accept(envelope, connection, loop)
        } catch {
            let refusal = Refusal(error.code, field: error.field, error.message)
            answer(error.id, refusal.error(in: ""), connection, loop)
        }
    }

    private func tooLarge(_ count: Int, _ envelope: CommandEnvelope) -> DecodingFailure {
        var failure = DecodingFailure(
            .tooLarge, field: envelope.name.field,
            "expected at most \(settings.messageBytesMax) bytes, got \(count)")
        failure.id = envelope.id
        return failure
    }

    private func accept(
        _ envelope: CommandEnvelope, _ connection: ConnectionID,
        _ loop: isolated EventLoop<ClientHandler>
    ) throws(DecodingFailure) {
        guard let entry = catalog[envelope.name] else {
            var failure = DecodingFailure(
                .unknownCommand, field: envelope.name.field, "there is no such command")
            failure.id = envelope.id
            throw failure
        }
        let origin = Origin(
            connection: connection.packed, loop: index, command: envelope.id, name: entry.name,
            format: peers[connection].format, opensSession: entry.verb == .open)
        let inFlightMax = inFlightMax(connection)
        guard Int(peers[connection].inFlight) < inFlightMax else {
            // What is allowed to visitors is not for the settings to say.
            let isSet = inFlightMax == settings.commandsInFlightMax
            return refuse(
                .tooMany, origin, connection, loop,
                at: isSet ? .limit(.commandsInFlight, inFlightMax) : nil)
        }
        let caller = peers[connection].caller
        guard entry.access == .anyone || caller != nil else {
            return refuse(.notSignedIn, origin, connection, loop)
        }
        if entry.verb == .open {
            guard !peers[connection].marks.contains(.signingIn) else {
                return refuse(.alreadySignedIn, origin, connection, loop)
            }
        }
        switch try entry.work(envelope, caller) {
        case .write(let run): writes.append(WriteJob(origin: origin, run: run))
        case .read(let run): reads.append(ReadJob(origin: origin, run: run))
        case .prepare(let prepare):
            guard workers?.submit(prepare, origin) == true else {
                return refuse(
                    .workersBusy, origin, connection, loop,
                    at: workers.map { .limit(.passwordsQueue, $0.waitingMax) })
            }
        case .refused(let refusal): return refuse(refusal, origin, connection, loop)
        }
        peers[connection].inFlight += 1
        if origin.opensSession { peers[connection].marks.insert(.signingIn) }
    }

    /// Visitors need few commands, and theirs are the dear ones.
    private func inFlightMax(_ connection: ConnectionID) -> Int {
        peers[connection].caller == nil
            ? min(Self.visitorInFlightMax, settings.commandsInFlightMax)
            : settings.commandsInFlightMax
    }

    private func refuse(
        _ refusal: Refusal, _ origin: Origin, _ connection: ConnectionID,
        _ loop: isolated EventLoop<ClientHandler>, at limit: EventField? = nil
    ) {
        var fields = [
            EventField.connection(key(connection)), .request(origin.command),
            .command(origin.name), .code(refusal.code.wireName),
        ]
        if let limit { fields.append(limit) }
        log.write(.commandRefused, fields: fields)
        answer(origin.command, refusal.error(in: origin.name), connection, loop)
    }

    private func answer(
        _ id: UInt32, _ error: CommandError, _ connection: ConnectionID,
        _ loop: isolated EventLoop<ClientHandler>
    ) {
        send(
            ServerMessage(id: id, .error(error)).bytes(peers[connection].format), to: connection,
            loop)
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
        .busy, "too many commands wait for their answers", retryAfter: .seconds(1))
    fileprivate static let workersBusy = Refusal(
        .busy, "too many log-ins at once", retryAfter: .seconds(2))
}
