import SwiftProtobuf
import TestAuthenticator
import Testing
import Wire

extension `A command that is sent again` {
    /// What the owner of a passkey does, whose id every world knows.
    static let passkeyRows: [Row] = [
        Row(
            testDescription: "passkeyRename", before: { try $0.ana.addKnownPasskey() },
            command: { cid in
                .passkeyRename(.with { ($0.id, $0.name, $0.cid) = (known, "laptop", cid) })
            },
            other: { cid in
                .passkeyRename(.with { ($0.id, $0.name, $0.cid) = (known, "phone", cid) })
            }),
        Row(
            testDescription: "passkeyDelete", before: { try $0.ana.addKnownPasskey() },
            command: { cid in .passkeyDelete(.with { ($0.id, $0.cid) = (known, cid) }) },
            other: { cid in .passkeyDelete(.with { ($0.id, $0.cid) = ("AAAA", cid) }) }),
    ]

    private static let known = SoftPasskey.text(Person.knownPasskey)
}

extension Person {
    fileprivate static let knownPasskey = [UInt8](repeating: 7, count: 18)

    fileprivate func addKnownPasskey() throws {
        try add(SoftPasskey(id: Self.knownPasskey))
    }
}
