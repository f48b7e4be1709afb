import Kernel
import SwiftProtobuf
package import Wire

/// An upload of a file for a message: an HTTP request, and no command.
package struct Upload: Sendable {
    /// The owner of the token.
    package let user: String
    package let token: String
    package let name: String
    package let content: [UInt8]
    /// The Idempotency-Key.
    package let cid: String

    package init(user: String, token: String, name: String, content: [UInt8], cid: String) {
        (self.user, self.token, self.name) = (user, token, name)
        (self.content, self.cid) = (content, cid)
    }
}

/// A file that was uploaded, in the model.
package struct UploadedText: Sendable {
    package let upload: Upload
    let shown: Attachment
    /// The room of its message and its seq; nil until it is sent.
    var place: (room: String, seq: UInt32)?
}

// Files of messages.
extension Rules {
    /// A user has uploaded a file.
    ///
    /// - Returns: what is wrong with the answer; nil: nothing.
    package mutating func upload(_ upload: Upload, as answer: Attachment) -> String? {
        guard !voided.contains(upload.token) else { return "by a token that was given up" }
        let old = files.values.first { old in
            old.upload.user == upload.user && old.upload.cid == upload.cid && isThere(old)
        }
        if let old { return differ(answer, old.shown) }
        guard files[answer.id] == nil else { return "an id that is taken" }
        let expected = Attachment.with {
            ($0.id, $0.kind, $0.name) = (answer.id, .file, upload.name)
            $0.size = UInt32(upload.content.count)
        }
        files[answer.id] = UploadedText(upload: upload, shown: answer)
        return differ(answer, expected)
    }

    /// - Returns: what is wrong with a refusal of an upload; nil: nothing.
    package func refusal(of upload: Upload, _ code: ErrorCode) -> String? {
        voided.contains(upload.token) && code == .invalidToken ? nil : "refused: \(code)"
    }

    /// The uploads of a user that no message has.
    package func unsentFiles(of user: String) -> [String] {
        files.filter { $0.value.upload.user == user && $0.value.place == nil }.keys.sorted()
    }

    /// The content of a file, as far as a user may read it.
    package func attachment(_ id: String, for user: String) -> [UInt8]? {
        guard let file = files[id] else { return nil }
        guard let place = file.place else {
            return file.upload.user == user ? file.upload.content : nil
        }
        let messages =
            if place.room.hasPrefix("#") {
                self.messages(of: user, in: place.room)
            } else {
                users.filter { mayTalk(user, $0) && Pair(user, $0).room == place.room }
                    .flatMap { rooms[Pair(user, $0)] ?? [] }
            }
        let message = messages.first { $0.seq == place.seq && isThere($0) }
        let isShown = message?.attachments.contains { $0.id == id } == true
        return isShown ? file.upload.content : nil
    }

    /// Uploads that a message is to have; nil: one is none of the user's, or was sent before.
    func unsent(_ ids: [String], of user: String) -> [Attachment]? {
        var attachments: [Attachment] = []
        for id in ids {
            guard let file = files[id], file.upload.user == user, file.place == nil else {
                return nil
            }
            attachments.append(file.shown)
        }
        return attachments
    }

    /// A message was sent with its files.
    mutating func send(filesOf message: RoomMessage) {
        for attachment in message.attachments {
            files[attachment.id]?.place = (message.room, message.seq)
        }
    }

    /// Whether a file is unsent, or its message still has it.
    private func isThere(_ file: UploadedText) -> Bool {
        guard let place = file.place else { return true }
        let all =
            companies[place.room].map { $0.isSwept ? [] : $0.messages }
            ?? rooms.first { $0.key.room == place.room }?.value ?? []
        return all.contains { message in
            message.seq == place.seq && isThere(message)
                && message.attachments.contains { $0.id == file.shown.id }
        }
    }
}
