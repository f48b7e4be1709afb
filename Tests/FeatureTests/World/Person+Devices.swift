import Devices
import Kernel
import SwiftProtobuf
import Synchronization
import Testing
import WebPush
import Wire

/// Which devices are connected, as a test says it.
final class SettableDevices: DeviceView {
    private let standings = Mutex<[Identifier<Token>: DeviceStanding]>([:])

    func standing(of token: Identifier<Token>) -> DeviceStanding {
        standings.withLock { $0[token] } ?? .offline(lastSeen: nil)
    }

    func set(_ token: Identifier<Token>, _ standing: DeviceStanding) {
        standings.withLock { $0[token] = standing }
    }
}

extension Person {
    /// What `deviceList` shows.
    func devices() throws -> [DeviceEntry] {
        try ask(.deviceList(DeviceList())) { answer in
            guard case .devices(let list) = answer else { return nil }
            return list.devices
        }
    }

    /// A page of what `deviceList` shows.
    func devices(after: String, limit: UInt32) throws -> Wire.Devices {
        try ask(.deviceList(.with { ($0.after, $0.limit) = (after, limit) })) { answer in
            guard case .devices(let list) = answer else { return nil }
            return list
        }
    }

    /// Signs in on another device, and is who speaks from there.
    @discardableResult
    func signIn(on device: String, asGuest: Bool = false) throws -> Caller {
        try openSession(token: try logIn(on: device, asGuest: asGuest)).grant.caller
    }

    /// A token for another device.
    func logIn(on device: String, asGuest: Bool = false) throws -> String {
        let command = AccountLogin.with {
            ($0.login, $0.password, $0.device, $0.guest) = (name, Person.password, device, asGuest)
        }
        guard
            case .account(let account) = try world.call(
                .accountLogin(command), by: name, as: nil
            ).result.get()
        else { throw NotThatKind(what: "an account") }
        return account.token
    }

    /// Where this person's devices are notified.
    var endpoints: [String] {
        get throws {
            let user = id
            return try world.store.snapshot { (snapshot) throws(Refusal) in
                try DevicesFeature.subscriptions(of: user, in: snapshot).map(\.endpoint)
            }
        }
    }
}

extension PushSubscribe {
    /// The example of RFC 8291, at the push service that the world knows.
    static func subscribing(_ device: String, cid: String = "") -> PushSubscribe {
        .with {
            $0.endpoint = "https://push.example.org/\(device)"
            $0.p256Dh =
                "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcx"
                + "aOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
            $0.auth = "BTBZMqHH6r4Tts7J_aSIgg"
            $0.cid = cid
        }
    }
}
