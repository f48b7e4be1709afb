import SwiftProtobuf
import Testing
import Wire

/// Every list of an answer is in its JSON, whatever is in it.
@Suite struct `An answer in JSON` {
    private static func text(_ body: ServerMessage.OneOf_Body) -> String {
        String(decoding: ServerMessage(id: 1, body).answerBytes(.json), as: UTF8.self)
    }

    @Test func `has the lists that are empty`() {
        #expect(Self.text(.friends(Friends())) == #"{"id":1,"friends":{"friends":[]}}"#)
        #expect(
            Self.text(.places(.with { $0.next = "x" }))
                == #"{"id":1,"places":{"next":"x","markers":[],"supers":[]}}"#)
        #expect(Self.text(.done(Done())) == #"{"id":1,"done":{}}"#)
    }

    @Test func `has them in whatever depth, and once`() {
        let page = RoomPage.with {
            $0.room = "ana:ben"
            $0.messages = [
                .with { $0.text = #"]}{["reactions":[\"# },
                .with { $0.reactions = [.with { $0.emoji = "👍" }] }, RoomMessage(),
            ]
        }
        let text = Self.text(.roomPage(page))
        #expect(
            text
                == #"{"id":1,"roomPage":{"room":"ana:ben","messages":["#
                + #"{"text":"]}{[\"reactions\":[\\","reactions":[],"attachments":[],"#
                + #""mentions":[]},{"reactions":[{"emoji":"👍","from":[]}],"attachments":[],"#
                + #""mentions":[]},{"reactions":[],"attachments":[],"mentions":[]}],"#
                + #""receipts":[],"quoted":[]}}"#)
        let again = ServerMessage(Array(text.utf8), .json)
        #expect(again?.roomPage == page)
    }

    @Test func `has counts as whole numbers, and the list of them also when it is empty`() {
        let seen = { (words: [String: UInt32]) in
            String(
                decoding: WordbuzzSeen.with { $0.seenWords = words }.answerBytes(.json),
                as: UTF8.self)
        }
        #expect(seen(["bee": 1]) == #"{"seenWords":{"bee":1}}"#)
        #expect(seen([:]) == #"{"seenWords":{}}"#)
    }

    @Test func `is what it was in binary, and in events`() {
        let message = ServerMessage(id: 1, .friends(Friends()))
        #expect(message.answerBytes(.binary) == message.bytes(.binary))
        var event = InboxEvent(.roomMessage(.with { $0.text = "a" }), atMilliseconds: 0)
        let json = String(decoding: event.payload(seq: 1, .json), as: UTF8.self)
        #expect(!json.contains("reactions"))
    }

    @Test func `has them also when it answers an administrator`() throws {
        var answer = AdminPassword()
        answer.kept = AdminWaysIn()
        #expect(
            String(decoding: try answer.storedAnswerBytes(), as: UTF8.self)
                == #"{"kept":{"identities":[],"logins":[],"subscriptions":[],"passkeys":[]}}"#)
    }
}
