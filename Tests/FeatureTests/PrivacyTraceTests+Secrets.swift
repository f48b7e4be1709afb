import Kernel
import SwiftProtobuf
import Testing
import Wire

extension `What is hidden` {
    static let secrets: [Secret] = [
        Secret(
            testDescription: "that ana is up for coffee, when ben is not",
            meanwhile: toggles),
        Secret(
            testDescription: "what ana says about coffee, when ben is not up for it",
            meanwhile: { world, isTrue, round in
                try world.ana.say(isTrue ? saying(round, world) : .init(), about: "coffee")
            }),
        Secret(
            testDescription: "what ana says about the gym, when it is not meant for ben",
            before: { world, _ in try world.ana.select("ben", for: "gym", false) },
            meanwhile: { world, isTrue, round in
                try world.ana.say(isTrue ? saying(round, world) : .init(), about: "gym")
            }),
        Secret(
            testDescription: "that ana is up for the movie later than ben",
            before: { world, _ in
                let until = world.clock.now.advanced(by: .seconds(1_800)).timestamp
                try world.ben.say(.with { $0.until = until }, about: "movie")
            },
            meanwhile: { world, isTrue, round in
                guard isTrue else { return }
                let from = world.clock.now.advanced(by: .seconds(7_200)).timestamp
                try world.ana.say(
                    .with { ($0.from, $0.note) = (from, "round \(round)") }, about: "movie")
            }),
        Secret(
            testDescription: "that ana is up for anything, when that is not meant for ben",
            before: { world, _ in try world.ana.select("ben", for: "anything", false) },
            meanwhile: { world, isTrue, round in
                if isTrue { try world.ana.say(saying(round, world), about: "anything") }
            }),
        Secret(
            testDescription: "what ana says in a group, when ben is not up for it there",
            before: { world, _ in
                let room = try world.ana.makeGroup("Lunch", with: "ben", "cleo")
                try world.cleo.set("movie", on: true, in: room)
            },
            meanwhile: { world, isTrue, round in
                let command = GroupUp.with {
                    ($0.room, $0.activity, $0.on) = (group, "movie", isTrue)
                    if isTrue { $0.details = saying(round, world) }
                }
                try world.ana.call(.groupUp(command))
            }),
        Secret(
            testDescription: "whom else ana asks to a plan, as long as they do not join",
            before: { world, isTrue in
                try planned(world, asking: isTrue ? ["ben", "dora"] : ["ben"])
            },
            meanwhile: { world, isTrue, round in
                if isTrue, round % 3 == 0 {
                    try world.dora.answer(.with { $0.plan = plan }, .notComing)
                }
            }),
        Secret(
            testDescription: "that a user whom ben has blocked comes to ana's plan",
            before: { world, _ in
                try planned(world, asking: ["ben", "dora"])
                try world.ben.block("dora")
            },
            meanwhile: { world, isTrue, round in
                guard isTrue else { return }
                try world.dora.answer(
                    .with { $0.plan = plan }, round % 2 == 0 ? .coming : .notComing,
                    minutes: UInt32(round))
            }),
        Secret(
            testDescription: "when ana turned the movie on that she and ben are up for",
            before: { world, _ in
                for person in [world.ana, world.ben] { try person.set("movie", on: true) }
            },
            meanwhile: { world, isTrue, round in
                if isTrue, round % 3 == 0 { try world.ana.set("movie", on: true) }
            }),
        Secret(
            testDescription: "that ana is up for the gym, when it is not meant for ben",
            before: { world, _ in try world.ana.select("ben", for: "gym", false) },
            meanwhile: { world, isTrue, round in
                if isTrue { try world.ana.set("gym", on: round % 3 != 0) }
            }),
        Secret(
            testDescription: "that ana is up for the gym, when it is not meant for friends to come",
            friends: [("ana", "cleo"), ("ben", "cleo")],
            before: { world, _ in
                try world.ana.mean(["cleo"], others: false, for: "gym")
                try world.ben.request("ana")
                try world.ana.accept("ben")
            },
            meanwhile: { world, isTrue, round in
                if isTrue { try world.ana.set("gym", on: round % 3 != 0) }
            }),
        Secret(
            testDescription: "that ana is up for the gym, when ben is no friend",
            friends: [("ben", "cleo")],
            meanwhile: { world, isTrue, round in
                if isTrue { try world.ana.set("gym", on: round % 3 != 0) }
            }),
        Secret(
            testDescription: "that ben was reported, by whom, and that it was dismissed",
            before: { world, _ in try world.ana.say("hi", to: "ben") },
            meanwhile: { world, isTrue, round in
                guard isTrue else { return }
                try world.cleo.report("ben", .spam)
                try world.ana.report("ben", .harassment)
                if round % 3 == 0, let open = try world.cases().first {
                    _ = try world.decide(open.id, "DISMISS")
                }
            }),
        Secret(
            testDescription: "what ana plays with words, to who is no friend of hers",
            friends: [("ben", "cleo"), ("ana", "cleo")],
            meanwhile: { world, isTrue, round in
                guard isTrue else { return }
                if round == 2 { try world.ana.finishDaily(winning: 3) }
                try world.ana.favour("cat", on: round % 2 == 0)
                try world.ana.answer(world.ana.play(), rightly: round % 3 == 0)
            }),
        Secret(
            testDescription: "that ana has a second factor, and an attacker guesses it",
            meanwhile: { world, isTrue, round in
                guard isTrue else { return }
                if round == 3 { try world.ana.setSecondFactor() }
                if round > 3 { _ = try? world.ana.logIn(code: "000000") }
            }),
        Secret(
            testDescription: "whether ana has revoked an invitation, or has blocked ben",
            friends: [("ana", "cleo"), ("ben", "cleo")],
            meanwhile: { world, isTrue, round in
                guard round % 4 == 1 else { return }
                let invitation = try world.ana.invite(uses: 5)
                if isTrue { try world.ana.block("ben") } else { try world.ana.revoke(invitation) }
                _ = try? world.ben.preview(invitation.code)
                _ = try? world.ben.accept(code: invitation.code)
            }),
        Secret(
            testDescription: "for whom else ana is up for something",
            meanwhile: { world, isTrue, round in
                try world.ana.set("coffee", on: true)
                try world.ana.select("cleo", for: "coffee", isTrue == (round % 2 == 0))
            }),
        Secret(
            testDescription: "why there is no match with ana for the gym",
            before: { world, isTrue in try world.ana.select("ben", for: "gym", !isTrue) },
            meanwhile: { world, isTrue, round in
                if isTrue { try world.ana.set("gym", on: round % 3 != 0) }
            }),
        Secret(
            testDescription: "what ana and cleo did, to who is no friend of theirs",
            friends: [("ana", "cleo")],
            meanwhile: { world, isTrue, round in
                if isTrue, round % 10 == 1 {
                    for person in [world.ana, world.cleo] { try person.set("movie", on: true) }
                    try world.ana.did("movie", with: "cleo", "secret")
                    try world.cleo.did("movie", with: "ana")
                }
            }),
        Secret(
            testDescription: "that ana declined",
            friends: [("ben", "cleo")],
            before: { world, _ in try world.ben.request("ana", "hello") },
            meanwhile: { world, isTrue, _ in if isTrue { try? world.ana.decline("ben") } }),
        Secret(
            testDescription: "that ana blocked a friend, instead of leaving",
            before: { world, isTrue in
                try world.ben.say("hi", to: "ana")
                if isTrue { try world.ana.block("ben") } else { try world.ana.remove("ben") }
            }),
        Secret(
            testDescription: "that ana blocked who asked, instead of never answering",
            friends: [("ben", "cleo")],
            before: { world, isTrue in
                try world.ben.request("ana")
                if isTrue { try world.ana.block("ben") }
            }),
        Secret(
            testDescription: "that ana blocked whom she had asked, instead of withdrawing",
            friends: [("ben", "cleo")],
            before: { world, isTrue in
                try world.ana.request("ben")
                if isTrue { try world.ana.block("ben") } else { try world.ana.withdraw("ben") }
            }),
        Secret(
            testDescription: "that ana blocks a stranger, and no longer does",
            friends: [("ben", "cleo")],
            meanwhile: { world, isTrue, round in
                guard isTrue else { return }
                if round % 7 == 3 { try world.ana.block("ben") }
                if round == 39 { try world.ana.unblock("ben") }
            }),
        Secret(
            testDescription: "that ana has muted him",
            meanwhile: { world, isTrue, round in
                if isTrue { _ = try? world.ana.mute("ben", round % 3 != 0) }
            }),
        Secret(
            testDescription: "that ana reads, when she does not tell",
            before: { world, _ in try world.ana.tell(receipts: false) },
            meanwhile: { world, isTrue, _ in
                if isTrue { _ = try? world.ana.read("ben", upTo: .max) }
            }),
        Secret(
            testDescription: "that ana is there, when she is invisible",
            before: { world, _ in try world.ana.tell(invisible: true) },
            meanwhile: { world, isTrue, _ in
                guard isTrue else { return }
                try world.ana.acknowledge()
                _ = try? world.ana.read("ben", upTo: .max)
            }),
        Secret(
            testDescription: "that ana's device renews its token, and that there is a copy of it",
            meanwhile: { world, isTrue, round in
                guard isTrue, round % 7 == 3 else { return }
                let old = try world.token(of: "ana")
                guard let new = try? world.ana.renew() else { return }
                for token in [new, old] { _ = try? world.ana.openSession(token: token) }
                try world.noteTokens()
            }),
        Secret(
            testDescription: "where ana is, when it is not meant for ben",
            before: { world, _ in try world.ana.select("ben", for: "@place", false) },
            meanwhile: checkIns),
        Secret(
            testDescription: "where ana is, when ben is no friend",
            friends: [("ana", "cleo"), ("ben", "cleo")], meanwhile: checkIns),
        Secret(
            testDescription: "that ana's marker is not meant for a friend to come",
            friends: [("ana", "cleo"), ("ben", "cleo")],
            before: { world, _ in
                try world.ana.mean(["cleo"], others: false, for: "@place")
                try world.ben.request("ana")
                try world.ana.accept("ben")
            },
            meanwhile: checkIns),
        Secret(
            testDescription: "for whom else ana's marker is meant",
            before: { world, _ in try world.ana.checkIn() },
            meanwhile: { world, isTrue, round in
                try world.ana.select("cleo", for: "@place", isTrue == (round % 2 == 0))
            }),
        Secret(
            testDescription: "with whom else ana is a language partner, and that they meet",
            before: { world, isTrue in
                try world.signUp("dora")
                try world.ana.speak("en", learning: "zh")
                for person in [world.ben, world.cleo, world.dora] {
                    try person.speak("zh", learning: "en")
                }
                try world.ana.match(isTrue ? "cleo" : "dora")
            },
            meanwhile: { world, isTrue, round in
                guard isTrue, round % 5 == 2 else { return }
                let offer = MeetupOffer.with {
                    ($0.number, $0.place) = (.drawn(2, by: "ana"), "at number \(round)")
                    $0.at = SettableClock.start.advanced(by: .seconds(86_400)).timestamp
                }
                try world.ana.call(.meetupOffer(offer))
                if round % 10 == 2 {
                    try world.cleo.call(.meetupClear(.with { $0.number = .drawn(2, by: "ana") }))
                }
            }),
        Secret(
            testDescription: "how ana swipes ben's project, and what else she swipes",
            before: { world, isTrue in
                try world.ana.gather()
                for person in [world.ben, world.cleo] { try person.attend(gathering) }
                try world.ben.project("Ben's", at: gathering)
                try world.cleo.project("Cleo's", at: gathering)
                if isTrue { try world.ana.swipe(bens) }
            },
            meanwhile: { world, isTrue, round in
                if isTrue, round == 7 { _ = try? world.ana.swipe(cleos) }
                if isTrue, round == 9 { _ = try? world.cleo.swipe(bens, right: false) }
                guard round % 6 == 1 else { return }
                _ = try? world.ben.deck(of: bens)
                _ = try? world.ben.deck(at: gathering)
                _ = try? world.ben.swipes(by: bens)
                _ = try? world.ben.swipe(bens, "ana", right: false)
                _ = try? world.ben.project(bens)
                _ = try? world.ben.project(cleos)
            }),
        Secret(
            testDescription: "that ana has a resume, open to companies, to who decides nothing",
            before: { world, _ in
                try world.signUp("dora")
                try world.dora.gather()
                for person in [world.ana, world.ben, world.cleo] {
                    try person.attend(gatheringOfDora)
                }
                try world.dora.grant(.company, to: "cleo", at: gatheringOfDora, company: "Acme")
                try world.ben.project("Ben's", at: gatheringOfDora)
            },
            meanwhile: { world, isTrue, round in
                if isTrue, round % 6 == 2 {
                    let file = Array("resume \(round)".utf8)
                    let number = try world.ana.teamProfile().number
                    try world.putDocument("resume", file, of: number, by: "ana")
                    try world.ana.openDocuments(round % 4 == 0)
                }
                guard round % 6 == 1 else { return }
                _ = try? world.ben.documents(of: "ana")
                _ = try? world.ben.teamProfile("ana")
                _ = try? world.ben.attendees(of: gatheringOfDora)
                _ = try? world.ben.deck(of: bens)
            }),
        Secret(
            testDescription: "that ana has become invisible, and does not type",
            meanwhile: { world, isTrue, round in
                try world.ana.tell(invisible: isTrue && round % 2 == 0, typing: !isTrue)
            }),
    ]

    /// Profiles are drawn first.
    private static let gathering = UInt32.drawn(2, by: "ana")
    private static let gatheringOfDora = UInt32.drawn(2, by: "dora")
    private static let bens = UInt32.drawn(2, by: "ben")
    private static let cleos = UInt32.drawn(2, by: "cleo")

    private static let group = "#\(UInt32.drawn(1, by: "ana"))"
    private static let plan = UInt32.drawn(1, by: "ana")

    /// ana, ben and dora, a friend of hers alone, are up for the movie, and ana makes a plan.
    private static func planned(_ world: World, asking friends: [String]) throws {
        try world.signUp("dora")
        try world.dora.request("ana")
        try world.ana.accept("dora")
        for person in [world.ana, world.ben, world.dora] { try person.set("movie", on: true) }
        try world.ana.plan("movie", with: friends)
    }

    /// Something in each field, another in each round.
    private static func saying(_ round: Int, _ world: World) -> ActivityDetails {
        .with {
            ($0.note, $0.place, $0.roomFor) = ("note \(round)", "place \(round)", 1 + UInt32(round))
            ($0.point.lat, $0.point.lon) = (Double(round), 1)
            $0.from = world.clock.now.advanced(by: .seconds(60)).timestamp
            $0.until = world.clock.now.advanced(by: .seconds(60 * (2 + round))).timestamp
        }
    }

    private static let toggles: @Sendable (World, Bool, Int) throws -> Void = {
        world, isTrue, round in
        guard isTrue else { return }
        try world.ana.set("coffee", on: round % 3 != 0)
        try world.ana.set("anything", on: round % 4 != 0)
    }
}

extension `What is hidden` {
    /// ana checks in, and clears.
    private static let checkIns: @Sendable (World, Bool, Int) throws -> Void = {
        world, isTrue, round in
        guard isTrue, round % 4 == 1 else { return }
        if round % 8 == 1 {
            try world.ana.checkIn(at: (52, Double(round)), "\(round)")
        } else {
            try world.ana.clearCheckin(history: round % 3 == 0)
        }
    }
}
