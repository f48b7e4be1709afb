import ArgumentParser

/// `upfor`: alone it is a conversation with the server, with a word behind it that one command.
struct UpforCommand: OptionedCommand {
    static let configuration = CommandConfiguration(
        commandName: "upfor",
        abstract: "Chat with your friends, and see who is up for the same thing.",
        discussion: """
            Without a command it is a live screen on a terminal, and reads commands line by line \
            from a pipe; `help` lists the commands there. A profile has one screen, `chat` or \
            `watch` open at a time: a new one closes the previous. Other commands do not \
            interfere.

            Examples:
              upfor register ana --email ana@example.org
              upfor
              upfor request ben
              upfor chat ben
              upfor up coffee
              upfor watch

            Exit codes: 0 done, 1 refused, 3 server out of reach, 4 not signed in, 64 wrong usage.
            """,
        version: "upfor 0.2.0",
        subcommands: [
            RegisterCommand.self, LoginCommand.self, LogoutCommand.self, WhoamiCommand.self,
            VerifyCommand.self, ForgotCommand.self, RecoverCommand.self,
            ProfileCommand.self, PrivacyCommand.self, NoticesCommand.self, AvatarCommand.self,
            SecondFactorCommand.self, PasskeysCommand.self,
            ExportCommand.self,
            DeleteAccountCommand.self,
            FriendsCommand.self, LookupCommand.self, RequestCommand.self, MailboxCommand.self,
            AcceptCommand.self, DeclineCommand.self, WithdrawCommand.self, RemoveCommand.self,
            InviteCommand.self, InvitesCommand.self,
            ChatCommand.self, SendCommand.self, SaveCommand.self, HistoryCommand.self,
            RoomsCommand.self,
            ReadCommand.self, SearchCommand.self, EditCommand.self, DeleteCommand.self,
            ReactCommand.self, PinCommand.self, UnpinCommand.self, PinsCommand.self,
            PollCommand.self, VoteCommand.self, ExpireCommand.self, MuteCommand.self,
            UnmuteCommand.self,
            BlockCommand.self,
            ReportCommand.self,
            UnblockCommand.self, BlocksCommand.self, UpCommand.self, DownCommand.self,
            AudienceCommand.self, MatchesCommand.self, WhyCommand.self, PlanCommand.self,
            DidCommand.self,
            CircleCommand.self, LikeCommand.self, UnlikeCommand.self, CommentCommand.self,
            PartnerCommand.self, MeetCommand.self, GroupCommand.self, CheckinCommand.self,
            MapCommand.self, PeopleCommand.self, EventCommand.self, ResumeCommand.self,
            ProjectCommand.self,
            DeckCommand.self, SwipeCommand.self,
            PlayCommand.self, FavouritesCommand.self, WordsCommand.self, WordCommand.self,
            SayCommand.self,
            DevicesCommand.self, WatchCommand.self,
        ])

    @OptionGroup var options: Options

    mutating func run() async throws {
        try await DialogueOpening(options).run(in: nil)
    }
}

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
