import Accounts
import Foundation
import Kernel
import Synchronization
import Wire

/// An issuer's public keys: from a file, or fetched. They are fetched again when a token names an
/// unknown one, and when they are old, but at most once a minute, whatever tokens arrive.
///
/// No thread waits for a fetch: the callers are called back, and their number is bounded.
final class IssuerKeys: Sendable {
    /// Most that a set of keys may be.
    static let bytesMax = 64 << 10

    private let terms: IssuerTerms
    private let clock: @Sendable () -> Moment
    private let fetch: KeyFetch
    private let state = Mutex(KeyStanding())

    init(_ terms: IssuerTerms, clock: @escaping @Sendable () -> Moment, fetch: @escaping KeyFetch) {
        self.terms = terms
        self.clock = clock
        self.fetch = fetch
    }

    /// Reads a file again; nothing for keys that are fetched.
    ///
    /// - Returns: false when there are no keys in it; those from before stay.
    func reload() -> Bool {
        guard case .file(let path) = terms.keys else { return true }
        guard let file = FileHandle(forReadingAtPath: path),
            let data = try? file.read(upToCount: Self.bytesMax)
        else { return false }
        let keys = SigningKey.all(in: [UInt8](data))
        guard !keys.isEmpty else { return false }
        state.withLock { $0.keys = keys }
        return true
    }

    /// A fetch that has to end before ``key(_:)`` can tell; nil: it can, or there is none now.
    func awaited(_ name: KeyName) -> Awaited? {
        guard case .url(let url) = terms.keys else { return nil }
        let now = clock()
        guard state.withLock({ $0.wantsFetch(for: name, at: now) }) else { return nil }
        return { resume in self.wait(for: name, in: url, resume) }
    }

    /// The key of that name, or without a name the only one for its algorithm; nil: the issuer has
    /// none.
    ///
    /// - Throws: `.unavailable` when it is not known which keys there are.
    func key(_ name: KeyName) throws(Refusal) -> SigningKey? {
        let now = clock()
        // At once: a fetch may end at any time, and what was not there before it may be there now.
        let (key, wait) = state.withLock { ($0.key(name), $0.uncertainty(about: name, at: now)) }
        guard case .url = terms.keys else { return key }
        if let wait {
            throw Refusal(
                .unavailable, "the issuer's keys are not to be had now", retryAfter: wait)
        }
        return key
    }

    private func wait(
        for name: KeyName, in url: String, _ resume: @escaping @Sendable () -> Void
    ) {
        let now = clock()
        switch state.withLock({ $0.wait(for: name, at: now, resume) }) {
        case .joined: break
        case .refused: resume()
        case .begun:
            fetch(terms, url) { bytes in
                let keys = bytes.map(SigningKey.all) ?? []
                let waiting = self.state.withLock { $0.end(with: keys) }
                return (!keys.isEmpty, { for waiter in waiting { waiter.resume() } })
            }
        }
    }
}
