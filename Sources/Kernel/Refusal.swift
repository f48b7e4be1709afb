import SwiftProtobuf
public import Wire

/// Why a command is refused: the only error a client ever sees.
///
/// A refusal is an answer, not a fault: it is not logged as an error and never closes the
/// connection. Peers that break the protocol get a close code instead.
public struct Refusal: Error, Equatable, Sendable {
    /// The reason, stable and documented.
    public let code: ErrorCode
    /// The field at fault, relative to the command ("text"); empty when no field is.
    public let field: String
    /// One sentence for a person; holds no secrets.
    public let message: String
    /// When to try again, if that is known.
    public let retryAfter: Duration?
    /// A more precise reason than the peer receives, for the event log; nil: there is none.
    public let cause: Cause?

    /// A word of a closed list. It keeps input of peers out of the log.
    public struct Cause: Equatable, Sendable {
        /// The word.
        public let text: String

        /// - Parameter word: one of a list.
        public init<Word: CaseIterable & RawRepresentable>(_ word: Word)
        where Word.RawValue == String {
            text = word.rawValue
        }
    }

    /// A refusal for the reason `code`.
    public init(
        _ code: ErrorCode, field: String = "", _ message: String, retryAfter: Duration? = nil,
        cause: Cause? = nil
    ) {
        self.code = code
        self.field = field
        self.message = message
        self.retryAfter = retryAfter
        self.cause = cause
    }

    /// A command that could not be decoded.
    public init(_ failure: DecodingFailure) {
        self.init(failure.code, field: failure.field, failure.message)
    }

    /// The store could not do it; the details are in the event log, not on the wire.
    public static let fault = Refusal(
        .internal, "internal error of the server", retryAfter: .seconds(1))

    /// The rate limit is exceeded.
    ///
    /// - Parameter wait: how long until the command may be sent again.
    public static func tooOften(_ wait: Duration) -> Refusal {
        Refusal(.rateLimited, "rate limit exceeded", retryAfter: wait)
    }

    /// The refusal for a failure of the store. It says whether to come back, and nothing else.
    public init(hiding error: StoreError) {
        switch error {
        case .full:
            self.init(
                .unavailable, "the server cannot store anything now", retryAfter: .seconds(5))
        case .unreachable:
            self.init(
                .unavailable, "the server cannot reach its data now", retryAfter: .seconds(5))
        case .contended:
            self.init(
                .unavailable, "the server is busy with the same data", retryAfter: .seconds(1))
        case .conflict, .broken, .failed, .unexpectedColumn: self = .fault
        }
    }

    /// Whether the same command may succeed later.
    public var isTemporary: Bool {
        switch code {
        case .busy, .internal, .unavailable, .rateLimited: true
        default: false
        }
    }

    /// The refusal as a message on the wire.
    ///
    /// - Parameter command: the command's name, put before the field.
    public func error(in command: String) -> CommandError {
        var error = CommandError()
        error.code = code
        error.message = message
        error.field = field.isEmpty ? "" : command.isEmpty ? field : "\(command).\(field)"
        error.temporary = isTemporary
        if let retryAfter { error.retryAfter = Google_Protobuf_Duration(rounding: retryAfter) }
        return error
    }
}
