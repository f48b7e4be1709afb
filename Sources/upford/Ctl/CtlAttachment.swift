import ArgumentParser
import Foundation
import Wire

struct CtlAttachment: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "attachment",
        abstract: "Show a file of a message, or save it.",
        discussion: """
            `report` shows the ids of the files of a reported message. They can be read until the \
            case is decided, also after their author has deleted the message.

            EXAMPLES
              upford ctl attachment 0f3a9c…
              upford ctl attachment 0f3a9c… --save evidence.bin

            Exit codes: 0 done, 1 cannot be saved, 2 no such attachment, 69 no daemon.
            """)

    @Argument(help: "The attachment, as `report` shows it.")
    var id: String

    @Option(help: "Write its bytes to this new file, readable only by you.")
    var save: String?

    @OptionGroup var options: CtlOptions

    func run() throws {
        let give = try CtlOrder(options)
        var order = AdminAttachmentRead()
        order.id = id
        let (json, found) = try give.give("attachment", order, for: AdminAttachment.self)
        if let save { return try keep(found, from: give, as: save) }
        options.json ? showJSON(json) : Self.show(found)
    }

    private static func show(_ found: AdminAttachment) {
        print(line(found.attachment))
        print("  from: \(found.user)" + (found.deleted ? "  (deleted)" : ""))
        print("  SHA-256: \(found.digest), in \(found.copies) attachments")
    }

    /// `0f3a…  FILE  48112 bytes  "plan.pdf"`
    static func line(_ attachment: Attachment) -> String {
        "\(attachment.id)  \(attachment.kind)  \(attachment.size) bytes"
            + (attachment.name.isEmpty ? "" : "  \(attachment.name.debugDescription)")
    }

    /// Asks for part after part. Nothing is left of a file that cannot be written whole.
    private func keep(
        _ first: AdminAttachment, from give: CtlOrder, as path: String
    ) throws {
        let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw Self.failed(path) }
        let handle = FileHandle(fileDescriptor: file, closeOnDealloc: true)
        do {
            var (part, offset) = (first.bytes, 0)
            while !part.isEmpty {
                try handle.write(contentsOf: part)
                offset += part.count
                var order = AdminAttachmentRead()
                (order.id, order.offset) = (id, UInt32(clamping: offset))
                part = try give.give("attachment", order, for: AdminAttachment.self).answer.bytes
            }
            guard offset == Int(first.attachment.size) else {
                Talk.sayLast("upford: \(path): the file was deleted meanwhile")
                throw ExitCode(1)
            }
            try handle.synchronize()
        } catch {
            unlink(path)
            throw error is ExitCode ? error : Self.failed(path)
        }
        Talk.sayLast("\(path) is written")
    }

    private static func failed(_ path: String) -> ExitCode {
        Talk.sayLast("upford: cannot write \(path): \(String(cString: strerror(errno)))")
        return ExitCode(1)
    }
}

struct CtlRemoveAttachment: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove-attachment",
        abstract: "Remove a file from all messages of all users.",
        discussion: """
            All attachments with the same bytes go, of all users. Messages without anything \
            else are deleted. What has been downloaded stays where it is. A picture or voice \
            message that was downloaded and sent again has other bytes.

            EXAMPLES
              upford ctl remove-attachment 0f3a9c… --yes

            Exit codes: 0 removed, 2 no such attachment, 64 --yes is missing, 69 no daemon.
            """)

    @Argument(help: "The attachment, as `report` shows it.")
    var id: String

    @Flag(help: "Remove it: there is no way back.")
    var yes = false

    @OptionGroup var options: CtlOptions

    func validate() throws {
        guard yes else { throw ValidationError("it cannot be taken back: add --yes") }
    }

    func run() throws {
        let give = try CtlOrder(options)
        var order = AdminAttachmentRemove()
        order.id = id
        var (removed, left): (Int32, Int32) = (0, 1)
        while left > 0 {
            let answer = try give.give(
                "remove-attachment", order, for: AdminAttachmentRemoved.self
            ).answer
            (removed, left) = (removed + answer.removed, answer.left)
        }
        print("removed \(removed)")
    }
}
