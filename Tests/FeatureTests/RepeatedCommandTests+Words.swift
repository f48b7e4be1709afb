import Kernel
import SwiftProtobuf
import Wire

extension `A command that is sent again` {
    static let wordRows: [Row] = [
        Row(
            testDescription: "wordDraw", command: { cid in .wordDraw(.with { $0.cid = cid }) },
            other: { cid in .wordDraw(.with { ($0.language, $0.cid) = ("en", cid) }) }),
        Row(
            testDescription: "wordShare",
            command: { cid in
                .wordShare(.with { ($0.word, $0.to, $0.cid) = ("cat", "ben", cid) })
            },
            other: { cid in
                .wordShare(.with { ($0.word, $0.to, $0.cid) = ("dog", "ben", cid) })
            }),
        Row(
            testDescription: "wordSettingsSet",
            command: { cid in .wordSettingsSet(.with { ($0.level, $0.cid) = (2, cid) }) },
            other: { cid in .wordSettingsSet(.with { ($0.level, $0.cid) = (3, cid) }) }),
        Row(
            testDescription: "wordFavouriteSet",
            command: { cid in
                .wordFavouriteSet(.with { ($0.word, $0.on, $0.cid) = ("cat", true, cid) })
            },
            other: { cid in
                .wordFavouriteSet(.with { ($0.word, $0.on, $0.cid) = ("dog", true, cid) })
            }),
        Row(
            testDescription: "wordPlay",
            command: { cid in .wordPlay(.with { ($0.game, $0.cid) = (.chooseWord, cid) }) },
            other: { cid in .wordPlay(.with { ($0.game, $0.cid) = (.fillGap, cid) }) }),
        Row(
            testDescription: "wordAnswer", before: { try asked($0) },
            command: { cid in
                .wordAnswer(.with { ($0.round, $0.choice, $0.cid) = (round, 1, cid) })
            },
            other: { cid in
                .wordAnswer(.with { ($0.round, $0.choice, $0.cid) = (round, 2, cid) })
            }),
    ]

    private static let round = "0000000000000001"

    /// Ana has an open round, whose id is known.
    private static func asked(_ world: World) throws {
        let asked = try world.ana.play()
        let number = Int64(asked.round, radix: 16) ?? 0
        try world.daemon { (transaction) throws(Refusal) in
            try transaction.run("UPDATE word_round SET id = 1 WHERE id = \(number)")
        }
    }
}
