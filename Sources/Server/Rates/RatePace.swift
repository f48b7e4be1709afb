/// How often something may be done.
struct RatePace: Equatable, Sendable {
    /// How often at once.
    let burst: Int
    /// How long until there is one more.
    let interval: Duration

    /// - Returns: nil for no limit: `count` or `burst` is 0.
    init?(burst: Int, count: Int, each period: Duration) {
        guard burst > 0, count > 0 else { return nil }
        self.burst = burst
        interval = period / count
    }

    /// So many times as often.
    func multiplied(by factor: Int) -> RatePace {
        RatePace(burst: burst * factor, interval: interval / factor)
    }

    private init(burst: Int, interval: Duration) {
        (self.burst, self.interval) = (burst, interval)
    }
}

/// A limit of how often.
enum RateLimit: Int, CaseIterable, Sendable {
    /// All commands by one token.
    case commands
    case messages, requests, toggles, lookups, settings, marks, searches, proofs, profiles,
        exports, uploads, reports
    /// Log-ins to one account from one address.
    case logins
    /// Log-ins from one address.
    case addressLogins
    /// Log-ins to one account from all networks that are new to it.
    case accountLogins
    /// Notices that there were too many of those.
    case attemptNotices
    /// Codes for one account's forgotten password, from one address.
    case recoveries
    /// New accounts from one address.
    case registrations
    /// Sessions that a user opens, and those among them that bring all that there is.
    case sessions, snapshots
}

extension RateLimit {
    /// Whether it goes by address, before anybody has signed in.
    var isOfVisitors: Bool {
        switch self {
        case .logins, .addressLogins, .accountLogins, .attemptNotices, .recoveries, .registrations:
            true
        case .commands, .messages, .requests, .toggles, .lookups, .settings, .marks, .searches,
            .proofs, .profiles, .exports, .uploads, .reports, .sessions, .snapshots:
            false
        }
    }

    func pace(in rates: Configuration.Rates) -> RatePace? {
        guard rates.enabled else { return nil }
        return switch self {
        case .commands: RatePace(burst: rates.commandsBurst, perMinute: rates.commandsPerMinute)
        case .messages: RatePace(burst: rates.messagesBurst, perMinute: rates.messagesPerMinute)
        case .requests: RatePace(rates.requestsPerDay, each: .seconds(86_400))
        case .toggles: RatePace(rates.togglesPerMinute, each: .seconds(60))
        case .lookups: RatePace(burst: rates.lookupsBurst, perMinute: rates.lookupsPerMinute)
        case .settings: RatePace(burst: rates.settingsBurst, perMinute: rates.settingsPerMinute)
        case .marks: RatePace(burst: rates.marksBurst, perMinute: rates.marksPerMinute)
        case .proofs: RatePace(rates.proofsPerQuarterHour, each: .seconds(900))
        case .profiles: RatePace(rates.profilesPerDay, each: .seconds(86_400))
        case .uploads: RatePace(rates.uploadsPerDay, each: .seconds(86_400))
        case .exports: RatePace(burst: rates.exportsBurst, perMinute: rates.exportsPerMinute)
        case .searches: RatePace(burst: rates.searchesBurst, perMinute: rates.searchesPerMinute)
        case .reports: RatePace(rates.reportsPerDay, each: .seconds(86_400))
        case .logins: RatePace(rates.loginsPerQuarterHour, each: .seconds(900))
        case .addressLogins: RatePace(rates.addressLoginsPerQuarterHour, each: .seconds(900))
        case .accountLogins: RatePace(rates.accountLoginsPerHour, each: .seconds(3_600))
        case .attemptNotices: RatePace(1, each: .seconds(86_400))
        case .recoveries: RatePace(rates.recoveriesPerQuarterHour, each: .seconds(900))
        case .registrations: RatePace(rates.registrationsPerHour, each: .seconds(3_600))
        case .sessions: RatePace(burst: rates.sessionsBurst, perMinute: rates.sessionsPerMinute)
        case .snapshots: RatePace(burst: rates.snapshotsBurst, perMinute: rates.snapshotsPerMinute)
        }
    }

    /// The key of it, and what that is set to.
    func field(in rates: Configuration.Rates) -> EventField {
        switch self {
        case .commands: .limit(.commandRate, rates.commandsPerMinute)
        case .messages: .limit(.messageRate, rates.messagesPerMinute)
        case .requests: .limit(.requestRate, rates.requestsPerDay)
        case .toggles: .limit(.toggleRate, rates.togglesPerMinute)
        case .lookups: .limit(.lookupRate, rates.lookupsPerMinute)
        case .settings: .limit(.settingRate, rates.settingsPerMinute)
        case .marks: .limit(.markRate, rates.marksPerMinute)
        case .proofs: .limit(.proofRate, rates.proofsPerQuarterHour)
        case .profiles: .limit(.profileRate, rates.profilesPerDay)
        case .uploads: .limit(.uploadRate, rates.uploadsPerDay)
        case .exports: .limit(.exportRate, rates.exportsPerMinute)
        case .searches: .limit(.searchRate, rates.searchesPerMinute)
        case .reports: .limit(.reportRate, rates.reportsPerDay)
        case .logins: .limit(.loginRate, rates.loginsPerQuarterHour)
        case .addressLogins: .limit(.addressLoginRate, rates.addressLoginsPerQuarterHour)
        case .accountLogins, .attemptNotices: .limit(.accountLoginRate, rates.accountLoginsPerHour)
        case .recoveries: .limit(.recoveryRate, rates.recoveriesPerQuarterHour)
        case .registrations: .limit(.registrationRate, rates.registrationsPerHour)
        case .sessions: .limit(.sessionRate, rates.sessionsPerMinute)
        case .snapshots: .limit(.snapshotRate, rates.snapshotsPerMinute)
        }
    }
}

extension RatePace {
    /// So often at once, and so often a minute in the long run.
    fileprivate init?(burst: Int, perMinute count: Int) {
        self.init(burst: burst, count: count, each: .seconds(60))
    }

    /// As often at once as in the whole period.
    fileprivate init?(_ count: Int, each period: Duration) {
        self.init(burst: count, count: count, each: period)
    }
}
