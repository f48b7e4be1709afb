import Accounts
import Kernel
import SwiftProtobuf
import Testing
import Wire

extension `A command that is sent again` {
    /// What inviters and guests do; cleo, who is not ana's friend, has invited.
    static let invitationRows: [Row] = [
        Row(
            testDescription: "invitationRevoke", before: { try $0.ana.inviteByKnownCode() },
            command: { cid in .invitationRevoke(.with { ($0.number, $0.cid) = (7, cid) }) },
            other: { cid in .invitationRevoke(.with { ($0.number, $0.cid) = (8, cid) }) }),
        Row(
            testDescription: "invitationAccept", before: { try $0.cleo.inviteByKnownCode() },
            command: { cid in
                .invitationAccept(.with { ($0.code, $0.cid) = (Person.knownCode, cid) })
            },
            other: { cid in .invitationAccept(.with { ($0.code, $0.cid) = ("x", cid) }) }),
    ]
}

extension Person {
    fileprivate static let knownCode = String(repeating: "A", count: 22)

    /// Makes an invitation that every world knows by this code and number.
    fileprivate func inviteByKnownCode() throws {
        try invite()
        try world.daemon { (transaction) throws(Refusal) in
            let hash = SecretText(presented: Self.knownCode).hash
            try transaction.run("UPDATE invitation SET number = 7, code_hash = \(hash)")
        }
    }
}
