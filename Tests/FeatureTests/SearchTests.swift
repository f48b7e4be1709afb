import Foundation
import Kernel
import SwiftProtobuf
import Synchronization
import Testing
import Wire

@testable import Rooms

/// Words are found again, in one's own rooms alone: those that are in the index, and the newest,
/// which are not yet.
@Suite struct `A search` {
    /// Where the words are, when they are looked for.
    enum Place: CaseIterable { case inbox, index, both }

    /// ana and ben talk, and ana and cleo.
    static func world(_ place: Place, saying texts: [String]) throws -> World {
        let world = try World(friends: [("ana", "ben"), ("ana", "cleo"), ("ben", "cleo")])
        for (index, text) in texts.enumerated() {
            if place == .both, index == texts.count / 2 { try world.pass(.seconds(1)) }
            try world.ana.say(text, to: "ben")
        }
        if place == .index { try world.pass(.seconds(1)) }
        return world
    }

    @Test(arguments: Place.allCases)
    func `finds messages with all words, the newest first`(place: Place) throws {
        let world = try Self.world(
            place, saying: ["lunch today", "no lunch", "Today: LUNCH?", "todays", "soup"])
        #expect(try world.ben.found("lunch") == ["Today: LUNCH?", "no lunch", "lunch today"])
        #expect(try world.ana.found("today lunch") == ["Today: LUNCH?", "lunch today"])
        #expect(try world.ana.found("lunch today") == ["Today: LUNCH?", "lunch today"])
        #expect(try world.ana.found("tod") == ["todays", "Today: LUNCH?", "lunch today"])
        #expect(try world.ana.found("tod lunch") == [])
        #expect(try world.ana.found("oup") == [])
        let message = try #require(try world.ana.search("soup").messages.first)
        #expect(try world.ana.history(with: "ben").messages.last == message)
    }

    @Test(arguments: Place.allCases)
    func `asks for no accents, and no case`(place: Place) throws {
        let world = try Self.world(
            place, saying: ["Crème brûlée", "CREME", "Größe", "Ελλάδα", "việt nam", "ёлка", "東京都"])
        #expect(try world.ana.found("creme") == ["CREME", "Crème brûlée"])
        #expect(try world.ana.found("CRE\u{300}ME") == ["CREME", "Crème brûlée"])
        #expect(try world.ana.found("grösse") == [])
        #expect(try world.ana.found("große") == ["Größe"])
        #expect(try world.ana.found("ελλαδα") == ["Ελλάδα"])
        #expect(try world.ana.found("Viet") == ["việt nam"])
        #expect(try world.ana.found("елка") == ["ёлка"])
        #expect(try world.ana.found("東") == ["東京都"])
    }

    /// What PROTOCOL.md says of it, on either store.
    @Test(arguments: Place.allCases)
    func `finds whole words, and beginnings of the last, letter by letter`(place: Place) throws {
        let texts = [
            "lunch today", "日本語のテキスト", "東京、大阪", "Straße", "ﬁne ｌｕｎｃｈ ｱ", "שָׁלוֹם", "नमस्ते दुनिया",
            "route 66b", "C'est naïve-té", "İstanbul ĳ", "x²", "Łódź",
        ]
        let world = try Self.world(place, saying: texts)
        for (text, found) in [
            ("lunch tod", [0]), ("today lun", [0]), ("tod lunch", []), ("unch", []),
            ("日本", [1]), ("日本語のテキスト", [1]), ("テキスト", []), ("本語", []),
            ("大阪", [2]), ("東京 大", [2]), ("京", []),
            ("straße", [3]), ("STRASSE", []), ("strase", []), ("stra", [3]),
            ("fine", []), ("ﬁne", [4]), ("ｌｕｎｃｈ", [4]), ("ア", []), ("ｱ", [4]),
            ("שלום", []), ("שָׁל", [5]), ("नम", [6]), ("स्ते", []), ("नमस्ते दुनि", [6]), ("दुनि नमस्ते", []),
            ("66", [7]), ("66b", [7]), ("6b", []), ("est", [8]), ("naive te", [8]), ("té", [8]),
            ("istanbul", [9]), ("ij", []), ("x2", []), ("x²", [10]), ("lodz", []), ("łodz", [11]),
        ] as [(String, [Int])] {
            #expect(
                try world.ana.found(text).sorted() == found.map { texts[$0] }.sorted(), "\(text)")
        }
    }

    /// Beginnings that end inside what is seen as one character; UAX #29 has no say in it.
    @Test(arguments: Place.allCases)
    func `compares letters and marks one by one`(place: Place) throws {
        let texts = [
            "กินข้าวเย็น", "हिन्दी", "한국어", "தமிழ்", "ខ្មែរ", "မြန်မာ", "שָׁלוֹם", "👍🏽ok e\u{20DD}x", "ΟΔΟΣ οδός",
            "Kadıköy ǿre ﬀ", "কোথায়",
        ]
        let world = try Self.world(place, saying: texts)
        for (text, found) in [
            ("กินข", [0]), ("กิน", [0]), ("กินข้าวเ", [0]), ("กินา", []), ("हिन", [1]), ("हि", [1]),
            ("हिन्द", [1]), ("हन", []), ("한", [2]), ("하", [2]), ("핛", []), ("தமி", [3]), ("தம", [3]),
            ("ខ្", [4]), ("မြန", [5]), ("ש", [6]), ("שָ", [6]), ("ok", [7]), ("e", [7]), ("ex", []),
            ("οδος", [8]), ("ΟΔΌΣ", [8]), ("οδοσ", [8]), ("KADIKÖY", [9]), ("ØRE", [9]), ("f", []),
            ("কে", [10]),
        ] as [(String, [Int])] {
            #expect(
                try world.ana.found(text).sorted() == found.map { texts[$0] }.sorted(), "\(text)")
        }
    }

    /// Every text, looked for in every form that Unicode calls canonically equivalent.
    @Test(arguments: Place.allCases)
    func `finds a text in whatever form it was written`(place: Place) throws {
        let texts = [
            "한국어", "がっこう", "Ångström", "क़लम", "آب", "ﬁne Å", "việt", "𝅗𝅥", "ᾴ", "ệ", "שׁלום", "각",
        ]
        for text in texts {
            let forms = [
                text.precomposedStringWithCanonicalMapping,
                text.decomposedStringWithCanonicalMapping,
            ]
            let world = try Self.world(place, saying: forms)
            for form in forms where !Words(form).list.isEmpty {
                #expect(try world.ana.found(form).count == 2, "\(form.unicodeScalars.map(\.value))")
            }
        }
    }

    /// Default_Ignorable_Code_Point: none of it is seen.
    @Test(
        arguments: [
            "\u{AD}", "\u{200B}", "\u{200C}", "\u{200D}", "\u{2060}", "\u{FEFF}", "\u{34F}",
            "\u{FE0F}",
            "\u{200E}", "\u{180E}", "\u{2064}",
        ], Place.allCases)
    func `reads over what is not seen`(invisible: String, place: Place) throws {
        let texts = ["lun\(invisible)ch today", "می\(invisible)خواهم", "क्\(invisible)ष", "lunch"]
        let world = try World(friends: [("ana", "ben")])
        for text in texts { _ = try? world.ana.say(text, to: "ben") }
        if place != .inbox { try world.pass(.seconds(1)) }
        #expect(try Set(world.ana.history(with: "ben").messages.map(\.text)).contains("lunch"))
        for message in try world.ana.history(with: "ben").messages {
            let text = message.text.unicodeScalars.filter { String($0) != invisible }
            #expect(
                try world.ana.found(String(String.UnicodeScalarView(text))).contains(message.text))
            // Marks of direction may be in a message, and not in one line.
            let found = (try? world.ana.found(message.text)) ?? [message.text]
            #expect(found.contains(message.text))
        }
    }

    @Test(arguments: Place.allCases)
    func `takes what is typed for words, and for nothing else`(place: Place) throws {
        let texts = [
            #"she said "no" (NEAR me)"#, "words : 100%", "a AND b", "owners", "x*", "it's", "-5 ^2",
            "NOT or AND",
        ]
        let world = try Self.world(place, saying: texts)
        for (text, found) in [
            (#""no""#, [0, 7]), ("NEAR", [0]), (#"NEAR("she" "no", 2)"#, []), ("a OR b", []),
            ("words:100", [1]), ("owners : u1", []), ("owners:", [3]), ("{words owners}: x", []),
            ("a AND b", [2]), ("a AND", [2]), ("x* *", [4]), ("it's", [5]), ("'; DROP TABLE", []),
            ("-5", [6]), ("^2 5", [6]), ("NOT", [7]), ("not OR", [7]), (#"no" OR "x"#, []),
            ("(", nil), ("\"", nil), ("*", nil), ("🙂", nil), ("%", nil),
        ] as [(String, [Int]?)] {
            guard let found else {
                expectRefusal(.invalidField, "text") { _ = try world.ana.found(text) }
                continue
            }
            #expect(
                try world.ana.found(text).sorted() == found.map { texts[$0] }.sorted(), "\(text)")
        }
    }

    @Test func `takes any text for words`() throws {
        let world = try Self.world(.index, saying: ["hello"])
        for value in stride(from: UInt32(1), to: 0x2FFF, by: 11) {
            guard let scalar = Unicode.Scalar(value) else { continue }
            do {
                _ = try world.ana.search("h \(scalar)\(scalar) \"\(scalar)")
            } catch let refusal as Refusal {
                #expect(refusal.code == .invalidField && refusal.field == "text")
            }
        }
        let many = (0..<100).map { _ in "ä" }.joined(separator: " ")
        #expect(try world.ana.found(many) == [])
        #expect(try world.ana.found((0..<66).map { "\($0)" }.joined(separator: " ")) == [])
    }

    @Test(arguments: Place.allCases)
    func `is of one's own rooms, with those who are friends`(place: Place) throws {
        let world = try Self.world(place, saying: ["secret"])
        try world.cleo.say("secret of cleo", to: "ana")
        if place == .index { try world.pass(.seconds(1)) }
        #expect(try world.cleo.found("secret") == ["secret of cleo"])
        #expect(try world.ana.found("secret") == ["secret of cleo", "secret"])
        #expect(try world.ana.found("secret", with: "ben") == ["secret"])
        #expect(try world.ben.found("secret", with: "cleo") == [])
        expectRefusal(.notFriends, "with") { _ = try world.ana.found("secret", with: "dora") }
        try world.ana.remove("ben")
        #expect(try world.ben.found("secret") == [])
        #expect(try world.ana.found("secret") == ["secret of cleo"])
        expectRefusal(.notFriends, "with") { _ = try world.ana.found("secret", with: "ben") }
    }

    @Test(arguments: Place.allCases)
    func `finds what a message says now`(place: Place) throws {
        let world = try Self.world(place, saying: ["apple", "pear"])
        try world.ana.edit(1, with: "ben", to: "plum")
        try world.ana.delete(2, with: "ben")
        for _ in 1...2 {
            #expect(try world.ben.found("apple") == [])
            #expect(try world.ben.found("pear") == [])
            #expect(try world.ben.found("plum") == ["plum"])
            try world.pass(.seconds(1))
        }
        #expect(try world.indexed("apple") == 0 && world.indexed("pear") == 0)
        #expect(try world.indexed("plum") == 1)
    }

    @Test(arguments: Place.allCases)
    func `comes in pages, without gaps`(place: Place) throws {
        let texts = (1...120).map { "word \($0)\($0 % 3 == 0 ? " third" : "")" }
        let world = try Self.world(place, saying: texts)
        for (words, count) in [("word", 120), ("third", 40)] {
            var found: [RoomMessage] = []
            var page = try world.ben.search(words, limit: 7)
            while true {
                #expect(page.messages.count <= 7)
                found += page.messages
                if page.next.isEmpty { break }
                page = try world.ben.search(words, before: page.next, limit: 7)
            }
            #expect(found.count == count)
            #expect(found.map(\.seq) == found.map(\.seq).sorted(by: >))
        }
    }

    @Test func `goes on behind strangers' words, and a long inbox`() throws {
        let world = try World(friends: [("ana", "ben"), ("ana", "cleo")])
        try world.ana.say("word of ben", to: "ben")
        for number in 1...1_100 { try world.ana.say("\(number)", to: "cleo") }
        let first = try world.ana.search("word")
        #expect(first.messages == [] && !first.next.isEmpty)
        #expect(
            try world.ana.search("word", before: first.next).messages.map(\.text)
                == ["word of ben"])
        for number in 1...100 { try world.ana.say("word \(number)", to: "cleo") }
        try world.pass(.seconds(1))
        try world.ana.remove("cleo")
        let behind = try world.ana.search("word")
        #expect(behind.messages == [] && !behind.next.isEmpty)
        var page = behind
        while page.messages.isEmpty, !page.next.isEmpty {
            page = try world.ana.search("word", before: page.next)
        }
        #expect(page.messages.map(\.text) == ["word of ben"])
    }

    @Test func `with one friend looks at what was said with that one alone`() throws {
        let world = try World(friends: [("ana", "ben"), ("ana", "cleo")])
        try world.ana.say("word of ben", to: "ben")
        for number in 1...1_100 { try world.ana.say("\(number)", to: "cleo") }
        let page = try world.ana.search("word", with: "ben")
        #expect(page.messages.map(\.text) == ["word of ben"] && page.next.isEmpty)
    }

    @Test(arguments: Place.allCases)
    func `finds what the inbox has forgotten`(place: Place) throws {
        let world = try World(friends: [("ana", "ben")], keeping: 16)
        try world.ana.say("lunch", to: "ben")
        if place != .inbox { try world.pass(.seconds(1)) }
        for number in 1...100 { try world.ana.say("\(number)", to: "ben") }
        if place == .index { try world.pass(.seconds(1)) }
        #expect(try world.ana.found("lunch") == ["lunch"])
    }

    @Test(arguments: Place.allCases)
    func `goes on behind a user who has left meanwhile`(place: Place) throws {
        let world = try World(friends: [("ana", "ben"), ("ana", "cleo")])
        for number in 1...9 { try world.ana.say("word \(number)", to: "ben") }
        if place == .both { try world.pass(.seconds(1)) }
        for number in 10...19 { try world.ana.say("word \(number)", to: "cleo") }
        if place == .index { try world.pass(.seconds(1)) }
        let page = try world.ana.search("word", limit: 5)
        #expect(page.messages.map(\.text) == (15...19).reversed().map { "word \($0)" })
        try world.cleo.deleteAccount()
        for _ in 1...2 { try world.pass(.seconds(1)) }
        let rest = try world.ana.search("word", before: page.next, limit: 20)
        #expect(rest.messages.map(\.text) == (1...9).reversed().map { "word \($0)" })
    }

    @Test func `says nothing of what others do by where it goes on`() throws {
        let world = try Self.world(.inbox, saying: ["word", "word"])
        let next = try world.ana.search("word", limit: 1).next
        #expect(try world.ana.search("word", limit: 1).next == next)
        #expect(next.count == 32 && !next.contains("ben"))
        for index in 0..<32 {
            var other = Array(next)
            other[index] = other[index] == "0" ? "1" : "0"
            expectRefusal(.invalidField, "before") {
                _ = try world.ana.search("word", before: String(other))
            }
        }
    }

    @Test(arguments: ["x", "ana:ben:1", "0", String(repeating: "0", count: 32), "é"])
    func `goes on from what it gave, and nowhere else`(before: String) throws {
        let world = try Self.world(.index, saying: ["word"])
        try world.ben.say("word", to: "cleo")
        expectRefusal(.invalidField, "before") {
            _ = try world.ana.search("word", before: before)
        }
    }

    @Test func `has bounds`() throws {
        let world = try Self.world(.index, saying: ["word"])
        for limit: UInt32 in [0, 51, .max] {
            expectRefusal(.invalidField, "limit") { _ = try world.ana.search("word", limit: limit) }
        }
        for text in ["", " ", "a\nb", "a\u{202E}", String(repeating: "x", count: 201)] {
            expectRefusal(.invalidField, "text") { _ = try world.ana.found(text) }
        }
    }

    @Test func `finds what was said before there was an index`() throws {
        let world = try Self.world(.inbox, saying: (1...600).map { "old \($0)" })
        #expect(try world.indexed("old") == 0)
        let isMoreLeft = Mutex(false)
        try world.daemon { (transaction) throws(Refusal) in
            let isLeft = try RoomWords.advance(in: transaction)
            isMoreLeft.withLock { $0 = isLeft }
        }
        #expect(isMoreLeft.withLock { $0 })
        #expect(try world.indexed("old") == RoomWords.stepCount)
        try world.pass(.seconds(1))
        #expect(try world.indexed("old") == 600)
        try world.restart()
        try world.pass(.seconds(1))
        #expect(try world.indexed("old") == 600)
    }
}

extension World {
    /// Messages with a word, of ana and ben, as the index knows them.
    fileprivate func indexed(_ word: String) throws -> Int {
        let question = RoomWords.question(Words(word), of: self.ana.id, with: self.ben.id)
        let query: Query<Int64> = RoomWords.index.find(
            words: question, before: .max, limit: 1_000)
        return try store.snapshot { (snapshot) throws(Refusal) in try snapshot.all(query).count }
    }
}
