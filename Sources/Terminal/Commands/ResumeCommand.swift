import ArgumentParser
import SwiftProtobuf
import Wire

/// The resume and the transcript of one's profile for teams, and those of others.
struct ResumeCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "resume", abstract: "Keep your resume and transcript, or fetch a user's.",
        discussion: """
            A PDF, or plain text in UTF-8, of at most 1 MiB unless the server says otherwise. It \
            is kept as it is. You can read it, and so can who swipes for a project that you \
            swiped to the right or joined; and, with `upfor event me --companies`, companies at \
            your events.

            Examples:
              upfor resume put cv.pdf
              upfor resume put grades.pdf --transcript
              upfor resume
              upfor resume get --of ben --save ben.pdf
              upfor resume delete
            """)

    enum Action: String, ExpressibleByArgument, CaseIterable {
        case list, put, get, delete
    }

    @Argument(help: "list, put, get or delete.")
    var action = Action.list

    @Argument(help: "The file, with `put`.")
    var file: String?

    @Flag(help: "The transcript, instead of the resume.")
    var transcript = false

    @Option(name: .customLong("of"), help: "Whose, with `get` and `list`; yours without.")
    var person: String?

    @Option(help: "Write it to this new file, readable only by you; with `get`.")
    var save: String?

    @OptionGroup var options: Options

    func validate() throws {
        guard (action == .put) == (file != nil) else {
            throw ValidationError("a file goes with `put`: `put FILE`")
        }
        guard (action == .get) == (save != nil) else {
            throw ValidationError("--save goes with `get`: `get --save FILE`")
        }
        guard person == nil || action == .get || action == .list else {
            throw ValidationError("only your own: --of goes with `get` and `list`")
        }
    }

    func perform(in session: Session) async throws(Failure) {
        guard action != .list else {
            return try await session.show(
                .teamDocumentList(.with { $0.username = person ?? "" }))
        }
        guard let line = session.pictures else { throw .notSignedIn("not signed in") }
        let path = try await path(in: session)
        if let file {
            let bytes = try AvatarCommand.contents(
                of: file, bytesMax: PictureLine.documentBytesMax)
            session.output.answer(try await line.putDocument(bytes, at: path))
        } else if let save {
            let new = try NewFile(save)
            try new.write(try await line.getDocument(at: path))
            try new.finish()
            session.output.remark("\(save) is written")
        } else {
            try await line.removeDocument(at: path)
            session.output.remark("your \(kind) is deleted")
        }
    }

    private var kind: String { transcript ? "transcript" : "resume" }

    /// Where the document lies: below the number of the profile.
    private func path(in session: Session) async throws(Failure) -> String {
        let asked: TeamProfileRead = .with { $0.username = person ?? "" }
        guard case .teamProfile(let profile) = try await session.call(.teamProfileRead(asked))
        else { throw .unreachable("this is no Upfor server: no profile in its answer") }
        return "/hinder/users/\(profile.number)/documents/\(kind)"
    }
}
