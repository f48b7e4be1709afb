import Dispatch
import Foundation
import JWTKit
import Synchronization

/// A public key of an issuer, and what it is good for: one algorithm.
///
/// - Source: RFC 7517; RFC 7518 §6.
struct SigningKey: Sendable {
    /// What is accepted, and nothing else.
    static let algorithms = ["RS256", "ES256"]

    /// `kid`.
    let name: String?
    /// RS256 or ES256.
    let algorithm: any JWTAlgorithm

    /// The keys of a set that can be used here; others are passed over.
    static func all(in bytes: [UInt8]) -> [SigningKey] {
        let set = try? JSONDecoder().decode(JSONKeySet.self, from: Data(bytes))
        return (set?.keys ?? []).compactMap(\.value).compactMap(SigningKey.init)
    }

    /// - Returns: nil for a key of another kind, for another use, or too short.
    private init?(_ key: JSONKey) {
        guard key.use == nil || key.use == "sig" else { return nil }
        let keys = JWTKeyCollection()
        switch (key.kty, key.alg ?? key.usualAlgorithm) {
        case ("RSA", "RS256"):
            guard let modulus = key.n, let exponent = key.e, modulus.utf8.count >= 342,
                let rsa = try? Insecure.RSA.PublicKey(modulus: modulus, exponent: exponent)
            else { return nil }
            guard
                let algorithm = Bench.result(of: {
                    await keys.add(rsa: rsa, digestAlgorithm: .sha256)
                    return try await keys.getKey()
                })
            else { return nil }
            self.algorithm = algorithm
        case ("EC", "ES256"):
            guard key.crv == "P-256", let x = key.x, let y = key.y,
                let ecdsa = try? ES256PublicKey(parameters: (x: x, y: y))
            else { return nil }
            guard
                let algorithm = Bench.result(of: {
                    await keys.add(ecdsa: ecdsa)
                    return try await keys.getKey()
                })
            else { return nil }
            self.algorithm = algorithm
        default: return nil
        }
        name = key.kid
    }
}

/// Where JWTKit's keys are made, which are behind an actor: a thread of our own, so that whoever
/// waits for it holds up none that it needs.
private final class Bench: TaskExecutor {
    private static let shared = Bench()
    private let queue = DispatchQueue(label: "upfor.openid")

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }

    static func result(
        of make: @escaping @Sendable () async throws -> any JWTAlgorithm
    ) -> (any JWTAlgorithm)? {
        let done = DispatchSemaphore(value: 0)
        let box = Box()
        Task(executorPreference: shared) {
            let algorithm = try? await make()
            box.algorithm.withLock { $0 = algorithm }
            done.signal()
        }
        done.wait()
        return box.algorithm.withLock { $0 }
    }

    private final class Box: Sendable {
        let algorithm = Mutex<(any JWTAlgorithm)?>(nil)
    }
}

private struct JSONKeySet: Decodable {
    let keys: [Lenient]

    /// A key, or something else that somebody has put among them.
    struct Lenient: Decodable {
        let value: JSONKey?

        init(from decoder: any Decoder) throws { value = try? JSONKey(from: decoder) }
    }
}

private struct JSONKey: Decodable {
    let kty: String
    let kid: String?
    let alg: String?
    let use: String?
    let n: String?
    let e: String?
    let crv: String?
    let x: String?
    let y: String?

    /// What a key without `alg` is for.
    var usualAlgorithm: String { kty == "RSA" ? "RS256" : kty == "EC" ? "ES256" : "" }
}
