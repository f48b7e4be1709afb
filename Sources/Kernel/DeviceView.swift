/// Which devices are connected, as far as this daemon knows: a hint for lists, never a rule.
public protocol DeviceView: Sendable {
    /// How the device stands that signed in by this token.
    func standing(of token: Identifier<Token>) -> DeviceStanding
}

/// Whether a device is connected.
public enum DeviceStanding: Equatable, Sendable {
    /// It has a session open.
    case online
    /// It has none. `lastSeen` is when it last had one; nil: not since the daemon started.
    case offline(lastSeen: Moment?)
}
