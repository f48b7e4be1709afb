import Kernel
import Wire

/// How users may check in on a server.
struct PlaceTerms: Sendable {
    /// What a check-in may carry, in their order.
    let stickers: [Sticker]
    /// How long a marker stays, at most.
    let minutesMax: UInt32
    /// How long it stays when nothing is said.
    let minutes: UInt32
    /// How long check-ins are kept for their owners; 0: only while they are markers.
    let historyDays: UInt32

    init(_ settings: SettingValues) {
        stickers = settings.words(Self.stickerSetting).filter { !$0.isEmpty }.map(Self.sticker)
        minutesMax = UInt32(clamping: settings.integer(Self.minutesMaxSetting))
        minutes = min(minutesMax, UInt32(clamping: settings.integer(Self.minutesSetting)))
        historyDays = UInt32(clamping: settings.integer(Self.historySetting))
    }

    /// When a check-in of now is forgotten.
    func forgetting(of now: Moment, until expires: Moment) -> Moment {
        max(expires, now.advanced(by: .seconds(Int64(historyDays) * 86_400)))
    }

    /// - Throws: `.invalidField`.
    func check(sticker name: String) throws(Refusal) -> String {
        guard name.isEmpty || stickers.contains(where: { $0.name == name }) else {
            throw Refusal(
                .invalidField, field: "sticker", "expected the name of a sticker of this server")
        }
        return name
    }

    /// - Throws: `.invalidField`.
    func lifetime(_ command: CheckinSet) throws(Refusal) -> Duration {
        let minutes = command.hasMinutes ? command.minutes : minutes
        guard (1...minutesMax).contains(minutes) else {
            throw Refusal(
                .invalidField, field: "minutes", "expected 1 to \(minutesMax) minutes")
        }
        return .seconds(Int64(minutes) * 60)
    }

    /// "pizza=🍕": a name, and perhaps what is shown for it.
    @Sendable static func isSticker(_ word: String) -> Bool {
        let sticker = sticker(word)
        let name = sticker.name.utf8
        return word.isEmpty
            || ((1...20).contains(name.count) && sticker.icon.unicodeScalars.count <= 8
                && name.allSatisfy { (97...122).contains($0) || (48...57).contains($0) })
    }

    private static func sticker(_ word: String) -> Sticker {
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        var sticker = Sticker()
        sticker.name = parts.first.map(String.init) ?? ""
        sticker.icon = parts.count > 1 ? String(parts[1]) : ""
        return sticker
    }

    static let stickerSetting = Setting(
        "places.stickers",
        .words(
            [
                "coffee=☕", "food=🍕", "sport=⚽", "party=🎉", "books=📚", "music=🎵", "nature=🌳",
                "travel=🚆",
            ],
            expected: "names of small letters and digits, each perhaps with = and what is shown",
            isWord: isSticker),
        "Stickers that a check-in may carry: names, each perhaps with = and what is shown.")
    static let minutesSetting = Setting(
        "places.minutes", .integer(240, in: 1...10_080, unit: "minutes"),
        "How long a check-in is on the map when its user does not say; at most places.minutesMax.")
    static let minutesMaxSetting = Setting(
        "places.minutesMax", .integer(1_440, in: 1...10_080, unit: "minutes"),
        "How long a check-in may be on the map.")
    static let historySetting = Setting(
        "places.historyDays", .integer(30, in: 0...3_650, unit: "days"),
        "How long past check-ins are kept for their author; 0: not at all. "
            + "A change applies to new check-ins only.")
}
