/// Whether a peer that has just connected may stay.
public enum Admission: Sendable, Equatable {
    /// It has a place, until its socket is closed.
    case admitted
    /// The same, for a proxy of ours: the share of the handshakes that one network may have is not
    /// for all who are behind it.
    case admittedProxy
    /// It has none. A peer that surely speaks no TLS is told so in a few hundred bytes at most;
    /// any other is reset, since words in plain would be noise to it.
    case refused(saying: [UInt8])
}
