import Foundation
import Kernel
import SwiftProtobuf
import Testing
import Wire

@testable import Accounts

/// An authenticator app with the secret of an account.
struct Authenticator {
    private let secret: AuthenticatorSecret

    /// - Parameter text: base32, as a person types it.
    init(_ text: String) throws {
        let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")
        let values = try text.map { try #require(letters.firstIndex(of: $0)) }
        let bits = values.flatMap { value in (0..<5).map { value >> (4 - $0) & 1 } }
        secret = AuthenticatorSecret(
            stride(from: 0, to: bits.count / 8 * 8, by: 8).map { start in
                bits[start..<start + 8].reduce(0) { $0 << 1 | UInt8($1) }
            })
    }

    /// What it shows.
    func code(at moment: Moment) -> String {
        String(format: "%06u", secret.code(at: TimeStep(at: moment)).number)
    }
}

extension Person {
    /// Sets up a second factor.
    @discardableResult
    func setSecondFactor() throws -> (app: Authenticator, codes: [String]) {
        let app = try Authenticator(try beginSecondFactor().secret)
        return (app, try confirmSecondFactor(app.code(at: world.clock.now)))
    }

    func beginSecondFactor(proof: Proof = .password()) throws -> SecondFactorSecret {
        try ask(.secondFactorBegin(.with { $0.proof = proof })) { answer in
            guard case .secondFactorSecret(let secret) = answer else { return nil }
            return secret
        }
    }

    func confirmSecondFactor(_ code: String) throws -> [String] {
        try recoveryCodes(from: .secondFactorConfirm(.with { $0.code = code }))
    }

    func renewRecoveryCodes(proof: Proof) throws -> [String] {
        try recoveryCodes(from: .recoveryCodesRenew(.with { $0.proof = proof }))
    }

    func dropSecondFactor(proof: Proof) throws {
        try call(.secondFactorDrop(.with { $0.proof = proof }))
    }

    func secondFactor() throws -> SecondFactor {
        try ask(.secondFactorRead(SecondFactorRead())) { answer in
            guard case .secondFactor(let factor) = answer else { return nil }
            return factor
        }
    }

    func proveOwnership(by proof: Proof = .password()) throws {
        try call(.accountProve(.with { $0.proof = proof }))
    }

    private func recoveryCodes(from command: ClientMessage.OneOf_Command) throws -> [String] {
        try ask(command) { answer in
            guard case .recoveryCodes(let codes) = answer else { return nil }
            return codes.codes
        }
    }
}
