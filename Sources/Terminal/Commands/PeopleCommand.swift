import ArgumentParser
import SwiftProtobuf
import Wire

/// The people of the server.
struct PeopleCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "people", abstract: "List the people of this server.",
        discussion: """
            Depending on the server these are the users who have chosen to be listed (`privacy \
            --listed on`), all, or none. With --find it looks for usernames and for addresses that \
            listed users have confirmed, in a file with one on each line.

            Examples:
              upfor people
              upfor people ca
              upfor people --find contacts.txt
              upfor friends add carl carla
            """)

    @Argument(help: "Only whose username begins so.")
    var prefix = ""

    @Option(help: "Those behind this name, as `more` said.")
    var after = ""

    @Option(help: ArgumentHelp("Look for the people in this file.", valueName: "file"))
    var find: String?

    @OptionGroup var options: Options

    /// Most lines of a file.
    private static let linesMax = 100
    private static let fileBytesMax = 65_536

    func validate() throws {
        guard find == nil || (prefix.isEmpty && after.isEmpty) else {
            throw ValidationError("--find takes neither a name nor --after")
        }
    }

    func perform(in session: Session) async throws(Failure) {
        guard let find else {
            return try await session.show(
                .personList(.with { ($0.prefix, $0.after) = (prefix, after) }))
        }
        guard let bytes = try LocalFile.contents(of: find, bytesMax: Self.fileBytesMax) else {
            throw .local("cannot read \(find): there is no such file")
        }
        let people = String(decoding: bytes, as: UTF8.self)
            .split { $0.isNewline || $0 == "," || $0 == ";" || $0 == " " || $0 == "\t" }
            .map(String.init)
        guard (1...Self.linesMax).contains(people.count) else {
            throw .local("\(find): expected 1 to \(Self.linesMax) usernames or addresses")
        }
        try await session.show(.friendImport(.with { $0.people = people }))
    }
}
