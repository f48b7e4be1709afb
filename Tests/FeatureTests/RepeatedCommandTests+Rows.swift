import Kernel
import SwiftProtobuf
import Wire

extension `A command that is sent again` {
    static let friendRows: [Row] = [
        Row(
            testDescription: "friendRequest",
            command: { cid in .friendRequest(.with { ($0.to, $0.cid) = ("cleo", cid) }) },
            other: { cid in
                .friendRequest(.with { ($0.to, $0.message, $0.cid) = ("cleo", "hi", cid) })
            }),
        Row(
            testDescription: "friendAccept", before: { try $0.cleo.request("ana") },
            command: { cid in .friendAccept(.with { ($0.from, $0.cid) = ("cleo", cid) }) },
            other: { cid in .friendAccept(.with { ($0.from, $0.cid) = ("ben", cid) }) }),
        Row(
            testDescription: "friendDecline", before: { try $0.cleo.request("ana") },
            command: { cid in .friendDecline(.with { ($0.from, $0.cid) = ("cleo", cid) }) },
            other: { cid in .friendDecline(.with { ($0.from, $0.cid) = ("ben", cid) }) }),
        Row(
            testDescription: "friendWithdraw", before: { try $0.ana.request("cleo") },
            command: { cid in .friendWithdraw(.with { ($0.to, $0.cid) = ("cleo", cid) }) },
            other: { cid in .friendWithdraw(.with { ($0.to, $0.cid) = ("ben", cid) }) }),
        Row(
            testDescription: "friendRemove",
            command: { cid in .friendRemove(.with { ($0.friend, $0.cid) = ("ben", cid) }) },
            other: { cid in .friendRemove(.with { ($0.friend, $0.cid) = ("cleo", cid) }) }),
        Row(
            testDescription: "userBlock",
            command: { cid in .userBlock(.with { ($0.user, $0.cid) = ("ben", cid) }) },
            other: { cid in .userBlock(.with { ($0.user, $0.cid) = ("cleo", cid) }) }),
        Row(
            testDescription: "userReport",
            command: { cid in
                .userReport(.with { ($0.user, $0.reason, $0.cid) = ("ben", .spam, cid) })
            },
            other: { cid in
                .userReport(.with { ($0.user, $0.reason, $0.cid) = ("cleo", .spam, cid) })
            }),
        Row(
            testDescription: "userUnblock", before: { try $0.ana.block("cleo") },
            command: { cid in .userUnblock(.with { ($0.user, $0.cid) = ("cleo", cid) }) },
            other: { cid in .userUnblock(.with { ($0.user, $0.cid) = ("ben", cid) }) }),
        Row(
            testDescription: "roomSend",
            command: { cid in
                .roomSend(.with { ($0.to, $0.text, $0.cid) = ("ben", "hi", cid) })
            },
            other: { cid in
                .roomSend(.with { ($0.to, $0.text, $0.cid) = ("ben", "ho", cid) })
            }),
        Row(
            testDescription: "roomMark", before: { try $0.ben.say("hi", to: "ana") },
            command: { cid in .roomMark(.with { ($0.with, $0.seq, $0.cid) = ("ben", 1, cid) }) },
            other: { cid in .roomMark(.with { ($0.with, $0.seq, $0.cid) = ("ben", 2, cid) }) }),
        Row(
            testDescription: "roomMute",
            command: { cid in
                .roomMute(.with { ($0.with, $0.muted, $0.cid) = ("ben", true, cid) })
            },
            other: { cid in
                .roomMute(.with { ($0.with, $0.muted, $0.cid) = ("ben", false, cid) })
            }),
        Row(
            testDescription: "roomExpire",
            command: { cid in
                .roomExpire(.with { ($0.with, $0.minutes, $0.cid) = ("ben", 60, cid) })
            },
            other: { cid in
                .roomExpire(.with { ($0.with, $0.minutes, $0.cid) = ("ben", 0, cid) })
            }),
        Row(
            testDescription: "roomEdit", before: { try $0.ana.say("hi", to: "ben") },
            command: { cid in .roomEdit(.editing("ho", cid)) },
            other: { cid in .roomEdit(.editing("hu", cid)) }),
        Row(
            testDescription: "roomDelete", before: { try $0.ana.say("hi", to: "ben") },
            command: { cid in .roomDelete(.with { ($0.with, $0.seq, $0.cid) = ("ben", 1, cid) }) },
            other: { cid in .roomDelete(.with { ($0.with, $0.seq, $0.cid) = ("ben", 2, cid) }) }),
        Row(
            testDescription: "roomReact", before: { try $0.ben.say("hi", to: "ana") },
            command: { cid in .roomReact(.reacting("👍", cid)) },
            other: { cid in .roomReact(.reacting("👎", cid)) }),
        Row(
            testDescription: "roomPin", before: { try $0.ben.say("hi", to: "ana") },
            command: { cid in .roomPin(.pinning(true, cid)) },
            other: { cid in .roomPin(.pinning(false, cid)) }),
        Row(
            testDescription: "roomVote",
            before: { try $0.ben.poll("Which film?", ["Alien", "Heat"], to: "ana") },
            command: { cid in .roomVote(.voting(1, cid)) },
            other: { cid in .roomVote(.voting(2, cid)) }),
        Row(
            testDescription: "roomPollClose",
            before: { world in
                for question in ["Which film?", "When?"] {
                    try world.ana.poll(question, ["one", "two"], to: "ben")
                }
            },
            command: { cid in
                .roomPollClose(.with { ($0.with, $0.seq, $0.cid) = ("ben", 1, cid) })
            },
            other: { cid in
                .roomPollClose(.with { ($0.with, $0.seq, $0.cid) = ("ben", 2, cid) })
            }),
        Row(
            testDescription: "activitySet",
            command: { cid in
                .activitySet(.with { ($0.activity, $0.on, $0.cid) = ("coffee", true, cid) })
            },
            other: { cid in
                .activitySet(.with { ($0.activity, $0.on, $0.cid) = ("coffee", false, cid) })
            }),
        Row(
            testDescription: "noticeSettingsSet",
            command: { cid in .noticeSettingsSet(.with { ($0.quiet, $0.cid) = (true, cid) }) },
            other: { cid in .noticeSettingsSet(.with { ($0.quiet, $0.cid) = (false, cid) }) }),
        Row(
            testDescription: "planMake", before: { try matched($0) },
            command: { cid in .planMake(.with { ($0.activity, $0.cid) = ("coffee", cid) }) },
            other: { cid in .planMake(.with { ($0.activity, $0.cid) = ("gym", cid) }) }),
        Row(
            testDescription: "planReply", before: { try planned($0) },
            command: { cid in .planReply(.answering(.later, cid)) },
            other: { cid in .planReply(.answering(.coming, cid)) }),
        Row(
            testDescription: "planChange", before: { try planned($0) },
            command: { cid in .planChange(.naming("here", cid)) },
            other: { cid in .planChange(.naming("there", cid)) }),
        Row(
            testDescription: "planDone", before: { try planned($0) },
            command: { cid in .planDone(.confirming(true, cid)) },
            other: { cid in .planDone(.confirming(false, cid)) }),
        Row(
            testDescription: "planKeep", before: { try planned($0) },
            command: { cid in .planKeep(.keeping(true, cid)) },
            other: { cid in .planKeep(.keeping(false, cid)) }),
        Row(
            testDescription: "audienceSelect",
            command: { cid in .audienceSelect(.selecting(false, cid)) },
            other: { cid in .audienceSelect(.selecting(true, cid)) }),
        Row(
            testDescription: "audienceSet",
            command: { cid in .audienceSet(.meaning([], cid)) },
            other: { cid in .audienceSet(.meaning(["ben"], cid)) }),
        Row(
            testDescription: "accountUpdate",
            command: { cid in .accountUpdate(.with { ($0.displayName, $0.cid) = ("A", cid) }) },
            other: { cid in .accountUpdate(.with { ($0.displayName, $0.cid) = ("B", cid) }) }),
        Row(
            testDescription: "circleConfirm", before: { try matched($0) },
            command: { cid in .circleConfirm(.confirming("", cid)) },
            other: { cid in .circleConfirm(.confirming("fun", cid)) }),
        Row(
            testDescription: "circleEdit", before: { try $0.post(1, of: "ana") },
            command: { cid in .circleEdit(.with { ($0.post, $0.text, $0.cid) = (one, "a", cid) }) },
            other: { cid in .circleEdit(.with { ($0.post, $0.text, $0.cid) = (one, "b", cid) }) }),
        Row(
            testDescription: "circleRemove", before: { try $0.post(1, of: "ana") },
            command: { cid in .circleRemove(.with { ($0.post, $0.cid) = (one, cid) }) },
            other: { cid in .circleRemove(.with { ($0.post, $0.cid) = ("2", cid) }) }),
        Row(
            testDescription: "circleLike", before: { try $0.post(1, of: "ben") },
            command: { cid in
                .circleLike(.with { ($0.post, $0.liked, $0.cid) = (one, true, cid) })
            },
            other: { cid in
                .circleLike(.with { ($0.post, $0.liked, $0.cid) = (one, false, cid) })
            }),
        Row(
            testDescription: "circleSay", before: { try $0.post(1, of: "ben") },
            command: { cid in .circleSay(.with { ($0.post, $0.text, $0.cid) = (one, "a", cid) }) },
            other: { cid in .circleSay(.with { ($0.post, $0.text, $0.cid) = (one, "b", cid) }) }),
        Row(
            testDescription: "circleUnsay", before: { try commented($0) },
            command: { cid in
                .circleUnsay(.with { ($0.post, $0.comment, $0.cid) = (one, one, cid) })
            },
            other: { cid in
                .circleUnsay(.with { ($0.post, $0.comment, $0.cid) = (one, "2", cid) })
            }),
        Row(
            testDescription: "privacySet",
            command: { cid in .privacySet(.with { ($0.invisible, $0.cid) = (true, cid) }) },
            other: { cid in .privacySet(.with { ($0.invisible, $0.cid) = (false, cid) }) }),
        Row(
            testDescription: "deviceRevoke", before: { _ = try $0.ana.logIn() },
            command: { cid in .deviceRevoke(.with { ($0.device, $0.cid) = ("phone", cid) }) },
            other: { cid in .deviceRevoke(.with { ($0.device, $0.cid) = ("laptop", cid) }) }),
        Row(
            testDescription: "pushSubscribe",
            command: { cid in .pushSubscribe(.subscribing("a", cid: cid)) },
            other: { cid in .pushSubscribe(.subscribing("b", cid: cid)) }),
        Row(
            testDescription: "pushUnsubscribe",
            before: { try $0.ana.call(.pushSubscribe(.subscribing("a"))) },
            command: { cid in .pushUnsubscribe(.with { $0.cid = cid }) },
            other: { cid in .pushSubscribe(.subscribing("b", cid: cid)) }),
    ]
}

extension `A command that is sent again` {
    /// The first post, and its first comment.
    private static let one = "0000000000000001"

    private static func matched(_ world: World) throws {
        for person in [world.ana, world.ben] { try person.set("coffee", on: true) }
    }

    private static func planned(_ world: World) throws {
        try matched(world)
        try world.ana.plan("coffee")
    }

    private static func commented(_ world: World) throws {
        try world.post(1, of: "ben")
        let ana = world.ana.id
        try world.daemon { (transaction) throws(Refusal) in
            try transaction.run(
                """
                INSERT INTO circle_comment (id, post_id, author, body, at_ms)
                VALUES (1, 1, \(ana), 'hi', 0)
                """)
        }
    }
}

extension CircleConfirm {
    fileprivate static func confirming(_ text: String, _ cid: String) -> CircleConfirm {
        .with { ($0.friend, $0.activity, $0.text, $0.cid) = ("ben", "coffee", text, cid) }
    }
}

extension AudienceSelect {
    fileprivate static func selecting(_ selected: Bool, _ cid: String) -> AudienceSelect {
        .with {
            ($0.activity, $0.friend) = ("coffee", "ben")
            ($0.selected, $0.cid) = (selected, cid)
        }
    }
}

extension AudienceSet {
    fileprivate static func meaning(_ friends: [String], _ cid: String) -> AudienceSet {
        .with {
            ($0.activity, $0.add) = ("coffee", friends)
            ($0.others, $0.cid) = (false, cid)
        }
    }
}

extension RoomEdit {
    fileprivate static func editing(_ text: String, _ cid: String) -> RoomEdit {
        .with { ($0.with, $0.seq, $0.text, $0.cid) = ("ben", 1, text, cid) }
    }
}

extension RoomVote {
    fileprivate static func voting(_ number: UInt32, _ cid: String) -> RoomVote {
        .with { ($0.with, $0.seq, $0.options, $0.cid) = ("ben", 1, [number], cid) }
    }
}

extension RoomPin {
    fileprivate static func pinning(_ isOn: Bool, _ cid: String) -> RoomPin {
        .with { ($0.with, $0.seq, $0.on, $0.cid) = ("ben", 1, isOn, cid) }
    }
}

extension RoomReact {
    fileprivate static func reacting(_ emoji: String, _ cid: String) -> RoomReact {
        .with {
            ($0.with, $0.seq, $0.emoji) = ("ben", 1, emoji)
            ($0.on, $0.cid) = (true, cid)
        }
    }
}
