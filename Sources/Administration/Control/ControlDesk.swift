package import Dispatch
import EventLoop
package import Kernel
package import Observability
import Wire

/// Carries out what administrators order by the admin socket, and notes each order in the log.
///
/// It has a queue of its own, which may wait: for the disk, or for a password to be hashed.
package final class ControlDesk: Sendable {
    /// Takes what an order came to, once.
    package typealias Done = @Sendable (Result<AdminReply, Refusal>) -> Void
    /// Carries an order out, given its JSON.
    package typealias Deed = @Sendable (_ body: [UInt8], _ done: @escaping Done) -> Void

    private let deeds: [String: Deed]
    private let queue: DispatchQueue
    private let log: EventLog

    /// - Parameters:
    ///   - deeds: by their names.
    ///   - queue: where they begin.
    package init(_ deeds: [String: Deed], on queue: DispatchQueue, log: EventLog) {
        (self.deeds, self.queue, self.log) = (deeds, queue, log)
    }

    /// Carries out the order `name`.
    func perform(
        _ name: String, _ body: [UInt8], by peer: LocalPeer, _ done: @escaping Done
    ) {
        guard let deed = deeds[name] else {
            let known = deeds.keys.sorted().joined(separator: ", ")
            // Its name is whatever somebody wrote.
            log.write(
                .adminRefused, fields: peer.fields + [.code(ErrorCode.unknownCommand.wireName)])
            return done(.failure(Refusal(.unknownCommand, "there are \(known)")))
        }
        let log = log
        queue.async {
            deed(body) { result in
                log.write(result.event, fields: peer.fields + [.command(name)] + result.fields)
                done(result)
            }
        }
    }
}

extension LocalPeer {
    /// Who it is, for the event log.
    var fields: [EventField] { [.peerUser(user), .process(process)] }
}

extension Result where Success == AdminReply, Failure == Refusal {
    fileprivate var event: EventName {
        if case .success = self { .adminDone } else { .adminRefused }
    }

    fileprivate var fields: [EventField] {
        switch self {
        case .success(let reply):
            [
                reply.user.map { .user($0.rawValue) },
                reply.other.map { .otherUser($0.rawValue) }, reply.count.map { .count($0) },
            ].compactMap(\.self)
        case .failure(let refusal): [.code(refusal.code.wireName)]
        }
    }
}
