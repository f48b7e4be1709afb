import Client
import SwiftProtobuf
import Wire

/// Why the program ends without having done what was asked: one line for a person, and an exit
/// code for a script.
enum Failure: Error, Equatable, Sendable {
    case refused(CommandError)
    case unreachable(String)
    case notSignedIn(String)
    case usage(String)
    case local(String)

    /// 1 refused by the server or by this computer, 3 server out of reach, 4 not signed in;
    /// 64 is ArgumentParser's for wrong usage.
    var exitCode: Int32 {
        switch self {
        case .refused(let error) where Self.meansNotSignedIn(error.code): 4
        case .refused, .local: 1
        case .unreachable: 3
        case .notSignedIn: 4
        case .usage: 64
        }
    }

    /// One line, harmless on a terminal.
    var line: String {
        switch self {
        case .refused(let error): Self.line(error)
        case .unreachable(let reason), .notSignedIn(let reason), .usage(let reason),
            .local(let reason):
            SafeText(reason).line
        }
    }

    init(_ error: ClientError) {
        switch error {
        case .refused(let refusal): self = .refused(refusal)
        case .unreachable(let reason): self = .unreachable(reason)
        case .disconnected(let reason): self = .unreachable("the connection was lost: \(reason)")
        case .timedOut: self = .unreachable("the server did not answer in time")
        case .violation(let what): self = .unreachable("this is no Upfor server: \(what)")
        case .closed: self = .unreachable("the connection is closed")
        }
    }

    /// `password: `, when the refusal is about what was put in there and does not say so itself.
    private static func field(_ error: CommandError) -> String {
        guard [.invalidField, .notFound, .tooLarge].contains(error.code),
            let name = error.field.split(separator: ".").last
        else { return "" }
        return "\(name): "
    }

    /// What to do about it, where a person could not know.
    private static func advice(_ error: CommandError) -> String {
        switch error.code {
        case .usernameNeeded: " (put it behind `login`: `upfor login NAME --issuer …`)"
        case .secondFactorNeeded: " (`--code`)"
        case .invitationNeeded: " (`--invitation LINK`)"
        case let code where meansNotSignedIn(code): " (sign in with `upfor login`)"
        default: ""
        }
    }

    private static func meansNotSignedIn(_ code: ErrorCode) -> Bool {
        code == .invalidToken || code == .notSignedIn
    }

    private static func line(_ error: CommandError) -> String {
        let what = error.message.isEmpty ? "the server refused: \(error.code)" : error.message
        var line = SafeText(field(error) + what).line
        if error.hasRetryAfter {
            let seconds = max(1, error.retryAfter.seconds + (error.retryAfter.nanos > 0 ? 1 : 0))
            line += " (try again in \(seconds) s)"
        }
        return line + advice(error)
    }
}
