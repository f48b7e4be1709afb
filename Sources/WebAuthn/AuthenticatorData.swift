/// What an authenticator says of itself, of the person before it, and of a new credential.
///
/// - Source: WebAuthn Level 2 §6.1; the flags of backups are of Level 3.
struct AuthenticatorData: Equatable, Sendable {
    struct Flags: OptionSet, Sendable {
        let rawValue: UInt8

        /// A person was there.
        static let present = Flags(rawValue: 0x01)
        /// The person proved to be the owner, by a PIN, a finger or a face.
        static let verified = Flags(rawValue: 0x04)
        /// There is a copy of the credential elsewhere.
        static let backedUp = Flags(rawValue: 0x10)
        static let hasCredential = Flags(rawValue: 0x40)
        static let hasExtensions = Flags(rawValue: 0x80)
    }

    /// Most bytes of a credential's id.
    static let idBytesMax = 1_023
    private static let headCount = 37
    private static let modelCount = 16

    /// SHA-256 of the domain that the credential is for.
    let domainHash: [UInt8]
    let flags: Flags
    let counter: UInt32
    /// Only where it is new.
    let credential: Credential?

    struct Credential: Equatable, Sendable {
        let id: [UInt8]
        /// As COSE writes it.
        let key: [UInt8]
    }

    /// Reads all of `bytes`: nothing may be left over.
    ///
    /// - Parameter part: what `bytes` are part of.
    /// - Throws: `.malformed`.
    init(_ bytes: [UInt8], in part: WebAuthnFlaw.Part) throws(WebAuthnFlaw) {
        guard bytes.count >= Self.headCount else { throw .init(part, .malformed) }
        domainHash = Array(bytes[..<32])
        flags = Flags(rawValue: bytes[32])
        counter = bytes[33..<37].reduce(0) { $0 << 8 | UInt32($1) }
        var offset = Self.headCount
        do throws(CBORReader.Malformed) {
            if flags.contains(.hasCredential) {
                let (id, keyStart) = try Self.id(in: bytes, from: offset)
                var reader = CBORReader(bytes, from: keyStart)
                try reader.skip()
                offset = reader.offset
                credential = Credential(id: id, key: Array(bytes[keyStart..<offset]))
            } else {
                credential = nil
            }
            if flags.contains(.hasExtensions) {
                var reader = CBORReader(bytes, from: offset)
                guard case .map = try CBORReader(bytes, from: offset).first else {
                    throw CBORReader.Malformed()
                }
                try reader.skip()
                offset = reader.offset
            }
            guard offset == bytes.count else { throw CBORReader.Malformed() }
        } catch {
            throw .init(part, .malformed)
        }
    }

    /// The id of the credential that begins at `start`, and where its key begins.
    private static func id(
        in bytes: [UInt8], from start: Int
    ) throws(CBORReader.Malformed) -> (id: [UInt8], keyStart: Int) {
        let idStart = start + modelCount + 2
        guard bytes.count >= idStart else { throw .init() }
        let count = Int(bytes[idStart - 2]) << 8 | Int(bytes[idStart - 1])
        guard (1...idBytesMax).contains(count), bytes.count - idStart >= count else {
            throw .init()
        }
        return (Array(bytes[idStart..<idStart + count]), idStart + count)
    }
}

extension CBORReader {
    /// The next item, without passing over it.
    var first: Item {
        get throws(Malformed) {
            var reader = self
            return try reader.next()
        }
    }
}
