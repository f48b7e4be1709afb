/// Which end of the connection we are: it decides who masks.
///
/// - Source: RFC 6455 §5.1: a client masks every frame, a server none.
public enum Role: Sendable {
    case server, client
}
