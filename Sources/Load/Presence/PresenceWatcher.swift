import Promises
import Wire

/// Somebody who is there all the time, and is told who of the friends comes and goes.
struct PresenceWatcher: CrowdMember {
    private let number: Int
    private let arrivals: Arrivals
    private var speech = Speech(.json)

    init(_ number: Int, _ arrivals: Arrivals) {
        self.number = number
        self.arrivals = arrivals
    }

    mutating func opened(_ tally: inout PresenceTally, _ output: inout [UInt8]) {
        speech.arrive(number, of: tally.plan.population, &output)
    }

    mutating func received(
        _ bytes: UnsafeRawBufferPointer, at now: UInt64, _ tally: inout PresenceTally,
        _ output: inout [UInt8]
    ) {
        guard let message = ServerMessage([UInt8](bytes), .json) else {
            return tally.breaches.broke("\(number) got a message that cannot be read")
        }
        switch message.body {
        case .account(let account): speech.signIn(token: account.token, &output)
        case .session: tally.signedInCount += 1
        case .presence(let presence): hear([presence], at: now, &tally)
        case .presenceDigest(let digest): hear(digest.presences, at: now, &tally)
        case .error(let error): tally.breaches.broke("\(error.code): \(error.message)")
        default: break
        }
    }

    private func hear(_ presences: [Presence], at now: UInt64, _ tally: inout PresenceTally) {
        tally.messageCount += 1
        let names = tally.plan.population.names
        for presence in presences {
            guard let visitor = names.number(presence.user), presence.hasOnline else {
                tally.breaches.broke("\(number) was told nothing of \(presence.user)")
                continue
            }
            tally.told(number, of: visitor, isOnline: presence.online, arrivals, at: now)
        }
    }
}
