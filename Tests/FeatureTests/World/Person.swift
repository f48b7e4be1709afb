import Kernel
import Testing
import Wire

/// Somebody in a world, and what they do in one verb each. Every verb is a command that goes all
/// the way; it throws the refusal.
struct Person {
    let name: String
    let world: World

    /// The whole story's events in this inbox, in order.
    var inbox: [Event] {
        numberedInbox.filter { $0.seq > world.beginning(of: name) }.compactMap(\.event.body)
    }

    /// What others' doings have put into this inbox: without the echo of one's own toggles.
    var told: [Event] {
        inbox.filter { event in
            guard case .activityChanged = event else { return true }
            return false
        }
    }

    /// Everything that this person's devices ever get of the story, byte by byte: each answer,
    /// and each event in both formats with its seq.
    var trace: [[UInt8]] {
        var trace = world.answers[name] ?? []
        for (seq, event) in numberedInbox {
            var event = event
            trace += WireFormat.allCases.map { event.payload(seq: seq, $0) }
        }
        return trace
    }

    /// The inbox as the store has it, from the first event on.
    var numberedInbox: [(seq: UInt32, event: InboxEvent)] {
        do {
            return try world.store.snapshot { [id] (snapshot) throws(Refusal) in
                try snapshot.all(Inbox.page(of: id, after: 0, limit: 10_000))
            }
        } catch {
            Issue.record(error, "the inbox of \(name)")
            return []
        }
    }

    /// Who this is to the store; 0 for who has no account.
    var id: User.ID { world.callers[name]?.user ?? 0 }

    /// Sends any command, as this person.
    ///
    /// - Throws: the refusal.
    @discardableResult
    func call(
        _ command: ClientMessage.OneOf_Command, _ format: WireFormat = .json
    ) throws -> Event {
        try world.call(command, by: name, as: world.callers[name], format).result.get()
    }

    /// Sends a command and takes the answer apart.
    func ask<Answer>(
        _ command: ClientMessage.OneOf_Command, _ answer: (Event) -> Answer?
    ) throws -> Answer {
        try #require(answer(try call(command)), "another kind of answer")
    }
}
