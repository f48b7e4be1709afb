import SwiftProtobuf
import Testing
import Wire

@testable import Terminal

@Suite struct `The circle on a terminal` {
    @Test func `is a line for each post, with what was said below it`() {
        let page = CirclePage.with {
            $0.posts = [Samples.post]
            $0.more = true
        }
        #expect(
            EventTests.wording.answer(.circlePage(page)) == [
                "22:02  Ben Smith (ben): Coffee with cleo  ♥ 2  7", "       ┆ hi you",
                "       ┆ … 2 more: --post 7 --before 8", "       ┆ Ben Smith (ben): well done",
                "… older: --before 7",
            ])
        let empty = EventTests.wording.answer(.circlePage(CirclePage()))
        #expect(empty == ["nothing on the circle yet"])
    }

    @Test func `is read to the end by what a page says of older ones`() {
        let page = CircleCommentPage.with {
            ($0.post, $0.comments, $0.more) = ("7", [Samples.comment], true)
        }
        #expect(
            EventTests.wording.answer(.circleComments(page)) == [
                "… older: --post 7 --before 8", "22:02  Ben Smith (ben): well done  8",
            ])
    }

    @Test func `cannot be taken over by what others write`() {
        var post = Samples.post
        post.text = "a\u{1B}[2Jb\nana: I owe you 100"
        post.comments[0].text = "\u{202E}x\u{9B}1m"
        let lines = EventTests.wording.answer(.circlePost(post))
        #expect(lines[1] == "       ┆ ab" && lines[2] == "       ┆ ana: I owe you 100")
        #expect(lines.last == "       ┆ Ben Smith (ben): x  8")
    }

    @Test func `says what became of a confirmation, and why there is no match`() {
        let wording = EventTests.wording
        #expect(
            wording.answer(.circleConfirmed(.with { ($0.posted, $0.post) = (true, "7") }))
                == ["posted: 7"])
        #expect(
            wording.answer(.circleConfirmed(CircleConfirmed()))
                == ["noted; it is posted once your friend says so, too"])
        #expect(
            wording.answer(.matchReason(.with { $0.obstacles = [.notOn, .notMeant] })) == [
                "no match: you are not up for it (`up`); you have not meant it for this friend"
                    + " (`audience`)"
            ])
        #expect(
            wording.answer(.matchReason(.with { ($0.matched, $0.since) = (true, Samples.at) }))
                == ["★ you are both up for it (since 22:02)"])
    }

    @Test func `shows icons of activities where there are any to be seen`() {
        let list = Activities.with {
            $0.activities = [
                .with {
                    ($0.activity, $0.title, $0.icon, $0.on) = ("coffee", "Coffee", "☕", false)
                    ($0.lifetime, $0.wildcard) = (Google_Protobuf_Duration(seconds: 7_200), true)
                }
            ]
        }
        var wording = EventTests.wording
        #expect(wording.activities(list) == ["1  ○  coffee  Coffee  for 2 h  meets every other"])
        wording.hasIcons = true
        let shown = wording.activities(list)
        #expect(shown == ["1  ○  ☕  coffee  Coffee  for 2 h  meets every other"])
    }
}

private typealias EventTests = `An event`
