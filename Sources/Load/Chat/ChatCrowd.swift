/// People who chat in pairs, from their first word to the last.
struct ChatCrowd: Sendable {
    private let crowd: CrowdLoop<ChatMember>
    private let size: Int
    private let progress: Progress

    /// People who connect, make accounts and sign in.
    ///
    /// - Parameters:
    ///   - size: an even number.
    ///   - tokens: of accounts that are there already; empty when they are to be made.
    init(
        _ size: Int, named name: String, tokens: [String] = [], _ manner: ChatMember.Manner,
        to target: Target, _ progress: Progress
    ) throws(LoadFailure) {
        self.size = size
        self.progress = progress
        crowd = try CrowdLoop(size, to: target, tally: ChatTally()) { number in
            ChatMember(
                ChatPerson(number, of: name), manner, token: tokens.isEmpty ? "" : tokens[number])
        }
    }

    /// Returns when everybody has signed in.
    func signIn() async throws(LoadFailure) {
        try await crowd.reach("signing in", size, progress) { $0.tally.signedInCount }
        try await refuseRefusals()
    }

    /// Makes each pair friends.
    func befriend() async throws(LoadFailure) {
        await crowd.ask { crowd, loop in
            crowd.each(on: loop) { member, _, output in member.befriend(&output) }
        }
        try await crowd.reach("making friends", size, progress) { $0.tally.befriendedCount }
        try await refuseRefusals()
    }

    /// Lets everybody talk, measures, and waits for the last answer.
    func talk(
        warmUpMilliseconds: Int, milliseconds: Int, _ meter: ProcessMeter
    ) async throws(LoadFailure) -> ChatOutcome {
        await crowd.ask { crowd, loop in
            crowd.each(on: loop) { member, tally, output in member.talk(&tally, &output) }
        }
        try await crowd.work("warming up", milliseconds: warmUpMilliseconds, progress)
        let start = try await mark(meter)
        try await crowd.work("chatting", milliseconds: milliseconds, progress)
        let end = try await mark(meter)
        await settle()
        let audit = await crowd.ask { crowd, loop in
            var audit = ChatAudit(crowd.tally)
            crowd.each(on: loop) { member, _, _ in audit.add(member.own, member.friends) }
            return audit
        }
        return ChatOutcome(from: start, to: end, audit)
    }

    /// What opens each person's session, in their order.
    func tokens() async -> [String] {
        await crowd.ask { crowd, loop in
            var tokens: [String] = []
            crowd.each(on: loop) { member, _, _ in tokens.append(member.token) }
            return tokens
        }
    }

    /// Hangs up.
    func dismiss() async { await crowd.dismiss() }
}

extension ChatCrowd {
    /// Nobody sends any more; what is under way may arrive, for some seconds.
    private func settle() async {
        await crowd.ask { crowd, loop in
            crowd.each(on: loop) { member, _, _ in member.fallSilent() }
        }
        // What does not arrive is counted as lost, so being stuck is no failure here.
        try? await crowd.reach("waiting for the last", 1, stuckAfter: 3000, progress) { crowd in
            crowd.tally.isSettled ? 1 : crowd.tally.deliveredCount - 2 * crowd.tally.sentCount
        }
    }

    private func mark(_ meter: ProcessMeter) async throws(LoadFailure) -> ChatOutcome.Mark {
        let mark = await crowd.ask { crowd, _ in
            let cpu = Result { () throws(LoadFailure) in try meter.cpuNanoseconds() }
            defer {
                crowd.tally.acks.reset()
                crowd.tally.deliveries.reset()
            }
            return (cpu, MonotonicClock.nanoseconds(), crowd.tally)
        }
        return ChatOutcome.Mark(time: mark.1, cpu: try mark.0.get(), tally: mark.2)
    }

    private func refuseRefusals() async throws(LoadFailure) {
        let refusal = await crowd.ask { crowd, _ in crowd.tally.firstRefusal }
        if let refusal { throw LoadFailure("the server refused a command: \(refusal)") }
    }
}
