import Dispatch
import Kernel
import SwiftProtobuf
import Testing
import Wire

extension World {
    /// A command and the name of its sender.
    typealias Said = (name: String, command: ClientMessage.OneOf_Command)

    /// Sends a command all the way: bytes, envelope, catalogue, transaction, commit.
    ///
    /// - Throws: the refusal.
    func call(
        _ command: ClientMessage.OneOf_Command, by name: String, as caller: Caller?,
        _ format: WireFormat = .json
    ) throws -> Completion {
        let (entry, work) = try decoded(command, as: caller, format)
        entropy.speaks(name)
        let completion = try done(work)
        listen(to: completion)
        remember(completion, of: entry, for: name)
        return completion
    }

    /// Commands that reach the writer together, and so share one commit.
    func together(_ said: [Said]) throws -> [Completion] {
        try store.write(said.map { try job(for: $0) })
        let completions = try results.next(said.count)
        for (said, completion) in zip(said, completions) {
            let entry = try decoded(said.command, as: callers[said.name], .json).entry
            listen(to: completion)
            remember(completion, of: entry, for: said.name)
        }
        return completions
    }

    /// Commands that different threads hand to the store at the same time.
    func atOnce(_ said: [Said]) throws -> [Completion] {
        let jobs = try said.map { try job(for: $0) }
        let store = try store
        DispatchQueue.concurrentPerform(iterations: jobs.count) { store.write([jobs[$0]]) }
        return try results.next(jobs.count)
    }

    private func job(for said: Said) throws -> WriteJob {
        let caller = try #require(callers[said.name])
        guard case .write(let run) = try decoded(said.command, as: caller, .json).work else {
            throw NotThatKind(what: "a command for the writer: \(said.command)")
        }
        return WriteJob.command(run, replyTo: .test)
    }

    func decoded(
        _ command: ClientMessage.OneOf_Command, as caller: Caller?, _ format: WireFormat
    ) throws -> (entry: CatalogEntry, work: Work) {
        var message = ClientMessage()
        message.id = 1
        message.command = command
        let bytes: [UInt8] =
            switch format {
            case .json: try message.jsonUTF8Bytes()
            case .binary: try message.serializedBytes()
            }
        return try bytes.withUnsafeBytes { bytes in
            let envelope = try CommandEnvelope(opening: bytes, format: format)
            let entry = try #require(catalog[envelope.name])
            return (entry, try entry.read(.frame(envelope), for: caller).work)
        }
    }

    /// Does what was begun, and waits for what it waits for.
    func done(_ work: Work) throws -> Completion {
        switch work {
        case .write(let run): try store.write([WriteJob.command(run, replyTo: .test)])
        case .read(let run): try store.read([ReadJob(.command(run, replyTo: .test))])
        case .live: return Completion(Answer(.success(.done(Done())), to: .test))
        case .file: throw NotThatKind(what: "no file: \(work)")
        case .wait(let awaited, let next):
            let arrival = DispatchSemaphore(value: 0)
            awaited { arrival.signal() }
            try #require(arrival.wait(timeout: .now() + 120) == .success, "nobody has answered")
            let rest: Work
            do throws(Refusal) {
                rest = try next(try Refusal.orFault { try store })
            } catch {
                return Completion(Answer(.failure(error), to: .test))
            }
            return try done(rest)
        case .refused(let refusal): return Completion(Answer(.failure(refusal), to: .test))
        case .prepare(let prepare):
            let rest: Work
            do throws(Refusal) {
                rest = try prepare(try Refusal.orFault { try store }, .none)
            } catch {
                return Completion(Answer(.failure(error), to: .test))
            }
            return try done(rest)
        }
        return try results.next()
    }

    private func remember(_ completion: Completion, of entry: CatalogEntry, for name: String) {
        let body: ServerMessage.OneOf_Body =
            switch completion.result {
            case .success(let body): body
            case .failure(let refusal): .error(refusal.error(in: entry.name))
            }
        let answer = ServerMessage(id: 1, body)
        answers[name, default: []] += [answer.bytes(.json), answer.bytes(.binary)]
    }
}

/// The story does not fit the product.
struct NotThatKind: Error {
    let what: String
}

extension Refusal {
    fileprivate static func orFault<Value>(_ body: () throws -> Value) throws(Refusal) -> Value {
        do {
            return try body()
        } catch {
            throw .fault
        }
    }
}
