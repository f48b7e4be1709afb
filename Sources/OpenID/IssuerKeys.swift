public import Accounts
import Foundation
import JWTKit
import Kernel
import Synchronization
import Wire

/// An issuer's public keys: from a file, or fetched. They are fetched again when a token names one
/// that is not known, and when they are old, but not more often than once a minute, whatever
/// tokens come.
public final class IssuerKeys: Sendable {
    /// Reads what is behind a URL; nil when that cannot be done.
    public typealias Fetch = @Sendable (_ terms: IssuerTerms, _ url: String) -> [UInt8]?

    /// So far apart are two fetches.
    static let pause = Duration.seconds(60)
    /// Keys that were fetched longer ago are asked for again: an issuer may have withdrawn one.
    static let ageMax = Duration.seconds(3_600)
    /// Most that a set of keys may be.
    static let bytesMax = 64 << 10

    private let terms: IssuerTerms
    private let clock: @Sendable () -> Moment
    private let fetch: Fetch
    private let state = Mutex(State())

    private struct State {
        var keys: [SigningKey] = []
        /// Of the last that was begun, whatever came of it.
        var lastFetch: Moment?
        var isFetching = false

        mutating func beginFetch(at now: Moment, after pause: Duration) -> Bool {
            if isFetching { return false }
            // A clock that was set back is no reason to wait for it.
            if let lastFetch, lastFetch <= now, lastFetch.advanced(by: pause) > now {
                return false
            }
            (lastFetch, isFetching) = (now, true)
            return true
        }
    }

    init(_ terms: IssuerTerms, clock: @escaping @Sendable () -> Moment, fetch: @escaping Fetch) {
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
        return take([UInt8](data))
    }

    /// The key of that name for an algorithm; without a name, the only one for it.
    ///
    /// Keys behind a URL are fetched by whoever needs them first; who comes meanwhile and needs
    /// them, too, comes again.
    ///
    /// - Throws: `.unavailable` when it is not known which keys there are.
    func key(
        named name: String?, for algorithm: String
    ) throws(Refusal) -> (any JWTAlgorithm)? {
        let key = known(name, algorithm)
        guard case .url(let url) = terms.keys else { return key }
        let (now, pause) = (clock(), key == nil ? Self.pause : Self.ageMax)
        guard state.withLock({ $0.beginFetch(at: now, after: pause) }) else {
            let isUncertain = state.withLock { $0.isFetching || $0.keys.isEmpty }
            if key == nil, isUncertain { throw Self.unavailable }
            return key
        }
        let isTaken = fetch(terms, url).map(take) ?? false
        state.withLock { $0.isFetching = false }
        if isTaken { return known(name, algorithm) }
        if key == nil { throw Self.unavailable }
        return key
    }

    private static let unavailable = Refusal(
        .unavailable, "the issuer's keys are not to be had now", retryAfter: .seconds(5))

    private func known(_ name: String?, _ algorithm: String) -> (any JWTAlgorithm)? {
        let fitting = state.withLock { $0.keys }.filter {
            $0.algorithm.name == algorithm && (name == nil || $0.name == name)
        }
        return fitting.count == 1 ? fitting.first?.algorithm : nil
    }

    private func take(_ bytes: [UInt8]) -> Bool {
        let keys = SigningKey.all(in: bytes)
        guard !keys.isEmpty else { return false }
        state.withLock { $0.keys = keys }
        return true
    }
}
