import Accounts
import Dispatch
import Kernel
import OpenID
import Synchronization
import TestIssuer

/// Where a test's issuer has its keys, and what time it is.
final class IssuerSite: Sendable {
    /// nil: it cannot be reached.
    let body: Mutex<String?>
    /// Whether it takes its time: until ``answer()``.
    let isSlow = Mutex(false)
    private let now = Mutex<Int64>(1_800_000_000_000)
    private let fetches = Mutex(0)
    private let held = Mutex<[@Sendable () -> Void]>([])

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
            fetch: { _, _, take in self.fetch(take) })
    }

    /// Answers whatever it was asked while it took its time.
    func answer() {
        let late = held.withLock { held in
            defer { held = [] }
            return held
        }
        for answer in late { answer() }
    }

    private func fetch(
        _ take: @escaping @Sendable ([UInt8]?) -> (hasKeys: Bool, resume: @Sendable () -> Void)
    ) {
        fetches.withLock { $0 += 1 }
        let answer: @Sendable () -> Void = {
            take(self.body.withLock { $0 }.map { Array($0.utf8) }).resume()
        }
        guard isSlow.withLock({ $0 }) else { return answer() }
        held.withLock { $0.append(answer) }
    }
}

extension OpenIDIssuers {
    /// As a worker does: first what has to come, then the token itself.
    func judge(_ token: String, of name: String = "home") throws(Refusal) -> OutsideIdentity {
        if let awaited = awaited(for: token, of: name) {
            let isThere = DispatchSemaphore(value: 0)
            awaited { isThere.signal() }
            isThere.wait()
        }
        return try verify(token, of: name)
    }
}

extension TestIssuer {
    /// One for all tests that need no second: making keys takes its time.
    static let shared = Result { try TestIssuer() }

    /// A server that trusts this issuer alone.
    var issuers: OpenIDIssuers { IssuerSite(keySet).issuers() }
}
