import SwiftProtobuf
import Wire

extension [ClientMessage.OneOf_Command] {
    /// One of each command about words.
    static func words(_ other: String) -> [ClientMessage.OneOf_Command] {
        [
            .wordRead(.with { $0.word = "cat" }), .wordFind(.with { $0.prefix = "c" }),
            .wordAudio(.with { $0.word = "cat" }), .wordSpeechList(WordSpeechList()),
            .wordRoundAudio(.with { $0.round = "0000000000000001" }),
            .wordLanguageList(WordLanguageList()), .wordDraw(WordDraw()),
            .wordShare(.with { ($0.word, $0.to) = ("cat", other) }),
            .wordSettingsRead(WordSettingsRead()),
            .wordSettingsSet(.with { $0.level = 1 }),
            .wordProfileRead(.with { $0.username = other }),
            .wordFavouriteSet(.with { ($0.word, $0.on) = ("cat", true) }),
            .wordFavouriteList(WordFavouriteList()), .wordSeenList(WordSeenList()),
            .wordPlay(.with { $0.game = .chooseWord }),
            .wordAnswer(.with { ($0.round, $0.choice) = ("0000000000000001", 1) }),
            .wordRoundRead(.with { $0.round = "0000000000000001" }),
            .wordDailyRead(WordDailyRead()), .wordDuelList(WordDuelList()),
        ]
    }
}
