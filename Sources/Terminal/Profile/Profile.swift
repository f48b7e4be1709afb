/// Who one is on which server, and how far this device has read: what is kept between two runs.
struct Profile: Codable, Equatable, Sendable {
    /// The last inbox event that `watch` has shown.
    struct Position: Codable, Equatable, Sendable {
        /// The epoch that `seq` belongs to, as the server gave it.
        var epoch: String
        var seq: UInt32
    }

    /// `ws://host:port`.
    var server: String
    var username: String
    /// The key to the account. Absent: signed out.
    var token: String?
    /// When it was given, in seconds since 1970. Absent: nobody knows.
    var tokenSince: Int?
    /// What this device calls itself, the same each time.
    var device: String
    /// Absent: nothing has been watched yet.
    var position: Position?
}
