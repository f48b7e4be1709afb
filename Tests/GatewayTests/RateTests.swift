import Accounts
import Activities
import Avatars
import Friends
import Invitations
import Kernel
import OwnData
import Rooms
import Sessions
import Testing

@testable import Gateway
@testable import Observability
@testable import Settings
@testable import SettingsFile

@Suite struct `How often` {
    private let ana = Caller(user: 1, username: "ana", token: 1)

    private func limiter(_ change: (inout Configuration.Rates) -> Void = { _ in }) -> RateLimiter {
        var rates = Configuration.Rates()
        change(&rates)
        return RateLimiter(rates, of: Rate.all)
    }

    @Test func `thirty messages at once, and then five a second`() {
        let limiter = limiter()
        for _ in 0..<30 { #expect(limiter.take(.messages, .user(ana), at: .zero) == nil) }
        let excess = limiter.take(.messages, .user(ana), at: .zero)
        #expect(excess?.retryAfter == .milliseconds(200))
        #expect(excess?.limit == .limit(LimitName(.messages), 300))
        #expect(limiter.take(.messages, .user(ana), at: .milliseconds(199)) != nil)
        #expect(limiter.take(.messages, .user(ana), at: .milliseconds(200)) == nil)
        #expect(limiter.take(.messages, .user(ana), at: .milliseconds(200)) != nil)
    }

    @Test func `several tokens at once, all or none`() {
        let limiter = limiter()
        #expect(limiter.take(.requests, .user(ana), count: 15, at: .zero) == nil)
        let excess = limiter.take(.requests, .user(ana), count: 7, at: .zero)
        #expect(excess?.retryAfter == .seconds(86_400) / 20 * 2)
        #expect(limiter.take(.requests, .user(ana), count: 5, at: .zero) == nil)
        #expect(limiter.take(.requests, .user(ana), at: .zero) != nil)
    }

    @Test func `more tokens than there ever are, when none was taken`() {
        let limiter = limiter { $0.requestsPerDay = 4 }
        let day = Duration.seconds(86_400)
        #expect(limiter.take(.requests, .user(ana), count: 8, at: .zero) == nil)
        #expect(limiter.take(.requests, .user(ana), at: .zero)?.retryAfter == day / 4 * 5)
        #expect(limiter.take(.requests, .user(ana), count: 8, at: day) != nil)
        #expect(limiter.take(.requests, .user(ana), count: 8, at: day * 2) == nil)
    }

    @Test(arguments: [
        (Rate.requests, 20, Duration.seconds(86_400) / 20), (.toggles, 10, .seconds(6)),
        (.lookups, 20, .seconds(60)), (.blocks, 20, .seconds(60)), (.settings, 60, .seconds(3)),
        (.marks, 30, .milliseconds(200)), (.proofs, 10, .seconds(90)),
        (.profiles, 20, .seconds(86_400) / 20), (.exports, 60, .seconds(1)),
        (.uploads, 20, .seconds(86_400) / 20),
    ])
    func `each kind by itself`(rate: Rate, count: Int, wait: Duration) {
        let limiter = limiter()
        for _ in 0..<count { #expect(limiter.take(rate, .user(ana), at: .zero) == nil) }
        #expect(limiter.take(rate, .user(ana), at: .zero)?.retryAfter == wait)
        #expect(limiter.take(.messages, .user(ana), at: .zero) == nil)
        let ben = Caller(user: 2, username: "ben", token: 2)
        #expect(limiter.take(rate, .user(ben), at: .zero) == nil)
    }

    @Test func `codes of invitations, often enough for typing and too rarely for guessing`() {
        let limiter = limiter()
        let visitor = RateLimiter.Asking.visitor(network: 1, account: nil)
        let admitted = (0..<10_000).count { _ in
            limiter.take(.invitationReads, visitor, at: .zero) == nil
        }
        #expect(admitted == 100)
    }

    @Test func `all commands of a user, on four times as many as one log-in may send`() {
        let limiter = limiter { ($0.commandsBurst, $0.commandsPerMinute) = (10, 60) }
        let devices = (1...5).map { number in
            Caller(user: 1, username: "ana", token: .init(rawValue: number))
        }
        for device in devices.prefix(4) {
            for _ in 0..<10 { #expect(limiter.take(nil, .user(device), at: .zero) == nil) }
            #expect(limiter.take(nil, .user(device), at: .zero)?.retryAfter == .seconds(1))
        }
        #expect(limiter.take(nil, .user(devices[4]), at: .zero) != nil)
        let ben = Caller(user: 2, username: "ben", token: 6)
        #expect(limiter.take(nil, .user(ben), at: .zero) == nil)
    }

    @Test func `reads by what their answers cost, whatever rows they took`() {
        let limiter = limiter { ($0.readsBurst, $0.readsPerMinute) = (1_000, 6_000) }
        #expect(limiter.excess(ofReadsBy: ana, at: .zero) == nil)
        limiter.charge(ana, byteCount: 247_808, at: .zero)
        #expect(limiter.excess(ofReadsBy: ana, at: .zero) == nil)
        limiter.charge(ana, byteCount: 25_855, at: .zero)
        #expect(limiter.excess(ofReadsBy: ana, at: .zero)?.retryAfter == .seconds(1))
        #expect(limiter.excess(ofReadsBy: ana, at: .seconds(1)) == nil)
        let ben = Caller(user: 2, username: "ben", token: 2)
        #expect(limiter.excess(ofReadsBy: ben, at: .zero) == nil)
        // Other commands go on.
        #expect(limiter.take(.messages, .user(ana), at: .zero) == nil)
    }

    @Test func `what is given back may be taken again, and no more`() {
        let limiter = limiter { $0.uploadsPerDay = 2 }
        limiter.giveBack(.uploads, to: ana)
        for _ in 0..<2 { #expect(limiter.take(.uploads, .user(ana), at: .zero) == nil) }
        limiter.giveBack(.uploads, to: ana)
        #expect(limiter.take(.uploads, .user(ana), at: .zero) == nil)
        #expect(limiter.take(.uploads, .user(ana), at: .zero) != nil)
    }

    @Test func `requests to nobody, as look-ups while there are some`() {
        let limiter = limiter()
        for _ in 0..<18 { #expect(limiter.take(.lookups, .user(ana), at: .zero) == nil) }
        for _ in 0..<20 { #expect(limiter.take(.requests, .user(ana), at: .zero) == nil) }
        for _ in 0..<2 {
            limiter.exchange(.requests, for: .lookups, of: ana.user, at: .zero)
            #expect(limiter.take(.requests, .user(ana), at: .zero) == nil)
        }
        limiter.exchange(.requests, for: .lookups, of: ana.user, at: .zero)
        #expect(limiter.take(.requests, .user(ana), at: .zero) != nil)
    }

    @Test func `guessers have a share on each node, and users all they may`() {
        let limiter = limiter { ($0.registrationsPerHour, $0.uploadsPerDay) = (5, 4) }
        limiter.share(among: 2)
        let visitor = RateLimiter.Asking.visitor(network: 7, account: nil)
        for _ in 0..<3 { #expect(limiter.take(.registrations, visitor, at: .zero) == nil) }
        let excess = limiter.take(.registrations, visitor, at: .zero)
        #expect(excess?.retryAfter == .seconds(3_600 / 5 * 2))
        for _ in 0..<4 { #expect(limiter.take(.uploads, .user(ana), at: .zero) == nil) }
        var rates = Configuration.Rates()
        rates.registrationsPerHour = 8
        limiter.change(to: rates)
        let other = RateLimiter.Asking.visitor(network: 8, account: nil)
        for _ in 0..<4 { #expect(limiter.take(.registrations, other, at: .zero) == nil) }
        #expect(limiter.take(.registrations, other, at: .zero) != nil)
        #expect(limiter.take(.registrations, other, at: .seconds(450)) != nil)
        limiter.share(among: 1)
        #expect(limiter.take(.registrations, other, at: .seconds(450)) == nil)
    }

    @Test func `one user on two devices is one, and all commands go by the device`() {
        let limiter = limiter { ($0.commandsBurst, $0.commandsPerMinute) = (3, 60) }
        let phone = Caller(user: 1, username: "ana", token: 2)
        for _ in 0..<3 { #expect(limiter.take(nil, .user(ana), at: .zero) == nil) }
        #expect(limiter.take(nil, .user(ana), at: .zero)?.retryAfter == .seconds(1))
        #expect(limiter.take(nil, .user(phone), at: .zero) == nil)
    }

    @Test func `a guesser does not hinder users at another address`() {
        let limiter = limiter()
        for _ in 0..<5 {
            let guess = RateLimiter.Asking.visitor(network: 1, account: "ana")
            #expect(limiter.take(.logins, guess, at: .zero) == nil)
        }
        let guess = RateLimiter.Asking.visitor(network: 1, account: "Ana")
        #expect(limiter.take(.logins, guess, at: .zero)?.retryAfter == .seconds(180))
        for other in [
            RateLimiter.Asking.visitor(network: 2, account: "ana"),
            .visitor(network: 1, account: "ben"),
        ] {
            #expect(limiter.take(.logins, other, at: .zero) == nil)
        }
    }

    @Test func `an account has only so many attempts from one address, whatever it is called`() {
        let limiter = limiter()
        for _ in 0..<5 { #expect(limiter.admits(1, from: 1, at: .zero)) }
        #expect(!limiter.admits(1, from: 1, at: .zero))
        #expect(limiter.admits(1, from: 2, at: .zero))
        #expect(limiter.admits(2, from: 1, at: .zero))
        #expect(limiter.admits(1, from: 1, at: .seconds(180)))
    }

    @Test func `an attempt that was the owner's is forgiven`() {
        let limiter = limiter()
        for _ in 0..<20 {
            #expect(limiter.admits(1, from: 1, at: .zero))
            limiter.forgive(1, from: 1)
        }
        for _ in 0..<5 { #expect(limiter.admits(1, from: 1, at: .zero)) }
        limiter.forgive(1, from: 2)
        #expect(!limiter.admits(1, from: 1, at: .zero))
    }

    /// A guesser has many addresses, and each would have attempts of its own.
    @Test func `an account has only so many attempts from all networks that are new to it`() {
        let limiter = limiter { $0.accountLoginsPerHour = 3 }
        for _ in 0..<3 { #expect(limiter.admitsNew(1, at: .zero) == .admitted) }
        #expect(limiter.admitsNew(1, at: .zero) == .refusedFirst)
        #expect(limiter.admitsNew(1, at: .zero) == .refused)
        #expect(limiter.admitsNew(2, at: .zero) == .admitted)
        limiter.forgiveNew(1)
        #expect(limiter.admitsNew(1, at: .zero) == .admitted)
        #expect(limiter.admitsNew(1, at: .seconds(1_200)) == .admitted)
    }

    @Test func `what found no worker costs nothing`() {
        let limiter = limiter { $0.addressLoginsPerQuarterHour = 1 }
        let asking = RateLimiter.Asking.visitor(network: 1, account: "Ana")
        #expect(limiter.take(.logins, asking, at: .zero) == nil)
        limiter.giveBack(.logins, from: 1, "Ana")
        #expect(limiter.take(.logins, asking, at: .zero) == nil)
        #expect(limiter.take(.logins, asking, at: .zero) != nil)
    }

    @Test func `an address has only so many log-ins and new accounts`() {
        let limiter = limiter { ($0.addressLoginsPerQuarterHour, $0.registrationsPerHour) = (3, 2) }
        for number in 0..<3 {
            let asking = RateLimiter.Asking.visitor(network: 1, account: "user\(number)")
            #expect(limiter.take(.logins, asking, at: .zero) == nil)
        }
        let next = RateLimiter.Asking.visitor(network: 1, account: "user4")
        #expect(limiter.take(.logins, next, at: .zero)?.retryAfter == .seconds(300))
        for _ in 0..<2 { #expect(limiter.take(.registrations, next, at: .zero) == nil) }
        #expect(limiter.take(.registrations, next, at: .zero)?.retryAfter == .seconds(1_800))
    }

    /// An IPv6 network of 48 bits contains 65,536 networks of 64.
    @Test func `a site has four times as many as one of its networks`() {
        let limiter = limiter { $0.registrationsPerHour = 2 }
        let site: UInt64 = 0x2001_0DB8_0001_0000
        func register(_ network: UInt64) -> RateLimiter.Excess? {
            limiter.take(.registrations, .visitor(network: network, account: nil), at: .zero)
        }
        for number: UInt64 in 0..<8 { #expect(register(site + number / 2) == nil) }
        #expect(register(site)?.retryAfter == .seconds(1_800))
        #expect(register(site + 9)?.retryAfter == .seconds(450))
        #expect(register(site + 0x1_0000) == nil)
        for number: UInt64 in 0..<20 { #expect(register(0x0A00_0000 + number) == nil) }
        // A network that is refused for its site keeps its own tokens.
        limiter.giveBack(.registrations, from: site + 3, nil)
        limiter.giveBack(.registrations, from: site + 3, nil)
        for _ in 0..<2 { #expect(register(site + 9) == nil) }
        #expect(register(site + 9)?.retryAfter == .seconds(1_800))
    }

    @Test func `an account has only so many attempts from one site`() {
        let limiter = limiter()
        let site: UInt64 = 0x2001_0DB8_0001_0000
        for number: UInt64 in 0..<20 { #expect(limiter.admits(1, from: site + number, at: .zero)) }
        #expect(!limiter.admits(1, from: site + 30, at: .zero))
        #expect(limiter.admits(2, from: site + 30, at: .zero))
        limiter.forgive(1, from: site)
        #expect(limiter.admits(1, from: site + 30, at: .zero))
        for number: UInt64 in 0..<20 {
            let asking = RateLimiter.Asking.visitor(network: site + number, account: "ben")
            #expect(limiter.take(.logins, asking, at: .zero) == nil)
        }
        let asking = RateLimiter.Asking.visitor(network: site + 30, account: "Ben")
        #expect(limiter.take(.logins, asking, at: .zero) != nil)
    }

    @Test func `codes for a forgotten password are counted apart from log-ins that failed`() {
        let limiter = limiter { $0.recoveriesPerQuarterHour = 2 }
        let asking = RateLimiter.Asking.visitor(network: 1, account: "Ana")
        for _ in 0..<5 { #expect(limiter.take(.logins, asking, at: .zero) == nil) }
        #expect(limiter.take(.logins, asking, at: .zero) != nil)
        for _ in 0..<2 { #expect(limiter.take(.recoveries, asking, at: .zero) == nil) }
        let again = RateLimiter.Asking.visitor(network: 1, account: "ana")
        #expect(limiter.take(.recoveries, again, at: .zero)?.retryAfter == .seconds(450))
        let elsewhere = RateLimiter.Asking.visitor(network: 2, account: "ana")
        #expect(limiter.take(.recoveries, elsewhere, at: .zero) == nil)
    }

    @Test func `other settings leave what was taken`() {
        let limiter = limiter()
        for _ in 0..<10 { _ = limiter.take(.toggles, .user(ana), at: .zero) }
        var rates = Configuration.Rates()
        rates.togglesPerMinute = 0
        limiter.change(to: rates)
        #expect(limiter.take(.toggles, .user(ana), at: .zero) == nil)
        limiter.change(to: Configuration.Rates())
        #expect(limiter.take(.toggles, .user(ana), at: .zero) != nil)
    }

    @Test func `full buckets are forgotten`() throws {
        var buckets = RateBuckets()
        let pace = try #require(RatePace(burst: 2, count: 1, each: .seconds(1)))
        for number in 0..<100_000 {
            let key = RateBuckets.Key(limit: .messages, owner: UInt64(number))
            #expect(buckets.take(pace, from: key, at: .milliseconds(10 * number)) == nil)
        }
        // 200 of them are not full at any time.
        #expect(buckets.count <= 1_200)
    }

    @Test func `there is a bound on the buckets that are not full`() throws {
        var buckets = RateBuckets()
        let pace = try #require(RatePace(burst: 2, count: 1, each: .seconds(1)))
        for number in 0..<100_000 {
            let key = RateBuckets.Key(limit: .messages, owner: UInt64(number))
            _ = buckets.take(pace, from: key, at: .zero)
        }
        #expect(buckets.count <= RateBuckets.countMax)
        let late = RateBuckets.Key(limit: .messages, owner: 100_000)
        _ = buckets.take(pace, from: late, at: .seconds(10))
        #expect(buckets.count < RateBuckets.countMax)
    }

    @Test func `a caller is metered also when there are too many buckets`() throws {
        var buckets = RateBuckets()
        let pace = try #require(RatePace(burst: 2, count: 1, each: .seconds(1)))
        let empty = RateBuckets.Key(limit: .messages, owner: 0)
        for _ in 0..<2 { #expect(buckets.take(pace, from: empty, at: .zero) == nil) }
        for owner in 1...UInt64(RateBuckets.countMax) {
            _ = buckets.take(pace, from: .init(limit: .messages, owner: owner), at: .zero)
        }
        let late = RateBuckets.Key(limit: .messages, owner: .max)
        for _ in 0..<2 { #expect(buckets.take(pace, from: late, at: .zero) == nil) }
        #expect(buckets.take(pace, from: late, at: .zero) == .seconds(1))
        // And the emptiest of all is still known: others were nearer to full.
        #expect(buckets.take(pace, from: empty, at: .zero) == .seconds(1))
    }

    @Test func `sessions go by the user, and snapshots are fewer`() {
        let limiter = limiter { ($0.sessionsBurst, $0.snapshotsBurst) = (3, 2) }
        for _ in 0..<3 { #expect(limiter.wait(of: 1, for: .session, at: .zero) == nil) }
        for _ in 0..<2 { #expect(limiter.wait(of: 1, for: .snapshot, at: .zero) == nil) }
        #expect(limiter.wait(of: 1, for: .session, at: .zero) == .seconds(1))
        #expect(limiter.wait(of: 1, for: .snapshot, at: .zero) == .seconds(10))
        #expect(limiter.wait(of: 2, for: .snapshot, at: .zero) == nil)
    }
}
