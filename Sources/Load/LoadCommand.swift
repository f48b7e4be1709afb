public import ArgumentParser

/// `upfor-load`: puts a server under load and says what that costs it.
public struct LoadCommand: AsyncParsableCommand {
    /// How the program introduces itself.
    public static let configuration = CommandConfiguration(
        commandName: "upfor-load",
        abstract: "Put load on an Upfor server and measure its cost.",
        discussion: """
            Each command starts a server on a free port with data of its own, measures it and
            stops it. It measures the server: its processor time by the kernel's clock of the
            process, its memory by its private pages.

            Examples:
              upfor-load profile echo --yardstick .build/yardstick
              upfor-load idle --connections 10000
              upfor-load chat --senders 100 --in-flight 4 --seconds 5
              upfor-load login --users 10000 --friends 20
              upfor-load match --users 100000
              upfor-load map --users 1000000
              upfor-load http --connections 10000 --active 50
              upfor-load words --seconds 10
              upfor-load chat --json | jq .cpuMicrosecondsPerMessage

            Exit codes: 0 done, 1 the server failed or broke a promise, 64 wrong usage.
            """,
        version: "0.2.0",
        subcommands: [
            ProfileCommand.self, IdleCommand.self, ChatCommand.self, RoomCommand.self,
            LoginCommand.self, HTTPCommand.self,
            PresenceCommand.self, MatchCommand.self, MapCommand.self, WordsCommand.self,
            StormCommand.self, DayCommand.self,
            FiguresCommand.self, VerifyCommand.self, ProxyCommand.self,
        ])

    /// Parsed from the command line.
    public init() {}
}
