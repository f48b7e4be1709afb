public import Kernel

extension Rate {
    /// Log-ins by password.
    public static let logins = Rate(
        "logins", of: .account(from: .addressLogins), 5, each: .quarterHour, unit: "log-ins",
        "Log-ins to one account from one address; they do not count for other addresses.")

    /// Log-ins from one address, to any account.
    public static let addressLogins = Rate(
        "addressLogins", of: .address, 100, each: .quarterHour, most: 1_000_000,
        unit: "log-ins",
        "Log-ins from one IPv4 address or IPv6 /64, to any account; a /48 has four times as many.")

    /// Log-ins to one account from all networks together that have no earlier log-in to it.
    public static let accountLogins = Rate(
        "accountLogins", of: .accountAnywhere, 50, each: .hour, most: 1_000_000, unit: "log-ins",
        "Log-ins to one account, in total, from networks without an earlier log-in to it.")

    /// Codes for a forgotten password that are requested or tried.
    public static let recoveries = Rate(
        "recoveries", of: .account(from: .addressLogins), 10, each: .quarterHour,
        unit: "attempts",
        "Requests for and attempts with a recovery code for one account, from one address.")

    /// New accounts.
    public static let registrations = Rate(
        "registrations", of: .address, 60, each: .hour, most: 1_000_000, unit: "accounts",
        "New accounts from one IPv4 address or IPv6 /64; a /48 has four times as many.")

    /// Attempts to prove that the caller is the owner, from any network.
    public static let proofs = Rate(
        "proofs", of: .user, 10, each: .quarterHour, unit: "attempts",
        "Attempts of a signed-in user to prove their identity again, for a new password, a new"
            + " address or deletion.")

    /// New names: each is an event to all friends.
    public static let profiles = Rate(
        "profiles", of: .user, 20, each: .day, unit: "changes",
        "Changes of a user's display name.")
}

extension AccountsFeature: Feature {
    /// What it is called in the settings.
    public static let name = "accounts"
    /// Whom the server takes.
    public static let settings = [RegistrationGate.setting]
    /// Ways in, and what only an owner may do.
    public static let rates: [Rate] = [
        .proofs, .profiles, .logins, .addressLogins, .accountLogins, .recoveries, .registrations,
    ]
}
