import ArgumentParser
import Wire

extension Dialogue {
    /// The commands that only make sense at the prompt, and what they do.
    static let ownCommands = [
        ("back", "Leave the conversation."),
        ("toggle", "Up for what has this number, or down (or Alt and a digit)."),
        ("help", "List the commands, or explain one."),
        ("quit", "End the program (or ^D)."),
    ]

    /// The commands that are also ways of calling the program.
    static let sharedCommands: [any ParsableCommand.Type] =
        UpforCommand.configuration.subcommands.filter {
            $0 is any SessionCommand.Type || $0 == ChatCommand.self
        }

    /// All words a line may begin with, in order.
    static let commandNames =
        (sharedCommands.compactMap { $0.configuration.commandName } + ownCommands.map { $0.0 })
        .sorted()

    /// Does what `words` say; what goes wrong is said, and the talk goes on.
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
            throw Failure.usage("no such command: \(words.first ?? ""); `help` lists them")
        }
        let words = try addressed(words)
        let command = try UpforCommand.parseAsRoot(words)
        if let chat = command as? ChatCommand {
            try requireConnection(for: words)
            return try await open(chat.name)
        }
        guard let command = command as? any SessionCommand else {
            throw Failure.usage("not at the prompt: `upfor \(words.joined(separator: " "))`")
        }
        let options = command.options
        guard options.server == nil && options.profile == nil && options.ca == nil else {
            throw Failure.usage("--server, --ca and --as belong behind `upfor`")
        }
        let form = command.options.json ? Output.Form.json : output.form
        if let send = command as? SendCommand, send.text == ["-"] {
            throw Failure.usage("`-` reads standard input, and that is this prompt")
        }
        if let profile = command as? ProfileCommand, profile.needsProof {
            throw Failure.usage("not at the prompt: `upfor \(words.joined(separator: " "))`")
        }
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

    /// Has the server tell this connection what happens on the circle; who does not get that told
    /// can still look.
    func openCircle() async {
        var open = CircleOpen()
        open.on = true
        _ = try? await session.call(.circleOpen(open))
    }

    /// In a conversation a command about one person needs no name, and one about a message no
    /// number: they mean the friend, and the newest message there.
    private func addressed(_ words: [String]) throws(Failure) -> [String] {
        guard case .room(let name, let newest) = place, let command = words.first else {
            return words
        }
        switch command {
        case "history", "read", "mute", "unmute":
            let isNamed = words.count > 1 && !words[1].hasPrefix("-")
            return isNamed ? words : [command, name] + words.dropFirst()
        case "why", "did":
            let isNamed = words.count > 2 && !words[2].hasPrefix("-") || words.count == 1
            return isNamed ? words : [command, name] + words.dropFirst()
        case "edit", "delete", "react":
            return try addressed(command, words, with: name, newest)
        default: return words
        }
    }

    /// - Throws: `.usage` when there is no such message, and for `/edit 3 text`, which may mean
    ///   either.
    private func addressed(
        _ command: String, _ words: [String], with name: String, _ newest: UInt32
    ) throws(Failure) -> [String] {
        guard !(words.count > 2 && words[1] == name && UInt32(words[2]) != nil) else {
            return words
        }
        let (isOwn, isEdit) = (command != "react", command == "edit")
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

    /// What ArgumentParser has to say about a line: its help, or what is wrong.
    private func explain(_ error: any Error) {
        fail(UpforCommand.exitCode(for: error).rawValue)
        let text = UpforCommand.fullMessage(for: error)
        screen.talk(text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init))
    }

    private func help(_ name: String?) {
        if let name,
            let command = Self.sharedCommands.first(where: {
                $0.configuration.commandName == name
            })
        {
            let text = UpforCommand.helpMessage(for: command, columns: TerminalSize.current.columns)
            let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
            return screen.talk(lines.map(String.init))
        }
        let all =
            Self.sharedCommands.map {
                ($0.configuration.commandName ?? "", $0.configuration.abstract)
            } + Self.ownCommands
        let rows = all.map { [Table.Cell($0.0), Table.Cell($0.1)] }
        screen.talk(Table(rows: rows).lines(width: TerminalSize.current.columns))
    }
}
