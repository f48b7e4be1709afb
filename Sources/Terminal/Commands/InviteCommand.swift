import ArgumentParser
import Client
import SwiftProtobuf
import Wire

/// Makes a personal invitation, or revokes one.
struct InviteCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "invite", abstract: "Create a link by which others become your friends.",
        discussion: """
            Send the link to people whom you know. Those who open it see your name and picture, \
            and become your friends only by accepting; without an account, by creating one. On a \
            terminal the link is shown as a QR code, too. It is shown once: the server does not \
            store it.

            Examples:
              upfor invite
              upfor invite --uses 5 --for 2d --activity coffee
              upfor invite --request --show-username
              upfor invite --revoke 1234567
            """)

    @Option(help: "How many people may accept, 1 to 100 (default: 1).")
    var uses: UInt32?

    @Option(
        name: .customLong("for"),
        help: ArgumentHelp(
            "How long it is valid: 12h, 7d (default: 7d; at most 30d).", valueName: "time"))
    var time: InvitationTime?

    @Flag(help: "Decide about each: who accepts sends you a friend request.")
    var request = false

    @Option(help: "An activity that it is about.")
    var activity: String?

    @Flag(help: "Do not show your display name.")
    var hideName = false

    @Flag(help: "Do not show your picture.")
    var hidePicture = false

    @Flag(help: "Show your username, too.")
    var showUsername = false

    @Option(
        help: ArgumentHelp("Revoke an invitation, by its number.", valueName: "number"))
    var revoke: UInt32?

    @OptionGroup var options: Options

    func validate() throws {
        guard revoke == nil || command == InvitationCreate() else {
            throw ValidationError("--revoke takes nothing more")
        }
    }

    func perform(in session: Session) async throws(Failure) {
        if let revoke {
            let command = InvitationRevoke.with {
                ($0.number, $0.cid) = (revoke, MessageMark.fresh())
            }
            return try await session.tell(
                .invitationRevoke(command), "invitation \(revoke) is revoked")
        }
        let answer = try await session.call(.invitationCreate(command))
        guard case .invitation(let made) = answer, let wording = session.output.wording else {
            return session.output.answer(answer)
        }
        let link = InvitationLink(site: session.server?.site ?? "", code: made.code).description
        if wording.hasIcons, let code = QRCode(link) { session.output.printer.data(code.lines) }
        session.output.printer.data([link])
        session.output.remark(InvitationWording(wording).terms(of: made))
    }

    private var command: InvitationCreate {
        .with {
            if let uses { $0.uses = uses }
            if let time { $0.hours = time.hours }
            ($0.request, $0.activity) = (request, activity ?? "")
            guard hideName || hidePicture || showUsername else { return }
            $0.shows.name = !hideName
            $0.shows.picture = !hidePicture
            $0.shows.username = showUsername
        }
    }
}

/// Lists one's own invitations.
struct InvitesCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "invites", abstract: "List your invitations, with their uses so far.",
        discussion: """
            The number revokes an invitation: `upfor invite --revoke NUMBER`.

            Examples:
              upfor invites
            """)

    @OptionGroup var options: Options

    func perform(in session: Session) async throws(Failure) {
        try await session.show(.invitationList(InvitationList()))
    }
}

/// How long an invitation is valid, as typed: `12h`, `7d`.
struct InvitationTime: ExpressibleByArgument, Equatable, Sendable {
    let hours: UInt32

    init?(argument: String) {
        let units: [Character: UInt32] = ["h": 1, "d": 24]
        guard let unit = argument.last.flatMap({ units[$0] }),
            let count = UInt32(argument.dropLast()), count > 0, count <= 10_000
        else { return nil }
        hours = count * unit
    }
}
