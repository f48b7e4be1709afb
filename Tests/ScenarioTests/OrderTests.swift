import Client
import Foundation
import SwiftProtobuf
import Synchronization
import Testing
import Wire

@testable import Server

/// Orders of `upford ctl` to all sessions, and its question about two users.
@Suite(.onOwnThreads, .timeLimit(.minutes(5))) struct `An order to the daemon` {
    @Test func `reaches every connected client, in any format`() async throws {
        let site = try Site()
        let ana = try await site.person("ana")
        let ben = try await site.person("ben", .binary)
        try await ana.signUp()
        try await ben.signUp()
        #expect(try site.order("broadcast", #"{"text":""}"#).status == 400)
        let long = String(repeating: "x", count: 501)
        #expect(try site.order("broadcast", #"{"text":"\#(long)"}"#).status == 400)
        let (_, answer) = try site.order("broadcast", #"{"text":"a restart at 22:00"}"#)
        #expect(answer == "{\"sessions\":2}\n")
        for person in [ana, ben] {
            let text = try await person.next {
                if case .notice(let notice) = $0 { notice.text } else { nil }
            }
            #expect(text == "a restart at 22:00")
        }
        await ana.close()
        await ben.close()
        await site.stop()
        #expect(!site.endLog().contains("22:00"))
    }

    @Test func `sends everybody away, once, and is answered`() async throws {
        let count = Mutex(0)
        let site = try Site(whenDrained: { count.withLock { $0 += 1 } })
        let (status, answer) = try site.order("drain")
        #expect(status == 200)
        #expect(answer == "{\"connections\":0}\n")
        #expect(count.withLock { $0 } == 1)
        #expect(try site.order("drain", #"{"now":true}"#).status == 400)
        #expect(count.withLock { $0 } == 1)
        await site.stop()
    }

    @Test func `shows for both sides why two users match, or do not`() async throws {
        let site = try Site()
        let ana = try await site.person("ana")
        let ben = try await site.person("ben")
        try await ana.signUp()
        try await ben.signUp()
        let order = #"{"user":"ana","other":"ben","activity":"coffee"}"#
        #expect(
            try AdminMatchReason(jsonString: site.order("why-match", order).answer).friends == false
        )
        try await ana.befriend(ben)
        try await ana.set("coffee", on: true)
        var select = AudienceSelect()
        (select.activity, select.friend, select.selected) = ("coffee", "ana", false)
        try await ben.call(.audienceSelect(select))
        let apart = try AdminMatchReason(jsonString: site.order("why-match", order).answer)
        #expect(apart.friends && !apart.matched)
        #expect(apart.sides.map(\.on) == [["coffee"], []])
        #expect(apart.sides.map(\.excluded) == [[], ["coffee"]])
        #expect(apart.sides.map(\.obstacles) == [[], [.notOn, .notMeant]])
        select.selected = true
        try await ben.call(.audienceSelect(select))
        try await ben.set("coffee", on: true)
        let together = try AdminMatchReason(jsonString: site.order("why-match", order).answer)
        #expect(together.matched && together.hasSince)
        #expect(together.sides.allSatisfy { $0.obstacles.isEmpty })
        for wrong in ["ana", "nobody"] {
            let order = #"{"user":"ana","other":"\#(wrong)","activity":"coffee"}"#
            #expect(try site.order("why-match", order).status >= 400)
        }
        let uids = try ["ana", "ben"].map {
            try AdminUser(jsonString: site.order("user", #"{"user":"\#($0)"}"#).answer).uid
        }
        await ana.close()
        await ben.close()
        await site.stop()
        let about = #""cmd":"why-match","uid":"\#(uids[0])","other_uid":"\#(uids[1])"}"#
        #expect(site.endLog().components(separatedBy: about).count == 4)
    }
}
