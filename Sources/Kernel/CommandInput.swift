internal import SwiftProtobuf
public import Wire

/// A command as it was received.
public enum Input {
    /// In a message on a socket.
    case frame(CommandEnvelope)
    /// In an HTTP request.
    case request(RequestContent)
}

/// The content of a command in an HTTP request.
public enum RequestContent: Sendable {
    /// The fields of its path, its query and its body.
    case fields(RequestFields)
    /// The command that a document stands for.
    case command(ClientMessage.OneOf_Command)
    /// A request that is no message of the schema.
    case plain(PlainRequest)
}

extension Input {
    /// The message of a command.
    ///
    /// - Parameter name: of the command, for the error.
    /// - Throws: `.invalidField`, naming the field that has the wrong type.
    func message<Command: Normalizable>(
        _ type: Command.Type, named name: String
    ) throws(DecodingFailure) -> Command {
        switch self {
        case .frame(let envelope): return try envelope.decode(type, named: name)
        case .request(.fields(let fields)):
            return try fields.decoding(named: name) { (envelope) throws(DecodingFailure) in
                try envelope.decode(type, named: name)
            }
        case .request(.command(let command)):
            guard var message = command.message as? Command else { throw Self.otherCommand(name) }
            message.normalize()
            return message
        case .request(.plain): throw Self.otherCommand(name)
        }
    }

    /// The request of a command that has no message in the schema.
    ///
    /// - Parameter name: of the command, for the error.
    func plain(named name: String) throws(DecodingFailure) -> PlainRequest {
        guard case .request(.plain(let request)) = self else { throw Self.otherCommand(name) }
        return request
    }

    private static func otherCommand(_ name: String) -> DecodingFailure {
        DecodingFailure(.malformed, "expected the command \(name)")
    }
}

extension RequestFields {
    /// The message that the fields fill.
    ///
    /// - Throws: `.invalidField`, naming the field that has the wrong type.
    func decoded<Document: Normalizable>(
        _ type: Document.Type
    ) throws(DecodingFailure) -> Document {
        do throws(DecodingFailure) {
            return try decoding(named: "document") { (envelope) throws(DecodingFailure) in
                try envelope.decode(Document.self, named: "document")
            }
        } catch {
            let field = error.field.split(separator: ".").last.map(String.init) ?? ""
            throw DecodingFailure(error.code, field: field, error.message)
        }
    }

    /// Decodes them. While another reading of the query may be the right one, tries again with
    /// that.
    package func decoding<Value>(
        named name: String,
        _ decode: (CommandEnvelope) throws(DecodingFailure) -> Value
    ) throws(DecodingFailure) -> Value {
        var fields = self
        while true {
            let result = fields.json.withUnsafeBytes { bytes in
                Result { () throws(DecodingFailure) in
                    try decode(CommandEnvelope(of: name, around: bytes))
                }
            }
            switch result {
            case .success(let value): return value
            case .failure(let failure):
                guard fields.reconsider(failure) else { throw failure }
            }
        }
    }
}
