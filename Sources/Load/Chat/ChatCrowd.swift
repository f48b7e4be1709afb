/// Members who chat in pairs, from their first message to the last.
struct ChatCrowd: Sendable {
    private let crowd: CrowdLoop<ChatMember>
    private let size: Int
    private let progress: Progress

    /// Members with accounts, who connect and sign in.
    ///
    /// - Parameters:
    ///   - numbers: from an even one on, and an even number of them.
    ///   - tokens: of the accounts, by number.
    init(
        _ numbers: Range<Int>, named name: String, tokens: [Int: String],
        _ manner: ChatMember.Manner, to target: Target, _ progress: Progress
    ) throws(LoadFailure) {
        size = numbers.count
        self.progress = progress
        crowd = try CrowdLoop(numbers.count, to: target, tally: ChatTally()) { place in
            let number = numbers.lowerBound + place
            return ChatMember(ChatPerson(number, of: name), manner, token: tokens[number] ?? "")
        }
    }

    /// Members of a population, with these numbers, who have accounts and are friends.
    init(
        _ numbers: Range<Int>, of tokens: [Int: String], _ manner: ChatMember.Manner,
        to target: Target, _ progress: Progress
    ) throws(LoadFailure) {
        try self.init(
            numbers, named: Population.usualCrowd, tokens: tokens, manner, to: target, progress)
    }

    /// Runs `body`; then all members disconnect, however it ends.
    func whileThere<Outcome>(
        _ body: (ChatCrowd) async throws(LoadFailure) -> Outcome
    ) async throws(LoadFailure) -> Outcome {
        try await crowd.whileThere { _ throws(LoadFailure) in try await body(self) }
    }

    /// Returns when all members have signed in.
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

    /// Lets all members chat, measures, and waits for the last reply.
    func talk(
        warmUpMilliseconds: Int, milliseconds: Int, _ server: SubjectServer
    ) async throws(LoadFailure) -> ChatOutcome {
        await crowd.ask { crowd, loop in
            crowd.each(on: loop) { member, tally, output in member.talk(&tally, &output) }
        }
        try await crowd.work("warming up", milliseconds: warmUpMilliseconds, progress)
        let start = try await mark(server)
        try await crowd.work("chatting", milliseconds: milliseconds, progress)
        let end = try await mark(server)
        try await settle()
        return ChatOutcome(from: start, to: end, await audit())
    }

    /// Lets each member send one message, and waits until both friends have received it.
    func speak(_ server: SubjectServer) async throws(LoadFailure) -> ChatOutcome {
        let start = try await mark(server)
        await crowd.ask { crowd, loop in
            crowd.each(on: loop) { member, tally, output in member.speak(&tally, &output) }
        }
        try await settle()
        return ChatOutcome(from: start, to: try await mark(server), await audit())
    }
}

extension ChatCrowd {
    /// Stops sending; messages under way may arrive, for some seconds.
    private func settle() async throws(LoadFailure) {
        await crowd.ask { crowd, loop in
            crowd.each(on: loop) { member, _, _ in member.fallSilent() }
        }
        try await crowd.settle("waiting for the last", patience: 3000, progress) { crowd in
            let tally = crowd.tally
            return tally.isSettled ? 0 : max(1, 2 * tally.sentCount - tally.deliveredCount)
        }
    }

    private func audit() async -> ChatAudit {
        await crowd.ask { crowd, loop in
            var audit = ChatAudit(crowd.tally)
            crowd.each(on: loop) { member, _, _ in audit.add(member.own, member.friends) }
            return audit
        }
    }

    private func mark(_ server: SubjectServer) async throws(LoadFailure) -> ChatOutcome.Mark {
        let mark = await crowd.ask { crowd, _ in
            let cpu = Result { () throws(LoadFailure) in try server.cpuNanoseconds() }
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
