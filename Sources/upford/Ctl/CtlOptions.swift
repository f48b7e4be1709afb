import ArgumentParser
import Server

/// Which daemon an order is for, and how its answer is shown.
struct CtlOptions: ParsableArguments {
    @Option(help: "The daemon's settings, which say where its admin socket is.")
    var config: String?

    @Option(help: "The admin socket itself.")
    var socket: String?

    @Flag(help: "The answer in JSON, for programs.")
    var json = false

    func validate() throws {
        if config != nil && socket != nil {
            throw ValidationError("--config and --socket exclude each other")
        }
    }

    /// The path of the socket.
    func path() throws -> String {
        if let socket { return socket }
        let found: String?
        do throws(ConfigurationErrors) {
            found = try Configuration.load(
                file: config, environment: Talk.environment, flags: [:]
            ).adminSocket
        } catch {
            Talk.sayLast("\(error)")
            throw ExitCode(78)
        }
        guard let found else {
            Talk.sayLast("upford: the settings name no admin socket: say --socket")
            throw ExitCode(78)
        }
        return found
    }
}
