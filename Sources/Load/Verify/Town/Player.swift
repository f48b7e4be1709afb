import Client
import Promises
import Synchronization
import Wire

/// One device of one person: the real client, and a witness at its socket.
final class Player: Sendable {
    /// What all players have in common.
    struct Setting: Sendable {
        let neighbourhood: Neighbourhood
        let roster: Roster
        let route: Route
        /// Who carries the connections, person after person in turn.
        let loops: [ClientLoop]
        let commons = Commons()
        /// Characters of a message.
        var characters = 64
    }

    /// Back soon, and never long away: a fault lasts a second.
    private static let backoff = Backoff(
        first: .milliseconds(200), max: .seconds(2), steadyAfter: .seconds(1))

    let person: Int
    /// 0 for the device that the account was made on.
    let device: Int
    let setting: Setting
    let witness: WitnessTransport
    let client: UpforClient
    private let isClosing = Mutex(false)
    private let isTalking = Mutex(false)
    private let isAsking = Mutex(false)
    private let token = Mutex("")
    private let lastNumber: Mutex<Int>
    /// Why the client gave up, if it ever did.
    private let givenUp = Mutex<[String]>([])

    /// - Parameter isSilent: whether friends are not told that it is there.
    init(_ person: Int, device: Int = 0, _ setting: Setting, isSilent: Bool = false) {
        (self.person, self.device, self.setting) = (person, device, setting)
        // Half of the devices speak the other format.
        let format: WireFormat = (person + device) % 2 == 0 ? .json : .binary
        witness = WitnessTransport(
            DeviceTrace(person: person, roster: setting.roster), setting.route, format,
            on: setting.loops[person % setting.loops.count])
        client = UpforClient(
            transport: witness,
            options: ClientOptions(
                format: format, device: "device-\(device)", answerSeconds: 20,
                backoff: Self.backoff, isSilent: isSilent))
        lastNumber = Mutex(device * 10_000_000)
    }

    var name: String { setting.roster.name(person) }
    /// What opens the sessions of this person.
    var key: String { token.withLock { $0 } }
    /// Whether it waits for what it demands.
    var isDemanding: Bool { isAsking.withLock { $0 } }
    /// Why the client stopped coming back by itself.
    var surrenders: [String] { givenUp.withLock { $0 } }

    func makeNumber() -> Int {
        lastNumber.withLock { number in
            number += 1
            return number
        }
    }

    /// Asks for something, unless it still waits for that.
    func demandOnce(_ ask: () async -> Void) async {
        let begins = isAsking.withLock { isAsking in
            defer { isAsking = true }
            return !isAsking
        }
        guard begins else { return }
        await ask()
        isAsking.withLock { $0 = false }
    }

    /// The last number that was given to a message; numbers begin at 1, or behind the device's
    /// round figure.
    var newestNumber: Int { lastNumber.withLock { $0 } }
}

// MARK: - Coming and going

extension Player {
    /// Makes the account, signs in, and reads everything that comes from now on.
    func register() async throws(ClientError) {
        try await client.connect()
        var command = AccountRegister()
        command.username = name
        command.email = "\(name)@load.invalid"
        command.password = "correct horse"
        command.device = "device-\(device)"
        guard case .account(let account) = try await client.call(.accountRegister(command)) else {
            throw .violation("no account in the answer")
        }
        try await signIn(account.token)
    }

    /// Takes over the token of another device.
    func adopt(_ key: String) { token.withLock { $0 = key } }

    /// Signs in with a token, and reads everything there is.
    func signIn(_ key: String) async throws(ClientError) {
        adopt(key)
        try await client.connect()
        _ = try await client.signIn(token: key, after: 0, epoch: "")
        follow()
    }

    /// Ends the client, for good.
    func leave() async {
        isClosing.withLock { $0 = true }
        await client.close()
    }

    /// Reads the events, which the witness has noted already, and sees to it that a client that
    /// was sent away for good tries again: in a verification there is no reason to send it.
    private func follow() {
        Task { [self] in
            for await event in client.events {
                guard case .disconnected(let reason, nil) = event else { continue }
                guard !isClosing.withLock({ $0 }) else { return }
                givenUp.withLock { $0.append(reason) }
                await comeBack()
            }
        }
    }

    private func comeBack() async {
        while !isClosing.withLock({ $0 }) {
            await MonotonicClock.pass(200)
            let position = client.position
            guard (try? await client.connect()) != nil else { continue }
            let session = try? await client.signIn(
                token: key, after: position.seq, epoch: position.epoch)
            if session != nil { return }
        }
    }
}

// MARK: - Whether it may speak

extension Player {
    /// From now on the script goes on; or stops before its next line.
    func talk(_ talks: Bool) { isTalking.withLock { $0 = talks } }

    var talks: Bool { isTalking.withLock { $0 } }
}
