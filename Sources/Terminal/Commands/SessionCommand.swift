import ArgumentParser

/// A command that needs a user who is signed in. The same words work behind `upfor` and at the
/// prompt: run as a program it signs in first and hangs up afterwards.
protocol SessionCommand: OptionedCommand {
    /// Does it, in a session that is open.
    func perform(in session: Session) async throws(Failure)

    /// Whether it may ask who one is, which cannot be done at the prompt.
    var needsProof: Bool { get }

    /// What a program adds before it leaves; at the prompt, events say it as they come.
    func conclude(in session: Session) async throws(Failure)
}

extension SessionCommand {
    var needsProof: Bool { false }

    func conclude(in session: Session) async throws(Failure) {}

    mutating func run() async throws {
        let opening = try SessionOpening(options)
        let session = try await opening.session()
        do {
            try await perform(in: session)
            try await conclude(in: session)
        } catch {
            await session.close()
            throw error
        }
        await session.close()
    }
}
