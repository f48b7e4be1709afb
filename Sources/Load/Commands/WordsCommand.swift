import ArgumentParser
import FoundationEssentials

struct WordsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "words",
        abstract: "Words: definitions, games, audio, recordings, and what a dictionary costs.",
        discussion: """
            Users look words up over WebSockets, and read their settings, one row, in turn with \
            that for comparison. Players begin games and answer them, as fast as the server \
            judges. One connection hears words that were spoken before. Then many users send a \
            recording at once, while one connection pings the server and another one reads. At \
            last a server is started again and again, with its dictionary and without one.

            Audio and recordings need what `upford words check` names. A game that counts \
            twice, or a recording that is refused without Retry-After, ends the program with \
            code 1.

            Examples:
              upfor-load words
              upfor-load words --words /usr/share/upford/words --json
              upfor-load words --seconds 30 --players 200 --format binary
              upfor-load words --starts 21 --recordings 0
            """)

    @Option(
        help: "Folder of the dictionaries (default: that of `make words` or `make install`).",
        completion: .directory)
    var words: String?

    @Option(help: "Users who look words up.")
    var readers = 16

    @Option(help: "Users who play.")
    var players = 64

    @Option(help: "Recordings that are sent at once; 0: none.")
    var recordings = 100

    @Option(help: "Seconds of definitions, of games, and of audio.")
    var seconds = 5

    @Option(help: "Starts of the server with a dictionary, and as many without.")
    var starts = 5

    @OptionGroup var writing: FormatOption
    @OptionGroup var server: ProgramOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        try require(1...1_000, readers, "--readers")
        try require(1...1_000, players, "--players")
        try require(0...1_000, recordings, "--recordings")
        try require(1...3_600, seconds, "--seconds")
        try require(1...101, starts, "--starts")
        guard let folder else { return }
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        guard names.contains(where: { $0.hasPrefix("words-") && $0.hasSuffix(".db") }) else {
            throw ValidationError("--words: there is no words-*.db in \(folder)")
        }
    }

    func run() async throws {
        let users = max(readers, players, recordings, WordStage.sizeMin)
        // Each has a socket, and there are connections over HTTP.
        try await output.show(connections: 2 * users + 2) { progress in
            let place = try TemporaryFolder()
            let run = WordsRun(
                readers: readers, players: players, recordings: recordings,
                format: try writing.wireFormat, milliseconds: seconds * 1_000)
            let found = try await measured(run, users, in: place.path, progress)
            let starts = try DictionaryStarts(
                program: server.program, settings: settings, count: starts
            ).run(in: "\(place.path)/starts", progress)
            return WordsReport(found, starts: starts)
        }
    }

    /// Its server has ended when the starts are measured.
    private func measured(
        _ run: WordsRun, _ users: Int, in folder: String, _ progress: Progress
    ) async throws -> WordsRun.Found {
        let subject = try SubjectServer.serve(server.program, data: folder, settings: settings)
        var generator = SystemRandomNumberGenerator()
        let tokens = try await RegistrationRun(
            count: users, crowd: ChatPerson.makeCrowd(using: &generator)
        ).tokens(subject, progress)
        return try await run.run(subject, tokens, progress)
    }

    /// The server takes absolute paths only.
    private var folder: String? {
        words.map { path in
            path.hasPrefix("/") ? path : "\(FileManager.default.currentDirectoryPath)/\(path)"
        }
    }

    /// Without them, the server takes what was installed with it.
    private var settings: [String] { folder.map { ["words.folder=\($0)"] } ?? [] }
}
