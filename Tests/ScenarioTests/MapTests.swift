import Foundation
import SwiftProtobuf
import TestSupport
import Testing
import Wire

@testable import Server
@testable import Settings

/// U3-U8 over real sockets: a check-in over HTTP appears on a friend's open map.
@Suite(.serialized, .onOwnThreads, .timeLimit(.minutes(5))) struct `The map` {
    private static let file = TestPicture.file(.jpeg, width: 300, height: 200)

    private static func head(
        _ start: String, _ token: String = "", count: Int = 0, fields: String = ""
    ) -> String {
        let bearer = token.isEmpty ? "" : "Authorization: Bearer \(token)\r\n"
        let length = start.hasPrefix("GET") ? "" : "Content-Length: \(count)\r\n"
        return "\(start) HTTP/1.1\r\nHost: a\r\n\(bearer)\(length)\(fields)\r\n"
    }

    /// - Returns: the status, and the line that is the body.
    private static func ask(
        _ start: String, _ body: String = "", _ token: String, at peer: RawPeer
    ) throws -> (status: String, body: String) {
        let fields = body.isEmpty ? "" : "Content-Type: application/json\r\n"
        peer.write(head(start, token, count: body.utf8.count, fields: fields) + body)
        let status = try peer.statusLine().dropFirst("HTTP/1.1 ".count)
        return (String(status.prefix(3)), try peer.line())
    }

    @Test func `shows a check-in over HTTP to a friend who has it open, and to nobody else`()
        async throws
    {
        let site = try Site()
        let (ana, ben) = (try await site.person("ana"), try await site.person("ben"))
        let cleo = try await site.person("cleo")
        for person in [ana, ben, cleo] { try await person.signUp() }
        try await ana.befriend(ben)
        for person in [ana, cleo] { try await person.call(.placeOpen(.with { $0.on = true })) }
        let (token, other) = (await ben.token, await cleo.token)
        let peer = try RawPeer(port: site.daemon.port)

        let put = Self.head("PUT /v1/checkin/picture", token, count: Self.file.count)
        peer.write(Array(put.utf8) + Self.file)
        #expect(try peer.statusLine() == "HTTP/1.1 200 OK")
        let uploaded = try peer.line()
        let start = try #require(uploaded.firstRange(of: #"{"picture":""#)).upperBound
        let name = String(uploaded[start...].prefix { $0 != "\"" })

        let place = #"{"lat":52.5200066,"lon":13.404954,"text":"zebra","picture":"\#(name)"}"#
        let set = try Self.ask("PUT /places/checkin", place, token, at: peer)
        #expect(set.status == "200" && set.body.contains(#""lat":52.5200066"#))
        let marker = try await ana.next { body -> Marker? in
            guard case .placeChanged(let changed) = body else { return nil }
            return changed.set
        }
        #expect(marker.text == "zebra" && marker.lat == 52.5200066 && !marker.isMine)

        let box = "GET /places/?south=52&west=13&north=53&east=14&zoom=14"
        let (seen, unseen) = (
            try Self.ask(box, "", await ana.token, at: peer),
            try Self.ask(box, "", other, at: peer)
        )
        #expect(seen.body.contains("zebra"))
        #expect(unseen.body.trimmed == #"{"markers":[],"supers":[]}"#)
        let empty = try Self.ask(
            "GET /places/?south=2&west=13&north=3&east=14&zoom=14", "", other, at: peer)
        #expect(empty.status == unseen.status && empty.body == unseen.body)

        for (token, status) in [
            (await ana.token, "200 OK"), (token, "200 OK"), (other, "404 Not Found"),
            ("", "401 Unauthorized"),
        ] {
            peer.write(Self.head("HEAD \(marker.picture)", token))
            #expect(try peer.statusLine() == "HTTP/1.1 \(status)")
            guard status == "200 OK" else { continue }
            #expect(peer.head.contains("Content-Type: image/jpeg"))
            #expect(peer.head.contains("X-Content-Type-Options: nosniff"))
            #expect(peer.head.lowercased().contains("cache-control: private, no-cache"))
        }
        peer.write(Self.head("HEAD /places/pictures/default.svg"))
        #expect(try peer.statusLine() == "HTTP/1.1 200 OK")

        peer.write(Self.head("DELETE /places/checkin", token))
        #expect(try peer.statusLine() == "HTTP/1.1 204 No Content")
        let gone = try await ana.next { body -> String? in
            guard case .placeChanged(let changed) = body else { return nil }
            return changed.gone
        }
        #expect(gone == "ben")
        let metrics = try "\(site.metrics())"
        for person in [ana, ben, cleo] { await person.close() }
        await site.stop()
        let log = site.endLog()
        for word in ["zebra", "52.52", "525200066", "13.404", "134049540", name] {
            #expect(!log.contains(word) && !metrics.contains(word), "\(word)")
        }
        #expect(log.contains("checkinSet"))
    }
}

extension String {
    fileprivate var trimmed: String { trimmingCharacters(in: .whitespacesAndNewlines) }
}
