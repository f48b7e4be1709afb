import Promises
import Wire

/// Somebody of a population: signs in, toggles if it is a toggler, and hears of matches.
struct MatchMember: CrowdMember {
    let number: Int
    let plan: MatchPlan
    private var speech = Speech(.json)
    /// The toggles that wait for their answer: when they were sent.
    private var sentAt: [UInt32: UInt64] = [:]
    private var deedCount = 0

    init(_ number: Int, _ plan: MatchPlan) {
        self.number = number
        self.plan = plan
    }

    mutating func opened(_ tally: inout MatchTally, _ output: inout [UInt8]) {
        // Silent: who comes and goes is not what is measured.
        speech.arrive(number, of: tally.population, isSilent: true, &output)
    }

    /// Does what is due.
    ///
    /// - Parameters:
    ///   - now: by ``MonotonicClock``.
    ///   - start: of the measurement.
    ///   - end: nobody turns anything on from then on.
    mutating func act(
        at now: UInt64, since start: UInt64, until end: UInt64, _ tally: inout MatchTally,
        _ output: inout [UInt8]
    ) {
        guard number < plan.togglerCount,
            let deed = plan.deed(
                of: number, done: deedCount, elapsed: now - min(now, start),
                end: end - min(end, start))
        else { return }
        deedCount += 1
        var toggle = ActivitySet()
        toggle.activity = Population.activities[deed.activity]
        toggle.on = deed.isOn
        toggle.cid = "t\(deedCount)"
        speech.say(.activitySet(toggle), &output)
        sentAt[speech.lastCommand] = now
        if deed.isOn {
            tally.turnedOn(number, deed.activity, at: now)
        } else {
            tally.turnedOff()
        }
    }

    mutating func received(
        _ bytes: UnsafeRawBufferPointer, at now: UInt64, _ tally: inout MatchTally,
        _ output: inout [UInt8]
    ) {
        guard let message = ServerMessage([UInt8](bytes), .json) else {
            return tally.breaches.broke("\(number) got a message that cannot be read")
        }
        switch message.body {
        case .account(let account):
            speech.signIn(token: account.token, isSilent: true, &output)
        case .session: tally.signedInCount += 1
        case .activity:
            if let sent = sentAt.removeValue(forKey: message.id) {
                tally.answered(from: sent, to: now)
            }
        case .match(let match):
            guard let (other, activity) = tally.known(match.with.username, match.activity)
            else {
                return tally.breaches.broke("\(number) was told of somebody unknown")
            }
            tally.heard(number, of: other, activity, at: now)
        case .matchEnded(let ended):
            guard let (other, activity) = tally.known(ended.with, ended.activity) else {
                return tally.breaches.broke("\(number) was told of somebody unknown")
            }
            tally.heardEnd(number, of: other, activity)
        case .error(let error): tally.breaches.broke("\(error.code): \(error.message)")
        default: break
        }
    }
}

extension MatchTally {
    /// Who that is, and for what; nil: none of the population, or no activity of it.
    fileprivate func known(_ name: String, _ activity: String) -> (Int, Int)? {
        guard let other = population.names.number(name),
            let place = Population.activities.firstIndex(of: activity)
        else { return nil }
        return (other, place)
    }
}
