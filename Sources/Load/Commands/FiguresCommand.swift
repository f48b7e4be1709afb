import ArgumentParser
import FoundationEssentials

struct FiguresCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "figures",
        abstract: "All comparisons and goals, as a page, as JSON and as a picture.",
        discussion: """
            Examples:
              upfor-load figures --yardstick .build/yardstick --folder docs/performance
              upfor-load figures --quick
            """)

    /// The files that are written.
    private static let (page, data, picture) = ("figures.md", "figures.json", "echo.svg")

    @Flag(help: "Seconds instead of minutes: tests the measurements only.")
    var quick = false

    @Option(help: "The existing folder for figures.md, figures.json and echo.svg.")
    var folder: String?

    @Option(help: "The commit that is measured, for the page.")
    var revision = "unknown"

    @OptionGroup var server: ProgramOptions

    @OptionGroup var yardsticks: YardstickOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard let folder else { return }
        for name in [Self.page, Self.data, Self.picture] {
            try requireWritable(folder.isEmpty ? "" : "\(folder)/\(name)", "--folder")
        }
    }

    func run() async throws {
        try await output.show(connections: 10_200) { progress in
            let run = FigureRun(
                program: server.program,
                yardsticks: yardsticks.yardsticks, pace: quick ? .quick : .thorough,
                progress: progress)
            let found = try await run.run()
            let sheet = FigureSheet(
                machine: .current(), revision: revision, command: "make bench",
                figures: found.figures, complaints: found.complaints)
            if let folder { try write(sheet, to: folder) }
            return sheet
        }
    }

    private func write(_ sheet: FigureSheet, to folder: String) throws {
        let files = [
            (Self.page, sheet.page()), (Self.data, try sheet.json() + "\n"),
            (Self.picture, sheet.plot().svg()),
        ]
        for (name, text) in files {
            do {
                let file = URL(filePath: "\(folder)/\(name)")
                try Data(text.utf8).write(to: file)
            } catch {
                throw LoadFailure("cannot write \(folder)/\(name)")
            }
        }
    }
}
