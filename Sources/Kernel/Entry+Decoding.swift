internal import SwiftProtobuf
public import Wire

/// A command as it came.
public enum Input {
    /// In a message of a socket.
    case frame(CommandEnvelope)
    /// In a request of HTTP.
    case request(RequestContent)
}

/// A command as a request of HTTP has it.
public enum RequestContent: Sendable {
    /// What its path, its query and its body say.
    case fields(RequestFields)
    /// A whole message of the binary format, made of a document.
    case message([UInt8])
}

extension Catalog.Entry {
    /// Decodes a command, and gives the work to be done.
    ///
    /// - Parameters:
    ///   - caller: who has sent it; nil: nobody who is signed in.
    ///   - token: what the connection brought when it came, for a command that has a use for it.
    /// - Throws: `.invalidField`, naming the field that has the wrong type.
    public func decode(
        _ input: Input, for caller: Caller?, bearing token: String? = nil
    ) throws(DecodingFailure) -> Work {
        switch input {
        case .frame(let envelope):
            guard let token, let workByToken else { return try work(envelope, caller) }
            return try workByToken(envelope, token)
        case .request(.fields(let fields)):
            return try fields.decoding(named: name) { (envelope) throws(DecodingFailure) in
                try work(envelope, caller)
            }
        case .request(.message(let bytes)):
            return try bytes.opened { (envelope) throws(DecodingFailure) in
                try work(envelope, caller)
            }
        }
    }

    /// Which account a visitor's command is about; nil: it does not say.
    public func account(in input: Input) -> String? {
        account.flatMap { try? looked(into: input, $0) ?? nil }
    }

    /// Looks at a command that is not done yet.
    func looked<Value>(
        into input: Input, _ look: (CommandEnvelope) -> Value
    ) throws(DecodingFailure) -> Value {
        switch input {
        case .frame(let envelope): look(envelope)
        case .request(.fields(let fields)): fields.envelope(of: name, look)
        case .request(.message(let bytes)):
            try bytes.opened { (envelope) throws(DecodingFailure) in look(envelope) }
        }
    }
}

extension RequestFields {
    /// A message that they fill.
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

    /// Decodes them, again and again as long as another reading of a query may be the right one.
    package func decoding<Value>(
        named name: String,
        _ decode: (CommandEnvelope) throws(DecodingFailure) -> Value
    ) throws(DecodingFailure) -> Value {
        var fields = self
        while true {
            let result = fields.envelope(of: name) { envelope in
                Result { () throws(DecodingFailure) in try decode(envelope) }
            }
            switch result {
            case .success(let value): return value
            case .failure(let failure):
                guard fields.reconsider(failure) else { throw failure }
            }
        }
    }

    func envelope<Value>(
        of name: String, _ look: (CommandEnvelope) -> Value
    ) -> Value {
        json.withUnsafeBytes { bytes in look(CommandEnvelope(of: name, around: bytes)) }
    }
}

extension [UInt8] {
    func opened<Value>(
        _ look: (CommandEnvelope) throws(DecodingFailure) -> Value
    ) throws(DecodingFailure) -> Value {
        let result: Result<Value, DecodingFailure> = withUnsafeBytes { bytes in
            Result { () throws(DecodingFailure) in
                try look(CommandEnvelope(opening: bytes, format: .binary))
            }
        }
        return try result.get()
    }
}
