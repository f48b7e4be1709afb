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
              date | upfor send ben -

            Exit codes: 0 sent, 1 refused, 3 server out of reach, 4 not signed in, 64 wrong usage.
            """)

    @Argument(help: "The friend's username, or a group: #17.")
    var name: String

    @Argument(help: "The message; words are joined by spaces, `-` reads standard input.")
    var text: [String] = []

    @Option(help: "Attach this file as it is; up to ten.")
    var file: [String] = []

    @Flag(help: "Attach photos as they are, with the place and time that the camera has noted.")
    var keepMetadata = false

    @OptionGroup var options: Options

    func validate() throws {
        guard !text.isEmpty || !file.isEmpty else { throw ValidationError("a text, or --file") }
    }

    func perform(in session: Session) async throws(Failure) {
        var command = RoomSend()
        command.to = name
        command.text = text == ["-"] ? StandardInput.text() : text.joined(separator: " ")
        command.cid = MessageMark.fresh()
        for path in file {
            command.attachments.append(try await upload(path, in: session))
        }
        try await session.tell(.roomSend(command), "sent to \(name)")
    }

    /// - Returns: the attachment's id.
    private func upload(_ path: String, in session: Session) async throws(Failure) -> String {
        guard let line = session.pictures else { throw .notSignedIn("not signed in") }
        guard
            let bytes = try LocalFile.contents(of: path, bytesMax: PictureLine.attachmentBytesMax)
        else { throw .local("cannot read \(path): there is no such file") }
        session.output.remark("uploading \(path)")
        let name = path.split(separator: "/").last.map(String.init) ?? path
        return try await line.putAttachment(bytes, named: name, keepsMetadata: keepMetadata).id
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
        for (place, attachment) in message.attachments.enumerated() {
            let path = "\(folder)/\(attachment.fileName(in: message, at: place + 1))"
            let new = try NewFile(path)
            try new.write(try await line.getAttachment(attachment.id))
            try new.finish()
            session.output.remark("\(path) is written")
        }
    }
}

extension Attachment {
    /// The name under which it is saved: the sender's, without what a shell or a file manager would
    /// obey.
    ///
    /// - Parameter place: its place in the message, from 1 on.
    func fileName(in message: RoomMessage, at place: Int) -> String {
        let ending =
            switch kind {
            case .picture: ".jpg"
            case .voice: ".ogg"
            case .file, .unspecified, .UNRECOGNIZED: ""
            }
        guard ending.isEmpty else { return "\(message.from)-\(message.seq)-\(place)\(ending)" }
        let name = String(
            String.UnicodeScalarView(
                name.unicodeScalars.map { scalar in
                    scalar == "/" || scalar == "\\" || scalar.value < 0x20 ? "_" : scalar
                }))
        return name.isEmpty || name.hasPrefix(".") || name.hasPrefix("-") ? "_\(name)" : name
    }
}
