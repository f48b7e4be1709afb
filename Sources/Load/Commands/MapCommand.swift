import ArgumentParser
import Glibc

struct MapCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "map",
        abstract: "Check-ins: a look at the map, and telling those who have it open.",
        discussion: """
            Everybody in the data has checked in, all of them in one city. Readers with many \
            friends ask for a box with all of their friends, one after the other. Then a user \
            checks in, again and again, and all friends have the map open; and a room with as \
            many devices gets as many messages, for comparison. A lost or wrong hint ends the \
            program with code 1.

            Examples:
              upfor-load map
              upfor-load map --users 1000000 --json
              upfor-load map --zoom 12
              upfor-load map --format binary
            """)

    @Option(help: "Users who have checked in.")
    var users = 100_000

    @Option(help: "Friends of each reader.")
    var friends = 500

    @Option(help: "Readers.")
    var readers = 20

    @Option(help: "Merge markers as a map of this zoom does (default: markers are not merged).")
    var zoom: Int?

    @Option(help: "Looks a second.")
    var rate = 50

    @Option(help: "Friends who have the map open; an even number.")
    var listeners = 150

    @Option(help: "Check-ins a second.")
    var checkins = 50

    @Option(help: "Seconds of each.")
    var seconds = 10

    @OptionGroup var writing: FormatOption
    @OptionGroup var server: ProgramOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        try require(1...100, readers, "--readers")
        try require(2...1_000, friends, "--friends")
        try require(10 * friends...10_000_000, users, "--users")
        try require(1...1_000, rate, "--rate")
        try require(2...1_000, listeners, "--listeners")
        guard listeners % 2 == 0 else {
            throw ValidationError("--listeners: expected an even number")
        }
        try require(1...1_000, checkins, "--checkins")
        try require(1...3_600, seconds, "--seconds")
        if let zoom { try require(0...20, zoom, "--zoom") }
    }

    func run() async throws {
        try await output.show(connections: 1_200) { progress in
            let looks = try await looks(progress)
            let told = try await told(progress)
            return MapReport(
                users: users, friends: friends, listeners: listeners, looks: looks, told: told,
                room: try await room(progress))
        }
    }

    private func looks(_ progress: Progress) async throws -> MapRun.Outcome {
        let folder = try TemporaryFolder()
        let population = Population(
            size: users, friendCount: 2, activePercent: 0, togglerCount: 0)
        let server = try await SubjectServer.serve(
            server.program, population, in: folder.path, progress
        ) { [readers, friends] (file, progress) throws(LoadFailure) in
            try MapData(
                population: population, readerCount: readers, friendCount: friends,
                now: Int64(time(nil)) * 1000
            ).write(to: file, progress)
        }
        return try await MapRun(
            population: population, readerCount: readers, zoom: zoom,
            format: try writing.wireFormat, rate: rate, seconds: seconds
        ).look(server, progress)
    }

    private func told(_ progress: Progress) async throws -> MapRun.Outcome {
        let folder = try TemporaryFolder()
        let population = Population(
            size: 2 * listeners + 2, friendCount: listeners, activePercent: 0, togglerCount: 0)
        let server = try await SubjectServer.serve(
            server.program, population, in: folder.path, progress)
        return try await MapRun(
            population: population, readerCount: 0, zoom: nil,
            format: try writing.wireFormat, rate: checkins, seconds: seconds
        ).tell(server, progress)
    }

    private func room(_ progress: Progress) async throws -> RoomReport {
        let folder = try TemporaryFolder()
        let server = try await SubjectServer.serve(
            server.program, RoomRun.people, in: folder.path, progress)
        return try await RoomRun(devices: listeners + 1, rate: checkins, seconds: seconds)
            .run(server, progress)
    }
}
