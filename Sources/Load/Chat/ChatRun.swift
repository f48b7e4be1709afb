import Wire

/// Durable chat with a server: people make accounts, make friends, and talk.
struct ChatRun: Sendable {
    let senders: Int
    /// Messages of each of them that wait for their acknowledgement.
    let inFlight: Int
    let characters: Int
    let format: WireFormat
    let seconds: Int

    /// Measures it.
    func run(
        _ server: SubjectServer, _ progress: Progress
    ) async throws(LoadFailure) -> ChatOutcome {
        var generator = SystemRandomNumberGenerator()
        let crowd = try ChatCrowd(
            senders, named: ChatPerson.makeCrowd(using: &generator),
            ChatMember.Manner(format: format, inFlight: inFlight, characters: characters),
            to: Target(server, subprotocols: [format.subprotocol]), progress)
        do throws(LoadFailure) {
            try await crowd.signIn()
            try await crowd.befriend()
            let outcome = try await crowd.talk(
                warmUpMilliseconds: 1000, milliseconds: seconds * 1000, server.meter)
            await crowd.dismiss()
            return outcome
        } catch {
            await crowd.dismiss()
            throw error
        }
    }
}
