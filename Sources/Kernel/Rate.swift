/// A kind of command that may only be used so often. How often, the server's configuration says.
public enum Rate: String, Sendable, CaseIterable {
    /// Messages to others. Of each user.
    case messages
    /// Requests to be a friend. Of each user.
    case requests
    /// Toggles of activities. Of each user.
    case toggles
    /// Settings of one's own: each command leaves a reply to be kept for its `cid`. Of each user.
    case settings
    /// Read marks. Of each user.
    case marks
    /// Look-ups of people, and whatever else tells whether there is somebody. Of each user.
    case lookups
    /// Searches in what was said. Of each user.
    case searches
    /// Log-ins by password. Of each address, and of each account from each address.
    case logins
    /// New accounts. Of each address.
    case registrations
    /// Codes for a forgotten password that are asked for or tried. Of each address, and of each
    /// account from each address.
    case recoveries
    /// Attempts to prove that it is really the owner who asks. Of each user.
    case proofs
    /// Other names, and pictures taken away: each is told to all friends. Of each user.
    case profiles
    /// Pictures: they keep a worker busy, and are told to all friends. Of each user.
    case uploads
    /// Reports to administrators. Of each user.
    case reports
    /// Pages of one's own data. Of each user.
    case exports
}
