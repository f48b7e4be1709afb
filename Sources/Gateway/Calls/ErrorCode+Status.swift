package import HTTPTypes
import Kernel
import Wire

extension ErrorCode {
    /// The status of HTTP that says the same, for whoever asks over HTTP.
    ///
    /// - Source: RFC 9110 §15; RFC 6585 §4.
    package var httpStatus: HTTPResponse.Status {
        switch self {
        case .malformed, .tooDeep, .invalidField, .oneself: .badRequest
        case .notSignedIn, .wrongCredentials, .invalidToken, .secondFactorNeeded: .unauthorized
        case .banned, .proofNeeded, .notFriends, .blockedByYou, .notMember: .forbidden
        case .unknownCommand, .notFound, .noSuchRequest: .notFound
        case .alreadySignedIn, .usernameNeeded, .conflict, .usernameTaken, .emailTaken,
            .alreadyFriends, .listFull, .tooLate, .identityTaken, .lastWayIn, .stale,
            .nobodyEligible, .alreadyPartners:
            .conflict
        case .tooLarge: .contentTooLarge
        case .rateLimited: .tooManyRequests
        case .busy, .unavailable: .serviceUnavailable
        case .errorUnspecified, .internal, .UNRECOGNIZED: .internalServerError
        }
    }
}

extension RouteAnswer.Status {
    /// As HTTP says it.
    var http: HTTPResponse.Status {
        switch self {
        case .created: .created
        case .unsupportedMediaType: .unsupportedMediaType
        }
    }
}
