import Kernel
import Wire

extension Oracle {
    /// A deliberate bug: a command tells somebody who should hear nothing of it.
    func leaking(_ job: WriteJob, _ mutant: Mutant) -> WriteJob {
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

    private func secret(
        of origin: Origin, _ mutant: Mutant
    ) -> (to: String, ServerMessage.OneOf_Body)? {
        guard let asked = heard[Question(origin)] else { return nil }
        switch (mutant, asked.command) {
        case (.leaksDecline, .friendDecline(let decline)):
            return (decline.from, .friendRequestClosed(FriendRequestClosed()))
        case (.leaksRequest, .friendRequest(let request)):
            guard model.blocks.contains(Model.Way(from: request.to, to: asked.user)) else {
                return nil
            }
            return (request.to, .friendRequested(FriendRequested()))
        default: return nil
        }
    }
}
