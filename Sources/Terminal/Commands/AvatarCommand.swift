import ArgumentParser
import Client
import Wire

/// Puts, takes away, shows or fetches a picture (Z5).
struct AvatarCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "avatar", abstract: "Upload your picture, or fetch a user's.",
        discussion: """
            A JPEG, PNG or WebP of at most 1 MiB and 4096 by 4096 pixels. The server keeps its \
            middle, at most 512 by 512, and no metadata such as the location.

            Examples:
              upfor avatar me.jpg
              upfor avatar
              upfor avatar --of ben --save ben.jpg
              upfor avatar --remove

            Exit codes: 0 done, 1 refused, 3 server out of reach, 4 not signed in, 64 wrong usage.
            """)

    @Argument(help: "The picture to upload.")
    var file: String?

    @Flag(help: "Remove your picture; a generated one is shown.")
    var remove = false

    @Option(help: "Write the picture to this new file, readable only by you.")
    var save: String?

    @Option(name: .customLong("of"), help: "The username whose picture to fetch.")
    var person: String?

    @OptionGroup var options: Options

    func validate() throws {
        let changes = (file == nil ? 0 : 1) + (remove ? 1 : 0)
        guard changes == 0 || changes == 1 && save == nil && person == nil else {
            throw ValidationError("one thing at a time: a file, --remove, or --save and --of")
        }
    }

    func perform(in session: Session) async throws(Failure) {
        guard let pictures = session.pictures else { throw .notSignedIn("not signed in") }
        if remove {
            try await pictures.remove()
            session.output.remark("your picture is the one made of your name")
        } else if let file {
            let path = try await pictures.put(try Self.contents(of: file))
            tell(pictures, path, on: session.output)
        } else {
            let path = try await path(in: session)
            guard let save else { return tell(pictures, path, on: session.output) }
            let new = try NewFile(save)
            try new.write(try await pictures.get(path))
            try new.finish()
            session.output.remark("\(save) is written")
        }
    }

    private func tell(_ pictures: PictureLine, _ path: String, on output: Output) {
        let url = pictures.server.webDescription + path
        switch output.form {
        case .words: output.printer.data([SafeText(url).line])
        case .json: output.printer.data(["{\"avatar\":\(JSONLine.quoted(path))}"])
        }
    }

    /// Where the picture lies. Only on this server: a path may not be the start of another name.
    private func path(in session: Session) async throws(Failure) -> String {
        let path: String
        if let person, person != session.me {
            var command = UserLookup()
            command.username = person
            guard case .user(let found) = try await session.call(.userLookup(command)) else {
                throw .unreachable("this is no Upfor server: nobody in its answer")
            }
            path = found.user.avatar
        } else {
            guard case .account(let mine) = try await session.call(.accountRead(AccountRead()))
            else { throw .unreachable("this is no Upfor server: no account in its answer") }
            path = mine.user.avatar
        }
        guard path.hasPrefix("/avatars/") else { throw .local("there is no picture") }
        return path
    }

    static func contents(
        of path: String, bytesMax: Int = PictureLine.fileBytesMax
    ) throws(Failure) -> [UInt8] {
        guard let bytes = try LocalFile.contents(of: path, bytesMax: bytesMax) else {
            throw .local("cannot read \(path): there is no such file")
        }
        return bytes
    }
}
