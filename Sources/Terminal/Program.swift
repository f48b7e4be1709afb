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

/// The environment of the process.
enum Environment {
    /// All variables, by name.
    static var all: [String: String] {
        var variables: [String: String] = [:]
        var next = environ
        // SAFETY: `environ` is a list of C strings that ends with nil; nothing here changes it.
        while let entry = next.pointee {
            let pair = String(cString: entry).split(
                separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if pair.count == 2 { variables[String(pair[0])] = String(pair[1]) }
            next += 1
        }
        return variables
    }
}

/// What is piped into the program: read in one way, as what was read ahead is remembered there.
enum StandardInput {
    /// Everything up to its end, without the last line's break.
    static func text() -> String {
        var lines: [String] = []
        while let line = readLine() { lines.append(line) }
        return lines.joined(separator: "\n")
    }

    /// Reads to the end.
    ///
    /// - Returns: nil when it cannot be read, and `errno` says why; of more than `bytesMax` bytes,
    ///   one more than these.
    static func bytes(max bytesMax: Int) -> [UInt8]? {
        var bytes: [UInt8] = []
        errno = 0
        while bytes.count <= bytesMax, let byte = UInt8(exactly: getchar()) { bytes.append(byte) }
        return bytes.count > bytesMax || errno == 0 ? bytes : nil
    }
}

/// The name of this device when it first signs in; its profile stores the name.
///
/// To the server a device is its name: two devices with the same name take over each other's
/// session. So a default name ends in random letters.
enum Device {
    /// How many of a host's name are kept, so that a name has no more than 64 characters.
    private static let hostLengthMax = 59
    private static let tailLength = 4
    /// Those that are read out over a telephone without being mistaken.
    private static let tailLetters = "abcdefghjkmnpqrstuvwxyz23456789"

    /// - Parameters:
    ///   - chosen: the value of `--device`; nil or empty for UPFOR_DEVICE.
    ///   - kept: the name in the profile, for a user who has signed in here before.
    /// - Returns: a chosen name, otherwise the stored one, otherwise a new one.
    static func name(
        chosen: String?, kept: String?, environment: [String: String]
    ) -> String {
        let names = [chosen, environment["UPFOR_DEVICE"], kept].lazy.compactMap(\.self)
        return names.first { !$0.isEmpty } ?? newName()
    }

    /// The host's name, or `terminal`, and what no other device has.
    private static func newName() -> String {
        let tail = String((0..<tailLength).compactMap { _ in tailLetters.randomElement() })
        return "\(hostName.prefix(hostLengthMax))-\(tail)"
    }

    private static var hostName: String {
        var bytes = [CChar](repeating: 0, count: 256)
        guard gethostname(&bytes, bytes.count - 1) == 0 else { return "terminal" }
        let name = String(
            decoding: bytes.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        return name.isEmpty ? "terminal" : name
    }
}
