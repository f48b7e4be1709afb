import WebSocket
import Wire

/// Users who register over the wire, a few at a time.
struct RegistrationRun: Sendable {
    /// So few that no connection times out while the server hashes the passwords of the others.
    /// Hashing takes as long as it is configured to, and by default one thread does it.
    private static let atOnceMax = 4

    /// The settings with which a server accepts all registrations, in one line for its operator.
    static let advice = """
        On the server set rates.registrationsPerHour, or rates.enabled: false; \
        limits.signInSeconds; passwords.memoryKiB.
        """

    let count: Int
    /// As ``ChatPerson`` takes it.
    let crowd: String

    /// - Returns: the session tokens, by number, 0 up to `count` - 1.
    /// - Throws: with ``advice``, when the server refuses a registration, or does not wait for the
    ///   password.
    func tokens(
        _ server: SubjectServer, _ progress: Progress
    ) async throws(LoadFailure) -> [Int: String] {
        try await CrowdLoop(
            count, atOnceMax: Self.atOnceMax, to: Target(server), tally: RegistrationTally()
        ) { [crowd] number in
            RegistrationMember(number, ChatPerson(number, of: crowd))
        }.whileThere { loop throws(LoadFailure) in
            do throws(LoadFailure) {
                try await come(loop, progress)
            } catch {
                guard await loop.ask({ crowd, _ in crowd.tally.hasTimedOut }) else { throw error }
                throw LoadFailure("\(error)\n\(Self.advice)")
            }
            let tally = await loop.ask { crowd, _ in crowd.tally }
            if let refusal = tally.firstRefusal {
                throw LoadFailure("the server refused an account: \(refusal)\n\(Self.advice)")
            }
            return tally.tokens
        }
    }

    /// Returns when all have left, or one was refused. The server may take its time for a password:
    /// it decides when that was too long.
    private func come(
        _ loop: CrowdLoop<RegistrationMember>, _ progress: Progress
    ) async throws(LoadFailure) {
        try await loop.reach("making accounts", count, stuckAfter: 60_000, progress) {
            [count] crowd in
            crowd.tally.firstRefusal == nil ? crowd.leftCount : count
        }
    }
}

/// A user who connects, registers, and leaves after the reply.
struct RegistrationMember: CrowdMember {
    private let number: Int
    private let person: ChatPerson
    private var speech = Speech(.json)
    private(set) var isLeaving = false

    /// - Parameter number: the key of the token.
    init(_ number: Int, _ person: ChatPerson) {
        self.number = number
        self.person = person
    }

    mutating func opened(_ tally: inout RegistrationTally, _ output: inout [UInt8]) {
        speech.say(person.registration, &output)
    }

    mutating func received(
        _ bytes: UnsafeRawBufferPointer, at now: UInt64, _ tally: inout RegistrationTally,
        _ output: inout [UInt8]
    ) {
        guard let message = ServerMessage([UInt8](bytes), .json) else {
            return refused("with a message that cannot be read", &tally, &output)
        }
        switch message.body {
        case .account(let account):
            tally.tokens[number] = account.token
            leave(&output)
        case .error(let error):
            refused("\(error.code.wireName): \(error.message)", &tally, &output)
        default: break
        }
    }

    func ended(by code: CloseCode?, _ tally: inout RegistrationTally) {
        if code == .signInTimeout { tally.hasTimedOut = true }
    }

    private mutating func refused(
        _ reason: String, _ tally: inout RegistrationTally, _ output: inout [UInt8]
    ) {
        if tally.firstRefusal == nil { tally.firstRefusal = reason }
        leave(&output)
    }

    private mutating func leave(_ output: inout [UInt8]) {
        FrameWriter.appendGoodbye(to: &output)
        isLeaving = true
    }
}

/// What all registrations count together.
struct RegistrationTally: Sendable {
    /// The session tokens of registered users, by number.
    var tokens: [Int: String] = [:]
    /// Why the server refused a registration, the first time.
    var firstRefusal: String?
    /// Whether the server closed a connection that had waited too long for a reply.
    var hasTimedOut = false
}
