import Kernel
import SwiftProtobuf
import Wire

extension Person {
    /// Makes an invitation; the answer has its code.
    @discardableResult
    func invite(
        uses: UInt32? = nil, hours: UInt32? = nil, request: Bool = false, activity: String = "",
        shows: InvitationShows? = nil
    ) throws -> PersonalInvitation {
        let command = InvitationCreate.with {
            if let uses { $0.uses = uses }
            if let hours { $0.hours = hours }
            if let shows { $0.shows = shows }
            ($0.request, $0.activity) = (request, activity)
        }
        return try ask(.invitationCreate(command)) { answer in
            guard case .invitation(let invitation) = answer else { return nil }
            return invitation
        }
    }

    /// This person's own invitations.
    func madeInvitations() throws -> [PersonalInvitation] {
        try ask(.invitationList(InvitationList())) { answer in
            guard case .invitations(let list) = answer else { return nil }
            return list.invitations
        }
    }

    func revoke(_ invitation: PersonalInvitation) throws {
        try call(.invitationRevoke(.with { $0.number = invitation.number }))
    }

    /// What a code shows; to a person without an account it is what a visitor sees.
    func preview(_ code: String) throws -> InvitationPreview {
        try ask(.invitationRead(.with { $0.code = code })) { answer in
            guard case .invitationPreview(let preview) = answer else { return nil }
            return preview
        }
    }

    /// Accepts an invitation.
    ///
    /// - Returns: whether that made them friends.
    @discardableResult
    func accept(code: String) throws -> Bool {
        try ask(.invitationAccept(.with { $0.code = code })) { answer in
            guard case .invitationAccepted(let accepted) = answer else { return nil }
            return accepted.friends
        }
    }
}
