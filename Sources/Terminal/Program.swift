import ArgumentParser
import Glibc

/// The program `upfor`.
public enum Program {
    /// Does what the command line says, and ends with a code that says how it went.
    public static func main() async {
        var isForScripts = false
        do {
            try requireUTF8()
            let words = Array(CommandLine.arguments.dropFirst())
            guard let command = try UpforCommand.command(in: words) as? any AsyncParsableCommand
            else { return await UpforCommand.main() }
            isForScripts = (command as? any OptionedCommand)?.options.json ?? false
            try await run(command)
        } catch let failure as Failure {
            let printer = StandardPrinter()
            if isForScripts { Output.json(failure, on: printer) }
            printer.talk(["upfor: \(failure.line)"])
            exit(failure.exitCode)
        } catch {
            UpforCommand.exit(withError: error)
        }
    }

    /// What is no text is not sent as if it were one: Swift would put U+FFFD in its place.
    private static func requireUTF8() throws(Failure) {
        for case let word? in UnsafeBufferPointer(
            start: CommandLine.unsafeArgv, count: Int(CommandLine.argc))
        where String(validatingCString: word) == nil {
            throw .usage("this is no UTF-8: \(String(cString: word))")
        }
    }

    private static func run(_ command: some AsyncParsableCommand) async throws {
        var command = command
        try await command.run()
    }
}
