import SwiftProtobuf
import Wire

/// Formats invitations for a person.
struct InvitationWording: Sendable {
    private let wording: Wording
    private var palette: Palette { wording.palette }

    init(_ wording: Wording) { self.wording = wording }

    /// The lines of an answer; nil for one about anything else.
    func answer(_ body: ServerMessage.OneOf_Body) -> [String]? {
        switch body {
        case .invitation(let made): [wording.safe(made.code), palette.dim(terms(of: made))]
        case .invitations(let list): invitations(list)
        case .invitationPreview(let preview): [self.preview(preview)]
        case .invitationAccepted(let accepted): [self.accepted(accepted)]
        default: nil
        }
    }

    /// `invitation 17, for 5 people, until tomorrow`.
    func terms(of made: PersonalInvitation) -> String {
        let people = made.uses == 1 ? "1 person" : "\(made.uses) people"
        let activity = made.activity.isEmpty ? "" : ", for \(wording.safe(made.activity))"
        let request = made.request ? ", each sends you a request" : ""
        return "invitation \(made.number), for \(people), until \(end(made.expiresAt))"
            + activity + request
    }

    private func end(_ time: Google_Protobuf_Timestamp) -> String { wording.times.text(time) }

    private func invitations(_ list: PersonalInvitations) -> [String] {
        guard !list.invitations.isEmpty else {
            return [palette.dim("no invitations: `invite` creates one")]
        }
        return wording.table(
            list.invitations.map { made in
                [
                    Table.Cell("\(made.number)"), Table.Cell("\(made.used) of \(made.uses) used"),
                    Table.Cell("until \(end(made.expiresAt))", palette.dim),
                    Table.Cell(wording.safe(made.activity)),
                    Table.Cell(made.request ? "by request" : ""),
                ]
            })
    }

    private func preview(_ preview: InvitationPreview) -> String {
        let until = palette.dim(" (until \(end(preview.expiresAt)))")
        guard !preview.operator else { return "this invitation opens an account here" + until }
        var names = [preview.displayName, preview.username].filter { !$0.isEmpty }
            .map(wording.safe)
        if names.count == 2 { names[1] = "(\(names[1]))" }
        let who = names.isEmpty ? "a user of this server" : names.joined(separator: " ")
        let activity =
            preview.activity.isEmpty ? "" : " for \(palette.bold(wording.safe(preview.activity)))"
        let outcome = preview.request ? "sends a friend request" : "makes you friends"
        return "\(who) invites you\(activity): `accept` \(outcome)" + until
    }

    private func accepted(_ accepted: InvitationAccepted) -> String {
        let who = wording.person(accepted.user)
        return accepted.friends ? "\(who) is your friend now" : "asked \(who) to be your friend"
    }
}
