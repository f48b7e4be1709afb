import ArgumentParser

extension UpforCommand {
    /// Of a command line that was refused: that there is no such command, and which is meant.
    ///
    /// - Returns: nil if the command is one of ours, or if there is none.
    static func unknownCommand(in words: [String]) -> Failure? {
        var words = words[...]
        while let word = words.first, word.hasPrefix("-") {
            words = words.dropFirst(valued.contains(word) ? 2 : 1)
        }
        guard let name = words.first, name != "help", subcommand(named: name) == nil else {
            return nil
        }
        return unknown(name)
    }

    /// There is no command of this name.
    static func unknown(_ name: String) -> Failure {
        let names = configuration.subcommands.compactMap { $0.configuration.commandName }
        let meant = others[name] ?? nearest(to: name, of: names)
        let hint = meant.map { "did you mean `\($0)`?" } ?? "`upfor help` lists them"
        return .usage("no such command: \(name); \(hint)")
    }

    /// Options that a word follows.
    private static let valued: Set<String> = ["--server", "--ca", "--as"]
    /// What other programs call it.
    private static let others = [
        "on": "up", "off": "down", "add": "request", "signup": "register", "signin": "login",
        "signout": "logout", "quit": "logout", "msg": "send", "message": "send", "me": "profile",
    ]

    /// The name that begins so, or that one or two letters make of it.
    private static func nearest(to name: String, of names: [String]) -> String? {
        if name.count > 2, let longer = names.first(where: { $0.hasPrefix(name) }) {
            return longer
        }
        let mistakesMax = name.count > 4 ? 2 : 1
        let near = names.filter { abs($0.count - name.count) <= mistakesMax }
            .map { (name: $0, mistakes: mistakes(name, $0)) }
            .min { $0.mistakes < $1.mistakes }
        return near.flatMap { $0.mistakes <= mistakesMax ? $0.name : nil }
    }

    /// How many letters have to be put in, left out or changed to make the one of the other.
    private static func mistakes(_ one: String, _ other: String) -> Int {
        var row = Array(0...other.count)
        for (index, letter) in one.enumerated() {
            var last = row[0]
            row[0] = index + 1
            for (place, wanted) in other.enumerated() {
                let changed = last + (letter == wanted ? 0 : 1)
                last = row[place + 1]
                row[place + 1] = min(changed, last + 1, row[place] + 1)
            }
        }
        return row[other.count]
    }
}
