import Wire

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
