import ArgumentParser

/// The words that a line may begin with, and their explanations.
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

    /// Those that are not: they end at once, or ask for what nobody else should read.
    private static let outerNames = UpforCommand.configuration.subcommands
        .compactMap { $0.configuration.commandName }.filter { !commandNames.contains($0) }

    /// All words a line may begin with, in order.
    static let commandNames =
        (sharedCommands.compactMap { $0.configuration.commandName } + ownCommands.map { $0.0 })
        .sorted()

    /// Why nothing can be done about `words`.
    static func notHere(_ words: [String]) -> Failure {
        let name = words.first ?? ""
        return .usage(
            UpforCommand.subcommand(named: name) == nil
                ? "no such command: \(name); `help` lists them"
                : "not at the prompt: `upfor \(words.joined(separator: " "))`")
    }

    /// What ArgumentParser has to say about a line: its help, or what is wrong.
    func explain(_ error: any Error) {
        fail(UpforCommand.exitCode(for: error).rawValue)
        talk(UpforCommand.fullMessage(for: error, columns: TerminalSize.current.columns))
    }

    /// Lists all words, or explains one.
    func help(_ name: String?) {
        let columns = TerminalSize.current.columns
        if let command = name.flatMap(UpforCommand.subcommand) {
            return talk(UpforCommand.helpMessage(for: command, columns: columns))
        }
        let shared = Self.sharedCommands.map {
            ($0.configuration.commandName ?? "", $0.configuration.abstract)
        }
        let all = shared + Self.ownCommands
        let asked = name.map { name in all.filter { $0.0 == name } } ?? all
        guard !asked.isEmpty else { return fail(Self.notHere([name ?? ""])) }
        let rows = asked.map { [Table.Cell($0.0), Table.Cell($0.1)] }
        screen.talk(Table(rows: rows).lines(width: columns))
        if name == nil {
            screen.talk(["only behind `upfor`: " + Self.outerNames.joined(separator: ", ")])
        }
    }

    private func talk(_ text: String) {
        screen.talk(text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init))
    }
}
