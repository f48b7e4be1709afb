import Client
import Promises

extension Town {
    private static let auditWidth = 16

    /// Waits until everybody has seen everything, and reads back what the server has: what each
    /// person has to say, for the checker.
    func statements() async throws(LoadFailure) -> [Statement] {
        await passMeetups()
        await settle()
        let people = people
        let seconds = Dictionary(grouping: seconds, by: \.person)
        let setting = setting
        return try await Parallel.map(
            people, width: Self.auditWidth
        ) { person throws(LoadFailure) in
            let devices = [person] + (seconds[person.person] ?? [])
            return try await Self.audited(devices, setting)
        }
    }

    /// How long after its time a meetup is waited for.
    private static let meetupMilliseconds: Int64 = 8_000

    /// All meetups are soon: returns when they have passed, and their people were told; so none
    /// passes while one person is read after the other.
    private func passMeetups() async {
        progress.update("waiting for the last meetups")
        while true {
            let latest = devices.compactMap { $0.witness.ask { $0.meetups.values.max() } }.max()
            let now = MonotonicClock.wallMilliseconds()
            guard let latest, latest > now - Self.meetupMilliseconds else { return }
            await MonotonicClock.pass(50)
        }
    }

    /// Everybody who is behind catches up within seconds, or has lost something.
    private func settle() async {
        var (sum, idleMilliseconds) = (-1, 0)
        while idleMilliseconds < 600 {
            let now = devices.reduce(0) { $0 + Int($1.witness.ask { $0.inboxTop }) }
            (sum, idleMilliseconds) = now == sum ? (sum, idleMilliseconds + 50) : (now, 0)
            await MonotonicClock.pass(50)
        }
    }

    private static func audited(
        _ devices: [Player], _ setting: Player.Setting
    ) async throws(LoadFailure) -> Statement {
        let person = devices[0].person
        var auditors: [Player] = []
        var after: UInt32 = 0
        // Twice, if the server has forgotten the beginning; more often if it goes on forgetting.
        while auditors.count < 5 {
            // By the binary format, which is read in a fifth of the time.
            let auditor = Player(person, device: person % 2 == 0 ? 9 : 8, setting, isSilent: true)
            auditor.adopt(devices[0].key)
            auditors.append(auditor)
            if var statement = try await read(after: after, by: auditor, devices) {
                statement.devices = (devices + auditors).map(\.witness.trace)
                statement.gatherInbox(isWhole: after == 0)
                return statement
            }
            after = max(1, auditor.witness.ask { $0.floor }) - 1
        }
        throw LoadFailure("\(devices[0].name) cannot be audited: the inbox is always cut")
    }

    private static func read(
        after: UInt32, by auditor: Player, _ devices: [Player]
    ) async throws(LoadFailure) -> Statement? {
        let result: Result<Statement?, ClientError>
        do throws(ClientError) {
            result = .success(try await auditor.audit(after: after, devices))
        } catch {
            result = .failure(error)
        }
        await auditor.leave()
        return try result.mapError {
            LoadFailure("\(auditor.name) cannot be audited: \($0)")
        }.get()
    }
}
