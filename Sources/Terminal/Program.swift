import ArgumentParser
import Glibc

/// The program `upfor`.
public enum Program {
    /// Does what the command line says, and ends with a code that says how it went.
    public static func main() async {
        do {
            guard let command = try UpforCommand.parseAsRoot() as? any AsyncParsableCommand
            else { return await UpforCommand.main() }
            try await run(command)
        } catch let failure as Failure {
            StandardPrinter().talk(["upfor: \(failure.line)"])
            exit(failure.exitCode)
        } catch {
            UpforCommand.exit(withError: error)
        }
    }

    private static func run(_ command: some AsyncParsableCommand) async throws {
        var command = command
        try await command.run()
    }
}
