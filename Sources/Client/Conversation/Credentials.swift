/// What a session is opened with, again after each reconnect.
struct Credentials: Equatable, Sendable {
    let token: String
}
