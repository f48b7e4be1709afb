public import Wire

/// A command as it came.
public enum Input {
    /// In a message of a socket.
    case frame(CommandEnvelope)
    /// In a request of HTTP: what its path, its query and its body say.
    case request(RequestFields)
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
        case .request(var fields):
            while true {
                do throws(DecodingFailure) {
                    return try decode(fields.json, for: caller)
                } catch {
                    guard fields.reconsider(error) else { throw error }
                }
            }
        }
    }

    /// Which account a visitor's command is about; nil: it does not say.
    public func account(in input: Input) -> String? {
        guard let account else { return nil }
        switch input {
        case .frame(let envelope): return account(envelope)
        case .request(let fields):
            return fields.json.withUnsafeBytes { bytes in
                account(CommandEnvelope(of: name, around: bytes))
            }
        }
    }

    private func decode(_ json: [UInt8], for caller: Caller?) throws(DecodingFailure) -> Work {
        let result: Result<Work, DecodingFailure> = json.withUnsafeBytes { bytes in
            Result { () throws(DecodingFailure) in
                try work(CommandEnvelope(of: name, around: bytes), caller)
            }
        }
        return try result.get()
    }
}
