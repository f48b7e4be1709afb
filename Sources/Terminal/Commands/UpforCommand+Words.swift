import ArgumentParser

extension UpforCommand {
    /// The command in `words`: what ArgumentParser makes of them, but for mistakes of theirs that
    /// it does not see, or does not name.
    ///
    /// - Throws: `.usage` for those; what ArgumentParser throws, for it to explain.
    static func command(in words: [String]) throws -> any ParsableCommand {
        if words.first == "help",
            let name = words.dropFirst().first(where: {
                !$0.hasPrefix("-") && subcommand(named: $0) == nil
            })
        {
            throw unknown(name)
        }
        do {
            return try parseAsRoot(words)
        } catch {
            let isSuccess = exitCode(for: error).isSuccess
            try blameNegativeNumber(in: words, unless: isSuccess)
            if !isSuccess, let failure = unknownCommand(in: words) { throw failure }
            throw error
        }
    }

    /// The command of this name.
    static func subcommand(named name: String) -> (any ParsableCommand.Type)? {
        configuration.subcommands.first { $0.configuration.commandName == name }
    }

    /// A negative number is an option to ArgumentParser, which blames the word behind it.
    private static func blameNegativeNumber(
        in words: [String], unless isHelp: Bool
    ) throws(Failure) {
        let number = words.prefix { $0 != "--" }.first { $0.hasPrefix("-") && Int($0) != nil }
        guard let number, !isHelp else { return }
        throw .usage("\(number): numbers are positive; a text that begins with - goes behind --")
    }
}
