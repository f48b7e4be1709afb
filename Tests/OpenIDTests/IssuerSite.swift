import Accounts
import Kernel
import OpenID
import Synchronization
import TestIssuer

/// Where a test's issuer has its keys, and what time it is.
final class IssuerSite: Sendable {
    /// nil: it cannot be reached.
    let body: Mutex<String?>
    private let now = Mutex<Int64>(1_800_000_000_000)
    private let fetches = Mutex(0)

    init(_ body: String?) { self.body = Mutex(body) }

    var fetchCount: Int { fetches.withLock { $0 } }

    func pass(seconds: Int64) { now.withLock { $0 += seconds * 1_000 } }

    /// A server that trusts this issuer alone.
    func issuers(
        keys: IssuerTerms.Keys = .url("https://home.example.org/keys")
    ) -> OpenIDIssuers {
        let terms = IssuerTerms(
            name: "home", issuer: TestIssuer.address, clientID: TestIssuer.clientID, keys: keys)
        return OpenIDIssuers(
            [terms], clock: { Moment(unixMilliseconds: self.now.withLock { $0 }) },
            fetch: { _, _ in self.fetch() })
    }

    private func fetch() -> [UInt8]? {
        fetches.withLock { $0 += 1 }
        return body.withLock { $0 }.map { Array($0.utf8) }
    }
}

extension TestIssuer {
    /// One for all tests that need no second: making keys takes its time.
    static let shared = Task { try await TestIssuer() }

    /// A server that trusts this issuer alone.
    var issuers: OpenIDIssuers { IssuerSite(keySet).issuers() }
}
