import Kernel
import Testing
import Wire

/// A person in a world, with a verb for each action. Every verb is a command that goes all the way;
/// it throws the refusal.
struct Person {
    let name: String
    let world: World

    /// The whole story's events in this inbox, in order.
    var inbox: [Event] {
        numberedInbox.filter { $0.seq > world.beginning(of: name) }.compactMap(\.event.body)
    }

    /// What others' doings have put into this inbox: without the echo of one's own toggles
    /// and audiences, and without the rooms of teams, which follow their members.
    var told: [Event] {
        inbox.filter { event in
            switch event {
            case .activityChanged, .activityEnding, .audienceChanged: false
            case .groupChanged(let changed): !changed.group.team
            default: true
            }
        }
    }

    /// Everything that this person's devices ever get of the story, byte by byte: each answer,
    /// each event in both formats with its seq, and what the hub hears that concerns them.
    var trace: [[UInt8]] {
        var trace = world.answers[name] ?? []
        for (seq, event) in numberedInbox + live {
            var event = event
            trace += WireFormat.allCases.map { event.payload(seq: seq, $0) }
        }
        for signal in world.signals { trace += signal.trace(to: id) }
        return trace
    }

    /// The hints that this person's devices get, as far as they read them, in order.
    var hints: [Event] {
        world.signals.compactMap { signal in
            guard case .hint(let hint) = signal, hint.recipients.contains(id) else { return nil }
            return hint.body
        }
    }

    /// The events that this person's devices got when they happened.
    var live: [(seq: UInt32, event: InboxEvent)] {
        world.deliveries.flatMap { delivery in
            delivery.recipients.filter { $0.user == id }.map { ($0.seq, delivery.event) }
        }
    }

    /// The inbox as a device is sent it that has nothing yet.
    var numberedInbox: [(seq: UInt32, event: InboxEvent)] {
        do {
            let events = world.catalog.events
            return try world.store.snapshot { [id] (snapshot) throws(Refusal) in
                try events.page(of: id, after: 0, limit: 10_000, in: snapshot)
            }
        } catch {
            Issue.record(error, "the inbox of \(name)")
            return []
        }
    }

    /// The whole story's events as they lie in this inbox, whether they may be read again or not.
    func stored() throws -> [Event] {
        let page = Inbox.page(of: id, after: world.beginning(of: name), limit: 10_000)
        return try world.store.snapshot { (snapshot) throws(Refusal) in
            try snapshot.all(page).compactMap(\.event.body)
        }
    }

    /// This person's id in the store; 0 without an account.
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

extension Signal {
    /// The bytes of it that reach a user's devices, directly or through the hub.
    fileprivate func trace(to user: User.ID) -> [[UInt8]] {
        switch self {
        case .hint(let hint):
            guard hint.recipients.contains(user) else { return [] }
            let message = ServerMessage(hint.body)
            return [Array(hint.key.utf8), message.bytes(.json), message.bytes(.binary)]
        case .relation(user, let other, let exists), .relation(let other, user, let exists):
            return [Array("friendship \(other) \(exists)".utf8)]
        default: return []
        }
    }
}
