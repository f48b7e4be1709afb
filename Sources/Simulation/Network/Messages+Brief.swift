import SwiftProtobuf
import Wire

extension ClientMessage {
    /// Reads what a client has sent; nil when it is no message.
    init?(_ bytes: [UInt8], _ format: WireFormat) {
        do {
            switch format {
            case .json: try self.init(jsonUTF8Bytes: bytes)
            case .binary: try self.init(serializedBytes: bytes)
            }
        } catch {
            return nil
        }
    }
}

extension Message {
    /// One line for a person.
    var brief: String {
        let text = textFormatString().split(whereSeparator: \.isNewline)
            .map { $0.drop { $0 == " " } }
            .joined(separator: " ")
        return text.count > 200 ? "\(text.prefix(200))..." : text
    }
}

extension ClientMessage.OneOf_Command? {
    /// One line for a person.
    var brief: String {
        var message = ClientMessage()
        message.command = self
        return message.brief
    }
}

extension ServerMessage.OneOf_Body {
    /// One line for a person.
    var brief: String { ServerMessage(self).brief }
}
