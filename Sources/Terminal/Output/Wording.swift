import SwiftProtobuf
import Wire

/// Formats everything for a person. Texts of other users go through SafeText.
struct Wording: Sendable {
    /// The user's own name, so that "you" can be said; empty without a signed-in user.
    var me: String
    let palette: Palette
    let times: LocalTime
    /// Columns of the terminal; tables are fitted to them.
    var width: Int
    /// Whether the terminal shows emoji.
    var hasIcons = false

    /// A name or a text of another user, on one line.
    func safe(_ text: String) -> String { SafeText(text).line }

    /// `Ben Smith (ben)`, or `ben` alone when he calls himself that.
    func person(_ user: UserProfile) -> String {
        let shown = safe(user.displayName)
        return shown.isEmpty || shown == user.username
            ? safe(user.username) : "\(shown) (\(safe(user.username)))"
    }

    /// ` “text”`, or nothing.
    func quoted(_ text: String) -> String {
        text.isEmpty ? "" : " “\(safe(text))”"
    }

    /// The other person in the room of two.
    func other(in room: String) -> String { safe(RoomName.other(in: room, than: me)) }

    /// Lines of a table that fit the terminal.
    func table(_ rows: [[Table.Cell]]) -> [String] { Table(rows: rows).lines(width: width) }

    /// `time  sentence`, and the rest of a long text below the sentence.
    func stamped(_ at: Google_Protobuf_Timestamp?, _ lines: [String]) -> [String] {
        let clock = at.map { times.text($0) } ?? ""
        let margin = clock.isEmpty ? "" : palette.dim(clock) + "  "
        return lines.enumerated().map { index, line in
            index == 0
                ? margin + line
                : String(repeating: " ", count: clock.isEmpty ? 0 : clock.columns + 2)
                    + palette.dim("┆ ") + line
        }
    }
}

extension Wording {
    /// The lines of an answer about the dictionary; nil for anything else.
    func dictionaryAnswer(_ body: ServerMessage.OneOf_Body) -> [String]? {
        switch body {
        case .wordEntry(let entry): self.entry(entry)
        case .wordList(let page):
            page.words.isEmpty
                ? [palette.dim("no word begins so")] : page.words.map(safe) + more(page.next)
        case .wordSpoken(let spoken): [self.spoken(spoken)]
        case .wordSpeechPage(let page):
            page.words.isEmpty
                ? [palette.dim("no recordings yet: `say WORD FILE.wav`")]
                : page.words.map(progress) + more(page.next)
        default: nil
        }
    }

    private func more(_ next: String) -> [String] {
        next.isEmpty ? [] : [palette.dim("… more: --after \(safe(next))")]
    }

    private func entry(_ entry: WordEntry) -> [String] {
        let sound = entry.ipa.isEmpty ? "" : " /\(safe(entry.ipa))/"
        let level = entry.level > 0 ? ", level \(entry.level)" : ""
        let head =
            palette.bold(safe(entry.word)) + sound
            + palette.dim(" (frequency \(entry.frequency) of 7\(level))")
        return [head]
            + entry.senses.enumerated().flatMap { number, sense in
                meaning(sense, number: number + 1)
            }
    }

    private func meaning(_ sense: WordSense, number: Int) -> [String] {
        var lines = ["  \(number). \(palette.dim(safe(sense.part))) \(safe(sense.definition))"]
        lines += sense.examples.map { palette.dim("     “\(safe($0))”") }
        if !sense.synonyms.isEmpty {
            let others = sense.synonyms.map(safe).joined(separator: ", ")
            lines.append(palette.dim("     also: \(others)"))
        }
        return lines
    }

    private func spoken(_ spoken: WordSpoken) -> String {
        let verdict = spoken.right ? palette.green("understood") : "not understood"
        return "\(palette.bold(safe(spoken.word))): \(verdict), \(spoken.score) of 100 "
            + palette.dim(
                "(best \(spoken.progress.best); \(spoken.progress.right) of "
                    + "\(spoken.progress.tries) right)")
    }

    private func progress(_ speech: WordSpeech) -> String {
        "\(safe(speech.word)): best \(speech.best), last \(speech.last), "
            + "\(speech.right) of \(speech.tries) right"
    }
}

extension Wording {
    /// A table of devices, the one that asks marked.
    func devices(_ list: Devices) -> [String] {
        table(
            list.devices.map { device in
                let whereabouts = Whereabouts(device)
                return [
                    mark(whereabouts), Table.Cell(safe(device.device)),
                    Table.Cell(device.current ? "this one" : text(whereabouts), palette.dim),
                    Table.Cell("signed in \(times.text(device.since))", palette.dim),
                    Table.Cell(
                        device.push ? "notified while away" : device.guest ? "as a guest" : "",
                        palette.dim),
                ]
            }) + (list.next.isEmpty ? [] : [palette.dim("… more: --after \"\(safe(list.next))\"")])
    }
}

extension Wording {
    /// ● here, ○ not here, ◐ unknown.
    func mark(_ whereabouts: Whereabouts) -> Table.Cell {
        Table.Cell(whereabouts.mark, whereabouts.dress(palette))
    }

    /// In words: `last seen 14:02`.
    func text(_ whereabouts: Whereabouts) -> String {
        switch whereabouts {
        case .online: "online"
        case .offline(let lastSeen?):
            "last seen \(times.text(Google_Protobuf_Timestamp(seconds: lastSeen)))"
        case .offline(nil): "offline"
        case .unknown: "not known yet"
        }
    }

    /// A friend came or went.
    func sentence(_ presence: Presence) -> String {
        let whereabouts = Whereabouts(presence)
        let mark = whereabouts.dress(palette)(whereabouts.mark)
        let name = safe(presence.user)
        return switch whereabouts {
        case .online: "\(mark) \(name) is online"
        case .offline: "\(mark) \(name) is offline"
        case .unknown: "\(mark) nobody can know yet whether \(name) is online"
        }
    }
}

extension Wording {
    /// What others may know, a line for each setting: `typing     off  friends do not see …`.
    func privacy(_ privacy: Privacy) -> [String] {
        table(
            settings(privacy).map { name, isOn, meaning in
                [
                    Table.Cell(name),
                    Table.Cell(isOn ? "on" : "off", isOn ? palette.bold : palette.dim),
                    Table.Cell(meaning, palette.dim),
                ]
            })
    }

    /// How the user is notified.
    func notices(_ settings: NoticeSettings) -> [String] {
        [
            "quiet hours: \(settings.quietHours?.text ?? "off")",
            "reminders: \(settings.reminders ? "on" : "off")",
        ]
    }

    /// It was changed, here or on another device.
    func changed(_ change: PrivacyChanged) -> String {
        let settings = settings(change.privacy).map { "\($0.name) \($0.isOn ? "on" : "off")" }
        return "your privacy: \(settings.joined(separator: ", "))"
    }

    private func settings(
        _ privacy: Privacy
    ) -> [(name: String, isOn: Bool, meaning: String)] {
        [
            (
                "invisible", privacy.invisible,
                privacy.invisible
                    ? "friends read that you are offline" : "friends see whether you are online"
            ),
            (
                "typing", privacy.typing,
                "friends \(privacy.typing ? "see" : "do not see") that you are writing to them"
            ),
            (
                "receipts", privacy.receipts,
                "friends \(privacy.receipts ? "see" : "do not see") how far you have read"
            ),
            (
                "circle", privacy.circle,
                privacy.circle
                    ? "what you did with a friend is posted by itself"
                    : "what you did is posted only when you say `did`"
            ),
            (
                "listed", privacy.listed,
                privacy.listed
                    ? "you are in the list of people" : "you are not in the list of people"
            ),
            (
                "invitations", privacy.invitations,
                privacy.invitations
                    ? "friends may invite you to groups"
                    : "invitations do not reach you, and friends are not told"
            ),
        ]
    }
}
