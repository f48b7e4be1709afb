import COpenSSL
import Client
import FoundationEssentials
import Settings
import SwiftProtobuf
import Synchronization
import TestSupport
import Testing
import WebPush
import Wire

@testable import Server

/// An absent user is notified outside the socket: by a webhook.
@Suite(.timeLimit(.minutes(5)), .onOwnThreads) struct `A webhook` {
    private static let secret = "a secret of sixteen bytes or more"

    private static func site(
        _ receiver: WebReceiver, _ folder: TemporaryFolder,
        _ change: (inout Configuration.Notifiers) -> Void = { _ in }
    ) throws -> Site {
        try folder.write(Array((secret + "\n").utf8), to: "secret")
        return try Site { configuration in
            configuration.notifiers.webhook = "http://127.0.0.1:\(receiver.port)/hook"
            configuration.notifiers.webhookSecret = "\(folder.path)/secret"
            configuration.notifiers.delayMilliseconds = 0
            change(&configuration.notifiers)
        }
    }

    @Test func `receives a message to an absent user, signed, and without its text`() async throws {
        let receiver = try WebReceiver { _ in .init(204) }
        let site = try Self.site(receiver, TemporaryFolder())
        let (ana, ben) = try await site.friends()
        _ = try await ana.leave(seenBy: ben)
        try await ben.send("lunch?", to: "ana", cid: "1")
        let request = try await receiver.request()
        let told = try JSONDecoder().decode(Told.self, from: Data(request.body))
        #expect(told.kind == "message" && told.user == "ana" && told.title == "ben")
        #expect(told.text == nil && told.id == request.fields["upfor-id"])
        let time = try #require(request.fields["upfor-timestamp"])
        let code = MessageAuthentication.code(
            of: Array("\(time).".utf8) + request.body, key: Array(Self.secret.utf8))
        #expect(request.fields["upfor-signature"] == "v1=" + code.hexadecimal)
        await ben.close()
        await site.stop()
    }

    @Test func `may change from one secret to another: meanwhile both sign`() async throws {
        let (receiver, folder) = (try WebReceiver { _ in .init(204) }, try TemporaryFolder())
        let other = "another secret of sixteen bytes"
        try folder.write(Array((other + "\n").utf8), to: "other")
        let site = try Self.site(receiver, folder) {
            $0.webhookOtherSecret = "\(folder.path)/other"
        }
        let (ana, ben) = try await site.friends()
        _ = try await ana.leave(seenBy: ben)
        try await ben.send("lunch?", to: "ana", cid: "1")
        let request = try await receiver.request()
        let time = try #require(request.fields["upfor-timestamp"])
        let signatures = [Self.secret, other].map { secret in
            "v1="
                + MessageAuthentication.code(
                    of: Array("\(time).".utf8) + request.body, key: Array(secret.utf8)
                ).hexadecimal
        }
        #expect(request.fields["upfor-signature"] == signatures.joined(separator: " "))
        await ben.close()
        await site.stop()
    }

    @Test func `receives nothing for a banned user`() async throws {
        let receiver = try WebReceiver { _ in .init(204) }
        let site = try Self.site(receiver, TemporaryFolder())
        let (ana, ben) = try await site.friends()
        let cleo = try await site.person("cleo")
        try await cleo.signUp()
        try await cleo.befriend(ben)
        while try await !ben.presence().online {}
        for friend in [ana, cleo] { _ = try await friend.leave(seenBy: ben) }
        #expect(try site.order("ban", #"{"user":"ana"}"#).status == 200)
        try await ben.send("one", to: "ana", cid: "1")
        try await ben.send("two", to: "cleo", cid: "2")
        let request = try await receiver.request()
        #expect(try JSONDecoder().decode(Told.self, from: Data(request.body)).user == "cleo")
        await ben.close()
        await site.stop()
    }

    @Test func `gets the text if that is wanted, and the same once more after a 503`() async throws
    {
        let count = Atomic(0)
        let receiver = try WebReceiver { _ in
            .init(count.add(1, ordering: .relaxed).oldValue == 0 ? 503 : 204)
        }
        let site = try Self.site(receiver, TemporaryFolder()) { $0.webhookTexts = true }
        let (ana, ben) = try await site.friends()
        _ = try await ana.leave(seenBy: ben)
        try await ben.send("lunch?", to: "ana", cid: "1")
        let again = try await receiver.request(2)
        let told = try receiver.requests.map {
            try JSONDecoder().decode(Told.self, from: Data($0.body))
        }
        #expect(told[0].text == "ben: lunch?")
        #expect(told[0] == told[1] && again.fields["upfor-id"] == told[0].id)
        // The same command again is the same event.
        try await ben.send("lunch?", to: "ana", cid: "1")
        try await ben.send("and now?", to: "ana", cid: "2")
        let last = try await receiver.request(3)
        #expect(
            try JSONDecoder().decode(Told.self, from: Data(last.body)).text == "ben: and now?")
        await ben.close()
        await site.stop()
    }

    @Test func `receives nothing for a connected user, and nothing of a muted room`() async throws {
        let receiver = try WebReceiver { _ in .init(204) }
        let site = try Self.site(receiver, TemporaryFolder()) { $0.webhookTexts = true }
        let (ana, ben) = try await site.friends()
        try await ben.send("you are here", to: "ana", cid: "1")
        _ = try await ana.message()
        try await ana.call(.roomMute(.with { ($0.with, $0.muted) = ("ben", true) }))
        _ = try await ana.leave(seenBy: ben)
        try await ben.send("muted", to: "ana", cid: "2")
        let cleo = try await site.person("cleo")
        try await cleo.signUp()
        try await cleo.call(.friendRequest(.with { $0.to = "ana" }))
        let told = try JSONDecoder().decode(
            Told.self, from: Data(try await receiver.request().body))
        #expect(told.kind == "friend_request" && told.text == "cleo asks to be your friend")
        #expect(receiver.requests.count == 1)
        await ben.close()
        await cleo.close()
        await site.stop()
    }

    @Test func `that never answers slows nobody, and what finds no place is counted`() async throws
    {
        let receiver = try WebReceiver { _ in nil }
        let site = try Self.site(receiver, TemporaryFolder()) { $0.queue = 5 }
        let (ana, ben) = try await site.friends()
        _ = try await ana.leave(seenBy: ben)
        for number in 1...50 {
            #expect(try await ben.send("\(number)", to: "ana", cid: "\(number)").seq == number)
        }
        _ = try await receiver.request()
        await ben.close()
        await site.stop()
        #expect(site.endLog().contains("notifier.dropped"))
    }
}

/// An absent user is notified outside the socket: by the push service of a browser.
@Suite(.timeLimit(.minutes(5)), .onOwnThreads) struct `A device with a push service` {
    @Test func `receives what nobody on the way can read, until its subscription is gone`()
        async throws
    {
        let folder = try TemporaryFolder()
        let certificate = try TestCertificate(isAuthority: true)
        let files = try certificate.write(to: folder)
        let status = Atomic(201)
        let receiver = try WebReceiver(certificate: certificate) { _ in
            .init(status.load(ordering: .relaxed))
        }
        let site = try Site { configuration in
            configuration.notifiers.webPush = true
            configuration.notifiers.webPushHosts = "localhost"
            configuration.notifiers.webPushPrivate = true
            configuration.notifiers.webPushContact = "mailto:admin@example.org"
            configuration.notifiers.authorities = files.certificateFile
            configuration.notifiers.delayMilliseconds = 0
        }
        let (ana, ben) = try await site.friends()
        let device = try PushDevice()
        guard case .pushKey(let key) = try await ana.call(.pushKeyRead(PushKeyRead())) else {
            throw ClientError.violation("no key")
        }
        let endpoint = "https://localhost:\(receiver.port)/push/abc"
        try await ana.call(.pushSubscribe(device.subscribing(to: endpoint)))
        let position = try await ana.leave(seenBy: ben)
        try await ben.send("lunch?", to: "ana", cid: "1")
        let request = try await receiver.request()
        #expect(request.method == "POST" && request.target == "/push/abc")
        #expect(request.fields["content-encoding"] == "aes128gcm")
        #expect(request.fields["ttl"] == "3600" && request.fields["urgency"] == "high")
        #expect(request.fields["topic"]?.utf8.count == 32)
        let told = try JSONDecoder().decode(Told.self, from: Data(try device.open(request.body)))
        #expect(told.kind == "message" && told.user == "ana" && told.text == "ben: lunch?")
        let proof = try #require(VapidProof(request.fields["authorization"] ?? ""))
        #expect(proof.key == key.key && proof.isSigned)
        #expect(proof.claims.aud == "https://localhost:\(receiver.port)")
        #expect(proof.claims.sub == "mailto:admin@example.org")

        status.store(410, ordering: .relaxed)
        try await ben.send("still there?", to: "ana", cid: "2")
        _ = try await receiver.request(2)
        try await ana.comeBack(from: position)
        while try await ana.hasPush() { await Task.yield() }
        await ana.close()
        await ben.close()
        await site.stop()
    }
}

private struct Told: Decodable, Equatable {
    let id, kind, user: String
    let at: Int64
    let title: String
    let text: String?
}

extension Site {
    fileprivate func friends() async throws -> (Participant, Participant) {
        let (ana, ben) = (try await person("ana"), try await person("ben"))
        try await ana.signUp()
        try await ben.signUp()
        try await ana.befriend(ben)
        _ = try await ana.next { if case .friendAdded = $0 { true } else { nil } }
        // Only a friend who was seen online is seen leaving.
        while try await !ben.presence().online {}
        return (ana, ben)
    }
}

extension Participant {
    /// Leaves; returns when a friend knows.
    fileprivate func leave(
        seenBy friend: Participant
    ) async throws -> (epoch: String, seq: UInt32) {
        let position = await leave()
        while try await friend.presence().online {}
        return position
    }

    fileprivate func hasPush() async throws -> Bool {
        guard case .devices(let list) = try await call(.deviceList(DeviceList())) else {
            throw ClientError.violation("no devices")
        }
        return list.devices.contains { $0.push }
    }
}

extension WebReceiver {
    /// The request of that number, once it has come.
    fileprivate func request(_ number: Int = 1) async throws -> Request {
        while requests.count < number {
            try Task.checkCancellation()
            await Task.yield()
        }
        return requests[number - 1]
    }
}

extension [UInt8] {
    fileprivate var hexadecimal: String {
        map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
