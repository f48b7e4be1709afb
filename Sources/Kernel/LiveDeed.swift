/// Something done in the hub's memory alone: told to whoever is connected, and never stored.
public enum LiveDeed: Equatable, Sendable {
    /// The caller writes to somebody, or stops writing.
    ///
    /// - Parameters:
    ///   - to: the other's username; perhaps nobody's.
    ///   - room: the room's name on the wire.
    case typing(to: String, room: String, isOn: Bool)
    /// The caller's connection has something open from now on, or no longer.
    case open(Topic, Bool)
}
