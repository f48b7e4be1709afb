/// Why the answer of an authenticator is not accepted.
public struct WebAuthnFlaw: Error, Equatable, Sendable {
    /// Which part of the answer it is about.
    public enum Part: Sendable {
        /// `clientDataJSON`.
        case clientData
        /// `attestationObject`.
        case attestation
        /// `authenticatorData`.
        case authenticatorData
        /// `signature`.
        case signature
    }

    /// What is wrong: words for an event log.
    public enum Kind: String, CaseIterable, Sendable {
        /// Not of the form that the standard gives it.
        case malformed
        /// The answer to the other ceremony.
        case type
        /// Of a page of another site.
        case origin
        /// Of a page within a page of another site.
        case crossOrigin = "cross origin"
        /// A credential for another domain.
        case relyingParty = "relying party"
        /// No person was there.
        case presence
        /// The person did not prove to be the owner, by a PIN, a finger or a face.
        case verification
        /// A key of an algorithm that is not accepted.
        case algorithm
        /// A key that is too short, or none.
        case key
        /// Not signed with the key.
        case signature
    }

    /// Which part of the answer it is about.
    public let part: Part
    /// What is wrong.
    public let kind: Kind

    init(_ part: Part, _ kind: Kind) { (self.part, self.kind) = (part, kind) }
}
