import Kernel
import Promises
import SwiftProtobuf
import Wire

extension Oracle {
    /// A deliberate bug: a command notifies a user who must not learn of it.
    func leaking(_ job: WriteJob, _ mutant: Mutant) -> WriteJob {
        guard mutant != .countsRepeats else { return counting(job) }
        guard case .command(let run, let origin) = job,
            let (name, secret) = secret(of: origin, mutant),
            let listener = names.first(where: { $0.value == name })?.key
        else { return job }
        let leak: WriteJob.Command = { (transaction) throws(Refusal) in
            let reply = try run(transaction)
            try transaction.deliver(secret, to: [listener])
            return reply
        }
        return .command(leak, replyTo: origin)
    }

    /// A deliberate bug: a repeated answer to a round counts again.
    private func counting(_ job: WriteJob) -> WriteJob {
        guard case .command(let run, let origin) = job, let asked = heard[Question(origin)],
            case .wordAnswer(let answer) = asked.command,
            rules.past[asked.user]?[answer.cid] != nil,
            let user = names.first(where: { $0.value == asked.user })?.key
        else { return job }
        let count: WriteJob.Command = { (transaction) throws(Refusal) in
            let reply = try run(transaction)
            try transaction.run(
                """
                UPDATE word_score SET played = played + 1, score = score + 1
                WHERE user_id = \(user)
                """)
            return reply
        }
        return .command(count, replyTo: origin)
    }

    /// A deliberate bug: accepting a meetup accepts the latest proposal.
    func accepting(_ bytes: [UInt8], on link: Link, at now: Moment) -> [UInt8] {
        guard var message = ClientMessage(bytes, link.format),
            case .meetupAccept(var accept)? = message.command
        else { return bytes }
        let partnership = rules.partnership(accept.number, at: now)
        guard partnership.hasAt else { return bytes }
        (accept.at, accept.place) = (partnership.at, partnership.place)
        message.command = .meetupAccept(accept)
        let changed: [UInt8]? =
            switch link.format {
            case .json: try? message.jsonUTF8Bytes()
            case .binary: try? message.serializedBytes()
            }
        return changed ?? bytes
    }

    private func secret(
        of origin: Origin, _ mutant: Mutant
    ) -> (to: String, ServerMessage.OneOf_Body)? {
        guard let asked = heard[Question(origin)] else { return nil }
        switch (mutant, asked.command) {
        case (.leaksDecline, .friendDecline(let decline)):
            return (decline.from, .friendRequestClosed(FriendRequestClosed()))
        case (.leaksRequest, .friendRequest(let request)):
            guard rules.blocks.contains(Rules.Way(from: request.to, to: asked.user)) else {
                return nil
            }
            return (request.to, .friendRequested(FriendRequested()))
        default: return nil
        }
    }
}
