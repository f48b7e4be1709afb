/// The commands that wait: for their answers, or to be sent.
struct CallTable<Waiter: Sendable>: Sendable {
    private var sent: [UInt32: Call<Waiter>] = [:]
    /// In the order of their ids, which is the order in which they were asked for.
    private var unsent: [Call<Waiter>] = []
    /// What the server wants to hear later.
    private var resting: [(call: Call<Waiter>, until: Duration)] = []
    private var lastID: UInt32 = 0
    /// At or before the time at which the first of them is given up.
    ///
    /// Not moved when an answer comes, so that an answer costs no search.
    private(set) var dueAt: Duration?

    /// How many wait for their answers.
    var sentCount: Int { sent.count }

    /// An id that no waiting command has; never 0.
    mutating func makeID() -> UInt32 {
        repeat { lastID &+= 1 } while lastID == 0 || sent[lastID] != nil
        return lastID
    }

    /// A command that has been sent.
    mutating func addSent(_ call: Call<Waiter>) {
        sent[call.id] = call
        watch(call)
    }

    /// A command that is still to be sent.
    mutating func addUnsent(_ call: Call<Waiter>) {
        unsent.append(call)
        watch(call)
    }

    /// A command that is to be sent again, not before `until`.
    mutating func rest(_ call: Call<Waiter>, until: Duration) {
        resting.append((call, until))
        watch(call)
    }

    /// When the first of those is due.
    var restsUntil: Duration? { resting.map(\.until).min() }

    /// What has rested for long enough is to be sent before everything else.
    mutating func wake(at now: Duration) {
        guard let due = restsUntil, due <= now else { return }
        unsent.insert(contentsOf: resting.filter { $0.until <= now }.map(\.call), at: 0)
        resting.removeAll { $0.until <= now }
    }

    /// Takes out what was sent on an earlier connection and is to be sent again.
    mutating func takeRepeated() -> [Call<Waiter>] {
        let all = resting.map(\.call) + unsent.filter(\.isRepeated)
        resting = []
        unsent.removeAll(where: \.isRepeated)
        return all.sorted { $0.id < $1.id }
    }

    /// The next command to send, from now on waiting for its answer until `dueAt`.
    mutating func sendNext(dueAt: Duration) -> Call<Waiter>? {
        guard !unsent.isEmpty else { return nil }
        var call = unsent.removeFirst()
        call.dueAt = dueAt
        addSent(call)
        return call
    }

    /// The command that an answer is for; nil if it was given up, or never sent.
    mutating func takeAnswered(_ id: UInt32) -> Call<Waiter>? {
        sent.removeValue(forKey: id)
    }

    /// Takes out what is given up now, in the order of their ids.
    mutating func takeOverdue(at now: Duration) -> [Call<Waiter>] {
        guard let due = dueAt, due <= now else { return [] }
        let overdue = sent.values.filter { $0.dueAt <= now }.sorted { $0.id < $1.id }
        for call in overdue { sent[call.id] = nil }
        let stale = unsent.filter { $0.dueAt <= now }
        unsent.removeAll { $0.dueAt <= now }
        dueAt = (sent.values.map(\.dueAt) + (resting.map(\.call) + unsent).map(\.dueAt)).min()
        return overdue + stale
    }

    /// The connection is gone: what may be repeated is to be sent again, in the old order.
    ///
    /// - Returns: the rest, taken out.
    mutating func takeUnrepeatable() -> [Call<Waiter>] {
        for id in sent.keys { sent[id]?.isRepeated = true }
        let all = takeAll()
        unsent = all.filter(\.isRepeatable)
        for call in unsent { watch(call) }
        return all.filter { !$0.isRepeatable }
    }

    /// Takes out everything, in the order of their ids.
    mutating func takeAll() -> [Call<Waiter>] {
        let tried = sent.values + resting.map(\.call)
        let all = tried.sorted { $0.id < $1.id } + unsent
        (sent, resting, unsent, dueAt) = ([:], [], [], nil)
        return all
    }

    private mutating func watch(_ call: Call<Waiter>) {
        dueAt = min(dueAt ?? call.dueAt, call.dueAt)
    }
}

/// A command that waits for its answer, or for a connection to be sent on.
struct Call<Waiter: Sendable>: Sendable {
    /// Whose command it is.
    enum Purpose: Sendable {
        /// The owner's.
        case command(Waiter)
        /// The owner's, and it ends the session.
        case signOut(Waiter)
        /// The owner's, and what to resume with from then on.
        case signIn(Waiter, token: String, after: UInt32?)
        /// Ours, after a reconnect.
        case resume
        /// Ours: what this device has of its inbox.
        case acknowledge(UInt32)
    }

    let id: UInt32
    /// The whole message.
    let bytes: [UInt8]
    let purpose: Purpose
    /// Whether the server gives a repetition the first answer, so that it may be sent again.
    let isRepeatable: Bool
    /// Whether it was sent on an earlier connection, with an unknown outcome.
    var isRepeated = false
    /// When it is repeated for the last time; set once the server has refused it for now.
    var repeatsUntil: Duration?
    /// When its answer is given up.
    var dueAt: Duration

    /// The caller that waits for it; nil for a command of the client itself.
    var waiter: Waiter? {
        switch purpose {
        case .command(let waiter), .signOut(let waiter), .signIn(let waiter, _, _): waiter
        case .resume, .acknowledge: nil
        }
    }
}
