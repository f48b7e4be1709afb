import ArgumentParser
import Server

/// Which daemon an order is for, and how its answer is shown.
struct CtlOptions: ParsableArguments {
    @OptionGroup var daemon: DaemonOptions

    @Option(help: "The admin socket itself.")
    var socket: String?

    @Flag(help: "The answer in JSON, for programs.")
    var json = false

    func validate() throws {
        if daemon.config != nil && socket != nil {
            throw ValidationError("--config and --socket exclude each other")
        }
    }

    /// The path of the socket.
    func path() throws -> String {
        if let socket { return socket }
        let settings = try reportingErrors { () throws(ConfigurationErrors) in
            try daemon.load()
        }
        guard let found = settings.adminSocket else {
            Talk.sayLast("upford: the settings name no admin socket: say --socket")
            throw ExitCode(78)
        }
        return found
    }
}
