import Accounts
import Kernel
import Wire

/// Which devices are signed in, and how one is signed out (Z7).
struct DeviceCommands: Sendable {
    let view: any DeviceView

    func list(
        _ command: DeviceList, _ caller: Caller, _ snapshot: Snapshot
    ) throws(Refusal) -> Devices {
        let limit = try PageLimit.of(command.hasLimit ? command.limit : 50)
        var place: DevicePlace?
        if !command.after.isEmpty {
            place = DevicePlace(command.after)
            guard place != nil else {
                throw Refusal(
                    .invalidField, field: "after", "expected next of the page before")
            }
        }
        let logIns = try snapshot.all(
            .logIns(of: caller.user, after: place, at: snapshot.now, limit: limit + 1))
        var list = Devices()
        for logIn in logIns {
            if list.devices.last?.device != logIn.place.device {
                guard list.devices.count < limit else {
                    list.next = place?.text ?? ""
                    break
                }
                list.devices.append(DeviceEntry(named: logIn.place.device))
                place = logIn.place
            }
            list.devices[list.devices.count - 1].add(
                logIn, view.standing(of: logIn.token), by: caller)
        }
        return list
    }

    /// Voids every log-in on a device, and closes the sessions that they have opened; the caller's
    /// own device too. A device without a log-in is not found.
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
        (online, push, guest) = (false, false, true)
    }

    /// A log-in on this device, older than those before.
    fileprivate mutating func add(_ logIn: LogIn, _ standing: DeviceStanding, by caller: Caller) {
        since = logIn.at.timestamp
        if logIn.token == caller.token { current = true }
        if logIn.isPushed { push = true }
        if !logIn.isGuest { guest = false }
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
