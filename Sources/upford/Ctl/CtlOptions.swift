import ArgumentParser
import Server

/// Which daemon an order is for, and how its answer is shown.
struct CtlOptions: ParsableArguments {
    @OptionGroup var place: DataOptions

    @Option(help: "The path of the admin socket.")
    var socket: String?

    @Flag(help: "Print the answer as JSON.")
    var json = false

    func validate() throws {
        if socket != nil, place.daemon.config != nil || place.data != nil {
            throw ValidationError("--socket goes without --config and --data")
        }
    }

    /// The path of the socket.
    func path() throws -> String {
        if let socket { return socket }
        guard let found = try place.configuration().adminSocket else {
            Talk.sayLast("upford: the settings name no admin socket: say --socket")
            throw ExitCode(78)
        }
        return found
    }
}
