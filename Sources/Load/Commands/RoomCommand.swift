import ArgumentParser

struct RoomCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "room",
        abstract: "One room with many devices: durable messages, and the cost of a delivery.",
        discussion: """
            A room has two users; each message goes to all their devices. Half of the devices
            belong to either user; one of each writes. Latency counts from the scheduled time of
            a message. If a device does not get every message once and in order, the exit code
            is 1.

            Examples:
              upfor-load room
              upfor-load room --devices 20 --rate 500 --report room.html
            """)

    @Option(help: "Devices that receive every message.")
    var devices = 200

    @Option(help: "Messages a second.")
    var rate = 100

    @Option(help: "Seconds of load.")
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
