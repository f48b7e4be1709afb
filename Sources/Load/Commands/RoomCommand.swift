import ArgumentParser

struct RoomCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "room",
        abstract: "One room, heard by many devices: durable messages, and each delivery's price.",
        discussion: """
            A room is that of two friends, and whatever is said in it goes to all their devices.
            Half of the devices belong to the one, half to the other; one of each writes. A
            message is due at a fixed moment, and how long it took is counted from then. Every
            device has to get every message, once and in order, or the exit code is 1.

            Examples:
              upfor-load room
              upfor-load room --devices 20 --rate 500 --report room.html
            """)

    @Option(help: "Devices that hear every message.")
    var devices = 200

    @Option(help: "Messages a second.")
    var rate = 100

    @Option(help: "Seconds of talking.")
    var seconds = 10

    @OptionGroup var server: ProgramOptions

    @OptionGroup var output: OutputOptions

    func validate() throws {
        try require(2...10_000, devices, "--devices")
        try require(1...100_000, rate, "--rate")
        try require(1...3600, seconds, "--seconds")
    }

    func run() async throws {
        try await output.show(connections: devices) { progress in
            let folder = try TemporaryFolder()
            let server = try await SubjectServer.serve(
                server.program, RoomRun.population, in: folder.path,
                progress)
            return try await RoomRun(devices: devices, rate: rate, seconds: seconds)
                .run(server, progress)
        }
    }
}
