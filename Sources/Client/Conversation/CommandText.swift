import SwiftProtobuf
import Wire

/// The free text of a command, and the length that the server accepts.
///
/// - Source: the options `(length)` in proto/.
struct CommandText {
    let field: String
    let text: String
    /// Characters, each a Unicode scalar.
    let lengths: ClosedRange<Int>

    init(_ field: String, _ text: String, _ lengths: ClosedRange<Int>) {
        (self.field, self.text, self.lengths) = (field, text, lengths)
    }

    /// What the server says when it is too long; nil when it is not.
    var refusal: CommandError? {
        guard text.unicodeScalars.count > lengths.upperBound else { return nil }
        var error = CommandError()
        error.code = .invalidField
        error.field = field
        error.message = "expected \(lengths.lowerBound) to \(lengths.upperBound) characters"
        return error
    }
}

extension ClientMessage.OneOf_Command {
    /// The free text of the command; nil when it has none.
    var text: CommandText? {
        switch self {
        case .roomSend(let send):
            CommandText(
                "roomSend.text", send.text,
                (send.attachments.isEmpty ? 1 : 0)...RoomSend.textLength.upperBound)
        case .roomEdit(let edit): CommandText("roomEdit.text", edit.text, RoomEdit.textLength)
        case .roomSearch(let search):
            CommandText("roomSearch.text", search.text, RoomSearch.textLength)
        case .circleSay(let said): CommandText("circleSay.text", said.text, CircleSay.textLength)
        case .circleEdit(let edit): CommandText("circleEdit.text", edit.text, CircleEdit.textLength)
        case .circleConfirm(let confirm):
            CommandText("circleConfirm.text", confirm.text, CircleConfirm.textLength)
        case .friendRequest(let request):
            CommandText("friendRequest.message", request.message, FriendRequest.messageLength)
        case .accountUpdate(let update):
            CommandText(
                "accountUpdate.displayName", update.displayName, AccountUpdate.displayNameLength)
        default: nil
        }
    }
}

extension ClientMessage {
    /// This message as it goes on the wire.
    func bytes(_ format: WireFormat) throws(ClientError) -> [UInt8] {
        do {
            return switch format {
            case .json: try jsonUTF8Bytes()
            case .binary: try serializedBytes()
            }
        } catch {
            throw .violation("the command cannot be written as a message")
        }
    }
}

extension CommandError {
    /// What the server would have said, had we sent it.
    static func tooLarge(byteCount: Int, limit: Int) -> Self {
        var error = Self()
        error.code = .tooLarge
        error.field = "message"
        error.message = "expected at most \(limit) bytes, got \(byteCount)"
        return error
    }
}
