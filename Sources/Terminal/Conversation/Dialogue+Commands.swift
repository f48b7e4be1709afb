import ArgumentParser
import Wire

extension Dialogue {
    /// Runs the command in `words`; a failure is shown, and the dialogue continues.
    func obey(_ words: [String]) async -> Course {
        switch (words.first, words.count) {
        case ("quit", 1), ("exit", 1): return .ends
        case ("back", 1): leave()
        case ("help", _): help(words.dropFirst().first)
        case (let name?, 2) where ["--help", "-h"].contains(words[1]): help(name)
        default:
            do {
                try await perform(words.first == "toggle" ? try setting(words) : words)
            } catch {
                hasFailed()
                if let failure = error as? Failure { fail(failure) } else { explain(error) }
            }
        }
        return .goesOn
    }

    /// What `toggle N` means now: on the wire a toggle is set, and never flipped.
    private func setting(_ words: [String]) throws(Failure) -> [String] {
        guard screen.isLive else {
            throw .usage("there is no board here: `up NAME` or `down NAME`")
        }
        guard words.count == 2, let toggle = Int(words[1]).flatMap(board.toggle) else {
            throw .usage("`toggle N` takes the number of an activity on the board")
        }
        return [toggle.isOn ? "down" : "up", toggle.activity]
    }

    private func perform(_ words: [String]) async throws {
        guard let name = words.first, Self.commandNames.contains(name) else {
            throw Self.notHere(words)
        }
        let words = named(try addressed(words))
        let command = try UpforCommand.command(in: words)
        if let chat = command as? ChatCommand {
            try requireConnection(for: words)
            return try await open(chat.name)
        }
        guard let command = command as? any SessionCommand else {
            throw Self.notHere(words)
        }
        let options = command.options
        guard options.server == nil && options.profile == nil && options.ca == nil else {
            throw Failure.usage("--server, --ca and --as belong behind `upfor`")
        }
        let form = command.options.json ? Output.Form.json : output.form
        if let send = command as? SendCommand, send.text == ["-"] {
            throw Failure.usage("`-` reads standard input, and that is this prompt")
        }
        guard !command.needsProof else { throw Self.notHere(words) }
        try requireConnection(for: words)
        isDoing(words)
        try await command.perform(
            in: session.showing(
                on: Output(form: form, printer: screen).fitted(to: TerminalSize.current.columns)))
        if command is CircleCommand, !showsCircle {
            showsCircle = true
            await openCircle()
        }
    }

    /// Subscribes this connection to changes of the circle; on failure the user can still list it.
    func openCircle() async {
        var open = CircleOpen()
        open.on = true
        _ = try? await session.call(.circleOpen(open))
    }

    /// The words with the activity's own spelling, however it was typed.
    private func named(_ words: [String]) -> [String] {
        guard let place = ActivityName.place(in: words),
            let name = ActivityName.meant(by: words[place], among: vocabulary.activities)
        else { return words }
        return words.prefix(place) + [name] + words.dropFirst(place + 1)
    }

    /// In a conversation, a command about one person needs no name, and one about a message no
    /// number: the friend and the newest message are the defaults.
    private func addressed(_ words: [String]) throws(Failure) -> [String] {
        guard case .room(let name, let newest) = place, let command = words.first else {
            return words
        }
        switch command {
        case "history", "read", "mute", "unmute", "pins":
            let isNamed = words.count > 1 && !words[1].hasPrefix("-")
            return isNamed ? words : [command, name] + words.dropFirst()
        case "why", "did":
            let isNamed = words.count > 2 && !words[2].hasPrefix("-") || words.count == 1
            return isNamed ? words : [command, name] + words.dropFirst()
        case "vote":
            let isNumber = words.count > 1 && UInt32(words[1]) != nil
            return isNumber ? [command, name] + words.dropFirst() : words
        case "edit", "delete", "react", "pin", "unpin":
            return try addressed(command, words, with: name, newest)
        default: return words
        }
    }

    /// - Throws: `.usage` when there is no such message, and for `/edit 3 text`, which is
    ///   ambiguous.
    private func addressed(
        _ command: String, _ words: [String], with name: String, _ newest: UInt32
    ) throws(Failure) -> [String] {
        guard !(words.count > 2 && words[1] == name && UInt32(words[2]) != nil) else {
            return words
        }
        let isEdit = command == "edit"
        let isOwn = isEdit || command == "delete"
        var rest = Array(words.dropFirst())
        if let number = rest.first.flatMap({ UInt32($0) }) {
            guard !isEdit else {
                throw .usage(
                    "`/edit \(name) \(number) …` changes message \(number);"
                        + " `/edit -- \(number) …` makes that the text of your newest one")
            }
            return [command, name] + rest
        }
        let seq = isOwn ? newestOwn : newest
        guard seq > 0 else {
            throw .usage(isOwn ? "you have said nothing here yet" : "nothing was said here yet")
        }
        if isEdit, rest.first != "--" { rest.insert("--", at: 0) }
        return [command, name, "\(seq)"] + rest
    }
}
