import Accounts
import Kernel
import Wire

/// Which devices are signed in, and how one is sent away (Z7).
struct DeviceCommands: Sendable {
    /// Log-ins that a list is made of, and devices in it; the newest.
    private static let (logInsMax, devicesMax) = (1_000, 200)

    let view: any DeviceView

    func list(
        _ command: DeviceList, _ caller: Caller, _ snapshot: Snapshot
    ) throws(Refusal) -> Devices {
        let logIns = try snapshot.all(
            .logIns(of: caller.user, at: snapshot.now, limit: Self.logInsMax))
        var devices: [String] = []
        var entries: [String: DeviceEntry] = [:]
        for logIn in logIns {
            if entries[logIn.device] == nil {
                guard devices.count < Self.devicesMax else { continue }
                devices.append(logIn.device)
            }
            entries[logIn.device, default: DeviceEntry(named: logIn.device)]
                .add(logIn, view.standing(of: logIn.token), by: caller)
        }
        var list = Devices()
        list.devices = devices.compactMap { entries[$0] }
        return list
    }

    /// Every log-in on that device is void, and whatever it had opened is closed; one's own device
    /// too. A name that nobody has is not found.
    func revoke(
        _ command: DeviceRevoke, _ caller: Caller, _ transaction: Transaction
    ) throws(Refusal) -> Done {
        let device = try Device(command.device)
        try RecentProof.demand(of: caller, in: transaction)
        let tokens = try transaction.all(.tokens(of: caller.user, on: device.name))
        guard !tokens.isEmpty else {
            throw Refusal(.notFound, field: "device", "no such device")
        }
        try transaction.run(
            "DELETE FROM token WHERE user_id = \(caller.user) AND device = \(device.name)")
        for token in tokens {
            transaction.signal(
                .signedOut(Caller(user: caller.user, username: caller.username, token: token)))
        }
        return Done()
    }
}

extension DeviceEntry {
    fileprivate init(named device: String) {
        self.init()
        self.device = device
        (online, push) = (false, false)
    }

    /// A log-in on this device, older than those before.
    fileprivate mutating func add(_ logIn: LogIn, _ standing: DeviceStanding, by caller: Caller) {
        since = logIn.at.timestamp
        if logIn.token == caller.token { current = true }
        if logIn.isPushed { push = true }
        switch standing {
        case .online:
            online = true
            clearLastSeen()
        case .offline(let moment) where !online:
            // Of what was before a start only the note of the day is left.
            guard let moment = moment ?? logIn.used else { break }
            if !hasLastSeen || lastSeen.unixMilliseconds < moment.unixMilliseconds {
                lastSeen = moment.timestamp
            }
        case .offline: break
        }
    }
}
