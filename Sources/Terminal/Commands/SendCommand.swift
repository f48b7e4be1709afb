import ArgumentParser
import SwiftProtobuf
import Wire

/// Sends one message, for scripts.
struct SendCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "send", abstract: "Send one message, with files if you like.",
        discussion: """
            Examples:
              upfor send ben lunch?
              upfor send ben -- -1 is my guess
              upfor send ben here it is --file plan.pdf --file list.txt
              upfor send ben --reply 12 yes
              upfor send ben --photo lake.jpg
              upfor send ben --voice hello.webm
              upfor send ben look --link https://example.org/lake
              date | upfor send ben -

            Exit codes: 0 sent, 1 refused, 3 server out of reach, 4 not signed in, 64 wrong usage.
            """)

    @Argument(help: "The friend's username, or a group: #17.")
    var name: String

    @Argument(help: "The message; words are joined by spaces, `-` reads standard input.")
    var text: [String] = []

    @Option(help: "Reply to the message with this number; `upfor history` shows numbers.")
    var reply: UInt32?

    @Option(help: "Attach a photo: the server makes it smaller, and drops what the camera noted.")
    var photo: [String] = []

    @Option(help: "Attach a recording as a voice message: WebM, MP4 or Ogg, at most 5 minutes.")
    var voice: [String] = []

    @Option(help: "Attach a file as it is. All together at most ten.")
    var file: [String] = []

    @Option(help: "Add a preview of this page, which the server reads; recipients do not.")
    var link: [String] = []

    @Flag(help: "With --file: attach photos with the place and time that the camera has noted.")
    var keepMetadata = false

    @OptionGroup var options: Options

    func validate() throws {
        let count = (photo + voice + file + link).count
        guard !text.isEmpty || count > 0 else {
            throw ValidationError("a text, or --photo, --voice, --file or --link")
        }
        guard count <= 10 else { throw ValidationError("at most ten files and links") }
        guard reply != 0 else { throw ValidationError("messages are numbered from 1 on") }
    }

    func perform(in session: Session) async throws(Failure) {
        var command = RoomSend()
        command.to = name
        command.text = text == ["-"] ? StandardInput.text() : text.joined(separator: " ")
        command.cid = MessageMark.fresh()
        command.replyTo = reply ?? 0
        for (kind, paths) in [("picture", photo), ("voice", voice), ("file", file)] {
            for path in paths {
                command.attachments.append(try await upload(path, as: kind, in: session))
            }
        }
        for url in link {
            guard
                case .attachment(let page) = try await session.call(
                    .linkRead(.with { $0.url = url }))
            else { throw .unreachable("this is no Upfor server: no preview in its answer") }
            command.attachments.append(page.id)
        }
        try await session.tell(.roomSend(command), "sent to \(name)")
    }

    /// - Returns: the attachment's id.
    private func upload(
        _ path: String, as kind: String, in session: Session
    ) async throws(Failure) -> String {
        guard let line = session.pictures else { throw .notSignedIn("not signed in") }
        guard
            let bytes = try LocalFile.contents(of: path, bytesMax: PictureLine.attachmentBytesMax)
        else { throw .local("cannot read \(path): there is no such file") }
        session.output.remark("uploading \(path)")
        let name = path.split(separator: "/").last.map(String.init) ?? path
        return try await line.putAttachment(
            bytes, as: kind, named: name, keepsMetadata: keepMetadata
        ).id
    }
}

/// Saves the files of a message.
struct SaveCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "save", abstract: "Save the files of a message.",
        discussion: """
            The number of a message is in `upfor history`. New files are readable only by you; \
            existing ones are not replaced.

            Examples:
              upfor save ben 42
              upfor save '#17' 3 --folder photos

            Exit codes: 0 saved, 1 refused, 3 server out of reach, 4 not signed in, 64 wrong usage.
            """)

    @Argument(help: "The friend's username, or a group: #17.")
    var name: String

    @Argument(help: "The number of the message.")
    var number: UInt32

    @Option(help: "Save into this folder.")
    var folder = "."

    @OptionGroup var options: Options

    func validate() throws {
        guard (1..<UInt32.max).contains(number) else {
            throw ValidationError("expected the number of a message")
        }
    }

    func perform(in session: Session) async throws(Failure) {
        guard let line = session.pictures else { throw .notSignedIn("not signed in") }
        let history: RoomHistory = .with {
            ($0.with, $0.before, $0.limit) = (name, number + 1, 1)
        }
        guard case .roomPage(let page) = try await session.call(.roomHistory(history)) else {
            throw .unreachable("this is no Upfor server: no messages in its answer")
        }
        guard let message = page.messages.last, message.seq == number,
            !message.attachments.isEmpty
        else { throw .local("message \(number) with \(name) has no files") }
        var names: Set<String> = []
        for (place, attachment) in message.attachments.enumerated() {
            let bytes = try await line.getAttachment(attachment.id)
            var name = attachment.fileName(in: message, at: place + 1, bytes)
            if !names.insert(name).inserted { name = "\(place + 1)-\(name)" }
            try NewFile.write(bytes, to: "\(folder)/\(name)")
            session.output.remark("\(folder)/\(name) is written")
        }
    }
}

extension Attachment {
    /// Of a link: `example.org`.
    var host: String {
        String(url.drop { $0 != "/" }.drop { $0 == "/" }.prefix { $0 != "/" })
    }

    /// Most bytes of a file's name; file systems take 255.
    private static let nameBytesMax = 200

    /// The name under which it is saved: the sender's, without what a terminal, a shell or a file
    /// manager would obey. It comes from a server that may be hostile.
    ///
    /// - Parameters:
    ///   - place: its place in the message, from 1 on.
    ///   - bytes: its content.
    func fileName(in message: RoomMessage, at place: Int, _ bytes: [UInt8]) -> String {
        let numbered = "\(message.from)-\(message.seq)-\(place)"
        let wanted =
            switch kind {
            case .picture: numbered + (bytes.starts(with: [0x89, 0x50]) ? ".png" : ".jpg")
            case .voice: numbered + ".ogg"
            case .link: numbered + ".txt"
            case .location: numbered + ".json"
            case .file, .unspecified, .UNRECOGNIZED: name
            }
        let isolates = [SafeText.isolateStart, SafeText.isolateEnd]
        let safe = SafeText(wanted).line.unicodeScalars.filter { !isolates.contains($0) }
            .map { "/\\".unicodeScalars.contains($0) ? "_" : $0 }
        let dot = safe.lastIndex(of: ".").flatMap { safe.count - $0 <= 10 ? $0 : nil } ?? safe.count
        let ending = String(String.UnicodeScalarView(safe[dot...]))
        var stem = String(String.UnicodeScalarView(safe[..<dot]))
        while stem.utf8.count + ending.utf8.count > Self.nameBytesMax { stem.removeLast() }
        let name = stem + ending
        return name.isEmpty || name.hasPrefix(".") || name.hasPrefix("-") ? "_\(name)" : name
    }
}
