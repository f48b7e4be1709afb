import Kernel
import SwiftProtobuf
import Testing
import Wire

/// What a stolen token is not enough for, though nothing has to be proven each time.
@Suite struct `A recent proof` {
    private let world: World

    init() throws {
        world = try World(issuers: WordOfMouth(names: ["home"]))
        try world.pass(.seconds(900))
    }

    @Test func `is needed for an export, for each page of it`() throws {
        expectRefusal(.proofNeeded) { _ = try world.ana.export() }
        expectRefusal(.proofNeeded) { _ = try world.ana.exportPage(after: "privacy:") }
        try world.ana.proveOwnership()
        _ = try world.ana.export()
    }

    @Test func `is needed to sign a device out, also one's own`() throws {
        for device in ["laptop", "phone"] {
            expectRefusal(.proofNeeded) {
                try world.ana.call(.deviceRevoke(.with { $0.device = device }))
            }
        }
        try world.ana.proveOwnership()
        try world.ana.call(.deviceRevoke(.with { $0.device = "laptop" }))
    }

    @Test func `is needed for the first subscription of a log-in, and not for its renewal`()
        throws
    {
        let subscribe = ClientMessage.OneOf_Command.pushSubscribe
        expectRefusal(.proofNeeded) { try world.ana.call(subscribe(.subscribing("a"))) }
        try world.ana.proveOwnership()
        try world.ana.call(subscribe(.subscribing("a")))
        try world.pass(.seconds(900))
        try world.ana.call(subscribe(.subscribing("b")))
        #expect(try world.ana.endpoints == ["https://push.example.org/b"])
        try world.ana.call(.pushUnsubscribe(PushUnsubscribe()))
        expectRefusal(.proofNeeded) { try world.ana.call(subscribe(.subscribing("c"))) }
    }

    @Test func `is a log-in of the last 15 minutes`() throws {
        let caller = try world.ana.signIn(on: "phone")
        let export = ClientMessage.OneOf_Command.accountExport(AccountExport())
        _ = try world.call(export, by: "ana", as: caller).result.get()
        expectRefusal(.proofNeeded) { _ = try world.ana.export() }
        try world.pass(.seconds(899))
        _ = try world.call(export, by: "ana", as: caller).result.get()
        try world.pass(.seconds(1))
        expectRefusal(.proofNeeded) {
            _ = try world.call(export, by: "ana", as: caller).result.get()
        }
    }

    @Test func `from before a reset of the password is none any more`() throws {
        try world.ana.proveOwnership()
        try world.order("reset-password", #"{"user":"ana","keepLogins":true}"#)
        expectRefusal(.proofNeeded) { _ = try world.ana.export() }
    }

    @Test func `is not a wrong one, and proves one log-in alone`() throws {
        let other = try world.ana.signIn(on: "phone")
        try world.pass(.seconds(900))
        expectRefusal(.wrongCredentials, "proof") {
            try world.ana.proveOwnership(by: .password("battery staple"))
        }
        expectRefusal(.invalidField, "proof") { try world.ana.proveOwnership(by: Proof()) }
        expectRefusal(.proofNeeded) { _ = try world.ana.export() }
        try world.ana.proveOwnership()
        _ = try world.ana.export()
        expectRefusal(.proofNeeded) {
            let export = ClientMessage.OneOf_Command.accountExport(AccountExport())
            _ = try world.call(export, by: "ana", as: other).result.get()
        }
    }
}
